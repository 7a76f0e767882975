/** UMA composition: connects the sending and the receiving side. */
import { loadUmaKeys } from '../../domain/payments/uma/keys.ts'
import { nonceStore } from '../../domain/payments/uma/nonces.ts'
import { type SecretKeys, vaultFor } from '../../infra/crypto/secrets.ts'
import type { Store } from '../../infra/db/store.ts'
import { guardedRequests, type HostTable } from '../../infra/egress/public-http.ts'
import { debitsOf } from '../../infra/limits/limit-debits.ts'
import { addressLimit, type Rate } from '../../infra/limits/rate-limit.ts'
import { institutionsReachedBy, type Partners } from '../../providers/uma/institutions.ts'
import { requireNativeCurve } from '../../providers/uma/native-curve.ts'
import type { Uma, UmaInbound } from '../../providers/uma/port.ts'
import { umaInbound } from '../../providers/uma/uma-inbound.ts'
import { umaNetwork } from '../../providers/uma/uma-network.ts'
import { MESSAGE_AGE_MS, verifyingWith } from '../../providers/uma/verify.ts'

/** UMA providers of a mode: sandbox or production. */
export interface UmaProviders {
  /** The network to use, given the real one; undefined: UMA is disabled. */
  readonly uma: (network: Uma) => Uma | undefined
  readonly umaPartners: Partners
  /** Whether institutions may run on this machine, reached over plain http. */
  readonly allowLoopback: boolean
  /** Institutions that are not reached by DNS. Absent: none. */
  readonly umaHosts: ((parts: HostParts) => HostTable) | undefined
}

interface HostParts {
  readonly store: Store
  /** Origin at which this process listens; undefined while it does not. */
  readonly listening: () => string | undefined
}

export interface UmaConnection {
  /** Undefined: no payments to or from other institutions. */
  readonly uma: Uma | undefined
  readonly inbound: UmaInbound
  /** `https://bank.example`; plain http for this machine. */
  originOf(domain: string): string
}

interface Needs extends HostParts {
  readonly keys: SecretKeys
  readonly providers: UmaProviders
  /** Whether a rail gives and pays Lightning invoices. */
  readonly settlesByInvoice: boolean
}

export async function connectUma(needs: Needs): Promise<UmaConnection> {
  const { store, keys, providers, settlesByInvoice } = needs
  const { allowLoopback, umaPartners: partners } = providers
  const hosts = providers.umaHosts?.(needs)
  const requests = guardedRequests({ allowLoopback, ...(hosts && { hosts }) })
  const institutions = institutionsReachedBy({ get: requests.get, partners, allowLoopback })
  const verify = verifyingWith(nonceStore(store, 2 * MESSAGE_AGE_MS), institutions)
  const parts = { ...requests, keys: await loadUmaKeys(store, keys), institutions, verify, settlesByInvoice }
  const uma = providers.uma(umaNetwork(parts))
  // Not in the sandbox, where partners may be on this machine and signatures protect no money.
  if (uma && !allowLoopback) requireNativeCurve()
  return { uma, inbound: umaInbound(parts), originOf: institutions.originOf }
}

/** Protection against other institutions: sealed lookups, and a rate limit for each network address. */
export const umaGuards = (store: Store, { sealing }: SecretKeys, rate: UmaRate | undefined) => ({
  vault: vaultFor(sealing, 'UMA lookup'),
  umaRateLimit: addressLimit(rate && { ...rate, name: 'uma-messages' }, debitsOf(store)),
})

/** Most UMA messages from one network address in a time. */
export type UmaRate = Pick<Rate, 'quota' | 'seconds'>
