/** Passkey policy: which signatures a platform requires from a passkey. An email code or an identity may be a single factor. */
import { refuse } from '../../core/refusal.ts'
import type { SignatureRequirement } from '../../core/signature.ts'
import type { Rows } from '../../engine/rows.ts'
import type { PasskeyRight } from '../platform/platform.ts'
import { platforms } from '../platform/platform.ts'
import { type Roster, rosters } from './credentials/credential.ts'

type PasskeyRequirement = Pick<SignatureRequirement, 'byPasskey'>

/** The requirement on a signature for `right`. @throws Refusal FORBIDDEN for a wallet without a passkey */
export function passkeyRequirement(
  rows: Rows,
  accountId: string,
  right: Exclude<PasskeyRight, 'CREDENTIALS'>,
): PasskeyRequirement {
  if (!isRequired(rows, right)) return {}
  if (!hasPasskey(rows.peek(rosters, accountId)))
    refuse('FORBIDDEN', 'The platform requires a passkey for this, and the wallet has none; add one first')
  return { byPasskey: true }
}

/** The requirement on the signature for a payment. @param amount in minor units of the wallet's currency */
export const passkeyRequirementForPayment = (rows: Rows, accountId: string, amount: bigint): PasskeyRequirement =>
  amount > BigInt(policyOf(rows)?.paymentsAbove ?? 0) ? passkeyRequirement(rows, accountId, 'PAYMENT') : {}

/**
 * The requirement on the signature for a change of credentials. Any session may add a wallet's first passkey; after
 * that, every change needs a passkey.
 */
export const passkeyRequirementForCredentials = (rows: Rows, roster: Roster | undefined): PasskeyRequirement =>
  isRequired(rows, 'CREDENTIALS') && hasPasskey(roster) ? { byPasskey: true } : {}

const policyOf = (rows: Rows) => rows.peek(platforms, rows.platformId)?.walletPolicy

const isRequired = (rows: Rows, right: PasskeyRight) => policyOf(rows)?.requirePasskeyFor.includes(right) === true

const hasPasskey = (roster: Roster | undefined) => roster?.credentials.some(({ type }) => type === 'PASSKEY') === true
