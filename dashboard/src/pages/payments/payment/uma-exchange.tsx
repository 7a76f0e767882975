/** UMA messages between the two institutions of a payment. */
import type { ExchangedMessage } from '../../../../../contract/dashboard.ts'
import { formatClock, formatMoment } from '../../../format/time.ts'
import { Card } from '../../../ui/card.tsx'

/** Purpose of each kind. */
const WORDS: Readonly<Record<string, string>> = {
  LNURLP_REQUEST: 'Looks up the receiver',
  LNURLP_RESPONSE: 'Accepted currencies and limits',
  PAY_REQUEST: 'Requests the payment',
  PAY_RESPONSE: 'Accepts the payment',
  POST_TRANSACTION_CALLBACK: 'Reports settlement',
  POST_TRANSACTION_RESPONSE: 'Acknowledged',
}

export function UmaExchange({ messages }: { messages: readonly ExchangedMessage[] }) {
  const [first] = messages
  if (!first) return null
  return (
    <Card title={`UMA messages with ${first.institution}`}>
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
          {isSent ? 'Sent' : 'Received'}: {WORDS[kind] ?? kind}
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
