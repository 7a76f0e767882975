/** Certificates: a MAC under the wallet's own data key, by which the custodian recognizes what it made or approved for the wallet. */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { canonicalJson } from '../../core/canonical-json.ts'
import type { SessionKey, WalletRef } from '../../core/wallet-approval.ts'
import type { CredentialFacts } from './port.ts'

type Facts = Readonly<Record<string, unknown>>

export interface Certifier {
  credential(facts: CredentialFacts): string
  session(session: Omit<SessionKey, 'certificate'>): string
}

/** @param dataKey of the wallet. A certificate can be made only with the master key, and is valid for one wallet only */
export function makeCertifier(dataKey: Buffer, { platformId, holderId, walletId }: WalletRef): Certifier {
  const key = Buffer.from(hkdfSync('sha256', dataKey, '', 'causeway wallet certificates', 32))
  const certify = (what: string, facts: Facts) =>
    createHmac('sha256', key).update(canonicalJson({ what, platformId, holderId, walletId, facts })).digest('base64url')
  return {
    credential: (facts) => certify('credential', facts),
    session: ({ credentialId, publicKey, provenAt, expiresAt }) =>
      certify('session', { credentialId, publicKey, provenAt, expiresAt }),
  }
}

/** Constant-time comparison. */
export function isSame(certificate: string, expected: string): boolean {
  const [given, right] = [Buffer.from(certificate), Buffer.from(expected)]
  return given.length === right.length && timingSafeEqual(given, right)
}
