/** Indicator of live updates. */
import type { Liveness } from '../api/live.ts'

const SAYS: Readonly<Record<Liveness, { word: string; title: string; look: string }>> = {
  connecting: { word: 'Connecting', title: 'Connecting to live updates', look: 'bg-edge' },
  live: { word: 'Live', title: 'Changes appear immediately', look: 'bg-done' },
  polling: {
    word: 'Every 5 s',
    title: 'Live updates are interrupted; the page refreshes every five seconds',
    look: 'bg-wait animate-breathe',
  },
}

export function Freshness({ liveness }: { liveness: Liveness }) {
  const { word, title, look } = SAYS[liveness]
  return (
    <span role="status" title={title} className="flex items-center gap-2 text-sm text-muted">
      <span className={`size-2 rounded-full ${look}`} />
      {word}
    </span>
  )
}
