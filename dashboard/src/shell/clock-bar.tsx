/** Sandbox clock: the time, the next due job, and the buttons that move it. */

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { useNow } from '../api/now.ts'
import { clockQuery, type Due } from '../api/queries.ts'
import { formatMoment, formatUntil } from '../format/time.ts'
import { Button } from '../ui/button.tsx'
import { Problem } from '../ui/note.tsx'
import { ClockDialog } from './clock-dialog.tsx'

const STEPS = [
  { word: '+1 min', seconds: 60 },
  { word: '+1 h', seconds: 3600 },
  { word: '+1 day', seconds: 86_400 },
] as const

/** Above this distance the clock is shown as ahead. */
const AHEAD_MS = 60_000

/** Names of scheduled jobs; others are derived from the job's name. */
const WORK: Readonly<Record<string, string>> = {
  expireQuotes: 'quote expires',
  askPayout: 'payout status check',
  askTransfer: 'transfer status check',
  askPull: 'transfer status check',
  askPullForQuote: 'quote funding check',
  deliverEvents: 'webhook retry',
  endApproval: 'approval expires',
  endSettlement: 'incoming payment expires',
  expireInvitations: 'invitation expires',
  askCardIssuer: 'card issuance check',
  endSimulatedPull: 'card pull completes',
}

/** `provisionWallets` → `provision wallets` */
const wordsOf = (name: string): string => WORK[name] ?? name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

export function ClockBar() {
  const { data } = useQuery(clockQuery)
  const now = useNow(1000)
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const { mutate, isPending, error } = useMutation({
    mutationFn: (move: () => Promise<unknown>) => move(),
    // Jobs that ran may have changed anything.
    onSettled: () => client.invalidateQueries(),
  })
  if (!data) return null
  const isFrozen = data.frozenAt !== undefined
  const [next] = data.due
  return (
    <section aria-label="Sandbox clock" className="border-b border-line bg-sunken text-sm">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2 px-4 py-2 sm:px-6">
        <p className="flex items-center gap-2">
          <span className={`size-2 rounded-full ${isFrozen ? 'bg-wait' : 'bg-done'}`} aria-hidden="true" />
          <span className="sr-only">{isFrozen ? 'The clock is frozen at' : 'The clock runs at'}</span>
          <time dateTime={new Date(now).toISOString()} className="money font-medium">
            {formatMoment(new Date(now).toISOString())}
          </time>
          {data.aheadMs >= AHEAD_MS && <span className="text-muted">{formatUntil(data.aheadMs)} ahead</span>}
          {isFrozen && <span className="text-muted">frozen</span>}
        </p>
        {data.moving ? <Progress {...data.moving} /> : <NextDue due={next} now={now} />}
        <fieldset disabled={isPending} className="ml-auto flex flex-wrap gap-1.5 max-sm:ml-0">
          <legend className="sr-only">Move the clock</legend>
          {STEPS.map(({ word, seconds }) => (
            <Button
              key={word}
              size="small"
              onClick={() => mutate(() => api('advanceSandboxClock', { body: { seconds } }))}
            >
              {word}
            </Button>
          ))}
          <Button size="small" title="Move the clock to a time" onClick={() => setAsking(true)}>
            To …
          </Button>
          <Button
            size="small"
            disabled={next === undefined || isPending}
            title="Advance to the next due job"
            onClick={() => mutate(() => api('advanceSandboxClockToNext'))}
          >
            Next
          </Button>
          <Button
            size="small"
            aria-pressed={isFrozen}
            onClick={() => mutate(() => api(isFrozen ? 'unfreezeSandboxClock' : 'freezeSandboxClock'))}
          >
            {isFrozen ? 'Unfreeze' : 'Freeze'}
          </Button>
        </fieldset>
      </div>
      {isAsking && <ClockDialog now={now} onClose={() => setAsking(false)} />}
      {error && (
        <div className="px-4 pb-2 sm:px-6">
          <Problem error={error} />
        </div>
      )}
    </section>
  )
}

function Progress({ to, done, left }: { to: string; done: number; left: number }) {
  return (
    <p className="flex items-center gap-2 text-muted" role="status">
      <progress className="w-32" value={done} max={Math.max(done + left, 1)} aria-label="Progress of the clock" />
      Moving to <span className="money">{formatMoment(to)}</span>, {left} jobs left
    </p>
  )
}

function NextDue({ due, now }: { due: Due | undefined; now: number }) {
  if (!due) return <p className="text-muted">No jobs scheduled.</p>
  const others = due.count > 1 ? ` (${due.count})` : ''
  return (
    <p className="text-muted" title={formatMoment(due.at)}>
      Next: {wordsOf(due.what)}
      {others} <span className="money">{untilText(Date.parse(due.at) - now)}</span>
    </p>
  )
}

const untilText = (ms: number): string => (ms <= 0 ? 'now' : `in ${formatUntil(ms)}`)
