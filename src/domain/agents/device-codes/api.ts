/** Device code operations. */
import { bareId, wireId } from '../../../core/ids.ts'
import type { SecretKeys } from '../../../infra/crypto/secrets.ts'
import { hashSecret } from '../../../infra/crypto/secrets.ts'
import type { Store } from '../../../infra/db/store.ts'
import type { HandlersOf } from '../../../infra/operations/handlers.ts'
import { actorOf } from '../audit-log/audit-log.ts'
import { generateAccessToken, generateDeviceCode, hashDeviceCode, presentDeviceCode } from './device-code.ts'
import { getAgentDeviceCodeStatus } from './queries.ts'
import { redeemAgentDeviceCode } from './redeem-agent-device-code.ts'
import { regenerateAgentDeviceCode } from './regenerate-agent-device-code.ts'

type CodeIds = 'regenerateAgentDeviceCode' | 'getAgentDeviceCodeStatus' | 'redeemAgentDeviceCode'

interface Needs {
  readonly store: Store
  readonly keys: SecretKeys
}

export const deviceCodeApi = ({ store, keys }: Needs): HandlersOf<CodeIds> => ({
  regenerateAgentDeviceCode: {
    command: ({ params, caller }) => {
      const code = generateDeviceCode()
      const codeHash = hashDeviceCode(keys, code)
      const replacement = { agentId: bareId(params.agentId), codeHash, actor: actorOf(caller) }
      return (rows) => presentDeviceCode(code, regenerateAgentDeviceCode(rows, replacement))
    },
  },
  getAgentDeviceCodeStatus: {
    read: ({ platformId, params }) => getAgentDeviceCodeStatus(store, keys, platformId, params.code),
  },
  redeemAgentDeviceCode: {
    command: ({ params }) => {
      const accessToken = generateAccessToken()
      const tokenHash = hashSecret(keys.tokens, accessToken)
      const codeHash = hashDeviceCode(keys, params.code)
      return (rows) => {
        const { id, name, policy } = redeemAgentDeviceCode(rows, { codeHash, tokenHash })
        return { agentId: wireId('Agent', id), agentName: name, accessToken, policy }
      }
    },
  },
})
