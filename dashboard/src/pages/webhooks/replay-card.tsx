/** Sending all events since a given time again. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { clockQuery } from '../../api/queries.ts'
import { replayQuery } from '../../api/webhooks.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { Problem } from '../../ui/note.tsx'

const HOUR_MS = 3_600_000
const SPANS = { 1: 'the last hour', 24: 'the last day', 168: 'the last seven days' } as const

export function ReplayCard({ hasEndpoint }: { hasEndpoint: boolean }) {
  const client = useQueryClient()
  const clock = useQuery(clockQuery)
  const [hours, setHours] = useState('1')
  const start = useMutation({
    mutationFn: () => {
      const now = clock.data?.frozenAt ?? Date.now() + (clock.data?.aheadMs ?? 0)
      return api('replayEvents', { body: { since: new Date(now - Number(hours) * HOUR_MS).toISOString() } })
    },
    onSettled: () => client.invalidateQueries(),
  })
  return (
    <Card title="Replay">
      <p className="text-muted">
        Sends past events to your server again, in order, including those from before an endpoint was set.
      </p>
      <div className="mt-3 flex flex-wrap items-end gap-3">
        <SelectField label="Events of" value={hours} onChange={setHours}>
          {Object.entries(SPANS).map(([value, word]) => (
            <option key={value} value={value}>
              {word}
            </option>
          ))}
        </SelectField>
        <Button data-needs="MANAGE" disabled={!hasEndpoint || start.isPending} onClick={() => start.mutate()}>
          Replay
        </Button>
        {!hasEndpoint && <p className="pb-2 text-sm text-muted">Set an endpoint first.</p>}
      </div>
      <div className="mt-3">
        <Problem error={start.error} />
      </div>
      {start.data && <Progress id={start.data.id} />}
    </Card>
  )
}

function Progress({ id }: { id: `EventReplay:${string}` }) {
  const { data } = useQuery(replayQuery(id))
  if (!data) return null
  const { state, sent, total, failure } = data
  return (
    <p role="status" className="flex flex-wrap items-center gap-3">
      <progress value={sent} max={Math.max(total, 1)} aria-label="Progress of the replay" />
      <span className="money">
        {sent} of {total} sent
      </span>
      {state === 'STOPPED' && <span className="text-bad">Stopped: {failure}</span>}
      {state === 'COMPLETED' && <span className="text-done">Completed</span>}
    </p>
  )
}
