/** Customer update use case: the customer's email address changes together with the credentials that use it, or not at all (decision 75). */
import { wireId } from '../../core/ids.ts'
import { refuse } from '../../core/refusal.ts'
import { requireSignature, type Signer } from '../../core/signature.ts'
import type { Rows } from '../../engine/rows.ts'
import { type Credential, credentials, rosters } from './credentials/credential.ts'
import { oneTimeCodes } from './credentials/one-time-code.ts'
import { passkeyRequirementForCredentials } from './passkey-policy.ts'

export interface EmailChange {
  readonly customerId: string
  readonly email: string
  /** The EMAIL_OTP credentials with the old address, as read when the request arrived. */
  readonly tied: readonly Pick<Credential, 'id' | 'accountId'>[]
  /** The custodian's certificates with the new address, by credential; empty without the holder's signature. */
  readonly certificates: ReadonlyMap<string, string>
}

/** Voids the codes mailed to the old address. @throws SignatureNeeded; Refusal EMAIL_OTP_CREDENTIAL_SET_CHANGED, UNAUTHORIZED */
export function changeEmail(
  rows: Rows,
  { customerId, email, tied, certificates }: EmailChange,
  signer: Signer | undefined,
): void {
  const ids = tied.map(({ id }) => wireId('AuthMethod', id))
  if (signer && String(signer.parameters.credentialIds) !== String(ids)) refuseChanged()
  if (tied.length === 0) return
  const accountIds = [...new Set(tied.map(({ accountId }) => accountId))]
  requireSignature(signer, {
    operation: 'updateCustomerById',
    statement: `Send the codes of ${ids.length === 1 ? 'the wallet' : `${ids.length} wallets`} to ${email} from now on.`,
    parameters: { customerId: wireId('Customer', customerId), email, credentialIds: ids },
    accountIds,
    ...accountIds
      .map((id) => passkeyRequirementForCredentials(rows, rows.peek(rosters, id)))
      .find(({ byPasskey }) => byPasskey),
  })
  rows.together(...tied.flatMap(({ id }) => [[credentials, id] as const, [oneTimeCodes, id] as const]))
  for (const { id } of tied) {
    const credential = rows.get(credentials, id)
    if (credential.revokedAt !== null) refuseChanged()
    rows.change(credentials, credential, {
      nickname: email,
      proof: { type: 'EMAIL_OTP', email },
      certificate: certificates.get(id) ?? null,
      updatedAt: rows.now,
    })
    const code = rows.find(oneTimeCodes, id)
    if (code) rows.change(oneTimeCodes, code, { spentAt: rows.now })
  }
}

const refuseChanged = () =>
  refuse(
    'EMAIL_OTP_CREDENTIAL_SET_CHANGED',
    "The customer's EMAIL_OTP credentials have changed since the challenge; start again",
  )
