/** List of payments, each a link to its page. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Transaction } from '../../../../contract/payments/transactions.ts'
import { partiesQuery } from '../../api/queries.ts'
import { Icon } from '../../ui/icon.tsx'
import { Ago } from '../../ui/moment.tsx'
import { Money } from '../../ui/money.tsx'
import { Status } from '../../ui/status.tsx'
import { accountsOf, amountsOf, describeEnds, type End } from './ends.ts'

export function PaymentList({ payments }: { payments: readonly Transaction[] }) {
  const { data: parties = [] } = useQuery(partiesQuery(accountsOf(payments)))
  return (
    <ul className="-mx-3 flex flex-col">
      {payments.map((payment) => (
        <li key={payment.id} className="border-b border-line last:border-0">
          <PaymentLine payment={payment} {...describeEnds(payment, parties)} />
        </li>
      ))}
    </ul>
  )
}

function PaymentLine({ payment, from, to }: { payment: Transaction; from: End; to: End }) {
  const { sent, received } = amountsOf(payment)
  const isSame = sent && received && sent.currency.code === received.currency.code && sent.amount === received.amount
  return (
    <Link
      to="/payments/$id"
      params={{ id: payment.id }}
      className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 rounded-lg px-3 py-3 hover:bg-sunken sm:grid-cols-[7.5rem_1fr_auto]"
    >
      <span className="max-sm:col-start-1 max-sm:row-start-2">
        <Status of={payment.status} />
      </span>
      <span className="min-w-0">
        <span className="flex min-w-0 items-center gap-2 font-medium">
          <span className="truncate">{from.name}</span>
          <Icon name="arrow" size="size-3.5" className="text-muted" />
          <span className="sr-only">to</span>
          <span className="truncate">{to.name}</span>
        </span>
        <span className="block truncate text-sm text-muted max-sm:hidden">
          {to.detail && `${to.detail} · `}
          {payment.createdAt && <Ago moment={payment.createdAt} />}
        </span>
      </span>
      <span className="text-right">
        {sent && !isSame && (
          <>
            <span className="sr-only">sent</span>
            <Money of={sent} className="block font-semibold" />
          </>
        )}
        {received && (
          <>
            <span className="sr-only">received</span>
            <Money of={received} className={`block ${sent && !isSame ? 'text-muted' : 'font-semibold'}`} />
          </>
        )}
      </span>
      {payment.createdAt && (
        <Ago moment={payment.createdAt} className="col-start-2 row-start-2 text-right text-sm text-muted sm:hidden" />
      )}
    </Link>
  )
}
