/** Confirmation before an external account is deleted. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ExternalAccount } from '../../../../contract/payments/external-accounts/external-accounts.ts'
import { deleteAccount } from '../../api/external-accounts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Problem } from '../../ui/note.tsx'
import { identifierOf, titleOf } from './facts.ts'

interface DeleteDialogProps {
  readonly account: ExternalAccount
  readonly onClose: () => void
  readonly onDeleted: () => void
}

export function DeleteDialog({ account, onClose, onDeleted }: DeleteDialogProps) {
  const client = useQueryClient()
  const remove = useMutation({
    mutationFn: () => deleteAccount(account),
    onSuccess: async () => {
      onDeleted()
      client.removeQueries({ queryKey: ['external-account'] })
      await client.invalidateQueries()
    },
  })
  const { label, value } = identifierOf(account)
  return (
    <Dialog title="Delete this account?" onClose={onClose}>
      <div className="flex flex-col gap-4">
        <p className="break-words">
          {titleOf(account)}, {label} <span className="font-mono text-sm break-all">{value}</span>
        </p>
        <p className="text-muted">
          It can no longer be paid. Payments in progress continue. You can add it again later.
        </p>
        <Problem error={remove.error} />
        <div className="flex justify-end gap-3">
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" disabled={remove.isPending} onClick={() => remove.mutate()}>
            {remove.isPending ? 'Deleting …' : 'Delete'}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
