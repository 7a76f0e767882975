/** Page of a UMA payment between two banks of the sandbox: both ledgers side by side, and the messages between them. */
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { ApiError } from '../../../../../client/api-error.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Empty, Problem, Waiting } from '../../../ui/note.tsx'
import { BankHead } from './bank-head.tsx'
import { bothSidesQuery } from './both-sides-query.ts'
import { sequenceOf } from './sequence.ts'
import type { BothSides } from './sides.ts'
import { StepRow } from './step-row.tsx'

export function BothSidesPage() {
  const { id } = useParams({ from: '/payments/$id/both-sides' })
  const { data, error } = useQuery(bothSidesQuery(id))
  const isMissing = data === null || (error instanceof ApiError && error.status === 404)
  return (
    <div className="flex flex-col gap-6">
      <title>Both sides · Causeway</title>
      <header className="max-w-3xl">
        <p className="text-sm text-muted">
          <Link to="/payments" className="rounded hover:text-ink hover:underline">
            Payments
          </Link>{' '}
          /{' '}
          <Link to="/payments/$id" params={{ id }} className="rounded hover:text-ink hover:underline">
            This payment
          </Link>
        </p>
        <h1 className="mt-1 text-2xl font-semibold tracking-tight">Both sides</h1>
        <p className="mt-1 text-muted">
          Each bank keeps its own ledger. They exchange signed UMA messages over HTTP; the sender’s last message is the
          payment.
        </p>
      </header>
      {isMissing ? <NoOtherSide id={id} /> : <Problem error={error} />}
      {data ? <Sides sides={data} /> : !error && !isMissing && <Waiting lines={12} />}
    </div>
  )
}

const NoOtherSide = ({ id }: { id: string }) => (
  <Empty
    title="No other side"
    action={
      <Link to="/payments/$id" params={{ id }} className={buttonClass()}>
        View the payment
      </Link>
    }
  >
    The payment is not one between two banks of this sandbox, or the other bank has not accepted it.
  </Empty>
)

function Sides({ sides }: { sides: BothSides }) {
  const { sender, receiver } = sides
  return (
    <section
      aria-label="Both ledgers"
      className="rounded-2xl border border-line bg-surface shadow-card lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(0,1.15fr)_minmax(0,1fr)]"
    >
      <BankHead side={sender} as="SENDER" />
      <div className="hidden place-content-center px-4 text-center text-sm text-muted lg:grid">
        <Icon name="exchange" size="size-5" className="mx-auto" />
        UMA
      </div>
      <BankHead side={receiver} as="RECEIVER" />
      <ol className="col-span-3 grid grid-cols-subgrid border-t border-line py-3">
        {sequenceOf(sides).map((step) => (
          <StepRow
            key={step.by === 'MESSAGE' ? step.message.id : `${step.by} ${step.posting.line}`}
            step={step}
            sides={sides}
          />
        ))}
      </ol>
    </section>
  )
}
