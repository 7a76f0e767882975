/** Schemas shared by several resources: currencies, amounts, addresses, accounts of a payment, the error body. */
import Type, { type Static } from 'typebox'
import { customerLifecycle } from './customers/customer-lifecycle.ts'
import { ERROR_CODES, type ErrorCode } from './error-codes.ts'
import { LIMITS } from './limits.ts'
import { amount, Country, choice, statusSchema } from './schema.ts'

/** Free text of a bounded length; `max` counts characters. */
export const text = (max: number, options: { description?: string; examples?: string[] } = {}) =>
  Type.String({ minLength: 1, maxLength: max, ...options })

/** The id of one of several kinds of resource. */
export const idOf = <const Resources extends readonly string[]>(...resources: Resources) =>
  Type.Unsafe<`${Resources[number]}:${string}`>({
    type: 'string',
    pattern: `^(${resources.join('|')}):[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$`,
    examples: [`${resources[0]}:019542f5-b3e7-7d02-8000-000000000001`],
  })

/** Either side of a payment. */
export const AccountId = idOf('InternalAccount', 'ExternalAccount')
/** Who a payment or account belongs to; the platform itself where there is no customer. */
export const OwnerId = idOf('Customer', 'PlatformConfig')

export const Email = Type.String({ format: 'email', maxLength: 255, examples: ['alice@example.com'] })
export const UmaAddress = Type.String({
  minLength: 4,
  maxLength: 320,
  description: 'Universal Money Address: `$name@domain`',
  examples: ['$alice@acme.example'],
})

/** As a caller chooses it for a customer: any fault in its form is INVALID_UMA_ADDRESS. */
export const UnparsedUmaAddress = Type.String({
  maxLength: 320,
  description: 'Universal Money Address: `$name@domain`',
  examples: ['$alice@acme.example'],
})

export const KycStatus = statusSchema(customerLifecycle, { $id: 'KycStatus', description: 'KYC of a person.' })

export const Currency = Type.Object(
  {
    code: Type.String({ description: 'ISO 4217 code or ticker', examples: ['USD'] }),
    name: Type.String({ examples: ['United States Dollar'] }),
    symbol: Type.String({ examples: ['$'] }),
    decimals: Type.Integer({
      minimum: 0,
      maximum: 18,
      description: 'Digits after the point: how many minor units make one major unit, as a power of ten',
      examples: [2],
    }),
  },
  { $id: 'Currency', description: 'A currency and how to show it' },
)
export type Currency = Static<typeof Currency>

export const CurrencyAmount = Type.Object(
  { amount: amount({ description: 'In the smallest unit of the currency' }), currency: Currency },
  { $id: 'CurrencyAmount', description: 'An amount of money and its currency' },
)
export type CurrencyAmount = Static<typeof CurrencyAmount>

export const Address = Type.Object(
  {
    line1: text(255, { examples: ['1 Market Street'] }),
    line2: Type.Optional(text(255)),
    city: Type.Optional(text(255, { examples: ['San Francisco'] })),
    state: Type.Optional(text(255, { description: 'State, province or region', examples: ['CA'] })),
    postalCode: text(32, { examples: ['94105'] }),
    country: Country,
  },
  { $id: 'Address', description: 'A postal address' },
)
export type Address = Static<typeof Address>

export const PAYMENT_RAILS = [
  'ACH',
  'BANK_TRANSFER',
  'FAST',
  'FASTER_PAYMENTS',
  'FEDNOW',
  'MOBILE_MONEY',
  'NEFT',
  'PAYNOW',
  'PIX',
  'RTGS',
  'RTP',
  'SEPA',
  'SEPA_INSTANT',
  'SPEI',
  'SWIFT',
  'UPI',
  'WIRE',
  'BASE',
  'BITCOIN',
  'ETHEREUM',
  'LIGHTNING',
  'POLYGON',
  'SOLANA',
  'SPARK',
  'TRON',
] as const
export const PaymentRail = choice(PAYMENT_RAILS, {
  $id: 'PaymentRail',
  description: 'The network that carries the money',
})
export type PaymentRail = Static<typeof PaymentRail>

export const CUSTOMER_INFO_FIELDS = [
  'FULL_NAME',
  'BIRTH_DATE',
  'NATIONALITY',
  'PHONE_NUMBER',
  'EMAIL',
  'POSTAL_ADDRESS',
  'TAX_ID',
  'REGISTRATION_NUMBER',
  'USER_TYPE',
  'COUNTRY_OF_RESIDENCE',
  'ACCOUNT_IDENTIFIER',
  'FI_LEGAL_ENTITY_NAME',
  'FI_ADDRESS',
  'PURPOSE_OF_PAYMENT',
  'ULTIMATE_INSTITUTION_COUNTRY',
  'IDENTIFIER',
  'BUSINESS_TYPE',
  'COMPANY_LEGAL_NAME',
] as const
export const CustomerInfoFieldName = choice(CUSTOMER_INFO_FIELDS, {
  $id: 'CustomerInfoFieldName',
  description: 'A detail about a person or business that may accompany a payment',
})

export const TransactionType = choice(['INCOMING', 'OUTGOING'], {
  $id: 'TransactionType',
  description: 'Whether the customer receives or sends',
})

export const CounterpartyInformation = Type.Record(Type.String(), Type.String(), {
  $id: 'CounterpartyInformation',
  description: 'What is known about the other side, by field name such as FULL_NAME or NATIONALITY',
})

export const FieldError = Type.Object(
  {
    field: Type.String({
      description: 'Dot path from the root of the body, or the name of a parameter',
      examples: ['source.accountId'],
    }),
    message: Type.String(),
    constraint: Type.Optional(
      Type.Unknown({ description: 'What the field must satisfy: a pattern, a range or a list of values' }),
    ),
  },
  { $id: 'FieldError', description: 'One fault of the input' },
)

export const ErrorBody = Type.Object(
  {
    status: Type.Integer({ description: 'The HTTP status again' }),
    code: choice(Object.keys(ERROR_CODES) as ErrorCode[], { description: 'For programs' }),
    message: Type.String({ description: 'Human-readable; its wording may change' }),
    details: Type.Optional(
      Type.Object(
        {
          errors: Type.Optional(Type.Array(FieldError, { description: 'All faults of the input at once' })),
          requestId: Type.Optional(Type.String({ description: 'X-Request-Id of the request that was refused' })),
          hint: Type.Optional(Type.String({ description: 'Human-readable: what to do about the code' })),
          docs: Type.Optional(Type.String({ format: 'uri', description: 'Page about the code' })),
        },
        { description: 'Facts about this case; further keys depend on the code' },
      ),
    ),
    reason: Type.Optional(Type.String({ description: 'Why credentials or a signature were refused' })),
  },
  { $id: 'Error', description: 'Every reply with a status from 400 upwards' },
)
export type ErrorBody = Static<typeof ErrorBody>

export const PurposeOfPayment = choice(
  [
    'GIFT',
    'SELF',
    'GOODS_OR_SERVICES',
    'EDUCATION',
    'HEALTH_OR_MEDICAL',
    'REAL_ESTATE_PURCHASE',
    'TAX_PAYMENT',
    'LOAN_PAYMENT',
    'UTILITY_BILL',
    'DONATION',
    'TRAVEL',
    'FAMILY_SUPPORT',
    'SALARY_PAYMENT',
    'OTHER',
  ],
  { $id: 'PurposeOfPayment', description: 'Why the payment is made; some countries require it' },
)
export type PurposeOfPayment = Static<typeof PurposeOfPayment>

export const RemittanceInformation = Type.String({
  minLength: 1,
  maxLength: LIMITS.remittance,
  // Bank statements are lines of text: a control character would end or reorder one.
  pattern: '^[^\\p{C}]+$',
  description: "Text for the receiver's statement; it travels with the payment over the rail",
  examples: ['Invoice 4711'],
})

export const Memo = Type.String({
  maxLength: LIMITS.text,
  description: "Free text for the platform's own records",
  examples: ['Invoice 4711'],
})
