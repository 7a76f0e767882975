/** Payment details tests: remittance information and purpose reach quote, payment and rail. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/harness/app.ts'
import { accountOf, clabe, quoteBetween } from '../../../../test/harness/cast.ts'
import { withRail } from '../../../../test/harness/rails.ts'
import type { Payout } from '../../../providers/rails/port.ts'

let app: TestApp
let usd: `InternalAccount:${string}`
const handedOver: Payout[] = []
const DETAILS = { remittanceInformation: 'Invoice 4711', purposeOfPayment: 'SALARY_PAYMENT' } as const

beforeAll(async () => {
  app = await testApp({
    providers: withRail(({ send }) => ({
      send(payout) {
        handedOver.push(payout)
        return send(payout)
      },
    })),
  })
  usd = (await accountOf(app, 'northwind', 'USD')).id
})
afterAll(() => app.close())

describe('a payment with remittance information and a purpose', () => {
  it('shows both on the quote and on the payment, and passes them to the rail', async () => {
    const quote = await quoteBetween(app, usd, await clabe(app, '719'), 1_000, DETAILS)
    expect(quote).toMatchObject(DETAILS)
    expect(await app.ok('executeQuote', { params: { quoteId: quote.id } })).toMatchObject(DETAILS)
    await app.settle()
    const { transactionId } = quote
    expect(await app.ok('getTransactionById', { params: { transactionId } })).toMatchObject(DETAILS)
    expect(handedOver.at(-1)).toMatchObject({ key: transactionId.slice('Transaction:'.length), ...DETAILS })
  })

  it("is on the receiver's own payment too: the text, not the sender's purpose", async () => {
    const alices = (await accountOf(app, 'alice', 'USD')).id
    await quoteBetween(app, usd, alices, 1_000, { ...DETAILS, immediatelyExecute: true })
    const { data } = await app.ok('listTransactions', {
      query: { receiverAccountIdentifier: alices, type: 'INCOMING' },
    })
    expect(data[0]).toMatchObject({ type: 'INCOMING', remittanceInformation: 'Invoice 4711' })
    expect(data[0]).not.toHaveProperty('purposeOfPayment')
  })

  it('goes out by a transfer as well', async () => {
    const dollars = await app.ok('createPlatformExternalAccount', {
      body: {
        currency: 'USD',
        accountInfo: {
          accountType: 'USD_ACCOUNT',
          accountNumber: '12345719',
          routingNumber: '021000021',
          beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'María García' },
        },
      },
    })
    const sent = await app.ok('createTransferOut', {
      body: { source: { accountId: usd }, destination: { accountId: dollars.id as never }, amount: 500, ...DETAILS },
    })
    expect(sent).toMatchObject(DETAILS)
    await app.settle()
    expect(handedOver.at(-1)).toMatchObject(DETAILS)
  })

  it('has neither field where neither was given', async () => {
    const quote = await quoteBetween(app, usd, await clabe(app, '719'), 1_000, { immediatelyExecute: true })
    expect(quote).not.toHaveProperty('remittanceInformation')
    expect(quote).not.toHaveProperty('platformFeesIncluded')
    await app.settle()
    expect(handedOver.at(-1)).toMatchObject({ remittanceInformation: null, purposeOfPayment: null })
  })

  it.each([
    ['more than 80 characters', { remittanceInformation: 'x'.repeat(81) }],
    ['a line break', { remittanceInformation: 'Invoice\n4711' }],
    ['a character that reverses the text direction', { remittanceInformation: 'Invoice\u202e1174' }],
    ['an unknown purpose', { purposeOfPayment: 'FUN' }],
  ])('400 for %s', async (_what, wrong) => {
    const { error } = await app.call('createQuote', {
      body: {
        source: { sourceType: 'ACCOUNT', accountId: usd },
        destination: { destinationType: 'ACCOUNT', accountId: usd },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: 1_000,
        ...wrong,
      } as never,
    })
    expect([error.status, error.details.errors[0].field]).toEqual([400, Object.keys(wrong)[0]])
  })
})
