/** External account decisions of operators: a stopped account is neither paid nor pulled from, and the platform gets an event. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Quote } from '../../contract/payments/quotes.ts'
import { type TestApp, testApp } from '../../test/harness/app.ts'
import { eventsOf, houseHolds } from '../../test/harness/books.ts'
import { accountOf, balanceOf, clabe, quoteBetween } from '../../test/harness/cast.ts'
import { withRail } from '../../test/harness/rails.ts'
import { openReceiver, type Receiver } from '../../test/harness/receiver.ts'
import { decideExternalAccount } from './customers.ts'

type AccountId = `ExternalAccount:${string}`

const UNKNOWN = '01a1f9bc-8b1c-7000-8000-ab7eb7fb1725'

let app: TestApp
/** Runs between the execution of a quote and the arrival of the pulled money. */
let whilePulling = async (): Promise<unknown> => undefined
let receiver: Receiver
let dollars: `InternalAccount:${string}`
beforeAll(async () => {
  app = await testApp({
    providers: withRail(({ pull }) => ({
      async pull(payout) {
        await whilePulling()
        return pull(payout)
      },
    })),
  })
  receiver = await openReceiver()
  dollars = (await accountOf(app, 'northwind', 'USD')).id
})
afterAll(async () => {
  expect(await app.audit()).toEqual([])
  await app.close()
  await receiver.close()
})

const maria = async () => (await clabe(app, '719')) as AccountId
const decide = (id: string, decision: Parameters<typeof decideExternalAccount>[2]) =>
  decideExternalAccount(app.app, id, decision)
const getShown = (externalAccountId: AccountId) =>
  app.ok('getPlatformExternalAccountById', { params: { externalAccountId } })
const execute = ({ id }: Quote) => app.call('executeQuote', { params: { quoteId: id } })
const statusesOf = async ({ id, transactionId }: Quote) => [
  (await app.ok('getQuoteById', { params: { quoteId: id } })).status,
  (await app.ok('getTransactionById', { params: { transactionId } })).status,
]
const refusal = { status: 409, code: 'ACCOUNT_NOT_ACTIVE' }

/** A US bank account of the platform. */
const bank = async (accountNumber: string): Promise<AccountId> => {
  const beneficiary = { beneficiaryType: 'BUSINESS', legalName: 'Acme Pay' } as const
  const accountInfo = { accountType: 'USD_ACCOUNT', accountNumber, routingNumber: '021000021', beneficiary } as const
  return (await app.ok('createPlatformExternalAccount', { body: { currency: 'USD', accountInfo } })).id
}

describe('decideExternalAccount', () => {
  it('reviews, deactivates and activates an account, with an event each time', async () => {
    await app.ok('updatePlatformConfig', { body: { webhookEndpoint: receiver.url } })
    const id = await maria()
    expect((await getShown(id)).status).toBe('ACTIVE')
    expect(await decide(id, 'review')).toBe('UNDER_REVIEW')
    expect(await decide(id.slice('ExternalAccount:'.length), 'deactivate')).toBe('INACTIVE')
    const { updatedAt: before } = await rowOf(id)
    await app.advance({ seconds: 1 })
    expect(await decide(id, 'activate')).toBe('ACTIVE')
    expect((await rowOf(id)).updatedAt).toBeGreaterThan(before)
    await app.settle()
    const events = receiver.received.map(({ event }) => event).filter(({ data }) => data?.id === id)
    expect(events.map(({ type, sequence, data }) => [type, sequence, data.status])).toEqual([
      ['EXTERNAL_ACCOUNT.STATUS_UPDATED', 1, 'UNDER_REVIEW'],
      ['EXTERNAL_ACCOUNT.STATUS_UPDATED', 2, 'INACTIVE'],
      ['EXTERNAL_ACCOUNT.STATUS_UPDATED', 3, 'ACTIVE'],
    ])
    expect(events[2].data).toEqual(await getShown(id))
  })

  it('is refused for the status that the account has, and for a deleted or unknown account', async () => {
    const id = await maria()
    await expect(decide(id, 'activate')).rejects.toMatchObject({ code: 'INVALID_STATE_TRANSITION' })
    await decide(id, 'review')
    await expect(decide(id, 'review')).rejects.toMatchObject({ code: 'INVALID_STATE_TRANSITION' })
    await app.ok('deletePlatformExternalAccountById', { params: { externalAccountId: id } })
    for (const gone of [id, UNKNOWN, `ExternalAccount:${UNKNOWN}`, 'maria', ''])
      await expect(decide(gone, 'activate')).rejects.toMatchObject({ code: 'EXTERNAL_ACCOUNT_NOT_FOUND' })
    expect(await eventsOf(app, id)).toHaveLength(1)
  })
})

describe.each(['review', 'deactivate'] as const)('after %s', (stop) => {
  it('an earlier quote is not executed and no money moves, until the account is activated', async () => {
    const id = await maria()
    const quote = await quoteBetween(app, dollars, id, 10_000)
    const before = await balanceOf(app, { id: dollars })
    await decide(id, stop)
    expect((await execute(quote)).error).toMatchObject(refusal)
    expect(await statusesOf(quote)).toEqual(['PENDING', 'PENDING'])
    expect(await balanceOf(app, { id: dollars })).toBe(before)
    await decide(id, 'activate')
    expect((await execute(quote)).status).toBe(200)
    await app.settle()
    expect(await statusesOf(quote)).toEqual(['COMPLETED', 'COMPLETED'])
    expect(await balanceOf(app, { id: dollars })).toBe(before - 10_000)
  })

  it('money that arrives for an earlier quote is not accepted', async () => {
    const id = await maria()
    const quote = await app.ok('createQuote', {
      body: {
        source: { sourceType: 'REALTIME_FUNDING', currency: 'USD' },
        destination: { destinationType: 'ACCOUNT', accountId: id },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: 10_000,
      },
    })
    const before = await houseHolds(app, 'rails', 'USD')
    await decide(id, stop)
    const send = () => app.call('sandboxSend', { body: { quoteId: quote.id, currencyCode: 'USD' } })
    expect((await send()).error).toMatchObject(refusal)
    expect(await statusesOf(quote)).toEqual(['PENDING', 'PENDING'])
    expect(await houseHolds(app, 'rails', 'USD')).toBe(before)
    await decide(id, 'activate')
    expect((await send()).status).toBe(200)
  })

  it('quotes to and from it, lookups and transfers are refused', async () => {
    const id = await bank(`6000${stop.length}719`)
    const { data } = await app.ok('listPlatformInternalAccounts', { query: { currency: 'USD' } })
    const own = data[0]?.id as `InternalAccount:${string}`
    await decide(id, stop)
    const amounts = { lockedCurrencySide: 'SENDING', lockedCurrencyAmount: 1_000 } as const
    const quote = (from: string, to: string) =>
      app.call('createQuote', {
        body: {
          source: { sourceType: 'ACCOUNT', accountId: from },
          destination: { destinationType: 'ACCOUNT', accountId: to },
          ...amounts,
        },
      })
    const transfer = { source: { accountId: own }, destination: { accountId: id }, amount: 1 }
    const replies = [
      await quote(own, id),
      await quote(id, own),
      await app.call('lookupExternalAccount', { params: { accountId: id } }),
      await app.call('createTransferOut', { body: transfer }),
      await app.call('createTransferIn', {
        body: { ...transfer, source: { accountId: id }, destination: { accountId: own } },
      }),
    ]
    for (const { error } of replies) expect(error).toMatchObject(refusal)
  })

  it('no money is pulled for an earlier quote, whichever end is stopped', async () => {
    for (const end of ['source', 'destination'] as const) {
      const [source, destination] = [await bank(`61${end.length}${stop.length}719`), await maria()]
      const quote = await quoteBetween(app, source, destination, 10_000)
      await decide({ source, destination }[end], stop)
      expect((await execute(quote)).error, end).toMatchObject(refusal)
      await app.settle()
      expect(await statusesOf(quote)).toEqual(['PENDING', 'PENDING'])
    }
  })
})

describe('a payment in progress to an account that is stopped', () => {
  it('completes if a rail has already accepted it', async () => {
    const id = (await clabe(app, '003')) as AccountId
    const quote = await quoteBetween(app, dollars, id, 10_000, { immediatelyExecute: true })
    await app.settle()
    await decide(id, 'review')
    await app.advance({ minutes: 7 })
    expect(await statusesOf(quote)).toEqual(['COMPLETED', 'COMPLETED'])
  })

  it('goes to suspense if its money was being pulled', async () => {
    const id = await maria()
    const before = await houseHolds(app, 'suspense', 'USD')
    const quote = await quoteBetween(app, await bank('620719'), id, 10_000)
    whilePulling = () => decide(id, 'review')
    expect((await execute(quote)).body.status).toBe('PROCESSING')
    await app.settle()
    expect(await statusesOf(quote)).toEqual(['FAILED', 'FAILED'])
    expect(await houseHolds(app, 'suspense', 'USD')).toBe(before + 10_000)
  })
})

const rowOf = async (id: AccountId) => {
  const [row] = await app.store.query<{ updatedAt: number }>(
    'select updated_at as "updatedAt" from external_accounts where id = $1',
    [id.slice('ExternalAccount:'.length)],
  )
  return row as { updatedAt: number }
}
