/** Agent caller: the agent that sent a request, its permission to read, and the audit entry of a refused request. */
import type { AgentPermission, AgentRule } from '../../../../contract/agents/agent-policies.ts'
import type { Agent as WireAgent } from '../../../../contract/agents/agents.ts'
import { wireId } from '../../../core/ids.ts'
import type { Refusal } from '../../../core/refusal.ts'
import type { Engine } from '../../../engine/engine.ts'
import type { Command, Rows } from '../../../engine/rows.ts'
import type { Store } from '../../../infra/db/store.ts'
import type { Caller } from '../../../infra/operations/handlers.ts'
import type { AgentUsage } from '../../payments/allowances/usage.ts'
import { type Agent, type AgentCaller, invalidAgentToken, presentAgent } from '../agent.ts'
import { appendRefusal, type RequestDetails } from '../audit-log/audit-log.ts'
import { evaluatePolicy, refuseDenied } from '../policies/policy.ts'
import { findAgent } from '../queries.ts'

export interface AgentRequest {
  readonly caller: Caller
}

/** Set on every request of these operations: authentication admits only agents to them. */
export const agentCallerOf = ({ caller }: AgentRequest): AgentCaller => caller.agent as AgentCaller

/** Handler of a refused request: adds an entry to the audit log, except for failed authentication. */
export const auditRefusal =
  <Request extends AgentRequest>(operation: string, detailsOf?: (request: Request, rows: Rows) => RequestDetails) =>
  (request: Request, refusal: Refusal): Command<undefined> =>
  (rows) => {
    if (refusal.status === 401) return undefined
    const { id } = agentCallerOf(request)
    const rule = refusal.details?.rule as AgentRule | undefined
    appendRefusal(rows, id, {
      actor: wireId('Agent', id),
      operation,
      ...(rule && { decision: 'DENY', rule }),
      outcome: 'REFUSED',
      errorCode: refusal.code,
      ...detailsOf?.(request, rows),
    })
    return undefined
  }

/** @throws Refusal UNAUTHORIZED when the agent has been deleted since authentication */
export async function callingAgent(store: Store, { caller }: AgentRequest): Promise<Agent & AgentUsage> {
  const agent = await findAgent(store, caller.platformId, agentCallerOf({ caller }).id)
  if (!agent) throw invalidAgentToken()
  return agent
}

/** @throws Refusal UNAUTHORIZED */
export async function getAgentMe(store: Store, request: AgentRequest, now: number): Promise<WireAgent> {
  const agent = await callingAgent(store, request)
  return presentAgent(agent, agent, now)
}

/** A read, as its audit entry names it. */
interface Reading extends RequestDetails {
  readonly operation: string
  readonly permission: AgentPermission
}

/** The calling agent, if its policy has the permission; a paused agent may read. @throws Refusal UNAUTHORIZED, FORBIDDEN */
export async function requireReadPermission(
  { store, engine }: { readonly store: Store; readonly engine: Engine },
  { caller }: AgentRequest,
  { operation, permission, ...details }: Reading,
): Promise<Agent & AgentUsage> {
  const agent = await callingAgent(store, { caller })
  const result = evaluatePolicy({ policy: agent.policy, usage: agent, isPaused: false }, { permission })
  if (result.decision === 'ALLOW') return agent
  await engine.run(caller.platformId, (rows) =>
    appendRefusal(rows, agent.id, {
      actor: wireId('Agent', agent.id),
      operation,
      decision: 'DENY',
      rule: 'PERMISSION',
      outcome: 'REFUSED',
      errorCode: 'FORBIDDEN',
      ...details,
    }),
  )
  refuseDenied(result, { permission })
  return agent
}
