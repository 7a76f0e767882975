/** One step of the sequence: a posting in its bank's column, or a message from one column to the other. */
import type { NamedPosting } from '../../../../../contract/ledger/postings.ts'
import { formatClock, formatMoment } from '../../../format/time.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Money } from '../../../ui/money.tsx'
import { isSigned, messageWord } from '../uma/message-words.ts'
import type { Step } from './sequence.ts'
import type { BothSides, CheckedMessage } from './sides.ts'

const COLUMNS: Readonly<Record<Step['by'], string>> = {
  SENDER: 'lg:col-start-1',
  MESSAGE: 'lg:col-start-2',
  RECEIVER: 'lg:col-start-3',
}

export function StepRow({ step, sides }: { step: Step; sides: BothSides }) {
  return (
    <li className="col-span-3 grid grid-cols-subgrid px-0 py-1.5">
      <div className={`min-w-0 px-5 max-lg:col-span-3 lg:row-start-1 ${COLUMNS[step.by]}`}>
        {step.by === 'MESSAGE' ? (
          <Message message={step.message} sides={sides} />
        ) : (
          <Posting posting={step.posting} bank={sides[step.by === 'SENDER' ? 'sender' : 'receiver'].bank.name} />
        )}
      </div>
    </li>
  )
}

function Posting({ posting, bank }: { posting: NamedPosting; bank: string }) {
  return (
    <div className="animate-arrive rounded-xl bg-sunken px-3.5 py-2.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="w-full text-xs font-semibold text-muted lg:sr-only">Posting at {bank}</span>
        <Money of={posting} className="font-medium" />
        <Moment at={posting.at} />
      </div>
      <p className="mt-0.5 flex flex-wrap items-center gap-x-1.5 text-sm">
        <span title={posting.from.about}>{posting.from.name}</span>
        <Icon name="arrow" size="size-3.5" className="text-muted" />
        <span className="sr-only">to</span>
        <span title={posting.to.about}>{posting.to.name}</span>
      </p>
    </div>
  )
}

function Message({ message, sides: { sender, receiver } }: { message: CheckedMessage; sides: BothSides }) {
  const { from, kind, fields, at } = message
  const isOnward = from === 'SENDER'
  const [author, reader] = isOnward ? [sender.bank.name, receiver.bank.name] : [receiver.bank.name, sender.bank.name]
  return (
    <details
      aria-label={messageWord(kind)}
      className="group animate-arrive rounded-xl border border-line open:bg-paper/50"
    >
      <summary className="cursor-pointer list-none rounded-xl px-3.5 py-2.5 hover:bg-sunken [&::-webkit-details-marker]:hidden">
        <span className={`flex items-center gap-2.5 ${isOnward ? '' : 'flex-row-reverse lg:text-right'}`}>
          <span className="min-w-0 flex-1 font-medium">{messageWord(kind)}</span>
          <Icon name="arrow" size="size-5" className={`text-accent ${isOnward ? '' : 'rotate-180'}`} />
        </span>
        <span className={`flex flex-wrap items-baseline gap-x-3 text-sm ${isOnward ? '' : 'flex-row-reverse'}`}>
          <span className="sr-only">
            From {author} to {reader}.
          </span>
          <Verification message={message} reader={reader} />
          <span className={isOnward ? 'ml-auto' : 'mr-auto'}>
            <Moment at={at} />
          </span>
        </span>
      </summary>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 px-3.5 pb-3 text-sm">
        <Field name="message" value={kind} />
        {Object.entries(fields).map(([name, value]) => (
          <Field key={name} name={name} value={value} />
        ))}
      </dl>
    </details>
  )
}

function Verification({ message: { fields, isVerified }, reader }: { message: CheckedMessage; reader: string }) {
  if (!isSigned(fields)) return <span className="text-muted">Not signed</span>
  if (!isVerified) return <span className="text-wait">Not verified by {reader}</span>
  return (
    <span title="Its signature matches the key of the other bank." className="inline-flex items-center gap-1 text-done">
      <Icon name="check" size="size-3.5" />
      Verified by {reader}
    </span>
  )
}

const Moment = ({ at }: { at: string }) => (
  <time dateTime={at} title={formatMoment(at)} className="money text-xs text-muted">
    {formatClock(at)}
  </time>
)

function Field({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="font-mono text-[0.8rem] [overflow-wrap:anywhere]">{value}</dd>
    </>
  )
}
