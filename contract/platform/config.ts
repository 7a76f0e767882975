/** Owns the platform's configuration. */
import Type, { type Static } from 'typebox'
import { CustomerInfoFieldName, Email, TransactionType, text } from '../elements.ts'
import { operations } from '../operation.ts'
import { amount, CurrencyCode, id, Timestamp } from '../schema.ts'

export const CounterpartyFieldDefinition = Type.Object(
  { name: CustomerInfoFieldName, mandatory: Type.Boolean() },
  {
    $id: 'CounterpartyFieldDefinition',
    description: 'A detail about the other side, and whether a payment may go without it',
  },
)

const currencySettings = {
  currencyCode: CurrencyCode,
  minAmount: amount({ description: 'Smallest payment, in minor units' }),
  maxAmount: amount({ description: 'Largest payment, in minor units' }),
  requiredCounterpartyFields: Type.Array(CounterpartyFieldDefinition, {
    maxItems: 50,
    description: 'What the platform wants to know about the other side',
  }),
  enabledTransactionTypes: Type.Array(TransactionType, { maxItems: 2, uniqueItems: true }),
}

export const PlatformCurrencyConfig = Type.Object(
  {
    ...currencySettings,
    providerRequiredCustomerFields: Type.Optional(
      Type.Array(CustomerInfoFieldName, { description: 'What the rails want to know about the customer' }),
    ),
    providerRequiredCounterpartyCustomerFields: Type.Optional(
      Type.Array(CustomerInfoFieldName, { description: 'What the rails want to know about the other side' }),
    ),
  },
  { $id: 'PlatformCurrencyConfig', description: 'A currency that customers can hold, send and receive' },
)
export type PlatformCurrencyConfig = Static<typeof PlatformCurrencyConfig>

export const EmbeddedWalletConfig = Type.Object(
  {
    appName: Type.Optional(text(255)),
    otpLength: Type.Optional(
      Type.Integer({ minimum: 4, maximum: 12, description: 'Characters of a one-time code; 6 unless set' }),
    ),
    alphanumeric: Type.Optional(Type.Boolean({ description: 'One-time codes have letters too' })),
    expirationSeconds: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 86400, description: 'Life of a one-time code; 300 unless set' }),
    ),
    sendFromEmailAddress: Type.Optional(Email),
    sendFromEmailSenderName: Type.Optional(text(255)),
    replyToEmailAddress: Type.Optional(Email),
    logoUrl: Type.Optional(Type.String({ format: 'uri', maxLength: 512 })),
  },
  { $id: 'EmbeddedWalletConfig', description: 'How wallets speak to their holders' },
)

export const UMA_DOMAIN_PATTERN = '^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*(:[0-9]{1,5})?$'
const umaDomain = Type.String({
  maxLength: 253,
  pattern: UMA_DOMAIN_PATTERN,
  description: "Domain of the customers' UMA addresses",
  examples: ['acme.example'],
})
const webhookEndpoint = Type.String({
  format: 'uri',
  pattern: '^https?://',
  maxLength: 2048,
  description: 'Where events are sent',
  examples: ['https://acme.example/webhooks'],
})

export const PlatformConfig = Type.Object(
  {
    id: id('PlatformConfig'),
    umaDomain: Type.Optional(umaDomain),
    proxyUmaSubdomain: Type.Optional(Type.String({ description: 'Subdomain to which incoming requests are proxied' })),
    webhookEndpoint: Type.Optional(webhookEndpoint),
    supportedCurrencies: Type.Array(PlatformCurrencyConfig),
    isRegulatedFinancialInstitution: Type.Boolean({
      description: 'Set by the operator; such a platform verifies its customers itself',
    }),
    embeddedWalletConfig: Type.Optional(EmbeddedWalletConfig),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { $id: 'PlatformConfig' },
)
export type PlatformConfig = Static<typeof PlatformConfig>

const tag = 'Configuration'

export const configOperations = operations({
  getPlatformConfig: {
    method: 'GET',
    path: '/config',
    tag,
    summary: 'Get the configuration',
    permission: 'VIEW',
    replies: { 200: PlatformConfig },
    errors: ['PLATFORM_NOT_FOUND'],
  },
  updatePlatformConfig: {
    method: 'PATCH',
    path: '/config',
    tag,
    summary: 'Change the configuration',
    description:
      'Absent fields stay as they are, also those inside `embeddedWalletConfig`; `supportedCurrencies` replaces the whole list. A new `webhookEndpoint` is sent a TEST event, and hears of what happens from then on.',
    permission: 'MANAGE',
    body: Type.Object(
      {
        umaDomain: Type.Optional(umaDomain),
        webhookEndpoint: Type.Optional(webhookEndpoint),
        supportedCurrencies: Type.Optional(
          Type.Array(Type.Object(currencySettings, { $id: 'PlatformCurrencyConfigUpdate' }), { maxItems: 100 }),
        ),
        embeddedWalletConfig: Type.Optional(EmbeddedWalletConfig),
      },
      { $id: 'PlatformConfigUpdateRequest' },
    ),
    replies: { 200: PlatformConfig },
    errors: ['INVALID_CURRENCY', 'INVALID_AMOUNT', 'CONFLICT', 'PLATFORM_NOT_FOUND'],
  },
})
