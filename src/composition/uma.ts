/** UMA composition: the sending and the receiving side. */
import { loadUmaKeys } from '../domain/payments/uma/keys.ts'
import { nonceStore } from '../domain/payments/uma/nonces.ts'
import { type SecretKeys, vaultOf } from '../infra/crypto/secrets.ts'
import type { Store } from '../infra/db/store.ts'
import { guardedRequests } from '../infra/egress/post.ts'
import { rateLimit } from '../infra/limits/rate-limit.ts'
import { institutionsReachedBy, type Partners } from '../providers/uma/institutions.ts'
import { requireNativeCurve } from '../providers/uma/native-curve.ts'
import type { Uma, UmaDesk } from '../providers/uma/port.ts'
import { umaDesk } from '../providers/uma/uma-desk.ts'
import { umaNetwork } from '../providers/uma/uma-network.ts'
import { MESSAGE_AGE_MS, verifyingWith } from '../providers/uma/verify.ts'

/** What of it differs between a sandbox and production. */
export interface UmaOutside {
  /** What stands for the network, given the real one. Absent: there are no other institutions. */
  readonly uma: (network: Uma) => Uma | undefined
  readonly umaPartners: Partners
  /** Whether institutions may be on this machine, and reached over plain http. */
  readonly allowLoopback: boolean
}

export interface UmaConnection {
  /** Absent: no payments to or from other institutions. */
  readonly uma: Uma | undefined
  readonly desk: UmaDesk
  /** `https://bank.example`, or with plain http for this machine. */
  originOf(domain: string): string
}

interface Needs {
  readonly store: Store
  readonly keys: SecretKeys
  readonly outside: UmaOutside
}

export async function connectUma({ store, keys, outside }: Needs): Promise<UmaConnection> {
  const { allowLoopback, umaPartners: partners } = outside
  const requests = guardedRequests({ allowLoopback })
  const institutions = institutionsReachedBy({ get: requests.get, partners, allowLoopback })
  const verify = verifyingWith(nonceStore(store, 2 * MESSAGE_AGE_MS), institutions)
  const parts = { ...requests, keys: await loadUmaKeys(store, keys), institutions, verify }
  const uma = outside.uma(umaNetwork(parts))
  // In the sandbox, where partners may be on this machine, signatures guard nothing.
  if (uma && !allowLoopback) requireNativeCurve()
  return { uma, desk: umaDesk(parts), originOf: institutions.originOf }
}

/** What keeps other institutions from what is not theirs: lookups are sealed, and an address may not ask too often. */
export const umaGuards = ({ sealing }: SecretKeys, messagesASecond: number | undefined) => ({
  vault: vaultOf(sealing, 'UMA lookup'),
  umaRateLimit: rateLimit(messagesASecond),
})
