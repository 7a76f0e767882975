/** Creation of every payment row, in one shape. */
import type { Rows } from '../../../engine/rows.ts'
import { begin } from '../../../infra/state-machines/move.ts'
import type { Transaction } from './transaction.ts'
import { transactionMachine } from './transaction.ts'

/** Columns that every payment sets. */
type Essential =
  | 'type'
  | 'customerId'
  | 'platformCustomerId'
  | 'sourceType'
  | 'sourceId'
  | 'sourceCurrency'
  | 'destinationType'
  | 'destinationId'
  | 'destinationCurrency'
  | 'sentAmount'
  | 'receivedAmount'
/** Columns that only some payments set. */
type Particular =
  | 'id'
  | 'quoteId'
  | 'fees'
  | 'feeRate'
  | 'exchangeRate'
  | 'referenceId'
  | 'description'
  | 'counterpartyInformation'
  | 'agentId'
  | 'remittanceInformation'
  | 'purposeOfPayment'
  | 'platformFees'
  | 'platformFeeAccountId'
export type NewPayment = Pick<Transaction, Essential> & Partial<Pick<Transaction, Particular>>

/**
 * Adds a payment, with its event. Every column is named, so that all payments have one shape in memory: the hot path.
 * @param status a deposit or a payment between internal accounts is COMPLETED from the start
 */
export const beginPayment = (rows: Rows, status: 'PENDING' | 'COMPLETED', given: NewPayment): Transaction =>
  begin(
    rows,
    transactionMachine,
    {
      id: given.id ?? rows.newId(),
      type: given.type,
      status,
      customerId: given.customerId,
      platformCustomerId: given.platformCustomerId,
      quoteId: given.quoteId ?? null,
      sourceType: given.sourceType,
      sourceId: given.sourceId,
      sourceCurrency: given.sourceCurrency,
      destinationType: given.destinationType,
      destinationId: given.destinationId,
      destinationCurrency: given.destinationCurrency,
      sentAmount: given.sentAmount,
      receivedAmount: given.receivedAmount,
      fees: given.fees ?? 0n,
      feeRate: given.feeRate ?? null,
      exchangeRate: given.exchangeRate ?? null,
      referenceId: given.referenceId ?? null,
      description: given.description ?? null,
      failureReason: null,
      refund: null,
      counterpartyInformation: given.counterpartyInformation ?? null,
      agentId: given.agentId ?? null,
      settledAt: status === 'COMPLETED' ? rows.now : null,
      createdAt: rows.now,
      updatedAt: rows.now,
      version: 0,
      remittanceInformation: given.remittanceInformation ?? null,
      purposeOfPayment: given.purposeOfPayment ?? null,
      platformFees: given.platformFees ?? 0n,
      platformFeeAccountId: given.platformFeeAccountId ?? null,
    },
    status,
  )
