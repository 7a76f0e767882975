/** Links to the sandbox's verification page: self-contained and sealed, so nothing is stored. */
import type { Clock } from '../../core/clock.ts'
import { newId } from '../../core/ids.ts'
import type { Vault } from '../../infra/crypto/secrets.ts'
import type { HostedKyc, KycPage } from './port.ts'

/** Contents of a link. `linkId` is spent by its use. */
export interface KycLink extends KycPage {
  readonly linkId: string
  /** Milliseconds since 1970. */
  readonly expiresAt: number
}

export interface SandboxKyc extends HostedKyc {
  /** @returns undefined for a token that was not made here; an expired link is still read */
  read(token: string): KycLink | undefined
}

export const KYC_PAGE_PATH = '/sandbox/kyc'
const LIFE_MS = 24 * 60 * 60_000

/** @param origin of this process for browsers */
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
