/** Owns the list of all tables. Its order is the order in which rows are locked and written; lowest first. */
import type { Schema } from '../engine/schema.ts'
import { idempotencyKeys, secretReplies } from '../infra/http/idempotency.ts'
import { circuits, jobs } from '../infra/jobs/tables.ts'
import { events, listeners } from '../infra/states/tables.ts'
import { accounts, walletAddresses, walletKeys } from './accounts/tables.ts'
import { agentActions, agents, auditEntries, deviceCodes } from './agents/tables.ts'
import { agentSpending, agentUsage } from './allowances/tables.ts'
import { delegatedKeys } from './cards/consent/tables.ts'
import { cardRecords, cards, cardTransactions } from './cards/tables.ts'
import {
  attempts,
  credentials,
  mailedAddresses,
  mailedCodes,
  oneTimeCodes,
  passkeyChallenges,
  rosters,
  sessions,
  usedTokens,
} from './credentials/tables.ts'
import { customers } from './customers/tables.ts'
import { deliveries, deliveryAttempts } from './events/tables.ts'
import { externalAccounts } from './external-accounts/tables.ts'
import { importFaults, imports } from './imports/tables.ts'
import { invitations } from './invitations/tables.ts'
import { balances, holds, houseBalances, postings } from './ledger/tables.ts'
import { claims, platforms, tokens } from './platform/tables.ts'
import { quotes } from './quotes/tables.ts'
import { blockedProviders, lookups } from './receivers/tables.ts'
import { settlements, transactions } from './transactions/tables.ts'
import { umaMessages } from './uma/tables.ts'
import { beneficialOwners, documents, verifications } from './verifications/tables.ts'
import { challenges, openChallenges } from './wallets/tables.ts'

export const schema: Schema = [
  idempotencyKeys,
  secretReplies,
  jobs,
  circuits,
  platforms,
  listeners,
  tokens,
  claims,
  imports,
  importFaults,
  customers,
  verifications,
  beneficialOwners,
  documents,
  accounts,
  walletAddresses,
  walletKeys,
  sessions,
  credentials,
  rosters,
  attempts,
  mailedAddresses,
  mailedCodes,
  oneTimeCodes,
  passkeyChallenges,
  usedTokens,
  openChallenges,
  challenges,
  externalAccounts,
  lookups,
  blockedProviders,
  invitations,
  deviceCodes,
  agents,
  agentUsage,
  agentActions,
  quotes,
  transactions,
  settlements,
  agentSpending,
  cards,
  delegatedKeys,
  cardTransactions,
  holds,
  balances,
  houseBalances,
  postings,
  cardRecords,
  umaMessages,
  auditEntries,
  events,
  deliveries,
  deliveryAttempts,
]
