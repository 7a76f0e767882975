/** Payment instruction schemas: how an account or a quote is paid into, by type of account or wallet. */
import Type, { type Static, type TProperties } from 'typebox'
import type { PaymentRail } from '../elements.ts'
import * as fields from '../payments/external-accounts/account-fields.ts'
import type { AccountTypeRow } from '../payments/external-accounts/account-row.ts'
import { ACCOUNT_TYPES, type AccountType, stemOf } from '../payments/external-accounts/account-types.ts'
import { choice, oneOf } from '../schema.ts'

/** Must accompany the payment, so that it can be matched. */
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

const own = [
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
    payloadToSign: Type.String({ description: 'The exact bytes that the holder of the wallet signs' }),
  }),
  instruction('PaymentArsAccountInfo', 'ARS_ACCOUNT', {
    accountNumber: fields.digits(22, 'CBU or CVU', '0000003100010000000001'),
  }),
  instruction('PaymentCopAccountInfo', 'COP_ACCOUNT', {
    paymentUrl: Type.String({ format: 'uri', maxLength: 2000, description: 'Page on which the payment is made' }),
  }),
] as const

/** Account types whose instructions consist of the fields that register such an account, its rails and the reference. */
const PLAIN = (Object.keys(ACCOUNT_TYPES) as AccountType[])
  .filter((accountType) => ACCOUNT_TYPES[accountType].beneficiary !== false)
  .filter((accountType) => !own.some(({ properties }) => properties.accountType.const === accountType))

const plain = (accountType: AccountType) => {
  const { fields: asked, rails: reached }: AccountTypeRow = ACCOUNT_TYPES[accountType]
  const { rail: _, ...named } = asked
  const holder: TProperties = accountType === 'SWIFT_ACCOUNT' ? { accountHolderName: fields.BankName } : {}
  return instruction(`Payment${stemOf(accountType)}AccountInfo`, accountType, {
    ...named,
    ...holder,
    paymentRails: rails(...reached),
    reference,
  })
}
/** The account types without instructions of their own form, by currency. */
export const PLAIN_BY_CURRENCY: Readonly<Record<string, readonly AccountType[]>> = Object.fromEntries(
  PLAIN.flatMap((accountType) => {
    const { currencies }: AccountTypeRow = ACCOUNT_TYPES[accountType]
    return currencies === 'ANY' ? [] : currencies.filter((code) => code !== 'USD').map((code) => [code, [accountType]])
  }),
)

const variants = [...own, ...PLAIN.map(plain)] as const

/**
 * The types of funding instructions by currency, where they have their own form; `PLAIN_BY_CURRENCY` has the others.
 */
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
  ARS: ['ARS_ACCOUNT'],
  COP: ['COP_ACCOUNT'],
} as const satisfies Record<string, readonly Static<(typeof own)[number]>['accountType'][]>

/** The types of instructions for a currency; none if it cannot be funded. */
export const instructionTypes = (currency: string): readonly InstructionType[] =>
  FUNDING_ACCOUNT_TYPES[currency as keyof typeof FUNDING_ACCOUNT_TYPES] ?? PLAIN_BY_CURRENCY[currency] ?? []

/** Instruction type of each crypto network. */
const NETWORK_INSTRUCTIONS: Readonly<Record<string, InstructionType>> = {
  SOLANA: 'SOLANA_WALLET',
  ETHEREUM: 'ETHEREUM_WALLET',
  BASE: 'BASE_WALLET',
  POLYGON: 'POLYGON_WALLET',
  SPARK: 'SPARK_WALLET',
  LIGHTNING: 'LIGHTNING',
}

/** Instruction types for a currency, on one network or (null) on all. Empty: the currency cannot arrive that way. */
export function instructionTypesOn(currency: string, cryptoNetwork: string | null): readonly InstructionType[] {
  const types = instructionTypes(currency)
  return cryptoNetwork === null ? types : types.filter((type) => type === NETWORK_INSTRUCTIONS[cryptoNetwork])
}

export const PaymentInstructions = Type.Object(
  {
    accountOrWalletInfo: oneOf('accountType', variants, {
      $id: 'PaymentInstructionsAccountInfo',
      description: 'Where to send the money',
    }),
    instructionsNotes: Type.Optional(Type.String({ maxLength: 1000, description: 'Notes for the person who pays' })),
    isPlatformAccount: Type.Optional(
      Type.Boolean({ description: 'The account belongs to the platform, not to the customer' }),
    ),
  },
  { $id: 'PaymentInstructions', description: 'One way to pay' },
)
export type PaymentInstructions = Static<typeof PaymentInstructions>

export type InstructionType = Extract<PaymentInstructions['accountOrWalletInfo']['accountType'], string>
