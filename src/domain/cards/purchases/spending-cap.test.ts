/** Spending cap tests: `maxSpendPerTransaction` is shown, changed, and applied to a purchase with its increments. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Card } from '../../../../contract/cards/cards.ts'
import { type TestApp, testApp } from '../../../../test/harness/app.ts'
import { type Holder, holderOf, terminal } from '../../../../test/harness/cards.ts'

let app: TestApp
let holder: Holder
beforeAll(async () => {
  app = await testApp()
  holder = await holderOf(app, 100_000)
})
afterAll(async () => {
  expect(await app.audit()).toEqual([])
  await app.close()
})

const request = (more: object) => ({
  body: { cardholderId: holder.customerId, form: 'VIRTUAL', fundingSources: holder.accounts, ...more },
})
async function cardWith(more: object): Promise<Card> {
  const { id } = await app.ok('createCard', request(more))
  await app.settle()
  return app.ok('getCardById', { params: { id } })
}
const update = ({ id }: Card, body: object) => app.call('updateCardById', { params: { id }, body })

describe('maxSpendPerTransaction', () => {
  it('is paid exactly, and not exceeded by a purchase or by its increments', async () => {
    const card = await cardWith({ maxSpendPerTransaction: 1_000 })
    expect(card.maxSpendPerTransaction).toBe(1_000)
    const { tap, advise, refusal } = terminal(app, card)
    expect(await tap(1_001)).toMatchObject({ status: 'EXCEPTION', declineReason: 'SPENDING_LIMIT_EXCEEDED' })
    expect((await tap(1_000)).status).toBe('AUTHORIZED')
    const small = await tap(400)
    expect((await advise(small, 1_000)).status).toBe('AUTHORIZED')
    expect(await refusal('AuthorizationAdvice', small.id, 1_001)).toEqual([409, 'INVALID_STATE_TRANSITION'])
  })

  it('counts what was cleared before an increment', async () => {
    const { tap, clear, refusal, advise } = terminal(app, await cardWith({ maxSpendPerTransaction: 1_000 }))
    const purchase = await tap(900)
    await clear(purchase, 800)
    expect(await refusal('AuthorizationAdvice', purchase.id, 1_200)).toEqual([409, 'INVALID_STATE_TRANSITION'])
    expect((await advise(purchase, 1_000)).status).toBe('PARTIALLY_SETTLED')
  })

  it('bounds the reply to a balance inquiry', async () => {
    const card = await cardWith({ maxSpendPerTransaction: 1_000 })
    const inquiry = { params: { id: card.id }, body: { merchant: { descriptor: 'SHOP' } } }
    expect((await app.ok('sandboxSimulateCardBalanceInquiry', inquiry)).available.amount).toBe(1_000)
  })

  it('is changed and removed, and there is none by default', async () => {
    const card = await cardWith({})
    expect(card.maxSpendPerTransaction).toBeNull()
    expect((await update(card, { maxSpendPerTransaction: 500 })).body.maxSpendPerTransaction).toBe(500)
    expect((await terminal(app, card).tap(501)).declineReason).toBe('SPENDING_LIMIT_EXCEEDED')
    expect((await update(card, { maxSpendPerTransaction: null })).body.maxSpendPerTransaction).toBeNull()
    expect((await terminal(app, card).tap(501)).status).toBe('AUTHORIZED')
  })

  it('400 for zero, for a text, and together with closing; 409 for a closed card', async () => {
    const card = await cardWith({})
    const fieldsOf = ({ status, error }: Awaited<ReturnType<typeof update>>) => [
      status,
      ...(error.details?.errors ?? []).map(({ field }: { field: string }) => field),
    ]
    for (const maxSpendPerTransaction of [0, '500'])
      expect(fieldsOf(await update(card, { maxSpendPerTransaction }))).toEqual([400, 'maxSpendPerTransaction'])
    const { status } = await app.call('createCard', request({ maxSpendPerTransaction: null }))
    expect(status).toBe(400)
    expect(fieldsOf(await update(card, { state: 'CLOSED', maxSpendPerTransaction: 5 }))).toEqual([
      400,
      'maxSpendPerTransaction',
    ])
    await update(card, { state: 'CLOSED' })
    expect((await update(card, { maxSpendPerTransaction: 5 })).error.code).toBe('CARD_NOT_MUTABLE')
  })
})
