/** Requests about people: to invite an operator, and to remove one; another operator decides. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type OperatorView, ROLES, type Role } from '../../../../contract/operators/operators.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Problem } from '../../ui/note.tsx'
import { statusWord } from '../../ui/status.tsx'
import { requestPeople } from '../tasks/requests.ts'

interface PeopleDialogProps {
  /** Absent: someone is invited. */
  readonly removed: OperatorView | undefined
  readonly onClose: () => void
}

export function PeopleDialog({ removed, onClose }: PeopleDialogProps) {
  const [name, setName] = useState(removed?.name ?? '')
  const [role, setRole] = useState<Role>('VIEWER')
  const [reason, setReason] = useState('')
  const client = useQueryClient()
  const request = useMutation({
    mutationFn: () =>
      requestPeople(
        removed
          ? { kind: 'OPERATOR_REMOVE', target: name, reason }
          : { kind: 'OPERATOR_INVITE', target: name, role, reason },
      ),
    onSuccess: async () => {
      await client.invalidateQueries()
      onClose()
    },
  })
  return (
    <Dialog title={removed ? `Remove ${removed.name}` : 'Invite an operator'} onClose={onClose}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          request.mutate()
        }}
      >
        {!removed && (
          <>
            <TextField label="Name" value={name} onChange={setName} required />
            <SelectField label="Role" value={role} onChange={(value) => setRole(value as Role)}>
              {ROLES.map((one) => (
                <option key={one} value={one}>
                  {statusWord(one)}
                </option>
              ))}
            </SelectField>
          </>
        )}
        <TextField label="Reason" value={reason} onChange={setReason} required />
        <p className="text-sm text-muted">Nothing happens until another operator has approved this.</p>
        <Problem error={request.error} />
        <div className="flex justify-end gap-3">
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            look="primary"
            disabled={request.isPending || reason.trim() === '' || name.trim() === ''}
          >
            Request
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
