/** Payments with the other banks of the sandbox, each with its page of both sides. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Transaction } from '../../../../contract/payments/transactions.ts'
import { api } from '../../api/client.ts'
import { Card } from '../../ui/card.tsx'
import { Ago } from '../../ui/moment.tsx'
import { Money } from '../../ui/money.tsx'
import { Status } from '../../ui/status.tsx'
import { otherBanksQuery } from '../payments/both-sides/banks.ts'
import { OtherBanks } from '../payments/uma/other-banks.tsx'

/** Number of newest payments that are searched for those with other banks. */
const LOOKED_THROUGH = 100
const SHOWN = 5

const latestQuery = queryOptions({
  queryKey: ['payments', 'between-banks'],
  queryFn: () => api('listTransactions', { query: { limit: LOOKED_THROUGH } }),
})

/** Nothing where the sandbox has one bank. */
export function BetweenBanks() {
  const { data } = useQuery(otherBanksQuery)
  const domains = data?.map(({ umaDomain }) => umaDomain) ?? []
  const latest = useQuery({ ...latestQuery, enabled: domains.length > 0 })
  if (!data || domains.length === 0) return null
  const found = latest.data?.data.filter((payment) =>
    domains.some((domain) => addressIn(payment).endsWith(`@${domain}`)),
  )
  return (
    <Card title="Between the banks of this sandbox">
      <p className="mb-3 max-w-3xl text-muted">
        A payment to the other bank travels by the real, signed messages of UMA, over HTTP, and is posted in both
        ledgers.
      </p>
      <OtherBanks />
      {found && found.length > 0 && (
        <ul className="mt-3 divide-y divide-line">
          {found.slice(0, SHOWN).map((payment) => (
            <PaymentRow key={payment.id} payment={payment} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function PaymentRow({ payment }: { payment: Transaction }) {
  const { id, type, status, createdAt, receivedAmount } = payment
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5">
      <span className="min-w-0 flex-1 basis-56">
        {type === 'OUTGOING' ? 'To' : 'From'} <span className="font-mono text-[0.85rem]">{addressIn(payment)}</span>
        {createdAt && <Ago moment={createdAt} className="ml-3 text-sm text-muted" />}
      </span>
      {receivedAmount && <Money of={receivedAmount} />}
      <Status of={status} />
      <Link
        to="/payments/$id/both-sides"
        params={{ id }}
        className="rounded text-accent hover:underline"
        aria-label={`Both sides of the payment ${type === 'OUTGOING' ? 'to' : 'from'} ${addressIn(payment)}`}
      >
        Both sides
      </Link>
    </li>
  )
}

/** The UMA address at the other institution; empty for other payments. */
function addressIn({ type, source, destination }: Transaction): string {
  const end = type === 'OUTGOING' ? destination : source
  return end && 'umaAddress' in end && typeof end.umaAddress === 'string' ? end.umaAddress : ''
}
