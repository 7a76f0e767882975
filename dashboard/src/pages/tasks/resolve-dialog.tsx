/** Resolution of an entry of a queue: action and reason; another operator decides, unless it moves no money. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { QueueEntry } from '../../../../contract/operators/queues.ts'
import { CREDITING, DONE_AT_ONCE, REQUEST_KINDS, type RequestKind } from '../../../../contract/operators/requests.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Problem } from '../../ui/note.tsx'
import { requestTask } from './requests.ts'

interface ResolveProps {
  readonly task: QueueEntry
  readonly onClose: () => void
}

export function ResolveDialog({ task, onClose }: ResolveProps) {
  const [kind, setKind] = useState(task.kinds[0] as RequestKind)
  const [account, setAccount] = useState('')
  const [reason, setReason] = useState('')
  const client = useQueryClient()
  const takesAccount = CREDITING.includes(kind)
  const isAlone = DONE_AT_ONCE.includes(kind)
  const request = useMutation({
    mutationFn: () =>
      requestTask({ kind, target: task.id, reason, ...(takesAccount && account !== '' && { account }) }),
    onSuccess: async () => {
      await client.invalidateQueries()
      onClose()
    },
  })
  return (
    <Dialog title="Resolve the task" onClose={onClose}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          request.mutate()
        }}
      >
        <div>
          <p>{task.reason}</p>
          <p className="text-sm text-muted">{[...task.facts, task.advice].join(' · ')}</p>
        </div>
        <SelectField label="What to do" value={kind} onChange={(value) => setKind(value as RequestKind)}>
          {task.kinds.map((one) => (
            <option key={one} value={one}>
              {REQUEST_KINDS[one]}
            </option>
          ))}
        </SelectField>
        {takesAccount && (
          <TextField
            label="Account"
            hint={kind === 'TASK_SETTLE' ? 'Empty: the account that the money is for' : 'That the money is for'}
            value={account}
            onChange={setAccount}
            isCode
          />
        )}
        <TextField label="Reason" value={reason} onChange={setReason} required />
        <p className="text-sm text-muted">
          {isAlone
            ? 'This moves no money and takes effect immediately.'
            : 'Nothing happens until another operator has approved this.'}
        </p>
        <Problem error={request.error} />
        <div className="flex justify-end gap-3">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={request.isPending || reason.trim() === ''}>
            {isAlone ? 'Do it now' : 'Request'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
