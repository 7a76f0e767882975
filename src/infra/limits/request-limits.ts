/** Limits of requests: of each token, agent, customer and platform, of uploads, challenges, sessions and exports, of failed authentications of an address. */
import type { Operation } from '../../../contract/operation.ts'
import { bareId } from '../../core/ids.ts'
import { Unavailable } from '../../core/refusal.ts'
import type { Store } from '../db/store.ts'
import type { Caller } from '../operations/handlers.ts'
import { debitsOf } from './limit-debits.ts'
import { sharedLimit } from './rate-limit.ts'
import { type ReserveMemory, uploadMemory } from './upload-memory.ts'

/** What the operator has set; an absent figure means no limit. */
export interface LimitFigures {
  readonly tokenPerSecond?: number | undefined
  readonly platformPerSecond?: number | undefined
  readonly agentPerSecond?: number | undefined
  /** Of requests that name the customer, and of those of the customer's agents. */
  readonly customerPerSecond?: number | undefined
  /** Of a platform. */
  readonly uploadsPerMinute?: number | undefined
  /** Of the wallets of a platform. */
  readonly challengesPerMinute?: number | undefined
  readonly sessionsPerMinute?: number | undefined
  readonly exportsPerHour?: number | undefined
  /** Of a network address. */
  readonly failuresPerMinute?: number | undefined
  /** Of the oldest request of a platform that waits for its batch. */
  readonly queuedMaxMs?: number | undefined
}

type Opens = NonNullable<Operation['opens']>

export interface RequestLimits {
  /** @param opens what the request is also counted as. @throws Refusal RATE_LIMITED */
  request(caller: Pick<Caller, 'platformId' | 'tokenId' | 'agent' | 'operator'>, opens?: Opens): void
  /** @param parts of the request, which may have a `customerId`; for agents it is their customer. @throws Refusal RATE_LIMITED */
  customer(caller: Pick<Caller, 'platformId' | 'agent'>, parts: readonly unknown[]): void
  /**
   * Checked before any work for a request that writes: in a longer queue callers would time out and repeat.
   * @throws Unavailable
   */
  queue(waitedMs: number): void
  /** @throws Refusal RATE_LIMITED */
  upload(platformId: string): void
  /** To be called before an unsigned request is answered with a challenge. @throws Refusal RATE_LIMITED */
  challenge(platformId: string): void
  /** For the bytes of an upload that is held in memory. @throws Refusal RATE_LIMITED */
  readonly reserveMemory: ReserveMemory
}

const OVERLOADED = 'Requests are waiting too long; this one had no effect. Try again shortly'

export function requestLimits(figures: LimitFigures, store: Store): RequestLimits {
  const debit = debitsOf(store)
  const limit = (name: string, quota: number | undefined, seconds: number) =>
    sharedLimit(quota ? { name, quota, seconds } : undefined, debit)
  const ofToken = limit('token', figures.tokenPerSecond, 1)
  const ofAgent = limit('agent', figures.agentPerSecond, 1)
  const ofCustomer = limit('customer', figures.customerPerSecond, 1)
  const ofPlatform = limit('platform', figures.platformPerSecond, 1)
  const uploads = limit('uploads', figures.uploadsPerMinute, 60)
  const opened = {
    CHALLENGE: limit('challenges', figures.challengesPerMinute, 60),
    SESSION: limit('sessions', figures.sessionsPerMinute, 60),
    EXPORT: limit('exports', figures.exportsPerHour, 3_600),
  }
  return {
    request({ platformId, tokenId, agent, operator }, opens) {
      if (agent) ofAgent(platformId, agent.id)
      else ofToken(platformId, tokenId)
      // Operators look at a platform that is at its limit.
      if (!operator) ofPlatform(platformId, 'all')
      if (opens) opened[opens](platformId, 'all')
    },
    customer({ platformId, agent }, parts) {
      const customerId = agent?.customerId ?? customerIn(parts)
      if (customerId !== undefined) ofCustomer(platformId, customerId)
    },
    queue(waitedMs) {
      if (waitedMs > (figures.queuedMaxMs ?? Number.POSITIVE_INFINITY)) throw new Unavailable(OVERLOADED)
    },
    upload: (platformId) => uploads(platformId, 'all'),
    challenge: (platformId) => opened.CHALLENGE(platformId, 'all'),
    reserveMemory: uploadMemory(),
  }
}

/** The UUID of the first customer that a part of a request names. */
function customerIn(parts: readonly unknown[]): string | undefined {
  for (const part of parts) {
    const id = (part as { readonly customerId?: unknown } | undefined)?.customerId
    if (typeof id === 'string') return bareId(id)
  }
  return undefined
}
