/** Customer email change in the credentials that use the address: part of `updateCustomerById` (decision 75). */
import { wireId } from '../../../core/ids.ts'
import { refuse } from '../../../core/refusal.ts'
import type { SignatureRequirement, Signer } from '../../../core/signature.ts'
import { command, type Read } from '../../../engine/command.ts'
import type { Rows } from '../../../engine/rows.ts'
import { passkeyRequirementForCredentials } from '../passkey-policy.ts'
import { type Credential, credentials, rosters } from './credential.ts'
import { oneTimeCodes } from './one-time-code.ts'

export interface CustomerEmailChange {
  readonly customerId: string
  readonly email: string
  /** The EMAIL_OTP credentials with the old address, as read when the request arrived. */
  readonly tied: readonly Pick<Credential, 'id' | 'accountId'>[]
  /** The custodian's certificates with the new address, by credential; empty without the holder's signature. */
  readonly certificates: ReadonlyMap<string, string>
}

/** @throws SignatureNeeded; Refusal EMAIL_OTP_CREDENTIAL_SET_CHANGED, UNAUTHORIZED */
export function changeCustomerEmail(rows: Rows, change: CustomerEmailChange, signer: Signer | undefined): void {
  if (signer && !isSignedFor(signer.parameters, change.tied)) refuseChanged()
  if (change.tied.length > 0) changeCredentials(rows, change, signer)
}

/** Voids the codes mailed to the old address. */
const changeCredentials = command({
  reads: (_seen, { tied }: CustomerEmailChange) =>
    tied.flatMap(({ id, accountId }): Read[] => [
      [credentials, id],
      [oneTimeCodes, id],
      [rosters, accountId, 'peek'],
    ]),
  signature: requirement,
  run(rows, { email, tied, certificates }): void {
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
  },
})

/**
 * Any wallet that uses the address may sign. If the platform requires a passkey for one of them, the signature needs
 * one.
 */
function requirement(rows: Rows, change: CustomerEmailChange): SignatureRequirement {
  const { customerId, email, tied } = change
  const accountIds = [...new Set(tied.map(({ accountId }) => accountId))]
  return {
    operation: 'updateCustomerById',
    statement: `Send the codes of ${tied.length === 1 ? 'the wallet' : `${tied.length} wallets`} to ${email} from now on.`,
    parameters: { customerId: wireId('Customer', customerId), email, credentialIds: wireIds(tied) },
    accountIds,
    ...accountIds
      .map((id) => passkeyRequirementForCredentials(rows, rows.peek(rosters, id)))
      .find(({ byPasskey }) => byPasskey),
  }
}

/** Whether the holder signed for exactly these credentials. */
export const isSignedFor = (parameters: Signer['parameters'], tied: CustomerEmailChange['tied']): boolean =>
  String(parameters.credentialIds) === String(wireIds(tied))

const wireIds = (tied: CustomerEmailChange['tied']): string[] => tied.map(({ id }) => wireId('AuthMethod', id))

const refuseChanged = () =>
  refuse(
    'EMAIL_OTP_CREDENTIAL_SET_CHANGED',
    "The customer's EMAIL_OTP credentials have changed since the challenge; start again",
  )
