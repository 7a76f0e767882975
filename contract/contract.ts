/** Owns the list of what is served: every operation by its operationId. */
import { beneficialOwnerOperations } from './beneficial-owners.ts'
import { configOperations } from './config.ts'
import { customerOperations } from './customers.ts'
import { documentOperations } from './documents.ts'
import { exchangeRateOperations } from './exchange-rates.ts'
import { externalAccountOperations } from './external-accounts.ts'
import { internalAccountOperations } from './internal-accounts.ts'
import { kycLinkOperations } from './kyc-links.ts'
import { quoteOperations } from './quotes.ts'
import { receiverOperations } from './receivers.ts'
import { sandboxOperations } from './sandbox.ts'
import { sandboxClockOperations } from './sandbox-clock.ts'
import { tokenOperations } from './tokens.ts'
import { transactionOperations } from './transactions.ts'
import { transferOperations } from './transfers.ts'
import { verificationOperations } from './verifications.ts'

export const contract = {
  ...configOperations,
  ...tokenOperations,
  ...customerOperations,
  ...kycLinkOperations,
  ...verificationOperations,
  ...beneficialOwnerOperations,
  ...documentOperations,
  ...internalAccountOperations,
  ...externalAccountOperations,
  ...exchangeRateOperations,
  ...receiverOperations,
  ...quoteOperations,
  ...transferOperations,
  ...transactionOperations,
  ...sandboxOperations,
  ...sandboxClockOperations,
} as const

export type Contract = typeof contract
export type OperationId = keyof Contract
