/** Confirmation before a customer is deleted; names the accounts that prevent it. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Customer } from '../../../../contract/customers/customers.ts'
import { holdingsQuery } from '../../api/cards.ts'
import { api } from '../../api/client.ts'
import { customerName } from '../../format/customer.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Money } from '../../ui/money.tsx'
import { Problem, Waiting } from '../../ui/note.tsx'

interface DeleteDialogProps {
  readonly customer: Customer
  readonly onClose: () => void
  readonly onDeleted: () => void
}

export function DeleteDialog({ customer, onClose, onDeleted }: DeleteDialogProps) {
  const client = useQueryClient()
  const { data: accounts } = useQuery(holdingsQuery(customer.id))
  const holding = accounts?.filter(({ totalBalance }) => totalBalance.amount > 0) ?? []
  const remove = useMutation({
    mutationFn: () => api('deleteCustomerById', { params: { customerId: customer.id } }),
    onSuccess: async () => {
      onDeleted()
      await client.invalidateQueries()
    },
  })
  return (
    <Dialog title={`Delete ${customerName(customer)}?`} onClose={onClose}>
      <div className="flex flex-col gap-4">
        {!accounts && <Waiting lines={2} />}
        {holding.length > 0 && (
          <div>
            <p className="font-medium">These accounts still hold money. Pay it out first:</p>
            <ul className="mt-1">
              {holding.map(({ id, totalBalance }) => (
                <li key={id} className="flex min-h-9 items-center justify-between gap-4">
                  <Link to="/balances/$id" params={{ id }} className="rounded text-accent hover:underline">
                    {totalBalance.currency.name}
                  </Link>
                  <Money of={totalBalance} />
                </li>
              ))}
            </ul>
          </div>
        )}
        {accounts && holding.length === 0 && (
          <p className="text-muted">
            {accounts.length > 0 && `The customer’s ${accounts.length} accounts are closed. `}
            Their reference and UMA address can be used again. This cannot be undone.
          </p>
        )}
        <Problem error={remove.error} />
        <div className="flex justify-end gap-3">
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="danger"
            disabled={!accounts || holding.length > 0 || remove.isPending}
            onClick={() => remove.mutate()}
          >
            {remove.isPending ? 'Deleting …' : 'Delete'}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
