/** Payment counts by status, in one line. */
import { Link } from '@tanstack/react-router'
import { transactionLifecycle } from '../../../../contract/payments/transaction-lifecycle.ts'
import { statesOf, statusWord } from '../../ui/status.tsx'

export function Counts({ payments }: { payments: Readonly<Record<string, number>> | undefined }) {
  const counted = statesOf(transactionLifecycle).filter((status) => (payments?.[status] ?? 0) > 0)
  return (
    <p className="mt-1 flex min-h-6 flex-wrap gap-x-4 text-muted">
      {counted.map((status) => (
        <Link key={status} to="/payments" search={{ status }} className="hover:text-ink hover:underline">
          <span className="money font-semibold text-ink">{payments?.[status]?.toLocaleString('en')}</span>{' '}
          {statusWord(status).toLowerCase()}
        </Link>
      ))}
    </p>
  )
}
