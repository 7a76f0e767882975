/** External account types that are wallets on a chain or a payment network. */
import Type from 'typebox'
import * as fields from './account-fields.ts'
import type { AccountTypeRow } from './account-row.ts'

const evm = { address: fields.EvmAddress }

export const WALLET_ACCOUNT_TYPES = {
  BASE_WALLET: { name: 'Wallet on Base', currencies: ['USDC'], fields: evm, rails: ['BASE'], beneficiary: false },
  ETHEREUM_WALLET: {
    name: 'Wallet on Ethereum',
    currencies: ['USDC'],
    fields: evm,
    rails: ['ETHEREUM'],
    beneficiary: false,
  },
  LIGHTNING: {
    name: 'Lightning',
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
  POLYGON_WALLET: {
    name: 'Wallet on Polygon',
    currencies: ['USDC'],
    fields: evm,
    rails: ['POLYGON'],
    beneficiary: false,
  },
  SOLANA_WALLET: {
    name: 'Wallet on Solana',
    currencies: ['USDC', 'USDT'],
    fields: { address: fields.SolanaAddress },
    rails: ['SOLANA'],
    beneficiary: false,
  },
  SPARK_WALLET: {
    name: 'Wallet on Spark',
    currencies: ['BTC', 'USDB'],
    fields: { address: fields.SparkAddress },
    rails: ['SPARK'],
    beneficiary: false,
  },
  TRON_WALLET: {
    name: 'Wallet on Tron',
    currencies: ['USDT'],
    fields: { address: fields.TronAddress },
    rails: ['TRON'],
    beneficiary: false,
  },
} as const satisfies Record<string, AccountTypeRow>
