/** The contract: every operation by its operationId. */
import { internalAccountOperations } from './accounts/internal-accounts.ts'
import { partyOperations } from './accounts/parties.ts'
import { withdrawalFeeOperations } from './accounts/withdrawal-fees.ts'
import { agentActionOperations } from './agents/agent-actions.ts'
import { agentAuditOperations } from './agents/agent-audit.ts'
import { agentHistoryOperations } from './agents/agent-history.ts'
import { agentOperations } from './agents/agents.ts'
import { agentMeOperations } from './agents/agents-me.ts'
import { cardHistoryOperations } from './cards/card-history.ts'
import { cardTransactionOperations } from './cards/card-transactions.ts'
import { cardOperations } from './cards/cards.ts'
import { delegatedKeyOperations } from './cards/delegated-keys.ts'
import { beneficialOwnerOperations } from './customers/beneficial-owners.ts'
import { bulkImportOperations } from './customers/bulk-imports.ts'
import { customerOperations } from './customers/customers.ts'
import { documentOperations } from './customers/documents.ts'
import { kycLinkOperations } from './customers/kyc-links.ts'
import { verificationOperations } from './customers/verifications.ts'
import { eventStreamOperations } from './events/event-stream.ts'
import { recordedEventOperations } from './events/recorded-events.ts'
import { webhookEndpointOperations } from './events/webhook-endpoint.ts'
import { chainOperations } from './installation/chains.ts'
import { ledgerVerificationOperations } from './installation/ledger-verification.ts'
import { railOperations } from './installation/rails.ts'
import { systemOperations } from './installation/system.ts'
import { accountStatementOperations } from './ledger/account-statements.ts'
import { balanceOperations } from './ledger/balances.ts'
import { postingOperations } from './ledger/postings.ts'
import { discoveryOperations } from './payments/discoveries.ts'
import { exchangeRateOperations } from './payments/exchange-rates.ts'
import { externalAccountOperations } from './payments/external-accounts/external-accounts.ts'
import { invitationOperations } from './payments/invitations.ts'
import { quoteOperations } from './payments/quotes.ts'
import { receiverOperations } from './payments/receivers.ts'
import { transactionHistoryOperations } from './payments/transaction-history.ts'
import { transactionOperations } from './payments/transactions.ts'
import { transferOperations } from './payments/transfers.ts'
import { umaProviderOperations } from './payments/uma-providers.ts'
import { apiRequestOperations } from './platform/api-requests.ts'
import { configOperations } from './platform/config.ts'
import { overviewOperations } from './platform/overview.ts'
import { tokenOperations } from './platform/tokens.ts'
import { firstStepOperations } from './sandbox/first-steps.ts'
import { sandboxOperations } from './sandbox/sandbox.ts'
import { sandboxCardOperations } from './sandbox/sandbox-cards.ts'
import { sandboxClockOperations } from './sandbox/sandbox-clock.ts'
import { sandboxInboxOperations } from './sandbox/sandbox-inbox.ts'
import { sandboxPlatformOperations } from './sandbox/sandbox-platforms.ts'
import { sandboxReceiverOperations } from './sandbox/sandbox-receiver.ts'
import { authCredentialOperations } from './wallets/auth-credentials.ts'
import { authSessionOperations } from './wallets/auth-sessions.ts'

export const contract = {
  ...configOperations,
  ...tokenOperations,
  ...overviewOperations,
  ...customerOperations,
  ...kycLinkOperations,
  ...verificationOperations,
  ...beneficialOwnerOperations,
  ...documentOperations,
  ...bulkImportOperations,
  ...internalAccountOperations,
  ...externalAccountOperations,
  ...partyOperations,
  ...exchangeRateOperations,
  ...withdrawalFeeOperations,
  ...receiverOperations,
  ...discoveryOperations,
  ...umaProviderOperations,
  ...quoteOperations,
  ...transferOperations,
  ...transactionOperations,
  ...transactionHistoryOperations,
  ...invitationOperations,
  ...authCredentialOperations,
  ...authSessionOperations,
  ...cardOperations,
  ...cardTransactionOperations,
  ...cardHistoryOperations,
  ...delegatedKeyOperations,
  ...agentOperations,
  ...agentActionOperations,
  ...agentAuditOperations,
  ...agentHistoryOperations,
  ...agentMeOperations,
  ...recordedEventOperations,
  ...eventStreamOperations,
  ...webhookEndpointOperations,
  ...apiRequestOperations,
  ...balanceOperations,
  ...postingOperations,
  ...accountStatementOperations,
  ...ledgerVerificationOperations,
  ...railOperations,
  ...chainOperations,
  ...systemOperations,
  ...sandboxOperations,
  ...sandboxClockOperations,
  ...firstStepOperations,
  ...sandboxCardOperations,
  ...sandboxInboxOperations,
  ...sandboxReceiverOperations,
  ...sandboxPlatformOperations,
} as const

export type Contract = typeof contract
export type OperationId = keyof Contract
