/** Overview of a platform: its largest balances, the number of its payments, and what waits for an operator. */
import Type, { type Static } from 'typebox'
import { InternalAccount } from '../accounts/internal-accounts.ts'
import { operations } from '../operation.ts'
import { choice, id, Timestamp } from '../schema.ts'

/** Accounts that the overview shows. */
export const ACCOUNTS_SHOWN = 200
/** Items that wait for an operator that one reply has. */
export const ATTENTION_SHOWN = 20

const OwnedAccount = Type.Object({ ...InternalAccount.properties, ownerName: Type.String() }, { $id: 'OwnedAccount' })
export type OwnedAccount = Static<typeof OwnedAccount>

const Overview = Type.Object(
  {
    mode: choice(['sandbox', 'production']),
    platform: Type.Object(
      { id: id('PlatformConfig'), name: Type.String(), webhookEndpoint: Type.Optional(Type.String()) },
      { $id: 'OverviewPlatform' },
    ),
    accounts: Type.Array(OwnedAccount, { maxItems: ACCOUNTS_SHOWN, description: 'Largest balance first' }),
    hasMoreAccounts: Type.Boolean(),
    payments: Type.Record(Type.String(), Type.Integer({ minimum: 0 }), {
      description: 'Number of transactions in each status',
    }),
  },
  { $id: 'Overview' },
)
export type Overview = Static<typeof Overview>

const AttentionItem = Type.Object(
  {
    reason: Type.String(),
    since: Timestamp,
    command: Type.Optional(Type.String({ description: 'Command that resolves it', examples: ['causeway tasks list'] })),
    paymentId: Type.Optional(id('Transaction')),
    cardId: Type.Optional(id('Card')),
  },
  { $id: 'AttentionItem' },
)
export type AttentionItem = Static<typeof AttentionItem>

const Attention = Type.Object(
  { items: Type.Array(AttentionItem, { maxItems: ATTENTION_SHOWN, description: 'Oldest first' }) },
  { $id: 'Attention' },
)

export const overviewOperations = operations({
  getOverview: {
    method: 'GET',
    path: '/overview',
    tag: 'Configuration',
    summary: 'Get an overview of the platform',
    permission: 'VIEW',
    replies: { 200: Overview },
  },
  getAttention: {
    method: 'GET',
    path: '/attention',
    tag: 'Installation',
    summary: 'Get what waits for an operator',
    description: `Of the platform: tasks that were given up, payouts that are held, and a webhook endpoint that was disabled; at most ${ATTENTION_SHOWN}.`,
    permission: 'VIEW',
    installation: true,
    replies: { 200: Attention },
  },
})
