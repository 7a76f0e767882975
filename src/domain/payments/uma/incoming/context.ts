/** Dependencies of the answers to other institutions. */
import type { Clock } from '../../../../core/clock.ts'
import type { Engine } from '../../../../engine/engine.ts'
import type { Vault } from '../../../../infra/crypto/secrets.ts'
import type { Store } from '../../../../infra/db/store.ts'
import type { Rail } from '../../../../providers/rails/port.ts'
import type { Rates } from '../../../../providers/rates/port.ts'
import type { UmaInbound } from '../../../../providers/uma/port.ts'
import type { Decisions } from './await-approval.ts'

export interface UmaContext {
  readonly store: Store
  readonly engine: Engine
  readonly clock: Clock
  readonly rates: Rates
  readonly inbound: UmaInbound
  /** The rail whose invoices other institutions pay; undefined: they settle by the callback. */
  readonly settling: Pick<Rail, 'settlement'> | undefined
  readonly decisions: Decisions
  /** Seals the messages of a lookup into the URL for the pay request. */
  readonly vault: Vault
  /** Whether a payment is accepted when the platform has no endpoint to ask. */
  readonly approveUnasked: boolean
}

/** Where messages for a platform arrive. */
export interface Place {
  /** Scheme and host by which other institutions reach this installation. */
  readonly origin: string
  readonly domain: string
}
