/** Header of a payment's page: parties, amount and status. */
import { Link } from '@tanstack/react-router'
import type { TransactionHistory } from '../../../../../contract/payments/transaction-history.ts'
import { transactionLifecycle } from '../../../../../contract/payments/transaction-lifecycle.ts'
import { Icon } from '../../../ui/icon.tsx'
import { ObjectLink } from '../../../ui/linked-text.tsx'
import { Ago } from '../../../ui/moment.tsx'
import { Money } from '../../../ui/money.tsx'
import { Status, statusWord } from '../../../ui/status.tsx'
import { amountsOf, describeEnds, type End } from '../ends.ts'
import { explain } from './status/explain.ts'

export function PaymentHeader({ history }: { history: TransactionHistory }) {
  const { transaction, parties } = history
  const { sent, received } = amountsOf(transaction)
  const { from, to } = describeEnds(transaction, parties)
  const isSame = sent && received && sent.currency.code === received.currency.code && sent.amount === received.amount
  return (
    <header className="flex flex-col gap-4">
      <title>{`${statusWord(transaction.status)}: ${from.name} → ${to.name} · Causeway`}</title>
      <p className="text-sm">
        <Link to="/payments" className="rounded text-muted hover:text-ink hover:underline">
          Payments
        </Link>
      </p>
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
        <h1 className="flex flex-wrap items-baseline gap-x-3 gap-y-1 text-3xl font-semibold tracking-tight max-sm:text-2xl">
          {sent && <Money of={sent} />}
          {sent && received && !isSame && <Icon name="arrow" size="size-5" className="self-center text-muted" />}
          {received && !isSame && <Money of={received} />}
        </h1>
        <div className="flex items-center gap-3">
          <span role="status" aria-label="Status">
            <Status of={transaction.status} className="text-base!" />
          </span>
          {transaction.createdAt && <Ago moment={transaction.createdAt} className="text-muted" />}
        </div>
      </div>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-lg">
        <Side end={from} />
        <Icon name="arrow" className="text-muted" />
        <span className="sr-only">to</span>
        <Side end={to} />
      </p>
      {!explain(history) && <p className="text-muted">{transactionLifecycle.states[transaction.status]}</p>}
    </header>
  )
}

function Side({ end }: { end: End }) {
  return (
    <span>
      <ObjectLink id={end.id} className="font-medium hover:text-accent hover:underline">
        <span className="font-medium">{end.name}</span>
      </ObjectLink>{' '}
      {end.detail && <span className="text-base text-muted">{end.detail}</span>}
    </span>
  )
}
