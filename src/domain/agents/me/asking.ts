/** Owns who an agent's request is from, whether it may read, and what is noted of what it was refused. */
import type { AgentPermission, AgentRule } from '../../../../contract/agents/agent-policies.ts'
import { wireId } from '../../../core/ids.ts'
import type { Refusal } from '../../../core/refusal.ts'
import type { Engine } from '../../../engine/engine.ts'
import type { Command, Rows } from '../../../engine/rows.ts'
import type { Store } from '../../../infra/db/store.ts'
import type { Caller } from '../../../infra/operations/handlers.ts'
import type { AgentUsage } from '../../payments/allowances/tables.ts'
import { type AgentCaller, noAgent } from '../live-agent.ts'
import { noteRefusal, type Wanted } from '../note-decision.ts'
import { judge, refuseDenied } from '../policy.ts'
import { findAgent } from '../queries.ts'
import type { Agent } from '../tables.ts'

interface Asked {
  readonly caller: Caller
}

/** The entrance lets nobody else to these operations. */
export const agentOf = ({ caller }: Asked): AgentCaller => caller.agent as AgentCaller

/**
 * What remains of a refused request: an entry in the audit log. What is no answer to the agent leaves none.
 * @param wantedBy says what was asked for
 */
export const noted =
  <Request extends Asked>(operation: string, wantedBy?: (request: Request, rows: Rows) => Wanted) =>
  (request: Request, refusal: Refusal): Command<undefined> =>
  (rows) => {
    if (refusal.status === 401 || refusal.status >= 500) return undefined
    const { id } = agentOf(request)
    const rule = refusal.details?.rule as AgentRule | undefined
    noteRefusal(rows, id, {
      actor: wireId('Agent', id),
      operation,
      ...(rule && { decision: 'DENY', rule }),
      outcome: 'REFUSED',
      errorCode: refusal.code,
      ...wantedBy?.(request, rows),
    })
    return undefined
  }

/** The agent that asks. @throws Refusal UNAUTHORIZED when it was deleted meanwhile */
export async function askingAgent(store: Store, { caller }: Asked): Promise<Agent & AgentUsage> {
  const agent = await findAgent(store, caller.platformId, agentOf({ caller }).id)
  if (!agent) throw noAgent()
  return agent
}

/**
 * The agent that asks, if its policy lets it read this; a paused one may.
 * @param wanted what it would read, where that is one thing
 * @throws Refusal FORBIDDEN
 */
export async function readingAgent(
  { store, engine }: { readonly store: Store; readonly engine: Engine },
  { caller }: Asked,
  operation: string,
  permission: AgentPermission,
  wanted: Wanted = {},
): Promise<Agent & AgentUsage> {
  const agent = await askingAgent(store, { caller })
  const verdict = judge({ policy: agent.policy, usage: agent, isPaused: false }, { permission })
  if (verdict.decision === 'ALLOW') return agent
  await engine.run(caller.platformId, (rows) =>
    noteRefusal(rows, agent.id, {
      actor: wireId('Agent', agent.id),
      operation,
      decision: 'DENY',
      rule: 'PERMISSION',
      outcome: 'REFUSED',
      errorCode: 'FORBIDDEN',
      ...wanted,
    }),
  )
  refuseDenied(verdict, { permission })
  return agent
}
