/** Links to the sandbox's verification page: self-contained and sealed, so nothing is stored. */
import type { Clock } from '../../core/clock.ts'
import { newId } from '../../core/ids.ts'
import type { Vault } from '../../infra/crypto/secrets.ts'
import type { HostedKyc, KycPage } from './port.ts'

/** Content of a link. `linkId` can be used once. */
export interface KycLink extends KycPage {
  readonly linkId: string
  /** Milliseconds since 1970. */
  readonly expiresAt: number
}

export interface SandboxKyc extends HostedKyc {
  /** @returns undefined for a token that was not made here. An expired link is returned, too. */
  read(token: string): KycLink | undefined
}

export const KYC_PAGE_PATH = '/sandbox/kyc'
const LIFE_MS = 24 * 60 * 60_000

/** @param origin where browsers reach this process */
export const sandboxKyc = ({
  vault,
  clock,
  origin,
}: {
  vault: Vault
  clock: Clock
  origin: () => string
}): SandboxKyc => ({
  async open(page) {
    const now = clock.now()
    const link: KycLink = { ...page, linkId: newId(now), expiresAt: now + LIFE_MS }
    const token = Buffer.from(vault.seal(JSON.stringify(link)), 'base64').toString('base64url')
    return { url: `${origin()}${KYC_PAGE_PATH}/${token}`, expiresAt: link.expiresAt }
  },
  read(token) {
    try {
      return JSON.parse(vault.open(Buffer.from(token, 'base64url').toString('base64')))
    } catch {
      return undefined
    }
  },
})
