/** Hosted pages: KYC and card numbers. In the sandbox this process serves them in the provider's place. */
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../../core/clock.ts'
import type { Engine } from '../../engine/engine.ts'
import { type SecretKeys, type Vault, vaultFor } from '../../infra/crypto/secrets.ts'
import type { CardIssuer } from '../../providers/card-issuer/port.ts'
import type { HostedKyc } from '../../providers/identity/port.ts'

interface PageParts {
  readonly engine: Engine
  readonly clock: Clock
  readonly vault: Vault
  /** Address at which browsers reach this process. */
  readonly origin: () => string
}

/** Providers with pages; `addPages` adds those that this process serves itself. */
export interface HostedPages {
  /** Hosted identity verification. Absent: none. */
  readonly kycPages: ((parts: PageParts) => { readonly hosted: HostedKyc; readonly addPages?: AddPages }) | undefined
  /** Issuer of cards, which shows their numbers. Absent: no issuer is connected. */
  readonly cardIssuer: ((parts: PageParts) => { readonly issuer: CardIssuer; readonly addPages?: AddPages }) | undefined
}
type AddPages = (server: FastifyInstance) => void

interface Parts extends Omit<PageParts, 'vault'> {
  readonly keys: SecretKeys
}

/** Connects the providers; `addPages` adds all pages that this process serves. */
export function servedPages({ kycPages, cardIssuer }: HostedPages, { keys, ...parts }: Parts) {
  const kyc = kycPages?.({ ...parts, vault: vaultFor(keys.sealing, 'KYC link') })
  const cards = cardIssuer?.({ ...parts, vault: vaultFor(keys.sealing, 'card page') })
  return {
    providers: { hostedKyc: kyc?.hosted, cardIssuer: cards?.issuer },
    addPages(server: FastifyInstance): void {
      kyc?.addPages?.(server)
      cards?.addPages?.(server)
    },
  }
}
