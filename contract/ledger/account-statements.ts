/** Account statement: the entries of an internal account with their causes, and its open holds. */
import Type, { type Static } from 'typebox'
import { InternalAccount } from '../accounts/internal-accounts.ts'
import { CurrencyAmount } from '../elements.ts'
import { LIMITS } from '../limits.ts'
import { operations } from '../operation.ts'
import { amount, choice, id, pageQuery, Timestamp } from '../schema.ts'
import { LedgerCause, NamedAccount } from './postings.ts'

/** Open holds that a statement shows. */
export const HOLDS_SHOWN = 200

const StatementEntry = Type.Object(
  {
    ...CurrencyAmount.properties,
    direction: choice(['IN', 'OUT']),
    after: amount({ description: 'Balance after it, in minor units' }),
    other: NamedAccount,
    cause: LedgerCause,
    at: Timestamp,
  },
  { $id: 'StatementEntry' },
)
export type StatementEntry = Static<typeof StatementEntry>

const OpenHold = Type.Object(
  { ...CurrencyAmount.properties, cause: LedgerCause, at: Timestamp },
  { $id: 'OpenHold', description: 'Part of the balance that a card purchase has reserved' },
)
export type OpenHold = Static<typeof OpenHold>

const AccountStatement = Type.Object(
  {
    account: InternalAccount,
    ownerName: Type.String(),
    entries: Type.Array(StatementEntry, {
      maxItems: LIMITS.page,
      description: 'Of the newest payments and purchases, newest first',
    }),
    hasMore: Type.Boolean({ description: 'There are older entries' }),
    nextCursor: Type.Optional(Type.String({ description: 'Present when `hasMore` is true' })),
    holds: Type.Array(OpenHold, { maxItems: HOLDS_SHOWN, description: 'Newest first' }),
  },
  { $id: 'AccountStatement' },
)
export type AccountStatement = Static<typeof AccountStatement>

export const accountStatementOperations = operations({
  getAccountStatement: {
    method: 'GET',
    path: '/internal-accounts/{id}/statement',
    tag: 'Ledger',
    summary: 'Get the statement of an internal account',
    permission: 'VIEW',
    params: Type.Object({ id: id('InternalAccount') }),
    query: Type.Object({ ...pageQuery }),
    replies: { 200: AccountStatement },
  },
})
