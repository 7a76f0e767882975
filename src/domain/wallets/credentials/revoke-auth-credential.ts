/** Credential revocation use case. The sessions that it opened end with it. */
import { wireId } from '../../../core/ids.ts'
import { refuse } from '../../../core/refusal.ts'
import { invalidSignature } from '../../../core/signature.ts'
import { command, type Read } from '../../../engine/command.ts'
import type { Rows } from '../../../engine/rows.ts'
import { releaseClaim } from '../../platform/name-claim.ts'
import { passkeyRequirementForCredentials } from '../passkey-policy.ts'
import {
  type CredentialType,
  credentials,
  getLiveCredential,
  passkeyClaimOf,
  type Roster,
  rosters,
} from './credential.ts'

/**
 * A session of another credential must sign. Sessions and challenges of the revoked credential are invalid from then on.
 * @throws SignatureNeeded; Refusal AUTH_METHOD_NOT_FOUND, LAST_CREDENTIAL, FORBIDDEN, UNAUTHORIZED
 */
export const revokeAuthCredential = command({
  reads(seen, credentialId: string) {
    const accountId = seen.lastSeen(credentials, credentialId)?.accountId
    const reads: Read[] = [[credentials, credentialId]]
    if (accountId !== undefined) reads.push([rosters, accountId])
    return reads
  },
  signature(rows, credentialId, signer) {
    const { id, accountId, type, nickname } = getLiveCredential(rows, credentialId)
    const roster = rows.get(rosters, accountId)
    if (roster.credentials.length === 1)
      refuse('LAST_CREDENTIAL', 'This is the only credential of the wallet; add another one first')
    // The credential that signed may have been revoked since.
    const signedBy = signer?.session?.credentialId
    if (signedBy !== undefined && !roster.credentials.some((present) => present.id === signedBy))
      throw invalidSignature('WALLET_SIGNATURE_INVALID')
    return {
      operation: 'revokeAuthCredential',
      statement: `Revoke the credential "${nickname}" (${type}) of the wallet ${wireId('InternalAccount', accountId)}.`,
      parameters: { accountId: wireId('InternalAccount', accountId), id: wireId('AuthMethod', id), type },
      accountIds: [accountId],
      exceptCredentialId: id,
      type,
      ...revocationRequirement(rows, roster, type),
    }
  },
  run(rows, credentialId): void {
    const credential = rows.get(credentials, credentialId)
    const { id, accountId, proof } = credential
    const roster = rows.get(rosters, accountId)
    rows.change(rosters, roster, { credentials: roster.credentials.filter((present) => present.id !== id) })
    rows.change(credentials, credential, { revokedAt: rows.now, updatedAt: rows.now })
    if (proof.type === 'PASSKEY') releaseClaim(rows, passkeyClaimOf(proof.passkey), id)
  },
})

/** A passkey cannot sign its own revocation. Under the CREDENTIALS rule no other credential can either, so passkeys cannot be revoked. */
function revocationRequirement(rows: Rows, roster: Roster, type: CredentialType) {
  const condition = passkeyRequirementForCredentials(rows, roster)
  if (condition.byPasskey && type === 'PASSKEY')
    refuse(
      'FORBIDDEN',
      'The platform requires a passkey for every change of credentials; only the operator can lift that rule',
    )
  return condition
}
