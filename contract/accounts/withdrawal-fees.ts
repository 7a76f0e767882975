/** Crypto withdrawal fee operation and schemas. */
import Type, { type Static } from 'typebox'
import { operations } from '../operation.ts'
import { CryptoNetwork } from '../payments/quotes.ts'
import { amount, CurrencyCode, id } from '../schema.ts'

const WithdrawalFeeRequest = Type.Object(
  {
    internalAccountId: id('InternalAccount'),
    currency: CurrencyCode,
    cryptoNetwork: CryptoNetwork,
    amount: amount({ minimum: 1, description: 'Minor units of the currency, fees included' }),
    destinationAddress: Type.String({
      minLength: 1,
      maxLength: 2100,
      description: 'An address, or on LIGHTNING an invoice or offer',
      examples: ['4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T'],
    }),
  },
  { $id: 'EstimateCryptoWithdrawalFeeRequest' },
)
export type WithdrawalFeeRequest = Static<typeof WithdrawalFeeRequest>

const WithdrawalFee = Type.Object(
  {
    networkFee: amount({ description: 'In the smallest unit of `networkFeeAsset`: lamports, wei, satoshis' }),
    networkFeeAsset: Type.String({ description: 'Asset in which the network fee is paid', examples: ['SOL'] }),
    applicationFee: amount({ description: 'Fee of the service; minor units of the currency' }),
    totalFee: amount({
      description: 'The converted network fee plus the application fee; minor units of the currency',
    }),
    netAmount: amount({ description: 'The amount that arrives: `amount` − `totalFee`' }),
  },
  { $id: 'EstimateCryptoWithdrawalFeeResponse' },
)
export type WithdrawalFee = Static<typeof WithdrawalFee>

export const withdrawalFeeOperations = operations({
  estimateCryptoWithdrawalFee: {
    method: 'POST',
    path: '/crypto/estimate-withdrawal-fee',
    tag: 'Exchange rates',
    summary: 'Estimate the fee of a crypto withdrawal',
    description: 'For information only: no price is locked, and no money moves.',
    permission: 'TRANSACT',
    body: WithdrawalFeeRequest,
    replies: { 200: WithdrawalFee },
    errors: ['INTERNAL_ACCOUNT_NOT_FOUND', 'INVALID_CURRENCY', 'INVALID_AMOUNT', 'RAIL_NOT_CONNECTED'],
  },
})
