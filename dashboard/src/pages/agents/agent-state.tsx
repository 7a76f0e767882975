/** State of an agent as a label. The word carries the meaning; the colour only supports it. */
import type { Agent } from '../../../../contract/agents/agents.ts'

const LOOKS = {
  Paused: 'bg-bad-soft text-bad',
  Connected: 'bg-done-soft text-done',
  'Not connected': 'bg-sunken text-muted',
} as const

export function AgentState({ of: { isPaused, isConnected } }: { of: Agent }) {
  const word = isPaused ? 'Paused' : isConnected ? 'Connected' : 'Not connected'
  return (
    <span
      key={word}
      className={`inline-flex shrink-0 animate-arrive items-center gap-1.5 rounded-full px-2.5 py-0.5 text-sm font-medium ${LOOKS[word]}`}
    >
      <span className="size-1.5 rounded-full bg-current" />
      {word}
    </span>
  )
}
