/** Banks and mobile money providers, for `bankName` and `provider` of external accounts. */
import Type, { type Static } from 'typebox'
import { operations } from '../operation.ts'
import { Country, CurrencyCode, list, pageQuery } from '../schema.ts'

export const Discovery = Type.Object(
  {
    bankName: Type.String({
      description: 'Value for `bankName` or `provider` of an external account',
      examples: ['BDO'],
    }),
    displayName: Type.String({ description: 'Name for display', examples: ['BDO Unibank'] }),
    country: Country,
    currency: CurrencyCode,
  },
  { $id: 'Discovery', description: 'A bank or a mobile money provider' },
)
export type Discovery = Static<typeof Discovery>

export const discoveryOperations = operations({
  getDiscoveries: {
    method: 'GET',
    path: '/discoveries',
    tag: 'Receivers',
    summary: 'List banks and providers',
    description: 'Ordered by currency, country and name. The list is a suggestion: an account may name another bank.',
    permission: 'VIEW',
    query: Type.Object({ country: Type.Optional(Country), currency: Type.Optional(CurrencyCode), ...pageQuery }),
    replies: { 200: list(Discovery, 'DiscoveryListResponse') },
  },
})
