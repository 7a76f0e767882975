/** Operator commands for cards: purchases whose funding source did not pay, and permanent closing. */
import { presentMoney } from '../core/currency.ts'
import { wireId } from '../core/ids.ts'
import { isoTime } from '../core/time.ts'
import { retryPull } from '../domain/cards/purchases/retry-pull.ts'
import { withdrawCard } from '../domain/cards/withdraw-card.ts'
import { findPlatformId, idIn, type Operator } from './operator.ts'

export interface OwedPurchase {
  readonly id: string
  readonly platform: string
  readonly cardId: string
  readonly accountId: string
  /** Minor units of the currency. */
  readonly owed: number
  readonly currency: string
  readonly merchant: string
  readonly since: string
}

/** Purchases that were paid to the merchant and for which the funding source still owes, oldest first. */
export async function cardExceptions({ store }: Operator): Promise<OwedPurchase[]> {
  const rows = await store.query<OwedRow>(EXCEPTIONS)
  return rows.map(({ id, platform, cardId, accountId, owed, currency, merchant, since }) => ({
    id: wireId('CardTransaction', id),
    platform,
    cardId: wireId('Card', cardId),
    accountId: wireId('InternalAccount', accountId),
    owed: presentMoney(BigInt(owed), currency).amount,
    currency,
    merchant: merchant.descriptor,
    since: isoTime(since),
  }))
}

interface OwedRow extends Omit<OwedPurchase, 'owed' | 'merchant' | 'since'> {
  readonly owed: string
  readonly merchant: { readonly descriptor: string }
  readonly since: number
}

const EXCEPTIONS = `
  select * from (
    select t.id, p.name as platform, t.card_id as "cardId", t.account_id as "accountId", t.currency, t.merchant, t.updated_at as since,
      ((t.settled_amount - t.refunded_amount) - (t.pulled_amount - t.credited_amount - t.suspended_amount))::text as owed
    from card_transactions t join platforms p on p.platform_id = t.platform_id
    where t.status = 'EXCEPTION' and t.decline_reason is null) e
  where owed <> '0' order by id`

/** Debits the whole amount that is owed. @returns the new status of the purchase. @throws Refusal as `retryPull` */
export async function retryCardPull({ store, engine }: Operator, purchase: string): Promise<string> {
  const id = idIn(purchase, 'CardTransaction')
  const platformId = await findPlatformId(store, 'card_transactions', id, 'CardTransaction')
  return engine.run(platformId, (rows) => retryPull(rows, id).status)
}

/** Closes a card permanently. @throws Refusal CARD_NOT_FOUND, INVALID_STATE_TRANSITION */
export async function closeCard({ store, engine }: Operator, card: string): Promise<void> {
  const id = idIn(card, 'Card')
  const platformId = await findPlatformId(store, 'cards', id, 'Card')
  await engine.run(platformId, (rows) => void withdrawCard(rows, id))
}
