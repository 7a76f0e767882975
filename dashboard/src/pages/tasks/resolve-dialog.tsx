/** Resolution of a task: what is asked for, and why; another operator decides. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { TaskRequestKind, TaskView } from '../../../../contract/operators/requests.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Problem } from '../../ui/note.tsx'
import { KIND_WORDS } from './request-words.ts'
import { requestTask } from './requests.ts'

interface ResolveProps {
  readonly task: TaskView
  readonly onClose: () => void
}

export function ResolveDialog({ task, onClose }: ResolveProps) {
  const [kind, setKind] = useState<TaskRequestKind>(task.kinds[0] as TaskRequestKind)
  const [account, setAccount] = useState('')
  const [reason, setReason] = useState('')
  const client = useQueryClient()
  const request = useMutation({
    mutationFn: () =>
      requestTask({ kind, target: task.id, reason, ...(kind === 'TASK_SETTLE' && account !== '' && { account }) }),
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
        <p className="text-muted">{task.reason}</p>
        <SelectField label="What to do" value={kind} onChange={(value) => setKind(value as TaskRequestKind)}>
          {task.kinds.map((one) => (
            <option key={one} value={one}>
              {KIND_WORDS[one]}
            </option>
          ))}
        </SelectField>
        {kind === 'TASK_SETTLE' && (
          <TextField
            label="Account"
            hint="Empty: the account that the money is for"
            value={account}
            onChange={setAccount}
            isCode
          />
        )}
        <TextField label="Reason" value={reason} onChange={setReason} required />
        <p className="text-sm text-muted">Another operator sees this and decides. Nothing happens before.</p>
        <Problem error={request.error} />
        <div className="flex justify-end gap-3">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={request.isPending || reason.trim() === ''}>
            Request
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
