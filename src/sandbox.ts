/** Owns the sandbox: what stands in for the outside world. Production never loads this file or what it imports. */
import type { Outside } from './app.ts'
import type { MovableClock } from './core/clock.ts'
import { sandboxApi } from './domain/sandbox/api.ts'
import { sandboxClock } from './domain/sandbox/clock.ts'
import { addKycPage } from './domain/sandbox/kyc-page.ts'
import { sandboxIdentity } from './providers/identity/sandbox.ts'
import { KYC_PAGE_PATH, sandboxKyc } from './providers/identity/sandbox-page.ts'
import { sandboxInstitutions } from './providers/institutions/sandbox.ts'
import { sandboxNetworks } from './providers/networks/sandbox.ts'
import { sandboxRails } from './providers/rails/sandbox.ts'
import { sandboxRates } from './providers/rates/sandbox.ts'
import { SANDBOX_UMA_DOMAIN, sandboxUma } from './providers/uma/sandbox.ts'

export { keptClock } from './domain/sandbox/clock.ts'

export const sandboxOutside = (clock: MovableClock): Outside => ({
  rails: sandboxRails,
  rates: sandboxRates(clock),
  identity: sandboxIdentity,
  kycPages(parts) {
    const hosted = sandboxKyc(parts)
    return {
      hosted,
      addPages: (server) => addKycPage(server, { engine: parts.engine, read: hosted.read, path: KYC_PAGE_PATH }),
    }
  },
  uma: (network) => sandboxUma(SANDBOX_UMA_DOMAIN, network),
  umaPartners: 'ANYBODY',
  institutions: sandboxInstitutions(SANDBOX_UMA_DOMAIN),
  networks: sandboxNetworks,
  approveUnasked: true,
  allowLoopback: true,
  sandbox: ({ store, runner }) => sandboxApi({ store, clock: sandboxClock({ store, clock, runner }) }),
})
