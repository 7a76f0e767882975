/** Quote queries. */
import { sql } from 'kysely'
import type { Contract } from '../../../../contract/contract.ts'
import type { QueryOf } from '../../../../contract/operation.ts'
import { bareId } from '../../../core/ids.ts'
import { notFound } from '../../../core/refusal.ts'
import type { Pages } from '../../../infra/db/page.ts'
import { inOrder, isWithin, readsOf } from '../../../infra/db/reads.ts'
import type { Store } from '../../../infra/db/store.ts'
import { readRow } from '../../../infra/reads/row-reader.ts'
import type { UmaPayment } from '../../../providers/uma/port.ts'
import type { Transaction } from '../transactions/transaction.ts'
import { presentQuote, type Quote, quotes } from './quote.ts'

type Tables = { quotes: typeof quotes }

/** @throws Refusal QUOTE_NOT_FOUND */
export async function getQuoteById(store: Store, platformId: string, quoteId: string): Promise<Quote> {
  const quote = await readRow(store, quotes, platformId, quoteId)
  if (!quote) throw notFound('Quote')
  return quote
}

/** By customer, because a customer's address can change after the quote. */
const isSentFrom = (platformId: string, umaAddress: string) =>
  sql<boolean>`customer_id in (select id from customers where platform_id = ${platformId} and uma_address = ${umaAddress.toLowerCase()})`

export function listQuotes(store: Store, pages: Pages, platformId: string, query: QueryOf<Contract['listQuotes']>) {
  let matches = readsOf<Tables>(store).selectFrom('quotes').where('platformId', '=', platformId)
  if (query.status) matches = matches.where('status', '=', query.status)
  if (query.customerId) matches = matches.where('customerId', '=', bareId(query.customerId))
  if (query.sendingAccountId) {
    const column = query.sendingAccountId.startsWith('External') ? 'sourceExternalAccountId' : 'sourceAccountId'
    matches = matches.where(column, '=', bareId(query.sendingAccountId))
  }
  if (query.receivingAccountId) matches = matches.where('destinationId', '=', query.receivingAccountId)
  if (query.receivingUmaAddress) matches = matches.where('destinationId', '=', query.receivingUmaAddress.toLowerCase())
  if (query.sendingUmaAddress) matches = matches.where(isSentFrom(platformId, query.sendingUmaAddress))
  matches = matches.where(isWithin(query))
  return pages.list(['listQuotes', platformId], query, {
    ...inOrder<Quote>(matches.selectAll()),
    present: presentQuote,
  })
}

/** The quotes among these that are still PENDING. */
export async function pendingQuotes(store: Store, platformId: string, quoteIds: readonly string[]): Promise<string[]> {
  const rows = await readsOf<Tables>(store)
    .selectFrom('quotes')
    .select('id')
    .where('platformId', '=', platformId)
    .where('id', 'in', quoteIds as string[])
    .where('status', '=', 'PENDING')
    .execute()
  return rows.map(({ id }) => id)
}

/** Payment instructions for the UMA network, for an executed quote. */
export async function umaPaymentFor(store: Store, platformId: string, payment: Transaction): Promise<UmaPayment> {
  const quote = await getQuoteById(store, platformId, payment.quoteId as string)
  const [sender] = await store.query<{ address: string }>(
    `select coalesce(c.uma_address, '$platform@' || p.uma_domain) as address from platforms p
    left join customers c on c.platform_id = p.platform_id and c.id = $2 where p.platform_id = $1`,
    [platformId, payment.customerId],
  )
  return {
    key: payment.id,
    platformId,
    receiver: payment.destinationId,
    sender: sender?.address as string,
    currency: payment.destinationCurrency,
    amount: payment.receivedAmount,
    payerData: quote.senderCustomerInfo ?? {},
    remittanceInformation: quote.remittanceInformation ?? undefined,
  }
}
