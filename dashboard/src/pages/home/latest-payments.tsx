/** Latest payments, as the home page shows them. */

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { paymentsQuery } from '../../api/queries.ts'
import { shownTotal } from '../../format/total.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Empty, Problem, Waiting } from '../../ui/note.tsx'
import { PaymentList } from '../payments/payment-list.tsx'

export function LatestPayments() {
  const { data, error } = useQuery(paymentsQuery({ limit: 8 }))
  const all = data?.hasMore && (
    <Link to="/payments" className="rounded-md text-sm text-accent hover:underline">
      All {shownTotal(data)}
    </Link>
  )
  const isOnlyDeposits = data && data.data.length > 0 && data.data.every(({ type }) => type === 'INCOMING')
  return (
    <Card title="Latest payments" aside={all}>
      <Problem error={error} />
      {!data && !error && <Waiting lines={6} />}
      {data && data.data.length > 0 && <PaymentList payments={data.data} />}
      {data?.data.length === 0 && (
        <Empty title="No payments yet" action={<MakeFirst />}>
          Payments appear here as soon as they are quoted, and update live.
        </Empty>
      )}
      {isOnlyDeposits && (
        <Empty title="No outgoing payments yet" action={<MakeFirst />}>
          Get a quote, then follow every step of the payment.
        </Empty>
      )}
    </Card>
  )
}

function MakeFirst() {
  return (
    <Link to="/payments/new" className={buttonClass({ look: 'primary' })}>
      Make the first payment
    </Link>
  )
}
