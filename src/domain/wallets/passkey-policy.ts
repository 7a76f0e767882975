/** Owns the rule of a platform that some things need a passkey: a mailbox is one factor, and an issuer's account may be. */

import { refuse } from '../../core/refusal.ts'
import type { SignatureRequirement } from '../../core/signature.ts'
import type { Rows } from '../../engine/rows.ts'
import type { PasskeyRight } from '../platform/settings.ts'
import { platforms } from '../platform/tables.ts'
import { type Roster, rosters } from './credentials/credential.ts'

type PasskeyRequirement = Pick<SignatureRequirement, 'byPasskey'>

/** What the signature for one of these must be, where the platform keeps it for passkeys. @throws Refusal FORBIDDEN for a wallet that has none */
export function passkeyRequirement(
  rows: Rows,
  accountId: string,
  right: Exclude<PasskeyRight, 'CREDENTIALS'>,
): PasskeyRequirement {
  if (!isKept(rows, right)) return {}
  if (!hasPasskey(rows.peek(rosters, accountId)))
    refuse('FORBIDDEN', 'Its platform keeps this for passkeys, and the wallet has none; add one first')
  return { byPasskey: true }
}

/** As `byPasskey`, of a payment. @param amount in minor units of the wallet's currency */
export const passkeyRequirementForPayment = (rows: Rows, accountId: string, amount: bigint): PasskeyRequirement =>
  amount > BigInt(policyOf(rows)?.paymentsAbove ?? 0) ? passkeyRequirement(rows, accountId, 'PAYMENT') : {}

/**
 * What the signature for a change of credentials must be. A wallet without a passkey gets its first one by any
 * session; from then on nobody changes anything about its credentials without that passkey.
 */
export const passkeyRequirementForCredentials = (rows: Rows, roster: Roster | undefined): PasskeyRequirement =>
  isKept(rows, 'CREDENTIALS') && hasPasskey(roster) ? { byPasskey: true } : {}

const policyOf = (rows: Rows) => rows.peek(platforms, rows.platformId)?.walletPolicy

const isKept = (rows: Rows, right: PasskeyRight) => policyOf(rows)?.requirePasskeyFor.includes(right) === true

const hasPasskey = (roster: Roster | undefined) => roster?.credentials.some(({ type }) => type === 'PASSKEY') === true
