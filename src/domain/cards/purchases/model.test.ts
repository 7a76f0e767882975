/** Purchase model test over HTTP: after concurrent random steps the summaries of purchases equal the postings. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CardTransaction } from '../../../../contract/cards/card-transactions.ts'
import { type TestApp, testApp } from '../../../../test/harness/app.ts'
import { balancesOf, type Shopper, shopper, terminal } from '../../../../test/harness/cards.ts'
import { type Chance, chanceFrom } from '../../../../test/simulation/chance.ts'
import { bareId } from '../../../core/ids.ts'

const EVENTS = Number(process.env.CARD_EVENTS_HTTP ?? 400)
const SEED = Number(process.env.CARD_SEED ?? 1)
const FUNDS = [30_000, 8_000]
const AT_ONCE = 8

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const outcomes = new Map<string, number>()
const note = (outcome: string) => void outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)

/** One random step, valid or not. */
async function act({ card }: Shopper, { next, of, below }: Chance, known: CardTransaction[]): Promise<void> {
  const params = { id: card.id }
  const purchase = known.length > 0 ? of(known) : undefined
  const kind = next()
  if (!purchase || kind < 0.3) {
    const made = await terminal(app, card).tap(
      1 + below(3_000),
      of(['SHOP', 'SHOP', 'SHOP', 'SHOP 005', 'SHOP 006', 'SHOP 002']),
    )
    known.push(made)
    return note(`tap → ${made.status}`)
  }
  if (kind < 0.34) {
    const { status } = await app.call('updateCardById', { params, body: { state: of(['FROZEN', 'ACTIVE', 'ACTIVE']) } })
    return note(`update ${status}`)
  }
  const cardTransactionId = purchase.id
  const amount = of([purchase.authorizedAmount.amount, 1 + below(3_000)])
  const what =
    kind < 0.65 ? 'Clearing' : kind < 0.88 ? 'Return' : kind < 0.93 ? 'AuthorizationAdvice' : 'ReturnReversal'
  const reply = await app.call(`sandboxSimulateCard${what}`, { params, body: { cardTransactionId, amount } })
  note(`${what} ${reply.status < 400 ? (reply.body as CardTransaction).status : reply.error.code}`)
}

it(`${EVENTS.toLocaleString('en')} events, several concurrently, leave every account and every purchase consistent`, {
  timeout: 24 * 3_600_000,
}, async () => {
  const chance = chanceFrom(SEED)
  const shoppers = [await shopper(app, ...FUNDS), await shopper(app, ...FUNDS)]
  const known = shoppers.map((): CardTransaction[] => [])
  for (let done = 0; done < EVENTS; done += AT_ONCE) {
    const acts = Array.from({ length: AT_ONCE }, (_, place) => {
      const at = place % shoppers.length
      return act(shoppers[at] as Shopper, chance, known[at] as CardTransaction[])
    })
    await Promise.all(acts)
    if (chance.next() < 0.2) await app.advance({ seconds: 20 })
  }
  await app.advance({ seconds: 60 })
  expect(await app.audit()).toEqual([])
  for (const { customerId, accounts } of shoppers) {
    const all = await purchasesOf(customerId)
    for (const [place, accountId] of accounts.entries()) {
      const [available, total] = await balancesOf(app, customerId, accountId)
      expect(available, 'what was pulled and not returned is gone').toBe(
        (FUNDS[place] as number) - (await takenFrom(accountId)),
      )
      const kept = all.filter((purchase) => purchase.accountId === accountId).map(keptBy)
      const spent = (FUNDS[place] as number) - available
      expect(spent, 'at least').toBeGreaterThanOrEqual(sum(kept.map(([least]) => least)))
      expect(spent, 'at most').toBeLessThanOrEqual(sum(kept.map(([, most]) => most)))
      expect(total).toBeGreaterThanOrEqual(available)
    }
  }
  for (const wanted of [
    'tap → AUTHORIZED',
    'tap → EXCEPTION',
    'Clearing SETTLED',
    'Clearing PARTIALLY_SETTLED',
    'Return SETTLED',
    'Return INVALID_INPUT',
  ])
    expect(outcomes.get(wanted), wanted).toBeGreaterThan(0)
})

/** What purchases withhold from an account, by their rows. */
async function takenFrom(accountId: string): Promise<number> {
  const [row] = await app.store.query<{ taken: string }>(
    `select (coalesce(sum(held_amount + pulled_amount - credited_amount), 0))::text as taken from card_transactions where account_id = $1`,
    [bareId(accountId)],
  )
  return Number(row?.taken)
}

/**
 * The same by their summaries, at least and at most. The two differ only where something is owed and something was
 * returned: a return covers what is owed by then and refunds the rest, and summaries do not show which came first.
 */
function keptBy({ pullSummary, settlementSummary, refundSummary, status }: CardTransaction): [number, number] {
  const bill = settlementSummary.totalAmount - refundSummary.totalAmount
  const lessReturns = pullSummary.totalAmount - refundSummary.totalAmount
  if (status === 'AUTHORIZED' || status === 'PARTIALLY_SETTLED') return [lessReturns, lessReturns]
  const most = Math.min(pullSummary.totalAmount, bill)
  return status === 'EXCEPTION' ? [Math.min(lessReturns, most), most] : [most, most]
}

const sum = (amounts: readonly number[]) => amounts.reduce((one, other) => one + other, 0)

async function purchasesOf(customerId: `Customer:${string}`): Promise<CardTransaction[]> {
  const found: CardTransaction[] = []
  for (let cursor: string | undefined, more = true; more; ) {
    const page = await app.ok('listCardTransactions', { query: { customerId, limit: 100, cursor } })
    found.push(...page.data)
    more = page.hasMore
    cursor = page.nextCursor
  }
  return found
}
