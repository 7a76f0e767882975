/** Dialogs of freezes: one operator freezes immediately; a release is requested by one and decided by another. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FREEZABLE, type Freezable } from '../../../../contract/operators/freezes.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Problem } from '../../ui/note.tsx'
import { freeze, requestRelease } from './freezes.ts'

interface FreezeDialogProps {
  /** Id that is given; empty: the operator types it. */
  readonly subject: string
  readonly isRelease?: boolean
  readonly onClose: () => void
}

export function FreezeDialog({ subject: given, isRelease = false, onClose }: FreezeDialogProps) {
  const [subject, setSubject] = useState(given)
  const [reason, setReason] = useState('')
  const client = useQueryClient()
  const order = useMutation({
    mutationFn: () => (isRelease ? requestRelease : freeze)({ subject: subject.trim(), reason }),
    onSuccess: async () => {
      await client.invalidateQueries()
      onClose()
    },
  })
  const meaning = FREEZABLE[subject.trim().split(':')[0] as Freezable]
  return (
    <Dialog title={isRelease ? 'Request the release' : 'Freeze'} onClose={onClose}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          order.mutate()
        }}
      >
        {given === '' ? (
          <TextField
            label="Id"
            hint={`Begins with ${Object.keys(FREEZABLE).join(', ')}`}
            value={subject}
            onChange={setSubject}
            isCode
            required
          />
        ) : (
          <p className="font-mono text-sm break-all">{subject}</p>
        )}
        {meaning && <p className="text-muted">{meaning}.</p>}
        <TextField
          label="Reason"
          hint="Recorded in the audit chain; no personal data, please"
          value={reason}
          onChange={setReason}
          required
        />
        <p className="text-sm text-muted">
          {isRelease
            ? 'Nothing happens until another operator has approved this.'
            : 'It takes effect immediately. Releasing it needs a second operator.'}
        </p>
        <Problem error={order.error} />
        <div className="flex justify-end gap-3">
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            look={isRelease ? 'primary' : 'danger'}
            disabled={order.isPending || reason.trim() === '' || subject.trim() === ''}
          >
            {isRelease ? 'Request' : 'Freeze now'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
