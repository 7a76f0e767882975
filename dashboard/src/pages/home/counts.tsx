/** Owns the line that sums up all payments: how many arrived, are on their way, and did not arrive. */
import { Link } from '@tanstack/react-router'
import { statusWord } from '../../ui/status.tsx'

const ORDER = ['COMPLETED', 'PROCESSING', 'PENDING', 'FAILED', 'REJECTED', 'REFUNDED', 'EXPIRED', 'CREATED']

export function Counts({ payments }: { payments: Readonly<Record<string, number>> | undefined }) {
  const counted = ORDER.filter((status) => (payments?.[status] ?? 0) > 0)
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
