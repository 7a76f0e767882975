/** Page of one customer: details, verification, owners, documents and resources. */
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '../../../../client/api-error.ts'
import type { Customer } from '../../../../contract/customers/customers.ts'
import { customerQuery } from '../../api/customers.ts'
import { overviewQuery } from '../../api/queries.ts'
import { customerName, verificationStatus } from '../../format/customer.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Empty, Problem, Waiting } from '../../ui/note.tsx'
import { Status } from '../../ui/status.tsx'
import { Freezing } from '../freezes/freezing.tsx'
import { AccountsCard, AgentsCard, CardsCard, ExternalAccountsCard, PaymentsCard } from './belongings.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { DetailsCard } from './details-card.tsx'
import { DocumentsCard } from './documents/documents-card.tsx'
import { OwnersCard } from './owners/owners-card.tsx'
import { VerificationCard } from './verification-card.tsx'

export function CustomerPage() {
  const { id } = useParams({ from: '/customers/$id' })
  const { data, error } = useQuery(customerQuery(id))
  if (error instanceof ApiError && error.status === 404)
    return (
      <Empty
        title="Customer not found"
        action={
          <Link to="/customers" search={{}} className={buttonClass()}>
            View customers
          </Link>
        }
      >
        This platform has no customer with this id.
      </Empty>
    )
  return (
    <div className="flex flex-col gap-6">
      <title>{data ? `${customerName(data)} · Causeway` : 'Customer · Causeway'}</title>
      <Problem error={error} />
      {data ? <Shown key={id} customer={data} /> : !error && <Waiting lines={12} />}
    </div>
  )
}

function Shown({ customer }: { customer: Customer }) {
  const { data: overview } = useQuery(overviewQuery)
  const isSandbox = overview?.mode === 'sandbox'
  const isBusiness = customer.customerType === 'BUSINESS'
  return (
    <>
      <Header customer={customer} />
      {!customer.isDeleted && <Freezing subject={customer.id} />}
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-6">
          {!customer.isDeleted && <VerificationCard customer={customer} isSandbox={isSandbox} />}
          <DetailsCard customer={customer} />
          {isBusiness && <OwnersCard customer={customer} isSandbox={isSandbox} />}
          <DocumentsCard customer={customer} />
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <AccountsCard customer={customer} />
          <ExternalAccountsCard customer={customer} />
          <CardsCard customer={customer} />
          <AgentsCard customer={customer} />
        </div>
      </div>
      <PaymentsCard customer={customer} />
    </>
  )
}

function Header({ customer }: { customer: Customer }) {
  const [isDeleting, setDeleting] = useState(false)
  const navigate = useNavigate()
  const { id, isDeleted, umaAddress, customerType } = customer
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
      <div className="min-w-0">
        <p className="text-sm text-muted">
          <Link to="/customers" search={{}} className="rounded hover:text-ink hover:underline">
            Customers
          </Link>
        </p>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <h1 className="min-w-0 text-2xl font-semibold tracking-tight break-words">{customerName(customer)}</h1>
          <span role="status" aria-label="Status">
            <Status of={isDeleted ? 'DELETED' : verificationStatus(customer)} />
          </span>
        </div>
        <p className="mt-1 text-muted">
          {customerType === 'BUSINESS' ? 'Business' : 'Individual'} · {umaAddress}
        </p>
      </div>
      {isDeleted ? (
        <p className="text-muted">Deleted. The record remains.</p>
      ) : (
        <div data-needs="MANAGE" className="flex flex-wrap gap-2 max-sm:w-full">
          <Link
            to="/customers/$id/edit"
            params={{ id }}
            className={`${buttonClass({ look: 'primary' })} max-sm:w-full`}
          >
            Edit
          </Link>
          <Link to="/customers/$id/invite" params={{ id }} className={`${buttonClass()} max-sm:w-full`}>
            Invite someone
          </Link>
          <Button onClick={() => setDeleting(true)} className="max-sm:w-full">
            Delete
          </Button>
        </div>
      )}
      {isDeleting && (
        <DeleteDialog
          customer={customer}
          onClose={() => setDeleting(false)}
          onDeleted={() => navigate({ to: '/customers', search: {} })}
        />
      )}
    </header>
  )
}
