/** Agent resource: its table, how it is shown, and the agent that a command acts for. */
import type { AgentPolicy } from '../../../contract/agents/agent-policies.ts'
import type { Agent as WireAgent } from '../../../contract/agents/agents.ts'
import { wireAmount } from '../../core/currency.ts'
import { wireId } from '../../core/ids.ts'
import { notFound, Refusal } from '../../core/refusal.ts'
import { isoTime } from '../../core/time.ts'
import type { Read } from '../../engine/command.ts'
import type { Rows } from '../../engine/rows.ts'
import { bool, int, json, orNull, type Row, table, text, time, uuid } from '../../engine/table.ts'
import type { Caller } from '../../infra/operations/handlers.ts'
import { type AgentUsage, agentUsage, dayAfter, monthAfter, usageAt } from '../payments/allowances/usage.ts'
import type { PolicyState } from './policies/policy.ts'

export const agents = table(
  'agents',
  {
    id: uuid,
    name: text(),
    customerId: uuid,
    platformCustomerId: text(),
    policy: json<AgentPolicy>(),
    isPaused: bool,
    /** HMAC-SHA256 of the access token, which is not stored itself; null: no program has redeemed a code. */
    tokenHash: orNull(text()),
    /** HMAC of the current device code: the one that can be redeemed, or the last that was. */
    deviceCodeHash: orNull(text()),
    /** Number and hash of the last entry in the audit log. */
    auditSequence: int,
    auditHash: text(),
    createdAt: time,
    updatedAt: time,
    deletedAt: orNull(time),
  },
  {
    resource: 'Agent',
    changing: [
      'name',
      'policy',
      'isPaused',
      'tokenHash',
      'deviceCodeHash',
      'auditSequence',
      'auditHash',
      'updatedAt',
      'deletedAt',
    ],
  },
)

export type Agent = Row<typeof agents>

export function presentAgent(agent: Agent, usage: AgentUsage, now: number): WireAgent {
  const { day, dailyCount, dailySpend, month, monthlySpend } = usageAt(usage, now)
  return {
    id: wireId('Agent', agent.id),
    name: agent.name,
    customerId: wireId('Customer', agent.customerId),
    isPaused: agent.isPaused,
    isConnected: agent.tokenHash !== null,
    policy: agent.policy,
    usage: {
      dailyTransactionCount: dailyCount,
      dailySpend: wireAmount(dailySpend),
      dailyResetDate: dayAfter(day),
      monthlySpend: wireAmount(monthlySpend),
      monthlyResetMonth: monthAfter(month),
    },
    createdAt: isoTime(agent.createdAt),
    updatedAt: isoTime(agent.updatedAt),
  }
}

/** The agent with its usage as the command has left it. */
export const presentCurrentAgent = (rows: Rows, agent: Agent): WireAgent =>
  presentAgent(agent, rows.get(agentUsage, agent.id), rows.now)

/** The calling agent: its bare id, and the HMAC of the access token that it sent. */
export type AgentCaller = Omit<NonNullable<Caller['agent']>, 'customerId'>

/** Reads of a command about an agent. */
export const agentReads = (agentId: string): Read[] => [
  [agents, agentId],
  [agentUsage, agentId],
]

/** An agent that is not deleted. @throws Refusal AGENT_NOT_FOUND */
export function existingAgent(rows: Rows, agentId: string): Agent {
  const agent = rows.find(agents, agentId)
  if (!agent || agent.deletedAt !== null) throw notFound('Agent')
  return agent
}

/** The calling agent, checked again in the command: it may have been deleted or given a new token since authentication. @throws Refusal UNAUTHORIZED */
export function authenticatedAgent(rows: Rows, { id, tokenHash }: AgentCaller): Agent {
  const agent = rows.find(agents, id)
  if (!agent || agent.deletedAt !== null || agent.tokenHash !== tokenHash) throw invalidAgentToken()
  return agent
}

/** The same message for every cause, so that it reveals nothing about tokens and agents. */
export const invalidAgentToken = (): Refusal =>
  new Refusal('UNAUTHORIZED', 'Send the access token of an agent as Bearer credentials')

/** What the policy is evaluated against: the pause, the policy and the usage of the current periods. */
export const policyState = (rows: Rows, { id, isPaused, policy }: Agent): PolicyState => ({
  isPaused,
  policy,
  usage: usageAt(rows.get(agentUsage, id), rows.now),
})
