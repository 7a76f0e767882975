/** Page that creates a customer: an individual or a business, held in the address. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { CustomerCreateRequest } from '../../../../contract/customers/customers.ts'
import { api } from '../../api/client.ts'
import { overviewQuery } from '../../api/queries.ts'
import { ChoiceCards } from '../../ui/fields/choice-cards.tsx'
import { Problem, Waiting } from '../../ui/note.tsx'
import { CustomerForm } from './customer-form.tsx'
import type { CustomerType } from './fields.ts'

export function NewCustomerPage() {
  const { type: chosen } = useSearch({ from: '/customers/new' })
  const navigate = useNavigate({ from: '/customers/new' })
  const { data: overview, error } = useQuery(overviewQuery)
  const client = useQueryClient()
  const type: CustomerType = chosen === 'BUSINESS' ? 'BUSINESS' : 'INDIVIDUAL'
  const isSandbox = overview?.mode === 'sandbox'
  return (
    <div className="mx-auto flex max-w-3xl flex-col gap-5">
      <title>Create a customer · Causeway</title>
      <div>
        <p className="text-sm text-muted">
          <Link to="/customers" search={{}} className="rounded hover:text-ink hover:underline">
            Customers
          </Link>
        </p>
        <h1 className="text-2xl font-semibold tracking-tight">Create a customer</h1>
        <p className="mt-1 text-muted">A person or business whose money your platform holds.</p>
      </div>
      <Problem error={error} />
      {!overview && !error && <Waiting lines={8} />}
      {overview && (
        <>
          <ChoiceCards<CustomerType>
            legend="Type"
            selected={type}
            onSelect={(value) => navigate({ search: { type: value }, replace: true, resetScroll: false })}
            options={[
              {
                value: 'INDIVIDUAL',
                title: 'Individual',
                detail: isSandbox ? 'Approved when created, in the sandbox.' : 'A person, verified by KYC.',
              },
              { value: 'BUSINESS', title: 'Business', detail: 'Verified by KYB after it is created.' },
            ]}
          />
          <CustomerForm
            key={type}
            type={type}
            isSandbox={isSandbox}
            submitWord="Create the customer"
            save={(body) => api('createCustomer', { body: { customerType: type, ...body } as CustomerCreateRequest })}
            onSaved={({ id }) => {
              client.invalidateQueries()
              navigate({ to: '/customers/$id', params: { id } })
            }}
          />
        </>
      )}
    </div>
  )
}
