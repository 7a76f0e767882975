/** Authentication of agents: an access token as Bearer credentials, or a device code, once. */
import { notFound } from '../../core/refusal.ts'
import { hashSecret, type SecretKeys } from '../../infra/crypto/secrets.ts'
import type { Store } from '../../infra/db/store.ts'
import { debitsOf } from '../../infra/limits/limit-debits.ts'
import { failureLimit } from '../../infra/limits/rate-limit.ts'
import type { Authenticators, Caller } from '../../infra/operations/handlers.ts'
import { invalidAgentToken } from './agent.ts'
import { hashDeviceCode } from './device-codes/device-code.ts'
import { findDeviceCode } from './device-codes/queries.ts'
import { findAgentByToken } from './queries.ts'

interface Needs {
  readonly store: Store
  readonly keys: SecretKeys
}

/** Unknown device codes that one network address may try (decision 69). Their main protection is 138 bits of randomness. */
const CODE_FAILURES_A_MINUTE = 30

export const agentAuthenticators = (
  { store, keys }: Needs,
  failures = failureLimit(CODE_FAILURES_A_MINUTE, debitsOf(store), 'device-codes'),
): Authenticators => ({
  async AGENT({ headers }) {
    const token = /^Bearer (agt_[0-9a-f]{64})$/i.exec(headers.authorization as string)?.[1]
    if (token === undefined) throw invalidAgentToken()
    // The token has 256 random bits, so a look-up by its hash needs no comparison in constant time.
    const tokenHash = hashSecret(keys.tokens, token)
    const agent = await findAgentByToken(store, tokenHash)
    if (!agent) throw invalidAgentToken()
    return agentCaller(agent.platformId, { id: agent.id, customerId: agent.customerId, tokenHash })
  },
  async DEVICE_CODE({ params, address }) {
    const from = address()
    failures.refuseTooMany(from)
    const code = await findDeviceCode(store, hashDeviceCode(keys, params.code ?? ''))
    if (code) return { platformId: code.platformId, tokenId: `device code of ${code.agentId}`, permissions: [] }
    failures.count(from)
    throw notFound('AgentDeviceCode')
  },
})

const agentCaller = (platformId: string, agent: NonNullable<Caller['agent']>): Caller => ({
  platformId,
  tokenId: agent.id,
  permissions: [],
  agent,
})
