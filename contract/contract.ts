/** Owns the list of what is served: every operation by its operationId. */
import { configOperations } from './config.ts'
import { customerOperations } from './customers.ts'
import { exchangeRateOperations } from './exchange-rates.ts'
import { externalAccountOperations } from './external-accounts.ts'
import { internalAccountOperations } from './internal-accounts.ts'
import { quoteOperations } from './quotes.ts'
import { sandboxOperations } from './sandbox.ts'
import { tokenOperations } from './tokens.ts'
import { transactionOperations } from './transactions.ts'

export const contract = {
  ...configOperations,
  ...tokenOperations,
  ...customerOperations,
  ...internalAccountOperations,
  ...externalAccountOperations,
  ...exchangeRateOperations,
  ...quoteOperations,
  ...transactionOperations,
  ...sandboxOperations,
} as const

export type Contract = typeof contract
export type OperationId = keyof Contract
