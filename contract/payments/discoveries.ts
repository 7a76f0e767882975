/** Banks and mobile money providers: lists from which an account names its own. */
import Type, { type Static } from 'typebox'
import { operations } from '../operation.ts'
import { Country, CurrencyCode, list, pageQuery } from '../schema.ts'

export const Discovery = Type.Object(
  {
    bankName: Type.String({
      description: 'To send as `bankName` or `provider` of an external account',
      examples: ['BDO'],
    }),
    displayName: Type.String({ description: 'To show to people', examples: ['BDO Unibank'] }),
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
    description: 'In the order of currency, country and name. It helps to choose; an account may name another one.',
    permission: 'VIEW',
    query: Type.Object({ country: Type.Optional(Country), currency: Type.Optional(CurrencyCode), ...pageQuery }),
    replies: { 200: list(Discovery, 'DiscoveryListResponse') },
  },
})
