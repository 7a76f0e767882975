/** Purchase queries. */
import type { Contract } from '../../../../contract/contract.ts'
import type { QueryOf } from '../../../../contract/operation.ts'
import { bareId } from '../../../core/ids.ts'
import { notFound } from '../../../core/refusal.ts'
import type { Pages } from '../../../infra/db/page.ts'
import { inOrder, isWithin, readsOf } from '../../../infra/db/reads.ts'
import type { Store } from '../../../infra/db/store.ts'
import { type CardTransaction, type cardTransactions, presentCardTransaction } from './purchase.ts'

type Tables = { cardTransactions: typeof cardTransactions }

/** @throws Refusal CARD_TRANSACTION_NOT_FOUND */
export async function getCardTransactionById(store: Store, platformId: string, id: string): Promise<CardTransaction> {
  const found = await readsOf<Tables>(store)
    .selectFrom('cardTransactions')
    .selectAll()
    .where('platformId', '=', platformId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) throw notFound('CardTransaction')
  return found as CardTransaction
}

/** The latest purchases with a card, newest first. */
export const listLatestPurchases = (
  store: Store,
  platformId: string,
  cardId: string,
  limit: number,
): Promise<CardTransaction[]> =>
  readsOf<Tables>(store)
    .selectFrom('cardTransactions')
    .selectAll()
    .where('platformId', '=', platformId)
    .where('cardId', '=', cardId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute() as Promise<CardTransaction[]>

/** Sums over all purchases with a card, minor units. `owed` as in purchase-money.ts. */
export async function sumCardPurchases(store: Store, platformId: string, cardId: string) {
  const [found] = await store.query<Record<'held' | 'cleared' | 'refunded' | 'owed', string>>(
    SUMS,
    [platformId, cardId],
    'sums_of_card',
  )
  const sum = (name: 'held' | 'cleared' | 'refunded' | 'owed') => BigInt(found?.[name] ?? 0)
  return { held: sum('held'), cleared: sum('cleared'), refunded: sum('refunded'), owed: sum('owed') }
}

const SUMS = `
  select sum(held_amount)::text as held, sum(settled_amount)::text as cleared, sum(refunded_amount)::text as refunded,
    sum(settled_amount - refunded_amount - pulled_amount + credited_amount + suspended_amount)::text as owed
  from card_transactions where platform_id = $1 and card_id = $2`

export function listCardTransactions(
  store: Store,
  pages: Pages,
  platformId: string,
  query: QueryOf<Contract['listCardTransactions']>,
) {
  const order = query.sortOrder ?? 'desc'
  let matches = readsOf<Tables>(store).selectFrom('cardTransactions').where('platformId', '=', platformId)
  if (query.cardId) matches = matches.where('cardId', '=', bareId(query.cardId))
  if (query.customerId) matches = matches.where('customerId', '=', bareId(query.customerId))
  if (query.accountId) matches = matches.where('accountId', '=', bareId(query.accountId))
  if (query.status) matches = matches.where('status', '=', query.status)
  matches = matches.where(isWithin(query))
  return pages.list(['listCardTransactions', platformId], query, {
    ...inOrder<CardTransaction>(matches.selectAll(), { order }),
    present: presentCardTransaction,
  })
}
