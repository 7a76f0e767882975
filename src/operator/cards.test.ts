/** Operator command tests for cards: owed purchases are listed and retried, and a card is closed permanently. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../test/harness/app.ts'
import { houseHolds } from '../../test/harness/books.ts'
import { balancesOf, eventTypesOf, shopper, sumsOf, terminal } from '../../test/harness/cards.ts'
import { cardExceptions, closeCard, retryCardPull } from './cards.ts'

const UNKNOWN = '01a1f9bc-8b1c-7000-8000-ab7eb7fb1725'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(async () => {
  expect(await app.audit()).toEqual([])
  await app.close()
})
const freezeAccount = (id: string, status: string) =>
  app.store.query('update balances set status = $1 where id = $2', [status, id.split(':')[1]])

describe('cardExceptions and retryCardPull', () => {
  it('list owed purchases, and end the exception once the funding source can pay', async () => {
    const { card, customerId, accounts } = await shopper(app, 1_000)
    const [accountId] = accounts as [`InternalAccount:${string}`]
    const { tap, clear } = terminal(app, card)
    const declined = await tap(1_001)
    const purchase = await tap(1_000)
    await clear(purchase, 1_250)
    expect(await cardExceptions(app.app)).toEqual([
      {
        id: purchase.id,
        platform: 'Acme Pay',
        cardId: card.id,
        accountId,
        owed: 250,
        currency: 'USD',
        merchant: 'BLUE BOTTLE COFFEE',
        since: expect.any(String),
      },
    ])
    const fund = (amount: number) => app.ok('sandboxFundInternalAccount', { params: { accountId }, body: { amount } })
    await fund(249)
    await expect(retryCardPull(app.app, purchase.id)).rejects.toMatchObject({ code: 'INSUFFICIENT_BALANCE' })
    await fund(1)
    expect(await retryCardPull(app.app, purchase.id)).toBe('SETTLED')
    const healed = await app.ok('getCardTransactionById', { params: { id: purchase.id } })
    expect(sumsOf(healed)).toBe('3/1250 1/1250 0/0')
    expect(await eventTypesOf(app, purchase)).toEqual(['AUTHORIZED', 'EXCEPTION', 'SETTLED'])
    expect(await balancesOf(app, customerId, accountId)).toEqual([0, 0])
    expect(await houseHolds(app, 'cards', 'USD')).toBe(0)
    expect(await cardExceptions(app.app)).toEqual([])
    for (const { id } of [purchase, declined])
      await expect(retryCardPull(app.app, id)).rejects.toMatchObject({ code: 'INVALID_STATE_TRANSITION' })
  })

  it('return a purchase from a FROZEN account to its status, with the rest still held', async () => {
    const { card, customerId, accounts } = await shopper(app, 5_000)
    const [accountId] = accounts as [string]
    const { tap, clear } = terminal(app, card)
    const purchase = await tap(1_000)
    await freezeAccount(accountId, 'FROZEN')
    await clear(purchase, 400)
    await expect(retryCardPull(app.app, purchase.id)).rejects.toMatchObject({ code: 'ACCOUNT_NOT_ACTIVE' })
    await freezeAccount(accountId, 'ACTIVE')
    expect(await retryCardPull(app.app, purchase.id)).toBe('PARTIALLY_SETTLED')
    expect(await balancesOf(app, customerId, accountId)).toEqual([4_000, 4_600])
    expect((await clear(purchase, 600)).status).toBe('SETTLED')
  })

  it('answer 404 for an unknown purchase', async () => {
    for (const id of [UNKNOWN, `CardTransaction:${UNKNOWN}`, 'purchase', ''])
      await expect(retryCardPull(app.app, id)).rejects.toMatchObject({ code: 'CARD_TRANSACTION_NOT_FOUND' })
  })
})

describe('closeCard', () => {
  it('is permanent, with the reason CLOSED_BY_SERVICE', async () => {
    const { card } = await shopper(app, 0)
    await closeCard(app.app, card.id)
    expect(await app.ok('getCardById', { params: { id: card.id } })).toMatchObject({
      state: 'CLOSED',
      stateReason: 'CLOSED_BY_SERVICE',
    })
    expect(await eventTypesOf(app, card)).toEqual(['STATE_CHANGE', 'STATE_CHANGE'])
    await expect(closeCard(app.app, card.id)).rejects.toMatchObject({ code: 'INVALID_STATE_TRANSITION' })
    await expect(closeCard(app.app, UNKNOWN)).rejects.toMatchObject({ code: 'CARD_NOT_FOUND' })
  })
})
