/** Decision of a policy as a label, with its rule. */
import { AGENT_RULES, type AgentRule } from '../../../../contract/agents/agent-policies.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'

type Decision = 'ALLOW' | 'ASK' | 'DENY'

const LOOKS: Readonly<Record<Decision, { word: string; icon: IconName; look: string }>> = {
  ALLOW: { word: 'Allow', icon: 'check', look: 'bg-done-soft text-done' },
  ASK: { word: 'Ask', icon: 'stamp', look: 'bg-wait-soft text-wait' },
  DENY: { word: 'Deny', icon: 'cross', look: 'bg-bad-soft text-bad' },
}

export function DecisionMark({ of: decision }: { of: Decision }) {
  const { word, icon, look } = LOOKS[decision]
  return (
    <span
      className={`inline-flex shrink-0 items-center gap-1.5 rounded-full px-2.5 py-0.5 text-sm font-medium ${look}`}
    >
      <Icon name={icon} size="size-3.5" />
      {word}
    </span>
  )
}

export function RuleName({ of: rule }: { of: AgentRule }) {
  return (
    <code title={AGENT_RULES[rule]} className="font-mono text-[0.8rem] text-muted">
      {rule}
    </code>
  )
}
