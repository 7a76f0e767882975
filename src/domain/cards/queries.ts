/** Card queries. */
import { sql } from 'kysely'
import type { Contract } from '../../../contract/contract.ts'
import type { QueryOf } from '../../../contract/operation.ts'
import { bareId } from '../../core/ids.ts'
import { notFound } from '../../core/refusal.ts'
import type { Pages } from '../../infra/db/page.ts'
import { inOrder, readsOf } from '../../infra/db/reads.ts'
import type { Store } from '../../infra/db/store.ts'
import { type Card, type cards, presentCard } from './card.ts'

type Tables = { cards: typeof cards }

/** @throws Refusal CARD_NOT_FOUND */
export async function getCardById(store: Store, platformId: string, id: string): Promise<Card> {
  const found = await readsOf<Tables>(store)
    .selectFrom('cards')
    .selectAll()
    .where('platformId', '=', platformId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) throw notFound('Card')
  return found as Card
}

/** Wallets of the cardholder, any session of which may sign for the card. Bare ids in a fixed order. */
export async function listCardholderWallets(store: Store, platformId: string, cardId: string): Promise<string[]> {
  const found = await store.query<{ id: string }>(WALLETS, [platformId, cardId], 'wallets_of_cardholder')
  return found.map(({ id }) => id)
}

const WALLETS = `
  select a.id from cards c
    join accounts a on a.platform_id = c.platform_id and a.customer_id = c.cardholder_id and a.type = 'EMBEDDED_WALLET'
    join balances b on b.platform_id = a.platform_id and b.id = a.id and b.status <> 'CLOSED'
  where c.platform_id = $1 and c.id = $2 order by a.id`

export function listCards(store: Store, pages: Pages, platformId: string, query: QueryOf<Contract['listCards']>) {
  const order = query.sortOrder ?? 'desc'
  let matches = readsOf<Tables>(store).selectFrom('cards').where('platformId', '=', platformId)
  if (query.cardholderId) matches = matches.where('cardholderId', '=', bareId(query.cardholderId))
  if (query.accountId) matches = matches.where(isFundedBy(bareId(query.accountId)))
  if (query.platformCardId) matches = matches.where('platformCardId', '=', query.platformCardId)
  if (query.state) matches = matches.where('status', '=', query.state as Card['status'])
  return pages.list(['listCards', platformId], query, {
    ...inOrder<Card>(matches.selectAll(), { order }),
    present: (card) => presentCard(card),
  })
}

const isFundedBy = (accountId: string) => sql<boolean>`funding_sources::jsonb @> ${JSON.stringify([accountId])}::jsonb`
