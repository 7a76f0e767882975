/** Registration of a credential: its proof and certificate, prepared before the command stores anything. */
import { createHash } from 'node:crypto'
import type { AuthCredentialCreateRequest } from '../../../../contract/wallets/auth-credentials.ts'
import { bareId } from '../../../core/ids.ts'
import { notFound, refuse, refuseField } from '../../../core/refusal.ts'
import type { HolderApproval } from '../../../core/wallet-approval.ts'
import { getPlatformConfig } from '../../platform/queries.ts'
import type { SendMail } from '../mail/wallet-mail.ts'
import { findHolderEmail, findSealedWallet } from '../queries.ts'
import type { NewCredential } from './create-auth-credential.ts'
import { factsOf } from './credential.ts'
import type { CodeLimits } from './one-time-code.ts'
import type { VerificationNeeds } from './verify-auth-credential.ts'

export interface CredentialNeeds extends VerificationNeeds {
  readonly sendMail: SendMail | undefined
  readonly codeLimits: CodeLimits | undefined
}

/** The custodian's certificate for a credential to be added. For a wallet that already has a holder, only with the holder's approval. */
export async function certifyCredential(
  { store, custodian }: CredentialNeeds,
  platformId: string,
  { accountId, proof }: NewCredential,
  approval: HolderApproval | undefined,
): Promise<Pick<NewCredential, 'certificate' | 'claim'>> {
  const wallet = await findSealedWallet(store, platformId, accountId)
  if (!wallet) return {}
  const facts = factsOf(proof)
  if (approval) return { certificate: await custodian.certifyCredential(wallet, facts, approval) }
  const claimed = await custodian.claimWallet(wallet, facts)
  if (!claimed) return {}
  const claim = { before: wallet.sealedKey, after: claimed.sealedKey }
  return { certificate: claimed.certificate, claim }
}

/** The credential as it will be stored. Its proof is verified here. @throws Refusal INVALID_INPUT, UNAUTHORIZED */
export async function readNewCredential(
  { store, passkeys, oidc, sendMail, codeLimits: limits }: CredentialNeeds,
  platformId: string,
  body: AuthCredentialCreateRequest,
): Promise<NewCredential> {
  const accountId = bareId(body.accountId)
  if (body.type === 'EMAIL_OTP') {
    if (!sendMail) refuseMail()
    const email = body.email ?? (await requireHolderEmail(store, platformId, accountId))
    return { accountId, nickname: email, proof: { type: 'EMAIL_OTP', email }, limits }
  }
  if (body.type === 'OAUTH') {
    const token = await oidc.register(body.oidcToken)
    return { accountId, nickname: token.email ?? '', proof: { type: 'OAUTH', identity: token.identity }, token }
  }
  const { nickname, challenge, attestation } = body
  const { relyingParty } = await getPlatformConfig(store, platformId)
  const passkey = await passkeys.register({ challenge, attestation }, relyingParty ?? undefined)
  const registration = createHash('sha256').update(challenge).digest('hex')
  return { accountId, nickname: nickname.trim(), proof: { type: 'PASSKEY', passkey }, registration }
}

/** @throws Refusal INTERNAL_ACCOUNT_NOT_FOUND; INVALID_INPUT for `email` when the customer has none */
async function requireHolderEmail(
  store: CredentialNeeds['store'],
  platformId: string,
  accountId: string,
): Promise<string> {
  const email = await findHolderEmail(store, platformId, accountId)
  if (email === undefined) throw notFound('InternalAccount')
  return email ?? refuseField('INVALID_INPUT', 'email', 'is required: the customer has no email address')
}

export const refuseMail = () =>
  refuse('NOT_IMPLEMENTED', 'This installation sends no mail; its operator must configure SMTP')
