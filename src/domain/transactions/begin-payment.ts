/** Owns the beginning of every payment: what it is about, and nothing yet of what may become of it. */
import type { Rows } from '../../engine/rows.ts'
import { begin } from '../../infra/states/move.ts'
import { payments } from './payments.ts'
import type { Transaction } from './tables.ts'

/** What every payment has from the start. */
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
/** What only some have. */
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
export type NewPayment = Pick<Transaction, Essential> & Partial<Pick<Transaction, Particular>>

const NOTHING_YET = {
  quoteId: null,
  fees: 0n,
  feeRate: null,
  exchangeRate: null,
  referenceId: null,
  description: null,
  failureReason: null,
  refund: null,
  counterpartyInformation: null,
  agentId: null,
} as const

/** Adds a payment and tells of it. @param status a deposit or a payment inside is COMPLETED from the start */
export const beginPayment = (rows: Rows, status: 'PENDING' | 'COMPLETED', given: NewPayment): Transaction =>
  begin(
    rows,
    payments,
    {
      ...NOTHING_YET,
      id: given.id ?? rows.newId(),
      settledAt: status === 'COMPLETED' ? rows.now : null,
      createdAt: rows.now,
      updatedAt: rows.now,
      version: 0,
      status,
      ...given,
    },
    status,
  )
