/** Summary of a policy in sentences, the most important ones first. */
import type { AgentPolicy } from '../../../../../contract/agents/agent-policies.ts'
import { type PolicyNames, policySentences } from './sentences.ts'

export function Meaning({ policy, names }: { policy: AgentPolicy; names: PolicyNames }) {
  const [first, second, ...others] = policySentences(policy, names)
  return (
    <section
      aria-label="Policy summary"
      aria-live="polite"
      className="flex flex-col gap-1.5 rounded-xl bg-accent-soft px-5 py-4"
    >
      <p>{first}</p>
      {second && <p className="text-lg leading-snug font-medium">{second}</p>}
      {others.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </section>
  )
}
