/** The outside world as the service needs it: rails, rates, institutions and the rest, other ones in each mode. */
import type { Logger } from 'pino'
import type { SandboxOperation } from '../domain/sandbox/api.ts'
import type { Pages } from '../infra/db/page.ts'
import type { Store } from '../infra/db/store.ts'
import type { JobHandlers } from '../infra/jobs/handlers.ts'
import type { Runner } from '../infra/jobs/runner.ts'
import type { HandlersOf } from '../infra/operations/handlers.ts'
import type { Operator } from '../operator/operator.ts'
import type { Identity } from '../providers/identity/port.ts'
import type { Institution } from '../providers/institutions/port.ts'
import type { Networks } from '../providers/networks/port.ts'
import type { Rail } from '../providers/rails/port.ts'
import type { Rates } from '../providers/rates/port.ts'
import type { PagesOutside } from './routes/served-pages.ts'
import type { UmaOutside } from './uma.ts'
import type { WalletOutside } from './wallet-outside.ts'

/** What differs between a sandbox and production. */
export interface Outside extends UmaOutside, WalletOutside, PagesOutside {
  /** Makes the rails, in the order in which they are preferred; none: money moves inside only. */
  readonly rails: (parts: { readonly store: Store }) => readonly Rail[]
  readonly rates: Rates
  readonly identity: Identity
  /** What is known of other institutions, for platforms that look for one. */
  readonly institutions: readonly Institution[]
  /** Absent: no crypto network is connected. */
  readonly networks: Networks | undefined
  /** Whether a payment of another institution is taken when the platform has no endpoint to ask (decision 26). */
  readonly approveUnasked: boolean
  /** Whether events and messages may go to this machine, and over plain http. */
  readonly allowLoopback: boolean
  /** The operations that exist in the sandbox only, and what they put off. */
  readonly sandbox:
    | ((parts: Operator & { readonly pages: Pages; readonly runner: () => Runner; readonly log: Logger }) => {
        readonly api: HandlersOf<SandboxOperation>
        readonly jobs: JobHandlers
        /** Goes on with what the process before has left. */
        resume(): Promise<void>
        stop(): Promise<void>
      })
    | undefined
}
