/** Platform configuration: its schemas and operations. */
import Type, { type Static } from 'typebox'
import { CustomerInfoFieldName, Email, TransactionType, text } from '../elements.ts'
import { operations } from '../operation.ts'
import { amount, CurrencyCode, id, Timestamp } from '../schema.ts'

export const CounterpartyFieldDefinition = Type.Object(
  { name: CustomerInfoFieldName, mandatory: Type.Boolean() },
  {
    $id: 'CounterpartyFieldDefinition',
    description: 'A detail of the counterparty, and whether it is mandatory',
  },
)

const currencySettings = {
  currencyCode: CurrencyCode,
  minAmount: amount({ description: 'Smallest payment, in minor units' }),
  maxAmount: amount({ description: 'Largest payment, in minor units' }),
  requiredCounterpartyFields: Type.Array(CounterpartyFieldDefinition, {
    maxItems: 50,
    description: 'Counterparty details that the platform requires',
  }),
  enabledTransactionTypes: Type.Array(TransactionType, { maxItems: 2, uniqueItems: true }),
}

export const PlatformCurrencyConfig = Type.Object(
  {
    ...currencySettings,
    providerRequiredCustomerFields: Type.Optional(
      Type.Array(CustomerInfoFieldName, { description: 'Customer details that the rails require' }),
    ),
    providerRequiredCounterpartyCustomerFields: Type.Optional(
      Type.Array(CustomerInfoFieldName, { description: 'Counterparty details that the rails require' }),
    ),
  },
  { $id: 'PlatformCurrencyConfig', description: 'A currency that customers can hold, send and receive' },
)
export type PlatformCurrencyConfig = Static<typeof PlatformCurrencyConfig>

export const EmbeddedWalletConfig = Type.Object(
  {
    appName: Type.Optional(text(255)),
    otpLength: Type.Optional(
      Type.Integer({ minimum: 4, maximum: 12, description: 'Length of a one-time code; default 6' }),
    ),
    alphanumeric: Type.Optional(Type.Boolean({ description: 'Whether one-time codes also contain letters' })),
    expirationSeconds: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 86400, description: 'Lifetime of a one-time code; default 300' }),
    ),
    sendFromEmailAddress: Type.Optional(Email),
    sendFromEmailSenderName: Type.Optional(text(255)),
    replyToEmailAddress: Type.Optional(Email),
    logoUrl: Type.Optional(Type.String({ format: 'uri', maxLength: 512 })),
  },
  { $id: 'EmbeddedWalletConfig', description: 'Branding and one-time codes of mails to the holders of wallets' },
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
  description: 'URL to which events are sent',
  examples: ['https://acme.example/webhooks'],
})

export const PlatformConfig = Type.Object(
  {
    id: id('PlatformConfig'),
    umaDomain: Type.Optional(umaDomain),
    proxyUmaSubdomain: Type.Optional(
      Type.String({ description: 'Subdomain to which incoming UMA requests are proxied' }),
    ),
    webhookEndpoint: Type.Optional(webhookEndpoint),
    supportedCurrencies: Type.Array(PlatformCurrencyConfig),
    isRegulatedFinancialInstitution: Type.Boolean({
      description: 'Set by the operator; a regulated platform verifies its customers itself',
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
    summary: 'Update the configuration',
    description:
      'Absent fields are unchanged, also those inside `embeddedWalletConfig`; `supportedCurrencies` replaces the whole list. A new `webhookEndpoint` receives a TEST event, and every event from then on.',
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
