/** Owns the list of what is served: every operation by its operationId. */
import { agentActionOperations } from './agent-actions.ts'
import { agentAuditOperations } from './agent-audit.ts'
import { agentOperations } from './agents.ts'
import { agentMeOperations } from './agents-me.ts'
import { authCredentialOperations } from './auth-credentials.ts'
import { authSessionOperations } from './auth-sessions.ts'
import { beneficialOwnerOperations } from './beneficial-owners.ts'
import { bulkImportOperations } from './bulk-imports.ts'
import { cardTransactionOperations } from './card-transactions.ts'
import { cardOperations } from './cards.ts'
import { configOperations } from './config.ts'
import { customerOperations } from './customers.ts'
import { delegatedKeyOperations } from './delegated-keys.ts'
import { discoveryOperations } from './discoveries.ts'
import { documentOperations } from './documents.ts'
import { exchangeRateOperations } from './exchange-rates.ts'
import { externalAccountOperations } from './external-accounts.ts'
import { internalAccountOperations } from './internal-accounts.ts'
import { invitationOperations } from './invitations.ts'
import { kycLinkOperations } from './kyc-links.ts'
import { quoteOperations } from './quotes.ts'
import { receiverOperations } from './receivers.ts'
import { sandboxOperations } from './sandbox.ts'
import { sandboxCardOperations } from './sandbox-cards.ts'
import { sandboxClockOperations } from './sandbox-clock.ts'
import { sandboxInboxOperations } from './sandbox-inbox.ts'
import { sandboxPlatformOperations } from './sandbox-platforms.ts'
import { tokenOperations } from './tokens.ts'
import { transactionOperations } from './transactions.ts'
import { transferOperations } from './transfers.ts'
import { umaProviderOperations } from './uma-providers.ts'
import { verificationOperations } from './verifications.ts'
import { withdrawalFeeOperations } from './withdrawal-fees.ts'

export const contract = {
  ...configOperations,
  ...tokenOperations,
  ...customerOperations,
  ...kycLinkOperations,
  ...verificationOperations,
  ...beneficialOwnerOperations,
  ...documentOperations,
  ...bulkImportOperations,
  ...internalAccountOperations,
  ...externalAccountOperations,
  ...exchangeRateOperations,
  ...withdrawalFeeOperations,
  ...receiverOperations,
  ...discoveryOperations,
  ...umaProviderOperations,
  ...quoteOperations,
  ...transferOperations,
  ...transactionOperations,
  ...invitationOperations,
  ...authCredentialOperations,
  ...authSessionOperations,
  ...cardOperations,
  ...cardTransactionOperations,
  ...delegatedKeyOperations,
  ...agentOperations,
  ...agentActionOperations,
  ...agentAuditOperations,
  ...agentMeOperations,
  ...sandboxOperations,
  ...sandboxClockOperations,
  ...sandboxCardOperations,
  ...sandboxInboxOperations,
  ...sandboxPlatformOperations,
} as const

export type Contract = typeof contract
export type OperationId = keyof Contract
