/** Owns the proof of what operators decide about external accounts: one that is stopped is neither paid nor fetched from, and its platform is told. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Quote } from '../../contract/payments/quotes.ts'
import { type TestApp, testApp } from '../../test/harness/app.ts'
import { eventsOf, houseHolds } from '../../test/harness/books.ts'
import { accountOf, balanceOf, clabe, quoteBetween } from '../../test/harness/cast.ts'
import { openReceiver, type Receiver } from '../../test/harness/receiver.ts'
import type { Rails } from '../providers/rails/port.ts'
import { decideExternalAccount } from './external-accounts.ts'

type AccountId = `ExternalAccount:${string}`

const NOBODY = '01a1f9bc-8b1c-7000-8000-ab7eb7fb1725'

let app: TestApp
/** Comes between the execution of a quote and the arrival of the money that it has fetched. */
let whileFetching = async (): Promise<unknown> => undefined
let receiver: Receiver
let dollars: `InternalAccount:${string}`
beforeAll(async () => {
  app = await testApp({
    outside: (usual) => {
      const rails = usual.rails as Rails
      const pull: Rails['pull'] = async (payout) => {
        await whileFetching()
        return rails.pull(payout)
      }
      return { ...usual, rails: { ...rails, pull } }
    },
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
const shown = (externalAccountId: AccountId) =>
  app.ok('getPlatformExternalAccountById', { params: { externalAccountId } })
const execute = ({ id }: Quote) => app.call('executeQuote', { params: { quoteId: id } })
const standOf = async ({ id, transactionId }: Quote) => [
  (await app.ok('getQuoteById', { params: { quoteId: id } })).status,
  (await app.ok('getTransactionById', { params: { transactionId } })).status,
]
const refusal = { status: 409, code: 'ACCOUNT_NOT_ACTIVE' }

/** A bank account of the platform's in dollars. */
const bank = async (accountNumber: string): Promise<AccountId> => {
  const beneficiary = { beneficiaryType: 'BUSINESS', legalName: 'Acme Pay' } as const
  const accountInfo = { accountType: 'USD_ACCOUNT', accountNumber, routingNumber: '021000021', beneficiary } as const
  return (await app.ok('createPlatformExternalAccount', { body: { currency: 'USD', accountInfo } })).id
}

describe('an external account', () => {
  it('is stopped, looked at and let go on by the operator, and the platform is told each time', async () => {
    await app.ok('updatePlatformConfig', { body: { webhookEndpoint: receiver.url } })
    const id = await maria()
    expect((await shown(id)).status).toBe('ACTIVE')
    expect(await decide(id, 'review')).toBe('UNDER_REVIEW')
    expect(await decide(id.slice('ExternalAccount:'.length), 'deactivate')).toBe('INACTIVE')
    const { updatedAt: before } = await rowOf(id)
    await app.advance({ seconds: 1 })
    expect(await decide(id, 'activate')).toBe('ACTIVE')
    expect((await rowOf(id)).updatedAt).toBeGreaterThan(before)
    await app.settle()
    const told = receiver.received.map(({ event }) => event).filter(({ data }) => data?.id === id)
    expect(told.map(({ type, sequence, data }) => [type, sequence, data.status])).toEqual([
      ['EXTERNAL_ACCOUNT.STATUS_UPDATED', 1, 'UNDER_REVIEW'],
      ['EXTERNAL_ACCOUNT.STATUS_UPDATED', 2, 'INACTIVE'],
      ['EXTERNAL_ACCOUNT.STATUS_UPDATED', 3, 'ACTIVE'],
    ])
    expect(told[2].data).toEqual(await shown(id))
  })

  it('is not judged twice in the same way, nor when it is deleted or nobody has it', async () => {
    const id = await maria()
    await expect(decide(id, 'activate')).rejects.toMatchObject({ code: 'INVALID_STATE_TRANSITION' })
    await decide(id, 'review')
    await expect(decide(id, 'review')).rejects.toMatchObject({ code: 'INVALID_STATE_TRANSITION' })
    await app.ok('deletePlatformExternalAccountById', { params: { externalAccountId: id } })
    for (const gone of [id, NOBODY, `ExternalAccount:${NOBODY}`, 'maria', ''])
      await expect(decide(gone, 'activate')).rejects.toMatchObject({ code: 'EXTERNAL_ACCOUNT_NOT_FOUND' })
    expect(await eventsOf(app, id)).toHaveLength(1)
  })
})

describe.each(['review', 'deactivate'] as const)('after %s', (stop) => {
  it('a quote from before is not executed: the money stays where it is, until the account is let go on', async () => {
    const id = await maria()
    const quote = await quoteBetween(app, dollars, id, 10_000)
    const before = await balanceOf(app, { id: dollars })
    await decide(id, stop)
    expect((await execute(quote)).error).toMatchObject(refusal)
    expect(await standOf(quote)).toEqual(['PENDING', 'PENDING'])
    expect(await balanceOf(app, { id: dollars })).toBe(before)
    await decide(id, 'activate')
    expect((await execute(quote)).status).toBe(200)
    await app.settle()
    expect(await standOf(quote)).toEqual(['COMPLETED', 'COMPLETED'])
    expect(await balanceOf(app, { id: dollars })).toBe(before - 10_000)
  })

  it('money that is paid for a quote from before is not taken', async () => {
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
    expect(await standOf(quote)).toEqual(['PENDING', 'PENDING'])
    expect(await houseHolds(app, 'rails', 'USD')).toBe(before)
    await decide(id, 'activate')
    expect((await send()).status).toBe(200)
  })

  it('nothing new begins with it: no quote to it, no quote from it, no lookup, no transfer', async () => {
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

  it('no money is fetched for a quote from before, whichever end is stopped', async () => {
    for (const end of ['source', 'destination'] as const) {
      const [source, destination] = [await bank(`61${end.length}${stop.length}719`), await maria()]
      const quote = await quoteBetween(app, source, destination, 10_000)
      await decide({ source, destination }[end], stop)
      expect((await execute(quote)).error, end).toMatchObject(refusal)
      await app.settle()
      expect(await standOf(quote)).toEqual(['PENDING', 'PENDING'])
    }
  })
})

describe('a payment under way to an account that is stopped', () => {
  it('goes on when a rail has it', async () => {
    const id = (await clabe(app, '003')) as AccountId
    const quote = await quoteBetween(app, dollars, id, 10_000, { immediatelyExecute: true })
    await app.settle()
    await decide(id, 'review')
    await app.advance({ minutes: 7 })
    expect(await standOf(quote)).toEqual(['COMPLETED', 'COMPLETED'])
  })

  it('is kept in suspense when its money was being fetched meanwhile', async () => {
    const id = await maria()
    const before = await houseHolds(app, 'suspense', 'USD')
    const quote = await quoteBetween(app, await bank('620719'), id, 10_000)
    whileFetching = () => decide(id, 'review')
    expect((await execute(quote)).body.status).toBe('PROCESSING')
    await app.settle()
    expect(await standOf(quote)).toEqual(['FAILED', 'FAILED'])
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
