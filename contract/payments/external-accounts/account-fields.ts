/** Fields of bank accounts and wallets: format, meaning and an example. */
import Type from 'typebox'
import { choice } from '../../schema.ts'

/**
 * A string field. `minLength` and `maxLength` are always bounded, by the pattern or by themselves.
 * @param title label. @param description the format in words, or the meaning where the format is free
 */
export const field = (
  title: string,
  description: string,
  example: string,
  rule: { pattern: string; minLength?: number; maxLength?: number } | { minLength: number; maxLength: number },
) => Type.String({ ...rule, title, description, examples: [example] })

/** A fixed number of digits. */
export const digits = (count: number, title: string, example: string) =>
  field(title, `${count} digits`, example, { pattern: `^[0-9]{${count}}$` })

/** A mobile number of one country, with the digits after its dialling code. */
export const phoneNumber = (code: string, subscriber: string, example: string) =>
  field('Mobile number', `International form: +${code} and ${subscriber.replace(',', ' to ')} digits`, example, {
    pattern: `^\\+${code}[0-9]{${subscriber}}$`,
  })

export const AccountNumber = field('Account number', 'Up to 34 characters', '000123456789', {
  minLength: 1,
  maxLength: 34,
})
export const BankName = field('Bank', 'Name of the bank', 'Standard Bank', { minLength: 1, maxLength: 255 })
export const Provider = field('Provider', 'Mobile money provider', 'MTN', { minLength: 1, maxLength: 255 })
export const Phone = field('Mobile number', 'International form: +, country code, number', '+221771234567', {
  pattern: '^\\+[0-9]{6,14}$',
})
export const Bic = field('BIC (SWIFT code)', '8 or 11 letters and digits', 'DEUTDEFF', {
  pattern: '^[A-Z]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$',
})
export const Iban = field(
  'IBAN',
  'Country code, two check digits, 11 to 30 letters and digits',
  'DE89370400440532013000',
  { pattern: '^[A-Z]{2}[0-9]{2}[A-Za-z0-9]{11,30}$' },
)
export const ibanField = (country: string, rest: string, description: string, example: string) =>
  field('IBAN', description, example, { pattern: `^${country}${rest}$` })
export const BranchCode = digits(5, 'Branch code', '00012')
export const BankAccountType = choice(['CHECKING', 'SAVINGS'], { description: 'Kind of bank account' })
export const RoutingNumber = digits(9, 'ABA routing number', '021000021')
export const Clabe = digits(18, 'CLABE', '032180000118359719')
export const SortCode = digits(6, 'Sort code', '200000')
export const UkAccountNumber = digits(8, 'Account number', '55779911')
export const Vpa = field('UPI address', 'name@bank', 'asha@okbank', {
  minLength: 3,
  maxLength: 255,
  pattern: '^[a-zA-Z0-9.\\-_]+@[a-zA-Z0-9]+$',
})
export const Ifsc = field('IFSC', '4 letters, a zero, 6 letters or digits', 'HDFC0001234', {
  pattern: '^[A-Z]{4}0[A-Z0-9]{6}$',
})

/** Base58, except that the last three characters may be any digits: they choose an outcome in the sandbox. */
const base58 = (start: string, length: string) => `^${start}[1-9A-HJ-NP-Za-km-z]{${length}}[0-9A-HJ-NP-Za-km-z]{3}$`

export const SparkAddress = field(
  'Spark address',
  'Begins with spark1',
  'spark1pgssyuuuhnrrdjswal5c3s3rafw9w3y5dd4cjy3duxlf7hjzkp0rqx6dj6mrhu',
  {
    pattern: '^(spark|sp)(t|rt|s|l)?1[0-9a-z]{6,128}$',
  },
)
export const SolanaAddress = field(
  'Solana address',
  '32 to 44 characters, base58',
  '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T',
  {
    pattern: base58('', '29,41'),
  },
)
export const BitcoinAddress = field(
  'Bitcoin address',
  'Begins with bc1, 1 or 3',
  'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  {
    pattern: '^((bc|tb|bcrt)1[0-9a-z]{11,87}|[123mn][1-9A-HJ-NP-Za-km-z]{24,34})$',
  },
)
export const TronAddress = field('Tron address', 'T and 33 characters, base58', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', {
  pattern: base58('T', '30'),
})
export const EvmAddress = field(
  'Address',
  '0x and 40 hexadecimal digits',
  '0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B',
  {
    pattern: '^0x[0-9a-fA-F]{40}$',
  },
)
export const Bolt11 = field(
  'Invoice (BOLT 11)',
  'Begins with lnbc',
  'lnbc15u1p3xnhl2pp5jptserfk3zk4qy42tlucycrfwxhydvlemu9pqr93tuzlv9cc7g3s',
  {
    pattern: '^ln(bc|tb|tbs|bcrt)[0-9a-z]{10,2000}$',
  },
)
export const Bolt12 = field(
  'Offer (BOLT 12)',
  'Begins with lno1',
  'lno1pgqpvggr25te7q7jvfeudkl3v0nlzfrvhrc9slkzktkv4yvqarvrjfhvqgps',
  {
    pattern: '^lno1[0-9a-z]{10,2000}$',
  },
)
export const LightningAddress = field('Lightning address', 'name@domain', 'maria@wallet.example', {
  maxLength: 320,
  pattern: '^[a-zA-Z0-9._+\\-]+@[a-zA-Z0-9\\-]+(\\.[a-zA-Z0-9\\-]+)+$',
})
