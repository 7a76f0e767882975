/** Owns the look at an agent under its lock: nothing of one that was deleted, paused or replaced meanwhile gets past it. */
import { notFound, Refusal } from '../../core/refusal.ts'
import type { Rows } from '../../engine/rows.ts'
import type { Caller } from '../../infra/operations/handlers.ts'
import { agentUsage } from '../payments/allowances/tables.ts'
import { usageAt } from '../payments/allowances/usage.ts'
import type { Standing } from './policy.ts'
import { type Agent, agents } from './tables.ts'

/** Who asks, where it is an agent. */
export type AgentCaller = NonNullable<Caller['agent']>

/** An agent that was not deleted. @throws Refusal AGENT_NOT_FOUND */
export function existingAgent(rows: Rows, agentId: string): Agent {
  rows.together([agents, agentId], [agentUsage, agentId])
  const agent = rows.find(agents, agentId)
  if (!agent || agent.deletedAt !== null) throw notFound('Agent')
  return agent
}

/** The agent that asks, if its access token is still the one. @throws Refusal UNAUTHORIZED */
export function liveAgent(rows: Rows, { id, tokenHash }: AgentCaller): Agent {
  rows.together([agents, id], [agentUsage, id])
  const agent = rows.find(agents, id)
  if (!agent || agent.deletedAt !== null || agent.tokenHash !== tokenHash) throw noAgent()
  return agent
}

/** In the same words whatever is wrong. */
export const noAgent = (): Refusal =>
  new Refusal('UNAUTHORIZED', 'Send the access token of an agent as Bearer credentials')

/** Where the agent stands now. */
export const standingOf = (rows: Rows, { id, isPaused, policy }: Agent): Standing => ({
  isPaused,
  policy,
  usage: usageAt(rows.get(agentUsage, id), rows.now),
})
