/** Postings of a platform's ledger, with the names of their sides and the payment or purchase that caused them. */
import Type, { type Static } from 'typebox'
import { CurrencyAmount, idOf } from '../elements.ts'
import { LIMITS } from '../limits.ts'
import { operations } from '../operation.ts'
import { CurrencyCode, choice, id, list, pageQuery, Timestamp } from '../schema.ts'
import { HOUSE_ROLES, type HouseRole } from './house-accounts.ts'

/** Newest postings that one page of a filtered list searches: not every filter has an index. */
export const POSTINGS_SEARCHED = 20_000

const HouseAccount = choice(Object.keys(HOUSE_ROLES) as HouseRole[], {
  $id: 'HouseAccount',
  description: `Accounts of the installation, one per currency.\n\n${Object.entries(HOUSE_ROLES)
    .map(([role, about]) => `- \`${role}\`: ${about}`)
    .join('\n')}`,
})

export const CauseId = idOf('Transaction', 'CardTransaction')

export const LedgerCause = Type.Object(
  {
    kind: choice(['PAYMENT', 'CARD'], { description: 'CARD: a card transaction; all others are transactions' }),
    id: CauseId,
    status: Type.String({ description: 'Of the transaction or card transaction, now', examples: ['COMPLETED'] }),
    label: Type.Optional(Type.String({ description: 'Merchant, description, or the other end of the payment' })),
    cardId: Type.Optional(id('Card')),
  },
  { $id: 'LedgerCause', description: 'What caused a posting' },
)
export type LedgerCause = Static<typeof LedgerCause>

const named = {
  id: idOf('InternalAccount', 'HouseAccount'),
  name: Type.String({ description: 'Name of the owner, or of the house account', examples: ['Northwind Ltd'] }),
  houseAccount: Type.Optional(HouseAccount),
  about: Type.Optional(Type.String({ description: 'Description of a house account' })),
}
export const NamedAccount = Type.Object(named, { $id: 'LedgerAccount' })
export type NamedAccount = Static<typeof NamedAccount>

const PostingSide = Type.Object(
  {
    ...named,
    after: Type.Optional(
      Type.Integer({
        format: 'int64',
        minimum: -LIMITS.amount,
        maximum: LIMITS.amount,
        description: 'Balance after it, in minor units; absent for house accounts, whose balances are sums',
      }),
    ),
  },
  { $id: 'PostingSide' },
)
export type PostingSide = Static<typeof PostingSide>

const posting = {
  ...CurrencyAmount.properties,
  line: Type.Integer({ minimum: 0, description: 'Number of the posting within its payment or purchase' }),
  from: PostingSide,
  to: PostingSide,
  at: Timestamp,
}
export const NamedPosting = Type.Object(posting, {
  $id: 'Posting',
  description: 'An amount that left one account and reached another: the debit of `from` and the credit of `to`',
})
export type NamedPosting = Static<typeof NamedPosting>

const LedgerPosting = Type.Object(
  { ...posting, cause: LedgerCause },
  { $id: 'LedgerPosting', description: 'Identified by the `id` of its cause and its `line`' },
)
export type LedgerPosting = Static<typeof LedgerPosting>

export const postingOperations = operations({
  listPostings: {
    method: 'GET',
    path: '/ledger/postings',
    tag: 'Ledger',
    summary: 'List postings',
    description: `Those of the newest payments and purchases first. A page with a filter searches ${POSTINGS_SEARCHED} postings: it may have fewer items than its \`limit\` while \`hasMore\` is true. \`totalCount\` counts the newest ${POSTINGS_SEARCHED}, and is marked as an estimate where there are more.`,
    permission: 'VIEW',
    query: Type.Object({
      accountId: Type.Optional(id('InternalAccount')),
      houseAccount: Type.Optional(HouseAccount),
      currency: Type.Optional(CurrencyCode),
      causeId: Type.Optional(CauseId),
      ...pageQuery,
    }),
    replies: { 200: list(LedgerPosting, 'PostingListResponse') },
  },
})
