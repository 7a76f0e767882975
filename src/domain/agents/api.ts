/** Owns what each operation on agents does, as their platform asks for it. */
import type { Clock } from '../../core/clock.ts'
import { bareId, wireId } from '../../core/ids.ts'
import { notFound } from '../../core/refusal.ts'
import type { Rows } from '../../engine/rows.ts'
import { hashSecret, type SecretKeys } from '../../infra/crypto/secrets.ts'
import type { Pages } from '../../infra/db/page.ts'
import type { Store } from '../../infra/db/store.ts'
import type { Caller, HandlersOf } from '../../infra/operations/handlers.ts'
import type { Rails } from '../../providers/rails/port.ts'
import type { Rates } from '../../providers/rates/port.ts'
import { agentUsage } from '../payments/allowances/tables.ts'
import { hashCode } from './authenticate.ts'
import { createAgent, deleteAgent } from './create-agent.ts'
import { approveAction, type Decision, failAction, rejectAction } from './decide-action.ts'
import { newDeviceCode, redeemDeviceCode } from './device-codes.ts'
import { evaluatePolicy } from './evaluate-policy.ts'
import { listAuditLog } from './list-audit-log.ts'
import { existingAgent } from './live-agent.ts'
import { ratesOfNow, verdictFor } from './means.ts'
import { presentAction, presentAgent, presentDeviceCode } from './present.ts'
import { findAction, findDeviceCode, getAgent, listActions, listAgents } from './queries.ts'
import { newAccessToken, newDeviceCodeText } from './secrets.ts'
import type { Agent } from './tables.ts'
import { updateAgent } from './update-agent.ts'
import { updatePolicy } from './update-policy.ts'
import { wishOf } from './wish.ts'

type AgentIds =
  | 'createAgent'
  | 'listAgents'
  | 'getAgentById'
  | 'updateAgent'
  | 'deleteAgent'
  | 'updateAgentPolicy'
  | 'evaluateAgentPolicy'
  | 'listAgentAuditLog'
type CodeIds = 'regenerateAgentDeviceCode' | 'getAgentDeviceCodeStatus' | 'redeemAgentDeviceCode'
type ActionIds = 'listAgentApprovals' | 'approveAgentAction' | 'rejectAgentAction'

interface Needs {
  readonly store: Store
  readonly pages: Pages
  readonly clock: Clock
  readonly keys: SecretKeys
  readonly rates: Rates
  readonly rails: Rails | undefined
}

export const agentApi = (needs: Needs): HandlersOf<AgentIds | CodeIds | ActionIds> => ({
  ...agentHandlers(needs),
  ...codeHandlers(needs),
  ...actionHandlers(needs),
})

/** Who decides, as the audit log says it. */
const actorOf = ({ tokenId }: Caller) => (tokenId === 'dashboard' ? 'Dashboard' : wireId('Token', tokenId))
const shown = (rows: Rows, agent: Agent) => presentAgent(agent, rows.get(agentUsage, agent.id), rows.now)

const agentHandlers = ({ store, pages, clock, keys, rates }: Needs): HandlersOf<AgentIds> => ({
  createAgent: {
    command: ({ body, caller }) => {
      const code = newDeviceCodeText()
      const codeHash = hashCode(keys, code)
      return (rows) => {
        const { agent, deviceCode } = createAgent(rows, { ...body, codeHash }, actorOf(caller))
        return { agent: shown(rows, agent), deviceCode: presentDeviceCode(code, deviceCode) }
      }
    },
  },
  listAgents: { read: ({ platformId, query }) => listAgents(store, pages, platformId, query, clock.now()) },
  getAgentById: {
    read: async ({ platformId, params }) => {
      const agent = await getAgent(store, platformId, bareId(params.agentId))
      return presentAgent(agent, agent, clock.now())
    },
  },
  updateAgent: {
    command:
      ({ params, body, caller }) =>
      (rows) =>
        shown(rows, updateAgent(rows, bareId(params.agentId), body, actorOf(caller))),
  },
  deleteAgent: {
    command:
      ({ params, caller }) =>
      (rows) =>
        deleteAgent(rows, bareId(params.agentId), actorOf(caller)) as undefined,
  },
  updateAgentPolicy: {
    command: ({ params, body, caller }) => {
      const now = ratesOfNow(rates)
      return (rows) => shown(rows, updatePolicy(rows, bareId(params.agentId), body, now, actorOf(caller)))
    },
  },
  evaluateAgentPolicy: {
    command: ({ params, body }) => {
      const now = ratesOfNow(rates)
      return (rows) => evaluatePolicy(rows, existingAgent(rows, bareId(params.agentId)), body, now)
    },
  },
  listAgentAuditLog: { read: ({ platformId, query }) => listAuditLog(store, pages, platformId, query) },
})

const codeHandlers = ({ store, keys }: Needs): HandlersOf<CodeIds> => ({
  regenerateAgentDeviceCode: {
    command: ({ params, caller }) => {
      const code = newDeviceCodeText()
      const codeHash = hashCode(keys, code)
      return (rows) => presentDeviceCode(code, newDeviceCode(rows, bareId(params.agentId), codeHash, actorOf(caller)))
    },
  },
  getAgentDeviceCodeStatus: {
    read: async ({ platformId, params }) => {
      const found = await findDeviceCode(store, hashCode(keys, params.code))
      if (found?.platformId !== platformId) throw notFound('AgentDeviceCode')
      const { agentId: _, ...status } = presentDeviceCode(params.code, found)
      return status
    },
  },
  redeemAgentDeviceCode: {
    command: ({ params }) => {
      const accessToken = newAccessToken()
      const tokenHash = hashSecret(keys.tokens, accessToken)
      const codeHash = hashCode(keys, params.code)
      return (rows) => {
        const { id, name, policy } = redeemDeviceCode(rows, codeHash, tokenHash)
        return { agentId: wireId('Agent', id), agentName: name, accessToken, policy }
      }
    },
  },
})

function actionHandlers({ store, pages, rates, rails }: Needs): HandlersOf<ActionIds> {
  const decisionOf = ({
    params,
    caller,
  }: {
    params: { agentId: string; actionId: string }
    caller: Caller
  }): Decision => ({
    agentId: bareId(params.agentId),
    actionId: bareId(params.actionId),
    actor: actorOf(caller),
  })
  return {
    listAgentApprovals: {
      read: ({ platformId, query: { sortOrder = 'asc', ...query } }) => {
        const scope = ['listAgentApprovals', sortOrder]
        return listActions(store, pages, platformId, scope, sortOrder, { status: 'PENDING_APPROVAL', ...query })
      },
    },
    approveAgentAction: {
      prepare: async (request) => {
        const decision = decisionOf(request)
        const found = await findAction(store, request.platformId, decision.agentId, decision.actionId)
        const wish = found?.action.status === 'PENDING_APPROVAL' ? wishOf(found.action) : undefined
        const verdict = wish ? await verdictFor({ store, rails }, request.platformId, wish) : {}
        const means = { rates: ratesOfNow(rates), verdict }
        return (rows) => presentAction(approveAction(rows, decision, means), rows.platformId)
      },
      refused: (request, refusal) => (rows) => {
        const failed = failAction(rows, decisionOf(request), refusal)
        return failed && presentAction(failed, rows.platformId)
      },
    },
    rejectAgentAction: {
      command: (request) => (rows) =>
        presentAction(rejectAction(rows, decisionOf(request), request.body?.reason), rows.platformId),
    },
  }
}
