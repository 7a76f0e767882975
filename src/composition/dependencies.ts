/** Dependencies of the rooms: the arguments of their operations, jobs and routes. */
import type { Logger } from 'pino'
import type { Clock } from '../core/clock.ts'
import { APPROVAL_TIMEOUT_MS } from '../domain/events/approval-response.ts'
import { deliveryTurns } from '../domain/events/delivery-turns.ts'
import { loadSigningKeys } from '../domain/events/signing-keys.ts'
import type { UmaContext } from '../domain/payments/uma/incoming/context.ts'
import type { Engine } from '../engine/engine.ts'
import { inGridNames } from '../infra/compatibility/grid.ts'
import type { SecretKeys } from '../infra/crypto/secrets.ts'
import { pagesSignedBy } from '../infra/db/page.ts'
import type { Store } from '../infra/db/store.ts'
import { guardedPost, type Post } from '../infra/egress/public-http.ts'
import type { FileStore } from '../infra/files/file-store.ts'
import type { Tracing } from '../infra/telemetry/tracing/tracing.ts'
import { payoutRails } from './providers/payout-rails.ts'
import type { Providers } from './providers/providers.ts'
import { connectUma } from './providers/uma.ts'
import type { servedPages } from './routes/served-pages.ts'

export interface DependencyOptions {
  readonly store: Store
  /** Storage of uploaded files. */
  readonly files: FileStore
  readonly clock: Clock
  readonly log: Logger
  readonly providers: Providers
  /** Share of the amount sent that is kept as a fee, an exact decimal. */
  readonly feeRate: string
  /** Smallest amounts of payouts that the travel rule applies to, in minor units, by currency; absent: none. */
  readonly travelRule?: ReadonlyMap<string, bigint> | undefined
  /** Public service whose field names are added to replies and events; absent: none. */
  readonly compatibility?: 'grid' | undefined
  /** Absent: nothing is traced. */
  readonly tracing?: Tracing | undefined
}

interface Parts {
  readonly engine: Engine
  readonly keys: SecretKeys
  readonly decisions: UmaContext['decisions']
  readonly hosted: ReturnType<typeof servedPages>['providers']
  /** Origin at which this process listens; undefined while it does not. */
  readonly listening: () => string | undefined
}

/** Loads the installation's signing keys, and creates them if there are none. */
export async function connectDependencies(
  options: DependencyOptions,
  { engine, keys, decisions, hosted, listening }: Parts,
) {
  const { store, files, clock, log, providers, feeRate } = options
  const rails = payoutRails(options, providers)
  const settling = rails.rails.connected.find(({ settlement }) => settlement)
  const [signer, uma] = await Promise.all([
    loadSigningKeys(store, keys),
    connectUma({ store, keys, providers, listening, settlesByInvoice: settling !== undefined }),
  ])
  return {
    store,
    files,
    clock,
    log,
    engine,
    keys,
    feeRate,
    decisions,
    signer,
    pages: pagesSignedBy(keys.cursors),
    translate: options.compatibility === 'grid' ? inGridNames : undefined,
    turns: deliveryTurns(),
    ...outgoingRequests(providers, options.tracing),
    ...providers,
    ...rails,
    settling,
    ...uma,
    ...hosted,
  }
}

/** Requests to addresses that platforms have set: `post` for events, `ask` for approvals that a payment waits for. */
function outgoingRequests({ allowLoopback }: Providers, tracing: Tracing | undefined) {
  const traced = (post: Post) => tracing?.post(post) ?? post
  return {
    post: traced(guardedPost({ allowLoopback })),
    ask: traced(guardedPost({ allowLoopback, timeoutMs: APPROVAL_TIMEOUT_MS })),
  }
}
