/** Held payout tests: no rail receives one before an operator releases it, and a rejected one is refunded. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../test/harness/app.ts'
import { accountOf, balanceOf, clabe, quoteBetween } from '../../test/harness/cast.ts'
import { screeningBy } from '../providers/screening/blocklist.ts'
import { decideHeldPayout, heldPayouts } from './payout-holds.ts'

const folder = mkdtempSync(join(tmpdir(), 'screening-'))
const list = join(folder, 'blocklist.csv')
const block = (kind: 'identifier' | 'name', value: string) =>
  writeFileSync(list, `kind,value,reason\n${kind},${value},Own list 7\n`)
const BY = { by: 'Nora North', note: 'Another person of that name' }

let app: TestApp
let usd: `InternalAccount:${string}`
let pesos: `InternalAccount:${string}`
beforeAll(async () => {
  block('name', 'Nora North')
  app = await testApp({ providers: (usual) => ({ ...usual, screening: screeningBy(list) }) })
  usd = (await accountOf(app, 'northwind', 'USD')).id
  pesos = (await accountOf(app, 'alice', 'MXN')).id
  await app.ok('sandboxFundInternalAccount', { params: { accountId: pesos }, body: { amount: 1_000_000 } })
  app.clock.freeze()
})
afterAll(async () => {
  expect(await app.audit()).toEqual([])
  await app.close()
  rmSync(folder, { recursive: true })
})

const balance = (id: string) => balanceOf(app, { id } as never)
const statusOf = async (transactionId: string) =>
  (await app.ok('getTransactionById', { params: { transactionId: transactionId as never } })).status
/** Number of times that a rail was chosen for the payout. */
const submissions = async (transactionId: string) =>
  (await app.store.query('select 1 from payout_routes where key = $1', [transactionId.split(':')[1]])).length
const beneficiaryOf = async (id: string) => {
  const { accountInfo } = await app.ok('getPlatformExternalAccountById', { params: { externalAccountId: id as never } })
  return accountInfo as unknown as { readonly clabeNumber: string; readonly beneficiary: { readonly fullName: string } }
}

/** Pays 500.00 USD to an account whose owner is on the list. */
async function held() {
  const account = await clabe(app, '719')
  block('identifier', (await beneficiaryOf(account)).clabeNumber)
  const before = await balance(usd)
  const { id, transactionId } = await quoteBetween(app, usd, account)
  await app.ok('executeQuote', { params: { quoteId: id } })
  await app.settle()
  return { quoteId: id, transactionId, before }
}

describe('a payout to a counterparty on the blocklist', () => {
  it('is held, listed with its reason, and submitted once it is released', async () => {
    const { transactionId, before } = await held()
    await app.advance({ minutes: 30 })
    expect([await statusOf(transactionId), await submissions(transactionId)]).toEqual(['PROCESSING', 0])
    expect(await heldPayouts(app.app)).toEqual([
      {
        id: transactionId,
        platform: 'Acme Pay',
        submission: 'SEND',
        amount: 858_187,
        currency: 'MXN',
        reason: 'Own list 7',
        since: expect.any(String),
        releasesMissing: 1,
        releasedBy: '',
      },
    ])
    await decideHeldPayout(app.app, transactionId, { decision: 'RELEASED', ...BY })
    await app.advance({ minutes: 2 })
    expect([await statusOf(transactionId), await submissions(transactionId)]).toEqual(['COMPLETED', 1])
    expect(before - (await balance(usd))).toBe(50_000)
    expect(await heldPayouts(app.app)).toEqual([])
  })

  it('waits while the list is missing, indefinitely, and is submitted when it is available again', async () => {
    const account = await clabe(app, '719')
    const { id, transactionId } = await quoteBetween(app, usd, account)
    rmSync(list)
    await app.ok('executeQuote', { params: { quoteId: id } })
    await app.settle()
    // As if it had failed until its last attempt.
    await app.store.script(`update jobs set attempts = 19 where name in ('sendPayout', 'askPayout')`)
    await app.advance({ minutes: 5 })
    expect([await statusOf(transactionId), await submissions(transactionId)]).toEqual(['PROCESSING', 0])
    expect(await app.store.query('select name from jobs where dead_at is not null')).toEqual([])
    const metrics = await app.app.server.inject({ url: '/metrics' })
    expect(metrics.body).toContain('causeway_payouts_waiting{for="screening"} 1')
    block('name', 'Nora North')
    await app.advance({ minutes: 2 })
    expect([await statusOf(transactionId), await submissions(transactionId)]).toEqual(['COMPLETED', 1])
  })

  it('fails with its money refunded once it is rejected, and no rail has received it', async () => {
    const { quoteId, transactionId, before } = await held()
    await decideHeldPayout(app.app, transactionId, { decision: 'REJECTED', ...BY })
    await app.advance({ minutes: 2 })
    expect([await statusOf(transactionId), await submissions(transactionId)]).toEqual(['FAILED', 0])
    expect((await app.ok('getQuoteById', { params: { quoteId } })).status).toBe('FAILED')
    expect(await balance(usd)).toBe(before)
  })

  it('is decided once, by a named person', async () => {
    const { transactionId } = await held()
    const decide = (decision: 'RELEASED' | 'REJECTED') => decideHeldPayout(app.app, transactionId, { decision, ...BY })
    const decided = await Promise.allSettled([decide('RELEASED'), decide('REJECTED'), decide('RELEASED')])
    expect(decided.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const result of decided)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'INVALID_STATE_TRANSITION' })
    const key = transactionId.split(':')[1]
    const [kept] = await app.store.query('select decided_by, note from payout_screenings where key = $1', [key])
    expect(kept).toEqual({ decided_by: 'Nora North', note: 'Another person of that name' })
    await app.advance({ minutes: 2 })
    expect(['COMPLETED', 'FAILED']).toContain(await statusOf(transactionId))
  })

  it('is held for a transfer too, by the name of its owner', async () => {
    const account = await clabe(app, '719')
    block('name', (await beneficiaryOf(account)).beneficiary.fullName.toUpperCase())
    const before = await balance(pesos)
    const { id } = await app.ok('createTransferOut', {
      body: { source: { accountId: pesos }, destination: { accountId: account as never }, amount: 1_000 },
    })
    await app.settle()
    expect([await statusOf(id), await submissions(id)]).toEqual(['PENDING', 0])
    await decideHeldPayout(app.app, id, { decision: 'REJECTED', ...BY })
    await app.advance({ minutes: 2 })
    expect(await statusOf(id)).toBe('FAILED')
    expect(await balance(pesos)).toBe(before)
  })

  it.each([
    ['RELEASED', 'COMPLETED', 1_000],
    ['REJECTED', 'FAILED', 0],
  ] as const)('is held for a payment by UMA, and %s it is %s', async (decision, status, spent) => {
    const umaAddress = '$success.usd@sandbox.uma.example'
    block('identifier', umaAddress)
    const before = await balance(usd)
    const { lookupId } = await app.ok('lookupUma', { params: { receiverUmaAddress: umaAddress } })
    const { id, transactionId } = await app.ok('createQuote', {
      body: {
        source: { sourceType: 'ACCOUNT', accountId: usd },
        destination: { destinationType: 'UMA_ADDRESS', umaAddress },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: 1_000,
        lookupId,
        senderCustomerInfo: { FULL_NAME: 'Northwind Ltd' },
      },
    })
    await app.ok('executeQuote', { params: { quoteId: id } })
    await app.advance({ minutes: 30 })
    const settlements = () => app.store.query('select 1 from settlements where id = $1', [transactionId.slice(12)])
    expect([await statusOf(transactionId), (await settlements()).length]).toEqual(['PROCESSING', 0])
    await decideHeldPayout(app.app, transactionId, { decision, ...BY })
    await app.advance({ minutes: 5 })
    expect(await statusOf(transactionId)).toBe(status)
    expect(before - (await balance(usd))).toBe(spent)
  })

  it('waits while the list is missing, and is sent when it is available again', async () => {
    const account = await clabe(app, '719')
    rmSync(list)
    const { id, transactionId } = await quoteBetween(app, usd, account)
    await app.ok('executeQuote', { params: { quoteId: id } })
    await app.settle()
    expect([await statusOf(transactionId), await submissions(transactionId)]).toEqual(['PROCESSING', 0])
    block('name', 'Nora North')
    await app.advance({ minutes: 30 })
    expect([await statusOf(transactionId), await submissions(transactionId)]).toEqual(['COMPLETED', 1])
  })

  it('cannot be decided when it is not held', async () => {
    const other = await quoteBetween(app, usd, await clabe(app, '719'))
    for (const id of [other.transactionId, 'Transaction:7', other.id])
      await expect(decideHeldPayout(app.app, id, { decision: 'RELEASED', ...BY })).rejects.toMatchObject({
        code: 'TRANSACTION_NOT_FOUND',
      })
  })
})
