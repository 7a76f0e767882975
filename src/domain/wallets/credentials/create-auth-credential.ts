/** Credential creation use case. */
import { wireId } from '../../../core/ids.ts'
import { refuse } from '../../../core/refusal.ts'
import { command } from '../../../engine/command.ts'
import type { Rows } from '../../../engine/rows.ts'
import { enqueue } from '../../../infra/jobs/enqueue.ts'
import type { OidcToken } from '../../../providers/oidc/port.ts'
import { walletKeys } from '../../accounts/wallet-key.ts'
import { claim } from '../../platform/name-claim.ts'
import { passkeyRequirementForCredentials } from '../passkey-policy.ts'
import { requireWallet, walletReads } from '../wallet.ts'
import { attempts, type Credential, credentials, type Proof, passkeyClaimOf, rosters } from './credential.ts'
import { spendToken } from './identity-token.ts'
import { type CodeLimits, codeMailReads, requestCodeMail } from './one-time-code.ts'

export interface NewCredential {
  readonly accountId: string
  readonly nickname: string
  readonly proof: Proof
  /** The identity token of an OAUTH credential; it is spent. */
  readonly token?: OidcToken
  /** Hash of a passkey's registration challenge: each challenge registers one passkey per wallet. */
  readonly registration?: string
  /** See `CodeMailRequest`. */
  readonly limits?: CodeLimits | undefined
  /**
   * The custodian's; absent without the holder's signature for a wallet that has a holder, and while the wallet has no
   * key.
   */
  readonly certificate?: string
  /** The wallet's sealed key before and after its first credential, if this is the first. */
  readonly claim?: { readonly before: string; readonly after: string }
}

/**
 * The first credential of a wallet needs no signature, every further one does. It opens no session. The custodian
 * decides whether it is the first: deleting rows does not make a wallet claimable again.
 * @throws SignatureNeeded; Refusal ACCOUNT_NOT_ACTIVE, EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS, PASSKEY_CREDENTIAL_ALREADY_EXISTS, CONFLICT, RATE_LIMITED
 */
export const createAuthCredential = command({
  reads: (seen, { accountId, proof, limits }: NewCredential) => [
    ...walletReads(accountId),
    [walletKeys, accountId],
    [rosters, accountId],
    ...(proof.type === 'EMAIL_OTP' ? codeMailReads(seen, proof.email, limits) : []),
  ],
  signature(rows, given, signer) {
    const { accountId, proof, claim: claimed } = given
    requireWallet(rows, accountId, 'accountId')
    const key = rows.find(walletKeys, accountId)
    if (!key) refuse('ACCOUNT_NOT_ACTIVE', 'The wallet has no key yet; try again shortly')
    const roster = rows.find(rosters, accountId)
    refuseSecond(roster?.credentials ?? [], proof.type)
    const isFirst = key.sealedKey === claimed?.before && (roster?.credentials ?? []).length === 0
    if (isFirst && !signer) return undefined
    return {
      operation: 'createAuthCredential',
      statement: `Let ${signerLabel(given)} sign for the wallet ${wireId('InternalAccount', accountId)}.`,
      parameters: {
        accountId: wireId('InternalAccount', accountId),
        type: proof.type,
        ...identifyingParameters(proof),
      },
      accountIds: [accountId],
      type: proof.type,
      ...passkeyRequirementForCredentials(rows, roster),
    }
  },
  run(rows, given, signer): Credential {
    const { accountId, nickname, proof, token, limits, claim: claimed } = given
    if (!signer && claimed) rows.change(walletKeys, rows.get(walletKeys, accountId), { sealedKey: claimed.after })
    const id = rows.newId()
    if (proof.type === 'PASSKEY') claimPasskey(rows, given, proof.passkey, id)
    if (token) spendToken(rows, token)
    const entry = { id, type: proof.type }
    const roster = rows.find(rosters, accountId)
    if (roster) rows.change(rosters, roster, { credentials: [...roster.credentials, entry] })
    else rows.add(rosters, { id: accountId, credentials: [entry], sessions: [] })
    rows.add(attempts, { id, challenges: [], failures: [], failuresInARow: 0 })
    if (proof.type === 'EMAIL_OTP') requestCodeMail(rows, { credentialId: id, email: proof.email, limits })
    if (signer) enqueue(rows, 'mailCredentialNotice', rows.now, id)
    return rows.add(credentials, {
      id,
      accountId,
      type: proof.type,
      nickname,
      proof,
      createdAt: rows.now,
      updatedAt: rows.now,
      verifiedAt: null,
      revokedAt: null,
      certificate: given.certificate ?? null,
    })
  },
})

function refuseSecond(present: readonly { readonly type: string }[], type: Proof['type']): void {
  if (type === 'OAUTH' || !present.some((credential) => credential.type === type)) return
  refuse(`${type}_CREDENTIAL_ALREADY_EXISTS`, `The wallet already has a credential of type ${type}`)
}

/** Binds a passkey to one wallet and uses up its registration challenge. A stand-in of the sandbox (no relying party) is not bound. */
function claimPasskey(
  rows: Rows,
  { accountId, registration }: NewCredential,
  passkey: Extract<Proof, { type: 'PASSKEY' }>['passkey'],
  id: string,
): void {
  if (passkey.rpId === '') return
  claim(rows, passkeyClaimOf(passkey), id, 'CONFLICT', 'This passkey is already registered')
  if (registration !== undefined)
    claim(
      rows,
      `passkey-registration/${accountId}/${registration}`,
      id,
      'CONFLICT',
      'This registration challenge was already used; register the passkey with a new one',
    )
}

function signerLabel({ nickname, proof }: NewCredential): string {
  if (proof.type === 'EMAIL_OTP') return `anyone who reads the mail of ${proof.email}`
  if (proof.type === 'PASSKEY') return `the passkey "${nickname}"`
  return `${nickname === '' ? 'the account' : nickname} at ${proof.identity.issuer}`
}

function identifyingParameters(proof: Proof): object {
  if (proof.type === 'EMAIL_OTP') return { email: proof.email }
  if (proof.type === 'PASSKEY') return { credentialId: proof.passkey.credentialId, publicKey: proof.passkey.publicKey }
  return { identity: proof.identity }
}
