/** Estimate of the fee for withdrawing a crypto asset from an account. */
import { currenciesOn, isAddressOn } from '../../../contract/accounts/crypto-networks.ts'
import type { WithdrawalFee, WithdrawalFeeRequest } from '../../../contract/accounts/withdrawal-fees.ts'
import { knownCurrency, minorUnits, wireAmount } from '../../core/currency.ts'
import { type Ratio, ratioOf, scaleUp, times } from '../../core/rate.ts'
import { notFound, refuse, refuseField } from '../../core/refusal.ts'
import type { Rows } from '../../engine/rows.ts'
import type { NetworkFee, Networks } from '../../providers/networks/port.ts'
import type { RateTable } from '../../providers/rates/port.ts'
import { accounts } from './internal-account.ts'

export interface WithdrawalTerms {
  readonly rates: RateTable
  /** The service's share, an exact decimal. */
  readonly feeRate: string
  /** Absent: no network is connected. */
  readonly networks: Networks | undefined
}

/**
 * Each part of the fee is rounded up, never in the customer's favour (decision 13).
 * @throws Refusal INTERNAL_ACCOUNT_NOT_FOUND, INVALID_CURRENCY, INVALID_INPUT (the address), INVALID_AMOUNT, NOT_IMPLEMENTED
 */
export function estimateCryptoWithdrawalFee(
  rows: Rows,
  terms: WithdrawalTerms,
  accountId: string,
  request: WithdrawalFeeRequest,
): WithdrawalFee {
  const account = rows.peek(accounts, accountId)
  if (!account) throw notFound('InternalAccount')
  refuseUnlessCarried(account.currency, request)
  const network = terms.networks?.feeOf(request.cryptoNetwork)
  if (!network) refuse('NOT_IMPLEMENTED', `${request.cryptoNetwork} is not connected to this installation`)

  const amount = BigInt(request.amount)
  const applicationFee = scaleUp(amount, ratioOf(terms.feeRate))
  const totalFee = scaleUp(network.amount, worthOf(network, request.currency, terms.rates)) + applicationFee
  if (totalFee >= amount) refuse('INVALID_AMOUNT', `Nothing would arrive: the fee is ${totalFee} minor units`)
  return {
    networkFee: wireAmount(network.amount),
    networkFeeAsset: network.asset,
    applicationFee: wireAmount(applicationFee),
    totalFee: wireAmount(totalFee),
    netAmount: wireAmount(amount - totalFee),
  }
}

function refuseUnlessCarried(
  held: string,
  { currency, cryptoNetwork, destinationAddress }: WithdrawalFeeRequest,
): void {
  if (currency !== held) refuseField('INVALID_CURRENCY', 'currency', `must be ${held}, which is what the account holds`)
  const carried = currenciesOn(cryptoNetwork)
  if (!carried.includes(currency))
    refuseField('INVALID_CURRENCY', 'cryptoNetwork', `carries ${carried.join(', ')}, not ${currency}`)
  if (!isAddressOn(cryptoNetwork, destinationAddress))
    refuseField('INVALID_INPUT', 'destinationAddress', `is no address on ${cryptoNetwork}`)
}

/** Minor units of the currency for one smallest unit of the network's asset. */
function worthOf({ asset, usdPerUnit }: NetworkFee, currency: string, rates: RateTable): Ratio {
  if (asset === currency) return { numerator: 1n, denominator: 1n }
  const inMinorUnits = { numerator: minorUnits(knownCurrency(currency)), denominator: 1n }
  return times(times(usdPerUnit, rates.between('USD', currency)), inMinorUnits)
}
