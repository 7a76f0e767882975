/** Providers of an installation: rails, rates, identity, institutions and the others. Sandbox and production differ only here. */
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { WebhookSigner } from '../../domain/events/signing-keys.ts'
import type { SandboxOperation } from '../../domain/sandbox/api.ts'
import type { Pages } from '../../infra/db/page.ts'
import type { Store } from '../../infra/db/store.ts'
import type { JobHandlers } from '../../infra/jobs/handlers.ts'
import type { Runner } from '../../infra/jobs/runner.ts'
import type { HandlersOf } from '../../infra/operations/handlers.ts'
import type { Operator } from '../../operator/operator.ts'
import type { Identity } from '../../providers/identity/port.ts'
import type { Institution } from '../../providers/institutions/port.ts'
import type { Networks } from '../../providers/networks/port.ts'
import type { Rail, Rails } from '../../providers/rails/port.ts'
import type { Rates } from '../../providers/rates/port.ts'
import type { Screening } from '../../providers/screening/port.ts'
import type { HostedPages } from '../routes/served-pages.ts'
import type { UmaProviders } from './uma.ts'
import type { WalletProviders } from './wallet-providers.ts'

export interface Providers extends UmaProviders, WalletProviders, HostedPages {
  /** Makes the rails, in order of preference; none: money moves between internal accounts only. */
  readonly rails: (parts: { readonly store: Store }) => readonly Rail[]
  /** Absent: counterparties are not screened. */
  readonly screening: Screening | undefined
  readonly rates: Rates
  readonly identity: Identity
  /** Directory of other institutions. */
  readonly institutions: readonly Institution[]
  /** Absent: no crypto network is connected. */
  readonly networks: Networks | undefined
  /** Whether an incoming UMA payment is accepted when the platform has no webhook endpoint to approve it (decision 26). */
  readonly approveUnasked: boolean
  /** Whether webhooks and UMA messages may be sent to this machine, and over plain http. */
  readonly allowLoopback: boolean
  /** Operations and jobs that exist in the sandbox only. */
  readonly sandbox:
    | ((
        parts: Operator & {
          readonly pages: Pages
          readonly rails: Rails
          readonly runner: () => Runner
          readonly log: Logger
          readonly signer: WebhookSigner
          /** Address at which this process is reached. */
          readonly origin: () => string
        },
      ) => {
        readonly api: HandlersOf<SandboxOperation>
        readonly jobs: JobHandlers
        /** Resumes moves of the clock that the previous process did not finish. */
        resume(): Promise<void>
        stop(): Promise<void>
        addRoutes(server: FastifyInstance): void
      })
    | undefined
}
