/** List of customers, each a link to their page. */
import { Link } from '@tanstack/react-router'
import type { Customer } from '../../../../contract/customers/customers.ts'
import { customerName, verificationStatus } from '../../format/customer.ts'
import { Ago } from '../../ui/moment.tsx'
import { Status } from '../../ui/status.tsx'

export function CustomerList({ customers }: { customers: readonly Customer[] }) {
  return (
    <ul className="-mx-3 flex flex-col">
      {customers.map((customer) => (
        <li key={customer.id} className="border-b border-line last:border-0">
          <CustomerLine customer={customer} />
        </li>
      ))}
    </ul>
  )
}

function CustomerLine({ customer }: { customer: Customer }) {
  const { id, umaAddress, email, customerType, createdAt } = customer
  return (
    <Link
      to="/customers/$id"
      params={{ id }}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 rounded-lg px-3 py-3 hover:bg-sunken"
    >
      <span className="min-w-0">
        <span className="block truncate font-medium">{customerName(customer)}</span>
        <span className="block truncate text-sm text-muted">
          {umaAddress}
          {email && ` · ${email}`}
        </span>
      </span>
      <span className="flex flex-col items-end gap-1">
        <Status of={verificationStatus(customer)} />
        <span className="text-sm text-muted">
          {customerType === 'BUSINESS' ? 'Business' : 'Individual'} · <Ago moment={createdAt} />
        </span>
      </span>
    </Link>
  )
}
