/** Page that changes a customer. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import type { CustomerUpdateRequest } from '../../../../contract/customers/customers.ts'
import { api } from '../../api/client.ts'
import { customerQuery } from '../../api/customers.ts'
import { overviewQuery } from '../../api/queries.ts'
import { customerName } from '../../format/customer.ts'
import { Problem, Waiting } from '../../ui/note.tsx'
import { CustomerForm } from './customer-form.tsx'

export function EditCustomerPage() {
  const { id } = useParams({ from: '/customers/$id/edit' })
  const navigate = useNavigate()
  const client = useQueryClient()
  const { data: customer, error } = useQuery(customerQuery(id))
  const { data: overview } = useQuery(overviewQuery)
  return (
    <div className="mx-auto flex max-w-3xl flex-col gap-5">
      <title>{customer ? `Edit ${customerName(customer)} · Causeway` : 'Edit a customer · Causeway'}</title>
      <Problem error={error} />
      {!customer && !error && <Waiting lines={10} />}
      {customer && (
        <>
          <div>
            <p className="text-sm text-muted">
              <Link to="/customers/$id" params={{ id }} className="rounded hover:text-ink hover:underline">
                {customerName(customer)}
              </Link>
            </p>
            <h1 className="text-2xl font-semibold tracking-tight">Edit the customer</h1>
            <p className="mt-1 text-muted">
              A value can be changed but not removed. Your reference and the region are fixed.
            </p>
          </div>
          <CustomerForm
            type={customer.customerType}
            before={customer}
            isSandbox={overview?.mode === 'sandbox'}
            submitWord="Save"
            save={(body) =>
              api('updateCustomerById', {
                params: { customerId: id },
                body: { customerType: customer.customerType, ...body } as CustomerUpdateRequest,
              })
            }
            onSaved={(saved) => {
              client.setQueryData(customerQuery(id).queryKey, saved)
              client.invalidateQueries()
              navigate({ to: '/customers/$id', params: { id } })
            }}
          />
        </>
      )}
    </div>
  )
}
