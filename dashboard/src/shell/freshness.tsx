/** Owns the mark that says whether changes arrive by themselves. */
import type { Liveness } from '../api/live.ts'

const SAYS: Readonly<Record<Liveness, { word: string; title: string; look: string }>> = {
  connecting: { word: 'Connecting', title: 'The stream of changes is being opened', look: 'bg-edge' },
  live: { word: 'Live', title: 'Changes show at once', look: 'bg-done' },
  polling: {
    word: 'Every 5 s',
    title: 'The stream of changes is broken, so the page asks every five seconds',
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
