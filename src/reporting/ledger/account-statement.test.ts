/** Account statement test: postings of payments and card purchases, balances, and open holds. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/harness/app.ts'
import { shopper, terminal } from '../../../test/harness/cards.ts'
import { quoteBetween } from '../../../test/harness/cast.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

describe('getAccountStatement', () => {
  it('shows postings, newest first, with the balance after each, and open holds', async () => {
    const { card, accounts } = await shopper(app, 10_000)
    const [accountId] = accounts as [`InternalAccount:${string}`]
    const { accounts: others } = await shopper(app, 0)
    const { tap, clear, giveBack } = terminal(app, card)
    const purchase = await tap(1_250)
    await clear(purchase, 1_500)
    const quote = await quoteBetween(app, accountId, others[0] as string, 2_000)
    await app.ok('executeQuote', { params: { quoteId: quote.id } })
    await giveBack(purchase, 300)
    const open = await tap(700)

    const ledger = await app.ok('getAccountStatement', { params: { id: accountId } })
    const money = ({ amount, cause }: (typeof ledger.entries)[0]) => [amount, cause.kind, cause.id]
    const ofPurchase = ['CARD', purchase.id]
    expect(ledger.entries.map((entry) => [entry.direction, entry.after, ...money(entry)])).toEqual([
      ['IN', 6_800, 300, ...ofPurchase],
      ['OUT', 6_500, 1_990, 'PAYMENT', quote.transactionId],
      ['OUT', 8_490, 10, 'PAYMENT', quote.transactionId],
      ['OUT', 8_500, 1_500, ...ofPurchase],
      ['IN', 10_000, 10_000, 'PAYMENT', expect.stringMatching(/^Transaction:/)],
    ])
    expect(ledger.entries[0]).toMatchObject({
      cause: { status: 'SETTLED', label: 'BLUE BOTTLE COFFEE' },
      other: { name: 'House cards', about: expect.stringContaining('Card purchases') },
    })
    const payments = ledger.entries.filter(({ cause }) => cause.kind === 'PAYMENT').map(({ cause }) => cause.label)
    expect(payments).toEqual([expect.stringMatching(/^Payment to /), expect.stringMatching(/^Payment to /), 'Deposit'])
    expect(ledger.holds).toMatchObject([{ amount: 700, cause: { id: open.id, status: 'AUTHORIZED' } }])
    expect(ledger.account).toMatchObject({ id: accountId, balance: { amount: 6_100 }, totalBalance: { amount: 6_800 } })
    expect([ledger.hasMore, ledger.nextCursor]).toEqual([false, undefined])
    expect(ledger.ownerName).toBe('Carla Cardholder')
  })

  it('has pages, whose cursors are those of the account', async () => {
    const { accounts } = await shopper(app, 1_000)
    const [id] = accounts as [`InternalAccount:${string}`]
    for (const amount of [2_000, 3_000])
      await app.ok('sandboxFundInternalAccount', { params: { accountId: id }, body: { amount } })
    const page = (cursor?: string) => app.ok('getAccountStatement', { params: { id }, query: { limit: 2, cursor } })
    const first = await page()
    const second = await page(first.nextCursor)
    expect([first, second].map(({ entries, hasMore }) => [entries.map(({ after }) => after), hasMore])).toEqual([
      [[6_000, 3_000], true],
      [[1_000], false],
    ])
    const { accounts: others } = await shopper(app, 0)
    const other = { params: { id: others[0] as typeof id }, query: { cursor: first.nextCursor } }
    const { status, error } = await app.call('getAccountStatement', other)
    expect([status, error.details.errors[0].field]).toEqual([400, 'cursor'])
  })
})
