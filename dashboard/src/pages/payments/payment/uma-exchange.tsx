/** UMA messages between the two institutions of a payment. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ExchangedMessage } from '../../../../../contract/payments/transaction-history.ts'
import { formatClock, formatMoment } from '../../../format/time.ts'
import { Card } from '../../../ui/card.tsx'
import { otherBanksQuery } from '../both-sides/banks.ts'
import { messageWord } from '../uma/message-words.ts'

interface UmaExchangeProps {
  readonly paymentId: string
  readonly messages: readonly ExchangedMessage[]
}

export function UmaExchange({ paymentId, messages }: UmaExchangeProps) {
  const [first] = messages
  const { data } = useQuery({ ...otherBanksQuery, enabled: first !== undefined })
  if (!first) return null
  const other = data?.find(({ umaDomain }) => umaDomain === first.institution)
  return (
    <Card
      title={`UMA messages with ${first.institution}`}
      aside={
        other && (
          <Link
            to="/payments/$id/both-sides"
            params={{ id: paymentId }}
            className="rounded text-accent hover:underline"
          >
            Both sides, with {other.name}
          </Link>
        )
      }
    >
      <ol className="flex flex-col gap-3">
        {messages.map((message) => (
          <Message key={message.id} message={message} />
        ))}
      </ol>
    </Card>
  )
}

function Message({ message: { direction, kind, fields, at } }: { message: ExchangedMessage }) {
  const isSent = direction === 'SENT'
  return (
    <li className={`max-w-[44rem] rounded-lg border border-line p-3 ${isSent ? 'self-start' : 'self-end'}`}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span>
          {isSent ? 'Sent' : 'Received'}: {messageWord(kind)}
        </span>
        <time dateTime={at} title={formatMoment(at)} className="money text-sm text-muted">
          {formatClock(at)}
        </time>
      </div>
      <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-4 text-sm">
        <dt className="text-muted">message</dt>
        <dd className="font-mono text-[0.8rem]">{kind}</dd>
        {Object.entries(fields).map(([name, value]) => (
          <Field key={name} name={name} value={value} />
        ))}
      </dl>
    </li>
  )
}

function Field({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="font-mono text-[0.8rem] [overflow-wrap:anywhere]">{value}</dd>
    </>
  )
}
