/** Dialog that moves the sandbox's clock to a time. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { api } from '../api/client.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/fields/text-field.tsx'
import { Problem } from '../ui/note.tsx'

/** Value of the field for milliseconds since 1970: the reader's own time, to the minute. */
function localText(ms: number): string {
  const shifted = new Date(ms - new Date(ms).getTimezoneOffset() * 60_000)
  return shifted.toISOString().slice(0, 16)
}

export function ClockDialog({ now, onClose }: { now: number; onClose: () => void }) {
  const client = useQueryClient()
  const [text, setText] = useState(localText(now + 3_600_000))
  const move = useMutation({
    mutationFn: (time: string) => api('advanceSandboxClockTo', { body: { time } }),
    onSuccess: onClose,
    onSettled: () => client.invalidateQueries(),
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (text) move.mutate(new Date(text).toISOString())
  }
  return (
    <Dialog title="Move the clock to a time" onClose={onClose}>
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <TextField
          label="Time (yours)"
          type="datetime-local"
          hint="Forward only. Everything that is due until then happens, in order."
          value={text}
          onChange={setText}
        />
        <Problem error={move.error} />
        <div className="flex justify-end gap-3">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={move.isPending || !text}>
            {move.isPending ? 'Moving …' : 'Move the clock'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
