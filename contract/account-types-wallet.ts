/** Owns the external account types that are wallets on a chain or a payment network. */
import Type from 'typebox'
import * as fields from './account-fields.ts'
import type { AccountTypeRow } from './account-row.ts'

const evm = { address: fields.EvmAddress }

export const WALLET_ACCOUNT_TYPES = {
  BASE_WALLET: { currencies: ['USDC'], fields: evm, rails: ['BASE'], beneficiary: false },
  ETHEREUM_WALLET: { currencies: ['USDC'], fields: evm, rails: ['ETHEREUM'], beneficiary: false },
  LIGHTNING: {
    currencies: ['BTC'],
    fields: {
      invoice: Type.Optional(fields.Bolt11),
      bolt12: Type.Optional(fields.Bolt12),
      lightningAddress: Type.Optional(fields.LightningAddress),
    },
    rails: ['LIGHTNING'],
    forms: [
      { needs: ['invoice'], rails: ['LIGHTNING'] },
      { needs: ['bolt12'], rails: ['LIGHTNING'] },
      { needs: ['lightningAddress'], rails: ['LIGHTNING'] },
    ],
    formsExclude: true,
    beneficiary: false,
  },
  POLYGON_WALLET: { currencies: ['USDC'], fields: evm, rails: ['POLYGON'], beneficiary: false },
  SOLANA_WALLET: {
    currencies: ['USDC', 'USDT'],
    fields: { address: fields.SolanaAddress },
    rails: ['SOLANA'],
    beneficiary: false,
  },
  SPARK_WALLET: {
    currencies: ['BTC', 'USDB'],
    fields: { address: fields.SparkAddress },
    rails: ['SPARK'],
    beneficiary: false,
  },
  TRON_WALLET: { currencies: ['USDT'], fields: { address: fields.TronAddress }, rails: ['TRON'], beneficiary: false },
} as const satisfies Record<string, AccountTypeRow>
