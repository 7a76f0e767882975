/** Transaction queries. */
import { sql } from 'kysely'
import type { Contract } from '../../../../contract/contract.ts'
import { LIMITS } from '../../../../contract/limits.ts'
import type { QueryOf } from '../../../../contract/operation.ts'
import { bareId, wireId } from '../../../core/ids.ts'
import { transactionIdOf } from '../../../core/reference.ts'
import { notFound, refuseField } from '../../../core/refusal.ts'
import type { Pages } from '../../../infra/db/page.ts'
import { inOrder, isWithin, readsOf } from '../../../infra/db/reads.ts'
import type { Store } from '../../../infra/db/store.ts'
import { readRow } from '../../../infra/reads/row-reader.ts'
import { presentTransaction, type Transaction, transactions } from './transaction.ts'

type Tables = { transactions: typeof transactions }

type Filters = QueryOf<Contract['listTransactions']> & {
  /** Wire ids of internal accounts; only payments from or to one of them match. */
  readonly among?: readonly string[]
}

/** @throws Refusal TRANSACTION_NOT_FOUND */
export async function getTransactionById(
  store: Store,
  platformId: string,
  transactionId: string,
): Promise<Transaction> {
  const found = await readRow(store, transactions, platformId, transactionId)
  if (!found) throw notFound('Transaction')
  return found
}

/**
 * Ids are in order of creation, so they also bound dates and define the order.
 * @throws Refusal INVALID_INPUT for a bound of the amount without a currency
 */
export function listTransactions(store: Store, pages: Pages, platformId: string, query: Filters) {
  for (const field of ['minAmount', 'maxAmount'] as const)
    if (query[field] !== undefined && query.currency === undefined)
      refuseField('INVALID_INPUT', field, 'needs currency: an amount is in its minor units')
  const order = query.sortOrder ?? 'desc'
  const matches = filtered(store, platformId, query)
  return pages.list(['listTransactions', platformId], query, {
    ...inOrder<Transaction>(matches.selectAll(), { order }),
    present: (row) => presentTransaction(row, platformId),
  })
}

function filtered(store: Store, platformId: string, query: Filters) {
  let matches = readsOf<Tables>(store).selectFrom('transactions').where('platformId', '=', platformId)
  const { accountIdentifier, senderAccountIdentifier, receiverAccountIdentifier, reference } = query
  const { currency, minAmount = 0, maxAmount = LIMITS.amount } = query
  // Payments of the platform itself have no customer: they show the platform's id in both fields. Another platform's id matches nothing.
  const own = wireId('PlatformConfig', platformId)
  if (query.customerId === own || query.platformCustomerId === own) matches = matches.where('customerId', 'is', null)
  if (query.customerId && query.customerId !== own) matches = matches.where('customerId', '=', bareId(query.customerId))
  if (query.platformCustomerId && query.platformCustomerId !== own)
    matches = matches.where('platformCustomerId', '=', query.platformCustomerId)
  if (accountIdentifier)
    matches = matches.where((is) =>
      is.or([is('sourceId', '=', accountIdentifier), is('destinationId', '=', accountIdentifier)]),
    )
  if (senderAccountIdentifier) matches = matches.where('sourceId', '=', senderAccountIdentifier)
  if (receiverAccountIdentifier) matches = matches.where('destinationId', '=', receiverAccountIdentifier)
  if (query.among) {
    const among = sql<string>`any(${query.among}::text[])`
    matches = matches.where((is) => is.or([is('sourceId', '=', among), is('destinationId', '=', among)]))
  }
  if (query.status) matches = matches.where('status', '=', query.status)
  if (query.type) matches = matches.where('type', '=', query.type)
  matches = matches.where(isWithin(query))
  if (currency) {
    const bounds = [BigInt(minAmount), BigInt(maxAmount)] as const
    matches = matches.where((is) =>
      is.or([
        // The amount that an incoming payment's sender sent is not shown.
        is.and([is('type', '=', 'OUTGOING'), is('sourceCurrency', '=', currency), is.between('sentAmount', ...bounds)]),
        is.and([is('destinationCurrency', '=', currency), is.between('receivedAmount', ...bounds)]),
      ]),
    )
  }
  if (reference) {
    const id = transactionIdOf(reference)
    matches = id
      ? matches.where((is) => is.or([is('id', '=', id), is('referenceId', '=', id)]))
      : matches.where((is) => is.lit(false))
  }
  return matches
}
