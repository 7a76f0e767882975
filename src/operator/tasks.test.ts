/** Operator task tests: each kind of task moves its money once, dead jobs run again, and decisions are kept. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../test/harness/app.ts'
import { eventsOf, houseHolds } from '../../test/harness/books.ts'
import { shopper, terminal } from '../../test/harness/cards.ts'
import { accountOf, balanceOf, clabe, quoteBetween } from '../../test/harness/cast.ts'
import { closeTask, openTasks, retryDeadJob, settleTask } from './tasks.ts'

type InternalId = `InternalAccount:${string}`
const BY = { decidedBy: 'Nora North', note: 'Agreed with the customer by telephone' }

let app: TestApp
let usd: InternalId
beforeAll(async () => {
  app = await testApp()
  app.clock.freeze()
  usd = (await accountOf(app, 'northwind', 'USD')).id
})
afterAll(async () => {
  expect(await openTasks(app.app)).toEqual([])
  expect(await app.audit()).toEqual([])
  await app.close()
})

const balance = (id: InternalId) => balanceOf(app, { id })
const suspense = () => houseHolds(app, 'suspense', 'USD')
const setStatus = (id: string, status: 'ACTIVE' | 'FROZEN') =>
  app.store.query('update balances set status = $1 where id = $2', [status, id.split(':')[1]])
const payment = (transactionId: string) =>
  app.ok('getTransactionById', { params: { transactionId: transactionId as never } }) as Promise<Record<string, any>>
const code = (work: Promise<unknown>) => work.then(() => 'done').catch((refusal) => refusal.code)
const bare = (id: string) => id.split(':')[1] as string
const settle = (id: string, account?: string) => settleTask(app.app, id, { ...BY, account })

/** Pays 500.00 USD to an account with this suffix. @returns the payment's id */
async function pay(suffix: string, more: object = {}): Promise<string> {
  const quote = await quoteBetween(app, usd, await clabe(app, suffix), 50_000, { immediatelyExecute: true, ...more })
  await app.settle()
  return quote.transactionId
}

describe('a payment whose money could not be returned', () => {
  it('is listed, and settled once: the payer has its money and the refund is COMPLETED', async () => {
    const before = [await balance(usd), await suspense()]
    const id = await pay('007')
    const task = `giveMoneyBack/${bare(id)}`
    expect(await openTasks(app.app)).toEqual([
      {
        id: task,
        platform: 'Acme Pay',
        subjects: [id],
        reason: 'The money of a failed payment is in suspense: the rail cannot return it',
        since: expect.any(String),
        advice: 'settle: return the money from suspense to the account that paid',
      },
    ])
    const [first, second] = await Promise.all([code(settle(task)), code(settle(task))])
    expect([first, second].sort()).toEqual(['INVALID_STATE_TRANSITION', 'done'])
    expect([await balance(usd), await suspense()]).toEqual(before)
    expect((await payment(id)).refund).toMatchObject({ status: 'COMPLETED', settledAt: expect.any(String) })
    expect((await eventsOf(app, id)).slice(-2)).toEqual([
      'OUTGOING_PAYMENT.REFUND_FAILED',
      'OUTGOING_PAYMENT.REFUND_COMPLETED',
    ])
    expect(await app.store.query('select name, outcome, decided_by as by, note from task_decisions')).toEqual([
      { name: 'giveMoneyBack', outcome: 'SETTLED', by: BY.decidedBy, note: BY.note },
    ])
  })

  it('is credited only to an ACTIVE account of the same owner in the same currency', async () => {
    const task = `giveMoneyBack/${bare(await pay('007'))}`
    const alice = (await accountOf(app, 'alice', 'USD')).id
    const euros = (await accountOf(app, 'northwind', 'EUR')).id
    const held = await suspense()
    expect(await code(settle(task, alice))).toBe('INVALID_INPUT')
    expect(await code(settle(task, euros))).toBe('INVALID_CURRENCY')
    expect(await code(settle(task, 'InternalAccount:01a1f9bc-8b1c-7000-8000-ab7eb7fb1725'))).toBe(
      'INTERNAL_ACCOUNT_NOT_FOUND',
    )
    await setStatus(usd, 'FROZEN')
    expect(await code(settle(task))).toBe('ACCOUNT_NOT_ACTIVE')
    expect(await suspense()).toBe(held)
    await setStatus(usd, 'ACTIVE')
    await settle(task)
    expect(await suspense()).toBe(held - 50_000)
  })

  it('can be closed with a note, which moves no money', async () => {
    const task = `giveMoneyBack/${bare(await pay('007'))}`
    const held = await suspense()
    await closeTask(app.app, task, BY)
    expect(await suspense()).toBe(held)
    expect(await code(settle(task))).toBe('INVALID_STATE_TRANSITION')
  })
})

describe('a payment that completed while its recipient could not be credited', () => {
  const fromAddress = async () => {
    const { id } = await app.ok('sandboxReceive', {
      body: {
        senderUmaAddress: '$bob@bank.example',
        receiverUmaAddress: '$alice@acme.example',
        receivingCurrencyCode: 'EUR',
        receivingCurrencyAmount: 5_000,
      },
    })
    return id
  }
  const pulled = async (accountId: InternalId) => {
    const source = (await clabe(app, '719')) as `ExternalAccount:${string}`
    const { id } = await app.ok('createTransferIn', {
      body: { source: { accountId: source }, destination: { accountId }, amount: 5_000 },
    })
    return id
  }

  it.each([
    ['an address', 'EUR', fromAddress],
    ['a bank', 'MXN', pulled],
  ] as const)('is credited when the task is settled: from %s', async (_from, currency, receive) => {
    const { id: account } = await accountOf(app, 'alice', currency)
    await setStatus(account, 'FROZEN')
    const id = await receive(account)
    await app.settle()
    expect((await payment(id)).status).toBe('COMPLETED')
    const before = await balance(account)
    const task = `creditRecipient/${bare(id)}`
    expect((await openTasks(app.app)).map((open) => open.id)).toEqual([task])
    expect(await code(settle(task))).toBe('ACCOUNT_NOT_ACTIVE')
    await setStatus(account, 'ACTIVE')
    await settle(task)
    expect((await balance(account)) - before).toBe(5_000)
  })
})

describe('a platform fee', () => {
  const FEE = { platformFeeOverride: { platformFixedFee: { amount: 285, currency: 'USD' }, platformVariableFeeBps: 0 } }
  let platforms: InternalId
  beforeAll(async () => {
    const { data } = await app.ok('listPlatformInternalAccounts', { query: { currency: 'USD' } })
    platforms = data[0]?.id as InternalId
  })
  const ids = async () => (await openTasks(app.app)).map(({ id }) => id)

  it('in suspense is credited, and one that is owed after a return is collected, each in full and once', async () => {
    const before = [await balance(platforms), await suspense(), await houseHolds(app, 'platformFees', 'USD')]
    await setStatus(platforms, 'FROZEN')
    const id = await pay('005', FEE)
    const [credit, collect] = [`creditPlatformFee/${bare(id)}`, `collectPlatformFee/${bare(id)}`]
    expect(await ids()).toEqual([credit])
    await app.advance({ seconds: 6 })
    expect((await payment(id)).status).toBe('FAILED')
    expect((await ids()).sort()).toEqual([collect, credit])
    expect(await houseHolds(app, 'platformFees', 'USD')).toBe((before[2] as number) - 285)
    await setStatus(platforms, 'ACTIVE')
    await settle(credit)
    await settle(collect)
    expect([await balance(platforms), await suspense(), await houseHolds(app, 'platformFees', 'USD')]).toEqual(before)
  })
})

describe('a refund by card that could not be credited', () => {
  it('is credited to the funding source when the task is settled, and its task ends when the return is reversed', async () => {
    const { card, accounts } = await shopper(app, 1_000)
    const [source] = accounts as [InternalId]
    const { tap, clear, giveBack, unreturn } = terminal(app, card)
    const purchase = await tap(1_000)
    await clear(purchase, 1_000)
    await setStatus(source, 'FROZEN')
    await giveBack(purchase, 400)
    const task = `giveCardMoneyBack/${bare(purchase.id)}`
    expect((await openTasks(app.app)).map(({ id }) => id)).toEqual([task])
    await setStatus(source, 'ACTIVE')
    await settle(task)
    expect(await balance(source)).toBe(400)

    await setStatus(source, 'FROZEN')
    await giveBack(purchase, 600)
    expect((await openTasks(app.app)).map(({ id }) => id)).toEqual([task])
    await setStatus(source, 'ACTIVE')
    await unreturn(purchase)
    expect(await openTasks(app.app)).toEqual([])
  })
})

describe('a job that was given up', () => {
  it('runs again when it is retried, and cannot be settled', async () => {
    const id = await pay('003')
    await app.store.query(
      "update jobs set dead_at = now(), last_error = 'The rail refused the credentials' where name = 'askPayout'",
    )
    await app.advance({ minutes: 10 })
    expect((await payment(id)).status).toBe('PROCESSING')
    const [task] = await openTasks(app.app)
    expect(task).toMatchObject({
      subjects: [bare(id)],
      reason: 'The rail refused the credentials',
      advice: 'retry when the cause is removed',
    })
    expect(await code(settle(task?.id as string))).toBe('INVALID_INPUT')
    await retryDeadJob(app.app, task?.id as string, BY)
    await app.advance({ seconds: 1 })
    expect((await payment(id)).status).toBe('COMPLETED')
    expect(await code(retryDeadJob(app.app, task?.id as string, BY))).toBe('INVALID_STATE_TRANSITION')
  })
})
