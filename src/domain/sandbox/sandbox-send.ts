/** Funding simulation use case: the payment that a quote with real-time funding waits for. */
import type { Contract } from '../../../contract/contract.ts'
import type { BodyOf } from '../../../contract/operation.ts'
import { bareId } from '../../core/ids.ts'
import type { Rows } from '../../engine/rows.ts'
import { receiveFunding } from '../payments/quotes/receive-funding.ts'
import type { Transaction } from '../payments/transactions/transaction.ts'

/** @throws Refusal as `receiveFunding` */
export const sandboxSend = (
  rows: Rows,
  { quoteId, currencyCode, currencyAmount }: BodyOf<Contract['sandboxSend']>,
): Transaction =>
  receiveFunding(rows, {
    quoteId: bareId(quoteId),
    currency: currencyCode,
    amount: currencyAmount === undefined ? undefined : BigInt(currencyAmount),
  })
