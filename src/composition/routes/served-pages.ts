/** Pages of simulated providers, served by the sandbox itself. */
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../../core/clock.ts'
import type { Engine } from '../../engine/engine.ts'
import { type secretKeys, type Vault, vaultOf } from '../../infra/crypto/secrets.ts'
import type { CardIssuer } from '../../providers/card-issuer/port.ts'
import type { HostedKyc } from '../../providers/identity/port.ts'

interface PageParts {
  readonly engine: Engine
  readonly clock: Clock
  readonly vault: Vault
  /** Where browsers reach this process. */
  readonly origin: () => string
}

/** What differs between a sandbox and production; `addPages`: those that this process serves in the provider's place. */
export interface PagesOutside {
  /** Pages where customers prove who they are. Absent: there are none. */
  readonly kycPages: ((parts: PageParts) => { readonly hosted: HostedKyc; readonly addPages?: AddPages }) | undefined
  /** Who issues cards, and shows their numbers. Absent: no issuer is connected. */
  readonly cardIssuer: ((parts: PageParts) => { readonly issuer: CardIssuer; readonly addPages?: AddPages }) | undefined
}
type AddPages = (server: FastifyInstance) => void

interface Parts extends Omit<PageParts, 'vault'> {
  readonly keys: ReturnType<typeof secretKeys>
}

/** The providers, and all pages that are served here. */
export function servedPages({ kycPages, cardIssuer }: PagesOutside, { keys, ...parts }: Parts) {
  const kyc = kycPages?.({ ...parts, vault: vaultOf(keys.sealing, 'KYC link') })
  const cards = cardIssuer?.({ ...parts, vault: vaultOf(keys.sealing, 'card page') })
  return {
    providers: { hostedKyc: kyc?.hosted, cardIssuer: cards?.issuer },
    addPages(server: FastifyInstance): void {
      kyc?.addPages?.(server)
      cards?.addPages?.(server)
    },
  }
}
