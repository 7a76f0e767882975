/** Platform fee of a payment, and the account to which it is credited. */
import type { PlatformFeeOverride } from '../../../../../contract/payments/quotes.ts'
import { refuseField } from '../../../../core/refusal.ts'
import type { Rows } from '../../../../engine/rows.ts'
import { findPlatformAccount } from '../../../accounts/open-account.ts'
import type { PlatformFee } from './price.ts'

export interface CreditedFee extends PlatformFee {
  readonly accountId: string
}

/**
 * @param currency of the source, in which the fee is charged
 * @returns undefined when there is no fee
 * @throws Refusal INVALID_CURRENCY for a fee in another currency, or in one in which the platform has no account
 */
export function creditedPlatformFee(
  rows: Rows,
  currency: string,
  override: PlatformFeeOverride | undefined,
): CreditedFee | undefined {
  if (override === undefined) return undefined
  const { platformFixedFee, platformVariableFeeBps: bps } = override
  const given = platformFixedFee.currency
  const field = 'platformFeeOverride.platformFixedFee.currency'
  if ((typeof given === 'string' ? given : given.code) !== currency)
    refuseField('INVALID_CURRENCY', field, `must be ${currency}, the currency of the source`)
  const fixed = BigInt(platformFixedFee.amount)
  if (fixed === 0n && bps === 0) return undefined
  const accountId = findPlatformAccount(rows, currency)
  if (accountId === undefined)
    refuseField('INVALID_CURRENCY', field, `has no internal account of the platform in ${currency} for the fee`)
  return { fixed, bps, accountId }
}
