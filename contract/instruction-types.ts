/** Owns payment instructions: how an account can be paid into, by kind of account or wallet. */
import Type, { type Static, type TProperties } from 'typebox'
import * as fields from './account-fields.ts'
import type { PaymentRail } from './common.ts'
import { choice, oneOf } from './schema.ts'

/** Must travel with the payment, so that it is recognised on arrival. */
const reference = Type.String({ maxLength: 140, description: 'Must accompany the payment', examples: ['FUND-ABC123'] })

const rails = <const Rails extends readonly PaymentRail[]>(...names: Rails) =>
  Type.Array(choice(names), { description: 'Networks that reach this account', examples: [[...names]] })

const asset = <const Assets extends readonly string[]>(...names: Assets) =>
  choice(names, { description: 'Asset to send' })

const instruction = <const AccountType extends string, Fields extends TProperties>(
  $id: string,
  accountType: AccountType,
  own: Fields,
) => Type.Object({ accountType: Type.Literal(accountType), ...own }, { $id })

const variants = [
  instruction('PaymentUsdAccountInfo', 'USD_ACCOUNT', {
    accountNumber: fields.AccountNumber,
    routingNumber: fields.RoutingNumber,
    bankName: Type.Optional(fields.BankName),
    paymentRails: rails('ACH', 'WIRE', 'RTP', 'FEDNOW'),
    reference,
  }),
  instruction('PaymentEurAccountInfo', 'EUR_ACCOUNT', {
    iban: fields.Iban,
    swiftCode: Type.Optional(fields.Bic),
    paymentRails: rails('SEPA', 'SEPA_INSTANT'),
    reference,
  }),
  instruction('PaymentGbpAccountInfo', 'GBP_ACCOUNT', {
    sortCode: fields.SortCode,
    accountNumber: fields.UkAccountNumber,
    paymentRails: rails('FASTER_PAYMENTS'),
    reference,
  }),
  instruction('PaymentMxnAccountInfo', 'MXN_ACCOUNT', {
    clabeNumber: fields.Clabe,
    paymentRails: rails('SPEI'),
    reference,
  }),
  instruction('PaymentBrlAccountInfo', 'BRL_ACCOUNT', {
    qrCode: Type.String({ minLength: 1, maxLength: 2000, description: 'Content of the Pix QR code' }),
  }),
  instruction('PaymentInrAccountInfo', 'INR_ACCOUNT', { vpa: fields.Vpa, paymentRails: rails('UPI') }),
  instruction('PaymentSparkWalletInfo', 'SPARK_WALLET', {
    address: fields.SparkAddress,
    assetType: asset('BTC', 'USDB'),
    invoice: Type.Optional(Type.String({ maxLength: 4000, description: 'Invoice for exactly this payment' })),
  }),
  instruction('PaymentLightningInvoiceInfo', 'LIGHTNING', { invoice: fields.Bolt11 }),
  instruction('PaymentSolanaWalletInfo', 'SOLANA_WALLET', {
    address: fields.SolanaAddress,
    assetType: Type.Optional(asset('USDC', 'USDT')),
  }),
  instruction('PaymentTronWalletInfo', 'TRON_WALLET', {
    address: fields.TronAddress,
    assetType: Type.Optional(asset('USDT')),
  }),
  instruction('PaymentPolygonWalletInfo', 'POLYGON_WALLET', {
    address: fields.EvmAddress,
    assetType: Type.Optional(asset('USDC')),
  }),
  instruction('PaymentBaseWalletInfo', 'BASE_WALLET', {
    address: fields.EvmAddress,
    assetType: Type.Optional(asset('USDC')),
  }),
  instruction('PaymentEthereumWalletInfo', 'ETHEREUM_WALLET', {
    address: fields.EvmAddress,
    assetType: Type.Optional(asset('USDC')),
  }),
  instruction('PaymentEmbeddedWalletInfo', 'EMBEDDED_WALLET', {
    payloadToSign: Type.String({ description: 'What the holder of the wallet signs, byte for byte' }),
  }),
] as const

/** The instructions that funding an account of a currency consists of; other currencies have none yet. */
export const FUNDING_ACCOUNT_TYPES = {
  USD: ['USD_ACCOUNT'],
  EUR: ['EUR_ACCOUNT'],
  GBP: ['GBP_ACCOUNT'],
  MXN: ['MXN_ACCOUNT'],
  BRL: ['BRL_ACCOUNT'],
  INR: ['INR_ACCOUNT'],
  BTC: ['SPARK_WALLET', 'LIGHTNING'],
  USDB: ['SPARK_WALLET'],
  USDC: ['SOLANA_WALLET', 'BASE_WALLET', 'POLYGON_WALLET', 'ETHEREUM_WALLET'],
  USDT: ['TRON_WALLET'],
} as const satisfies Record<string, readonly Static<(typeof variants)[number]>['accountType'][]>

export const PaymentInstructions = Type.Object(
  {
    accountOrWalletInfo: oneOf('accountType', variants, {
      $id: 'PaymentInstructionsAccountInfo',
      description: 'Where to send the money',
    }),
    instructionsNotes: Type.Optional(Type.String({ maxLength: 1000, description: 'What a person who pays must know' })),
    isPlatformAccount: Type.Optional(
      Type.Boolean({ description: 'The account belongs to the platform, not to the customer' }),
    ),
  },
  { $id: 'PaymentInstructions', description: 'One way to pay' },
)
export type PaymentInstructions = Static<typeof PaymentInstructions>
