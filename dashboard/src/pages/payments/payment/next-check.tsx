/** Time until the rail reports about a payment, in the sandbox, with a button that moves the clock there. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { useNow } from '../../../api/now.ts'
import { formatCountdown, formatUntil } from '../../../format/time.ts'
import { Button } from '../../../ui/button.tsx'
import { Problem } from '../../../ui/note.tsx'

const HOUR_MS = 3_600_000

export function NextCheck({ at }: { at: string }) {
  const client = useQueryClient()
  const leftMs = Date.parse(at) - useNow(1000)
  const jump = useMutation({
    mutationFn: () => api('advanceSandboxClockTo', { body: { time: at } }),
    onSettled: () => client.invalidateQueries(),
  })
  return (
    <section
      aria-label="Next report"
      className="flex animate-arrive flex-wrap items-center gap-x-4 gap-y-3 rounded-2xl border border-going/40 bg-surface px-5 py-3.5 shadow-card"
    >
      <p className="min-w-0 flex-1 basis-52">
        On its way. The outcome is known{' '}
        <span className="money font-semibold">
          {leftMs <= 0 ? 'now' : `in ${leftMs < HOUR_MS ? formatCountdown(leftMs) : formatUntil(leftMs)}`}
        </span>
        , on the sandbox’s clock.
      </p>
      <Button data-needs="TRANSACT" disabled={jump.isPending || leftMs <= 0} onClick={() => jump.mutate()}>
        {jump.isPending ? 'Moving the clock …' : 'Jump there'}
      </Button>
      <Problem error={jump.error} />
    </section>
  )
}
