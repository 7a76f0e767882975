/** Owns the list of what is served: every operation by its operationId. */
import { configOperations } from './config.ts'
import { customerOperations } from './customers.ts'
import { exchangeRateOperations } from './exchange-rates.ts'
import { externalAccountOperations } from './external-accounts.ts'
import { internalAccountOperations } from './internal-accounts.ts'
import { quoteOperations } from './quotes.ts'
import { receiverOperations } from './receivers.ts'
import { sandboxOperations } from './sandbox.ts'
import { sandboxClockOperations } from './sandbox-clock.ts'
import { tokenOperations } from './tokens.ts'
import { transactionOperations } from './transactions.ts'
import { transferOperations } from './transfers.ts'

export const contract = {
  ...configOperations,
  ...tokenOperations,
  ...customerOperations,
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
