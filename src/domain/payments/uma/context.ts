/** Context of answers to other institutions: their dependencies and shared helpers. */
import type { Clock } from '../../../core/clock.ts'
import { Refusal } from '../../../core/refusal.ts'
import type { Engine } from '../../../engine/engine.ts'
import type { Vault } from '../../../infra/crypto/secrets.ts'
import type { Store } from '../../../infra/db/store.ts'
import type { Rates } from '../../../providers/rates/port.ts'
import type { Hear, UmaDesk } from '../../../providers/uma/port.ts'
import type { Decisions } from './await-approval.ts'
import type { HeardMessage } from './keep-messages.ts'

export interface UmaContext {
  readonly store: Store
  readonly engine: Engine
  readonly clock: Clock
  readonly rates: Rates
  readonly desk: UmaDesk
  readonly decisions: Decisions
  /** Seals what a lookup said into the address where the payment is asked for. */
  readonly vault: Vault
  /** Whether a payment is approved when the platform has no endpoint to ask. */
  readonly approveUnasked: boolean
}

/** Where messages for a platform arrive. */
export interface Place {
  /** Scheme and host under which others reach this installation. */
  readonly origin: string
  readonly domain: string
}

export const nobody = (): Refusal => new Refusal('UMA_NOT_FOUND', 'Nobody has this UMA address')

/** A list of messages that grows as they are heard. */
export function listening(clock: Clock): { readonly heard: HeardMessage[]; readonly hear: Hear } {
  const heard: HeardMessage[] = []
  return { heard, hear: (message) => void heard.push({ ...message, at: clock.now() }) }
}
