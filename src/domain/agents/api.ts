/** Agent operations of the platform. */
import type { Clock } from '../../core/clock.ts'
import { bareId } from '../../core/ids.ts'
import type { SecretKeys } from '../../infra/crypto/secrets.ts'
import type { Pages } from '../../infra/db/page.ts'
import type { Store } from '../../infra/db/store.ts'
import type { HandlersOf } from '../../infra/operations/handlers.ts'
import { actionApi } from './actions/api.ts'
import { presentAgent, presentCurrentAgent } from './agent.ts'
import { actorOf } from './audit-log/audit-log.ts'
import { listAgentAuditLog } from './audit-log/list-agent-audit-log.ts'
import { createAgent } from './create-agent.ts'
import { deleteAgent } from './delete-agent.ts'
import { deviceCodeApi } from './device-codes/api.ts'
import { generateDeviceCode, hashDeviceCode, presentDeviceCode } from './device-codes/device-code.ts'
import { policyApi } from './policies/api.ts'
import { getAgentById, listAgents } from './queries.ts'
import { updateAgent } from './update-agent.ts'

type Ids = 'createAgent' | 'listAgents' | 'getAgentById' | 'updateAgent' | 'deleteAgent' | 'listAgentAuditLog'

interface Needs {
  readonly store: Store
  readonly pages: Pages
  readonly clock: Clock
  readonly keys: SecretKeys
}

export const agentApi = (
  needs: Needs &
    Parameters<typeof policyApi>[0] &
    Parameters<typeof deviceCodeApi>[0] &
    Parameters<typeof actionApi>[0],
) => ({
  ...agentHandlers(needs),
  ...policyApi(needs),
  ...deviceCodeApi(needs),
  ...actionApi(needs),
})

const agentHandlers = ({ store, pages, clock, keys }: Needs): HandlersOf<Ids> => ({
  createAgent: {
    command: ({ body, caller }) => {
      const code = generateDeviceCode()
      const codeHash = hashDeviceCode(keys, code)
      return (rows) => {
        const { agent, deviceCode } = createAgent(rows, { ...body, codeHash, actor: actorOf(caller) })
        return { agent: presentCurrentAgent(rows, agent), deviceCode: presentDeviceCode(code, deviceCode) }
      }
    },
  },
  listAgents: { read: ({ platformId, query }) => listAgents(store, pages, platformId, query, clock.now()) },
  getAgentById: {
    read: async ({ platformId, params }) => {
      const agent = await getAgentById(store, platformId, bareId(params.agentId))
      return presentAgent(agent, agent, clock.now())
    },
  },
  updateAgent: {
    command:
      ({ params, body, caller }) =>
      (rows) =>
        presentCurrentAgent(
          rows,
          updateAgent(rows, { agentId: bareId(params.agentId), ...body, actor: actorOf(caller) }),
        ),
  },
  deleteAgent: {
    command:
      ({ params, caller }) =>
      (rows) =>
        deleteAgent(rows, { agentId: bareId(params.agentId), actor: actorOf(caller) }) as undefined,
  },
  listAgentAuditLog: { read: ({ platformId, query }) => listAgentAuditLog(store, pages, platformId, query) },
})
