/** Parties: accounts as a person recognizes them, by the name of the owner and a detail that distinguishes them. */
import Type, { type Static } from 'typebox'
import { AccountId } from '../elements.ts'
import { LIMITS } from '../limits.ts'
import { operations } from '../operation.ts'

export const Party = Type.Object(
  {
    id: AccountId,
    name: Type.String({ examples: ['María García'] }),
    detail: Type.String({ examples: ['USD balance', 'CLABE ··9719'] }),
    currency: Type.String(),
    isExternal: Type.Boolean(),
    ownerName: Type.String({ description: 'The customer that it belongs to or is registered for, or the platform' }),
  },
  { $id: 'Party' },
)
export type Party = Static<typeof Party>

const Parties = Type.Object(
  { parties: Type.Array(Party, { description: 'External accounts first' }) },
  { $id: 'Parties' },
)
export type Parties = Static<typeof Parties>

export const partyOperations = operations({
  getParties: {
    method: 'GET',
    path: '/parties',
    tag: 'Internal accounts',
    summary: 'Get the names of accounts',
    description: `Of the accounts with these ids, internal and external; deleted ones too. Unknown ids are left out. Without \`id\`, of the accounts that can be paid, at most ${LIMITS.parties} of each kind.`,
    permission: 'VIEW',
    query: Type.Object({
      id: Type.Optional(Type.Array(AccountId, { maxItems: LIMITS.parties, description: 'One or several' })),
    }),
    replies: { 200: Parties },
  },
})
