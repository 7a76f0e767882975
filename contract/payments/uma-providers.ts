/** UMA providers: institutions whose UMA addresses can be paid. */
import Type, { type Static } from 'typebox'
import { Currency } from '../elements.ts'
import { operations } from '../operation.ts'
import { Country, CurrencyCode, choice, list, pageQuery } from '../schema.ts'

export const UmaProvider = Type.Object(
  {
    name: Type.String({ examples: ['Acme Pay'] }),
    domain: Type.String({ description: 'Domain of its UMA addresses', examples: ['acme.example'] }),
    supportedRegions: Type.Array(Country, { description: 'Countries of its customers; empty: unknown' }),
    supportedCurrencies: Type.Array(Currency, { description: 'Currencies that its customers receive; empty: unknown' }),
    logoUrl: Type.Optional(Type.String({ format: 'uri' })),
    lei: Type.Optional(Type.String({ description: 'Legal Entity Identifier, ISO 17442' })),
    allowListStatus: Type.Boolean({
      description:
        'Whether the platform allows payments with it; a payment to a blocked institution is refused with COUNTERPARTY_NOT_ALLOWED',
    }),
  },
  { $id: 'UmaProvider', description: 'An institution with UMA addresses' },
)
export type UmaProvider = Static<typeof UmaProvider>

export const umaProviderOperations = operations({
  getAvailableUmaProviders: {
    method: 'GET',
    path: '/uma-providers',
    tag: 'Receivers',
    summary: 'List UMA providers',
    description: 'The platform itself and the institutions that this installation knows, ordered by domain.',
    permission: 'VIEW',
    query: Type.Object({
      countryCode: Type.Optional(Country),
      currencyCode: Type.Optional(CurrencyCode),
      hasBlockedProviders: Type.Optional(
        Type.Boolean({ default: true, description: 'Whether to include blocked institutions' }),
      ),
      sortOrder: Type.Optional(choice(['asc', 'desc'], { default: 'desc' })),
      ...pageQuery,
    }),
    replies: { 200: list(UmaProvider, 'UmaProviderListResponse') },
  },
})
