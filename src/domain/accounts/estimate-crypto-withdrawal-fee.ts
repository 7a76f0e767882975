/** Crypto withdrawal fee estimate use case: the cost of withdrawing a crypto asset from an account. */
import { currenciesOn, isAddressOn } from '../../../contract/accounts/crypto-networks.ts'
import type { WithdrawalFee, WithdrawalFeeRequest } from '../../../contract/accounts/withdrawal-fees.ts'
import { knownCurrency, minorUnits, wireAmount } from '../../core/currency.ts'
import { bareId } from '../../core/ids.ts'
import { type Ratio, ratioOf, scaleUp, times } from '../../core/rate.ts'
import { notFound, refuse, refuseField } from '../../core/refusal.ts'
import { command } from '../../engine/command.ts'
import type { NetworkFee, Networks } from '../../providers/networks/port.ts'
import type { RateTable } from '../../providers/rates/port.ts'
import { accounts } from './internal-account.ts'

export interface WithdrawalTerms {
  readonly rates: RateTable
  /** The service's fee as an exact decimal: the share of the amount that it keeps. */
  readonly feeRate: string
  /** Undefined if no network is connected. */
  readonly networks: Networks | undefined
}

interface Estimate {
  readonly request: WithdrawalFeeRequest
  readonly terms: WithdrawalTerms
}

/**
 * Each part of the fee is rounded up, never in the customer's favour (decision 13).
 * @throws Refusal INTERNAL_ACCOUNT_NOT_FOUND, INVALID_CURRENCY, INVALID_INPUT (the address), INVALID_AMOUNT, RAIL_NOT_CONNECTED
 */
export const estimateCryptoWithdrawalFee = command({
  reads: (_seen, { request }: Estimate) => [[accounts, bareId(request.internalAccountId), 'peek']],
  run(rows, { request, terms }): WithdrawalFee {
    const account = rows.peek(accounts, bareId(request.internalAccountId))
    if (!account) throw notFound('InternalAccount')
    refuseUnlessSupported(account.currency, request)
    const network = terms.networks?.feeOf(request.cryptoNetwork)
    if (!network) refuseUnconnected(request.cryptoNetwork, terms.networks?.connected ?? [])

    const amount = BigInt(request.amount)
    const applicationFee = scaleUp(amount, ratioOf(terms.feeRate))
    const totalFee = scaleUp(network.amount, unitPrice(network, request.currency, terms.rates)) + applicationFee
    if (totalFee >= amount) refuse('INVALID_AMOUNT', `The amount must exceed the fee of ${totalFee} minor units`)
    return {
      networkFee: wireAmount(network.amount),
      networkFeeAsset: network.asset,
      applicationFee: wireAmount(applicationFee),
      totalFee: wireAmount(totalFee),
      netAmount: wireAmount(amount - totalFee),
    }
  },
})

function refuseUnconnected(network: string, connected: readonly string[]): never {
  const others = connected.length > 0 ? `; connected: ${connected.join(', ')}` : ''
  refuse('RAIL_NOT_CONNECTED', `${network} is not connected to this installation${others}`, { connected })
}

function refuseUnlessSupported(
  held: string,
  { currency, cryptoNetwork, destinationAddress }: WithdrawalFeeRequest,
): void {
  if (currency !== held) refuseField('INVALID_CURRENCY', 'currency', `must be ${held}, the currency of the account`)
  const supported = currenciesOn(cryptoNetwork)
  if (!supported.includes(currency))
    refuseField('INVALID_CURRENCY', 'cryptoNetwork', `carries ${supported.join(', ')}, not ${currency}`)
  if (!isAddressOn(cryptoNetwork, destinationAddress))
    refuseField('INVALID_INPUT', 'destinationAddress', `must be an address on ${cryptoNetwork}`)
}

/** The price of one smallest unit of the network's asset, in minor units of the currency. */
function unitPrice({ asset, usdPerUnit }: NetworkFee, currency: string, rates: RateTable): Ratio {
  if (asset === currency) return { numerator: 1n, denominator: 1n }
  const inMinorUnits = { numerator: minorUnits(knownCurrency(currency)), denominator: 1n }
  return times(times(usdPerUnit, rates.between('USD', currency)), inMinorUnits)
}
