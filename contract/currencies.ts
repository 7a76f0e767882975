/** Currencies: notation, default rails, and the sandbox's fixed rates. */
import type { PaymentRail } from './elements.ts'

interface CurrencyRow {
  readonly name: string
  readonly symbol: string
  /** Minor units of one major unit, as a power of ten (ISO 4217 for fiat). */
  readonly decimals: number
  readonly kind: 'FIAT' | 'CRYPTO'
  /** Major units of it for one US dollar: an exact decimal. */
  readonly perUsd?: string
  /** US dollars for one major unit of it: an exact decimal. Replaces `perUsd` where that would not be exact. */
  readonly usdPerUnit?: string
  /** Rail of a payout that names none. */
  readonly rail: PaymentRail
  /** How long a quote into this currency is valid. */
  readonly validForMinutes: number
}

const INSTANT: ReadonlySet<PaymentRail> = new Set<PaymentRail>([
  'FAST',
  'FASTER_PAYMENTS',
  'FEDNOW',
  'MOBILE_MONEY',
  'PAYNOW',
  'PIX',
  'RTP',
  'SEPA_INSTANT',
  'SPEI',
  'UPI',
  'BASE',
  'ETHEREUM',
  'LIGHTNING',
  'POLYGON',
  'SOLANA',
  'SPARK',
  'TRON',
])

/** How long a locked rate is valid, by the rail of the payout: instant rails settle before the market moves. */
export const validForMinutes = (rail: PaymentRail): 5 | 15 => (INSTANT.has(rail) ? 5 : 15)

const fiat = (name: string, symbol: string, perUsd: string, rail: PaymentRail, decimals = 2): CurrencyRow => ({
  name,
  symbol,
  decimals,
  kind: 'FIAT',
  perUsd,
  rail,
  validForMinutes: validForMinutes(rail),
})
const crypto = (
  name: string,
  symbol: string,
  decimals: number,
  rate: { perUsd: string } | { usdPerUnit: string },
  rail: PaymentRail,
): CurrencyRow => ({
  name,
  symbol,
  decimals,
  kind: 'CRYPTO',
  ...rate,
  rail,
  validForMinutes: validForMinutes(rail),
})
const table = <const Code extends string>(rows: Record<Code, CurrencyRow>): Readonly<Record<Code, CurrencyRow>> => rows

export const CURRENCIES = table({
  AED: fiat('UAE Dirham', 'د.إ', '3.6725', 'BANK_TRANSFER'),
  ARS: fiat('Argentine Peso', '$', '850', 'BANK_TRANSFER'),
  BDT: fiat('Bangladeshi Taka', '৳', '110', 'BANK_TRANSFER'),
  BRL: fiat('Brazilian Real', 'R$', '5.15', 'PIX'),
  BWP: fiat('Botswana Pula', 'P', '13.6', 'MOBILE_MONEY'),
  CAD: fiat('Canadian Dollar', '$', '1.36', 'BANK_TRANSFER'),
  COP: fiat('Colombian Peso', '$', '3950', 'BANK_TRANSFER'),
  DKK: fiat('Danish Krone', 'kr', '6.86', 'SEPA_INSTANT'),
  EGP: fiat('Egyptian Pound', 'E£', '47.5', 'BANK_TRANSFER'),
  EUR: fiat('Euro', '€', '0.92', 'SEPA_INSTANT'),
  GBP: fiat('Pound Sterling', '£', '0.79', 'FASTER_PAYMENTS'),
  GHS: fiat('Ghanaian Cedi', '₵', '12.5', 'BANK_TRANSFER'),
  GTQ: fiat('Guatemalan Quetzal', 'Q', '7.75', 'BANK_TRANSFER'),
  HKD: fiat('Hong Kong Dollar', '$', '7.8', 'BANK_TRANSFER'),
  HTG: fiat('Haitian Gourde', 'G', '132', 'MOBILE_MONEY'),
  IDR: fiat('Indonesian Rupiah', 'Rp', '15800', 'BANK_TRANSFER'),
  INR: fiat('Indian Rupee', '₹', '82.50', 'UPI'),
  JMD: fiat('Jamaican Dollar', '$', '155', 'BANK_TRANSFER'),
  KES: fiat('Kenyan Shilling', 'KSh', '130', 'MOBILE_MONEY'),
  MWK: fiat('Malawian Kwacha', 'MK', '1730', 'MOBILE_MONEY'),
  MXN: fiat('Mexican Peso', '$', '17.25', 'SPEI'),
  MYR: fiat('Malaysian Ringgit', 'RM', '4.7', 'BANK_TRANSFER'),
  NGN: fiat('Nigerian Naira', '₦', '1450', 'BANK_TRANSFER'),
  PHP: fiat('Philippine Peso', '₱', '56', 'BANK_TRANSFER'),
  PKR: fiat('Pakistani Rupee', '₨', '278', 'BANK_TRANSFER'),
  RWF: fiat('Rwandan Franc', 'FRw', '1300', 'MOBILE_MONEY', 0),
  SGD: fiat('Singapore Dollar', '$', '1.35', 'FAST'),
  SVC: fiat('Salvadoran Colón', '₡', '8.75', 'BANK_TRANSFER'),
  THB: fiat('Thai Baht', '฿', '36', 'BANK_TRANSFER'),
  TZS: fiat('Tanzanian Shilling', 'TSh', '2600', 'MOBILE_MONEY'),
  UGX: fiat('Ugandan Shilling', 'USh', '3800', 'MOBILE_MONEY', 0),
  USD: fiat('United States Dollar', '$', '1', 'ACH'),
  VND: fiat('Vietnamese Dong', '₫', '25000', 'BANK_TRANSFER', 0),
  XAF: fiat('Central African CFA Franc', 'FCFA', '605', 'MOBILE_MONEY', 0),
  XOF: fiat('West African CFA Franc', 'CFA', '605', 'MOBILE_MONEY', 0),
  ZAR: fiat('South African Rand', 'R', '18.5', 'BANK_TRANSFER'),
  ZMW: fiat('Zambian Kwacha', 'ZK', '26', 'MOBILE_MONEY'),
  BTC: crypto('Bitcoin', '₿', 8, { usdPerUnit: '120048.01920768' }, 'SPARK'),
  USDB: crypto('USDB', 'USDB', 6, { perUsd: '1' }, 'SPARK'),
  USDC: crypto('USD Coin', 'USDC', 6, { perUsd: '1' }, 'SOLANA'),
  USDT: crypto('Tether', 'USDT', 6, { perUsd: '1' }, 'TRON'),
})

export type KnownCurrency = keyof typeof CURRENCIES

/** Type guard for the currencies of the table. */
export const isKnownCurrency = (code: string): code is KnownCurrency => Object.hasOwn(CURRENCIES, code)
