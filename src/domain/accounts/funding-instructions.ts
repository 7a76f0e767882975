/** Funding instructions of an internal account: how to pay into it over the connected rails. */
import type { PaymentInstructions } from '../../../contract/accounts/instruction-types.ts'
import type { InternalAccountType } from '../../../contract/accounts/internal-accounts.ts'
import { referenceOf } from '../../core/reference.ts'
import type { FundingPayee, RailTable } from '../../providers/rails/port.ts'

/** The part of the rails that returns payment instructions. */
export type Funding = Pick<RailTable, 'fundingInstructions'>

/** For events and replies that show no internal account. */
export const NO_FUNDING: Funding = { fundingInstructions: () => [] }

/** The columns of an internal account from which its instructions follow. */
export interface FundedAccount {
  readonly id: string
  readonly currency: string
  readonly type: InternalAccountType
  readonly customerId: string | null
}

/** An account as the rails know it. */
export const accountPayee = ({ id, currency }: Pick<FundedAccount, 'id' | 'currency'>): FundingPayee => ({
  kind: 'ACCOUNT',
  id,
  currency,
  cryptoNetwork: null,
  reference: referenceOf(id),
})

/** @param sparkAddress of a wallet, derived from its key; without it the wallet cannot be paid into */
export function fundingInstructions(
  funding: Funding,
  account: FundedAccount,
  sparkAddress: string | undefined,
): PaymentInstructions[] {
  if (account.type === 'EMBEDDED_WALLET')
    return sparkAddress === undefined
      ? []
      : [{ accountOrWalletInfo: { accountType: 'SPARK_WALLET', address: sparkAddress, assetType: 'USDB' } }]
  const given = funding.fundingInstructions(accountPayee(account))
  return account.customerId === null ? given.map((item) => ({ ...item, isPlatformAccount: true })) : [...given]
}
