/** Institutions whose UMA addresses can be paid. */
import Type, { type Static } from 'typebox'
import { Currency } from '../elements.ts'
import { operations } from '../operation.ts'
import { Country, CurrencyCode, choice, list, pageQuery } from '../schema.ts'

export const UmaProvider = Type.Object(
  {
    name: Type.String({ examples: ['Acme Pay'] }),
    domain: Type.String({ description: 'Of its UMA addresses', examples: ['acme.example'] }),
    supportedRegions: Type.Array(Country, { description: 'Where its customers are; empty: it does not say' }),
    supportedCurrencies: Type.Array(Currency, { description: 'What its customers take; empty: it does not say' }),
    logoUrl: Type.Optional(Type.String({ format: 'uri' })),
    lei: Type.Optional(Type.String({ description: 'Legal Entity Identifier, ISO 17442' })),
    allowListStatus: Type.Boolean({
      description:
        'Whether the platform may pay there; a payment to a blocked one is refused: COUNTERPARTY_NOT_ALLOWED',
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
    description:
      'The platform itself and the institutions that this installation knows, in the order of their domains.',
    permission: 'VIEW',
    query: Type.Object({
      countryCode: Type.Optional(Country),
      currencyCode: Type.Optional(CurrencyCode),
      hasBlockedProviders: Type.Optional(
        Type.Boolean({ default: true, description: 'Whether blocked ones are listed too' }),
      ),
      sortOrder: Type.Optional(choice(['asc', 'desc'], { default: 'desc' })),
      ...pageQuery,
    }),
    replies: { 200: list(UmaProvider, 'UmaProviderListResponse') },
  },
})
