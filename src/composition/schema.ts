/** Schema: all tables. Their order is the lock order: every batch locks and writes rows in it. */
import { accounts } from '../domain/accounts/internal-account.ts'
import { walletAddresses, walletKeys } from '../domain/accounts/wallet-key.ts'
import { agentActions } from '../domain/agents/actions/action.ts'
import { agents } from '../domain/agents/agent.ts'
import { auditEntries } from '../domain/agents/audit-log/audit-log.ts'
import { deviceCodes } from '../domain/agents/device-codes/device-code.ts'
import { cards } from '../domain/cards/card.ts'
import { delegatedKeys } from '../domain/cards/delegated-keys/delegated-key.ts'
import { cardRecords, cardTransactions } from '../domain/cards/purchases/purchase.ts'
import { beneficialOwners } from '../domain/customers/beneficial-owners/beneficial-owner.ts'
import { customers } from '../domain/customers/customer.ts'
import { documents } from '../domain/customers/documents/document.ts'
import { importFaults, imports } from '../domain/customers/imports/import.ts'
import { verifications } from '../domain/customers/verifications/verification.ts'
import { deliveries, deliveryAttempts } from '../domain/events/delivery.ts'
import { eventReplays } from '../domain/events/replays/replay.ts'
import { balances } from '../domain/ledger/balance.ts'
import { holds } from '../domain/ledger/hold.ts'
import { houseBalances } from '../domain/ledger/house.ts'
import { postings } from '../domain/ledger/post.ts'
import { agentSpending, agentUsage } from '../domain/payments/allowances/usage.ts'
import { arrivals } from '../domain/payments/arrivals/arrival.ts'
import { externalAccounts } from '../domain/payments/external-accounts/external-account.ts'
import { invitations } from '../domain/payments/invitations/invitation.ts'
import { quotes } from '../domain/payments/quotes/quote.ts'
import { blockedProviders } from '../domain/payments/receivers/block-provider.ts'
import { lookups } from '../domain/payments/receivers/lookup.ts'
import { railCosts } from '../domain/payments/reconciliation/rail-cost.ts'
import { settlements, transactions } from '../domain/payments/transactions/transaction.ts'
import { umaMessages } from '../domain/payments/uma/messages.ts'
import { freezes } from '../domain/platform/freeze.ts'
import { claims } from '../domain/platform/name-claim.ts'
import { platforms } from '../domain/platform/platform.ts'
import { tokens } from '../domain/platform/tokens/token.ts'
import { attempts, credentials, rosters } from '../domain/wallets/credentials/credential.ts'
import { usedTokens } from '../domain/wallets/credentials/identity-token.ts'
import { mailedAddresses, mailedCodes, oneTimeCodes } from '../domain/wallets/credentials/one-time-code.ts'
import { passkeyChallenges } from '../domain/wallets/credentials/passkey-challenge.ts'
import { sessions } from '../domain/wallets/sessions/session.ts'
import { challenges, openChallenges } from '../domain/wallets/signatures/challenge.ts'
import type { Schema } from '../engine/table.ts'
import { auditOutbox } from '../infra/audit/audit-outbox.ts'
import { idempotencyKeys, secretReplies } from '../infra/http/idempotency/idempotency.ts'
import { taskDecisions } from '../infra/jobs/operator-tasks.ts'
import { circuits, jobs } from '../infra/jobs/tables.ts'
import { events, listeners } from '../infra/state-machines/tables.ts'

export const schema: Schema = [
  idempotencyKeys,
  secretReplies,
  jobs,
  circuits,
  platforms,
  listeners,
  tokens,
  claims,
  freezes,
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
  arrivals,
  railCosts,
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
  taskDecisions,
  auditOutbox,
  events,
  deliveries,
  deliveryAttempts,
  eventReplays,
]
