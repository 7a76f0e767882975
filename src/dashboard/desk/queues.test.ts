/** Queues over HTTP: each entry has its story, and is resolved by two people, or at once where that moves no money. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OPERATOR_PATHS } from '../../../contract/operators/operators.ts'
import type { QueueEntry, QueueName } from '../../../contract/operators/queues.ts'
import type { RequestKind } from '../../../contract/operators/requests.ts'
import { type TestApp, testApp } from '../../../test/harness/app.ts'
import { shopper, terminal } from '../../../test/harness/cards.ts'
import { accountOf, balanceOf, clabe, quoteBetween } from '../../../test/harness/cast.ts'
import { decide, operator, type Person } from '../../../test/harness/operators.ts'
import { withRail } from '../../../test/harness/rails.ts'
import { openReceiver } from '../../../test/harness/receiver.ts'
import { newId } from '../../core/ids.ts'
import { takeArrivals } from '../../domain/payments/arrivals/take-arrivals.ts'
import { resumeRequests } from '../../operator/people/carry-out.ts'
import { manualIdentity } from '../../providers/identity/manual.ts'
import { limitedScreening } from '../../providers/screening/payout-limits.ts'

let app: TestApp
let otto: Person
let paula: Person
let usd: `InternalAccount:${string}`
/** Whether new customers are reviewed. */
let isReviewing = false
/** Payouts whose outcome the rail was queried for. */
const asked: string[] = []
beforeAll(async () => {
  const screening = limitedScreening(new Map([['MXN', 500_000n]]), undefined)
  const identity = { ...manualIdentity, initialStatus: () => (isReviewing ? 'UNVERIFIED' : 'APPROVED') } as const
  const countingRail = withRail((usual) => ({
    ask(payout) {
      asked.push(payout.key)
      return usual.ask(payout)
    },
  }))
  app = await testApp({
    dashboard: 'PASSKEY',
    providers: (usual) => ({ ...countingRail(usual), screening, identity }),
  })
  otto = await operator(app, 'Otto Operator', 'OPERATOR')
  paula = await operator(app, 'Paula Approver', 'APPROVER')
  usd = (await accountOf(app, 'northwind', 'USD')).id
})
afterAll(async () => {
  expect(await app.audit()).toEqual([])
  await app.close()
})

const entries = async (queue: QueueName): Promise<QueueEntry[]> =>
  (await otto.get(OPERATOR_PATHS.tasks)).body.entries.filter((entry: QueueEntry) => entry.queue === queue)
async function only(queue: QueueName): Promise<QueueEntry> {
  const found = await entries(queue)
  expect(found).toHaveLength(1)
  return found[0] as QueueEntry
}
const ask = (kind: RequestKind, target: string, more: object = {}) =>
  otto.post(OPERATOR_PATHS.requestTask, { kind, target, reason: 'Looked into it', ...more })

/**
 * Makes a request, which another operator approves; executed twice, it has one effect. @returns the status of the
 * request
 */
async function resolve(kind: RequestKind, { id, kinds }: QueueEntry, more: object = {}): Promise<string> {
  expect(kinds).toContain(kind)
  const { status, body } = await ask(kind, id, more)
  expect(status, JSON.stringify(body)).toBe(201)
  const outcome = (await decide(paula, body.id, 'APPROVED')).body.status
  if (outcome === 'DONE') {
    // As after a process that ended between the effect and its record.
    await app.store.query(`update operator_requests set status = 'APPROVED' where id = $1`, [body.id])
    await resumeRequests(app.app, 0)
    const [again] = await app.store.query('select status, failure from operator_requests where id = $1', [body.id])
    expect(again).toEqual({ status: 'DONE', failure: null })
  }
  return outcome
}
const statusOf = async (transactionId: string) =>
  (await app.ok('getTransactionById', { params: { transactionId: transactionId as never } })).status
/** Pays 500.00 USD to a bank account in pesos, above the limit. */
async function heldPayout(): Promise<string> {
  const { id, transactionId } = await quoteBetween(app, usd, await clabe(app, '719'), 50_000)
  await app.ok('executeQuote', { params: { quoteId: id } })
  await app.settle()
  return transactionId
}

describe('a queue', () => {
  it('of suspense: the money is credited to the account that the request names', async () => {
    const arrival = {
      key: 'line 1',
      currency: 'USD',
      amount: 5_000n,
      reference: 'unknown',
      payer: 'Acme Corp',
      arrivedAt: Date.UTC(2026, 10, 23),
    }
    const { engine, clock, store } = app.app
    const bank = {
      ...app.app.rails.connected[0],
      id: 'bank',
      arrivals: async (after?: string) => ({ arrivals: after === undefined ? [arrival] : [], cursor: '1' }),
    }
    await takeArrivals({ store, engine, clock, rails: [bank as never], log: { warn() {}, error() {} } as never })
    const entry = await only('SUSPENSE')
    expect(entry).toMatchObject({ platform: null, facts: expect.arrayContaining(['5000 minor units of USD']) })
    expect((await ask('SUSPENSE_RELEASE', entry.id)).body.details.errors[0].field).toBe('account')
    const before = await balanceOf(app, { id: usd })
    expect(await resolve('SUSPENSE_RELEASE', entry, { account: usd })).toBe('DONE')
    expect(await balanceOf(app, { id: usd })).toBe(before + 5_000)
    expect(await entries('SUSPENSE')).toEqual([])
  })

  it('of held payouts: one above its limit has the releases of both operators', async () => {
    const payment = await heldPayout()
    const entry = await only('HELD')
    expect(entry).toMatchObject({
      subjects: [payment],
      facts: expect.arrayContaining(['needs the release of two operators']),
    })
    expect(await resolve('PAYOUT_RELEASE', entry)).toBe('DONE')
    const releases = await app.store.query<{ name: string }>(
      'select name from payout_releases where key = $1 order by released_at',
      [payment.split(':')[1]],
    )
    expect(releases.map(({ name }) => name)).toEqual(['Otto Operator', 'Paula Approver'])
    await app.advance({ minutes: 2 })
    expect(await statusOf(payment)).toBe('COMPLETED')
  })

  it('of held payouts: a rejected one is refunded', async () => {
    const before = await balanceOf(app, { id: usd })
    const payment = await heldPayout()
    expect(await resolve('PAYOUT_REJECT', await only('HELD'))).toBe('DONE')
    await app.advance({ minutes: 2 })
    expect(await statusOf(payment)).toBe('FAILED')
    expect(await balanceOf(app, { id: usd })).toBe(before)
  })

  it('of payouts without an outcome: the rail is asked at once by one operator', async () => {
    app.clock.freeze()
    const { id, transactionId } = await quoteBetween(app, usd, await clabe(app, '003'), 1_000)
    await app.ok('executeQuote', { params: { quoteId: id } })
    await app.settle()
    expect(await entries('PAYOUTS')).toEqual([])
    const bare = transactionId.split(':')[1]
    await app.store.query(`update transactions set updated_at = updated_at - interval '73 hours' where id = $1`, [bare])
    const entry = await only('PAYOUTS')
    expect(entry).toMatchObject({ id: transactionId, reason: expect.stringContaining('not reported an outcome') })
    expect(asked).not.toContain(bare)
    expect((await ask('PAYOUT_ASK', entry.id)).status).toBe(204)
    await expect.poll(() => asked).toContain(bare)
    const chained = await app.store.query<{ outcome: string }>(
      `select outcome from audit_chain where action = 'queue.payout-ask' and actor_name = 'Otto Operator' order by number`,
    )
    expect(chained.map(({ outcome }) => outcome)).toEqual(['STARTED', 'DONE'])
    await app.advance({ minutes: 10 })
    expect(await entries('PAYOUTS')).toEqual([])
  })

  it('of card exceptions: the owed amount is pulled', async () => {
    const { card, accounts } = await shopper(app, 1_000)
    const [accountId] = accounts as [`InternalAccount:${string}`]
    const { tap, clear } = terminal(app, card)
    const purchase = await tap(1_000)
    await clear(purchase, 1_250)
    const entry = await only('CARDS')
    expect(await resolve('CARD_RETRY', entry)).toBe('FAILED')
    await app.ok('sandboxFundInternalAccount', { params: { accountId }, body: { amount: 250 } })
    expect(await resolve('CARD_RETRY', entry)).toBe('DONE')
    expect((await app.ok('getCardTransactionById', { params: { id: purchase.id } })).status).toBe('SETTLED')
  })

  it('of verifications: the customer is approved, or rejected with the reason', async () => {
    isReviewing = true
    for (const [kind, status] of [
      ['VERIFICATION_APPROVE', 'APPROVED'],
      ['VERIFICATION_REJECT', 'REJECTED'],
    ] as const) {
      const customer = await app.ok('createCustomer', {
        body: {
          customerType: 'INDIVIDUAL',
          fullName: 'Grace Doe',
          birthDate: '1980-01-01',
          nationality: 'US',
          address: { line1: '1', postalCode: '1', country: 'US' },
        },
      })
      const file = new File(['%PDF-1.7 %%EOF'], 'passport.pdf')
      await app.ok('uploadDocument', {
        body: { documentHolder: customer.id, documentType: 'PASSPORT', country: 'US', file },
      })
      await app.ok('createVerification', { body: { customerId: customer.id } })
      const entry = await only('VERIFICATIONS')
      expect(entry.subjects).toEqual([customer.id])
      expect(await resolve(kind, entry)).toBe('DONE')
      expect(await app.ok('getCustomerById', { params: { customerId: customer.id } })).toMatchObject({
        kycStatus: status,
      })
    }
  })

  it('of jobs that were given up: one runs again', async () => {
    const key = `expireQuotes/dead/${newId(0)}`
    await app.store.query(
      `insert into jobs (platform_id, key, name, subjects, due_at, attempts, last_error, dead_at, class)
       values ($1, $2, 'expireQuotes', '[]', now(), 20, 'The rate source refused the key', now(), 'other')`,
      [app.platform.platformId, key],
    )
    const entry = await only('JOBS')
    expect(entry.reason).toBe('The rate source refused the key')
    expect(await resolve('TASK_RETRY', entry)).toBe('DONE')
    expect(await entries('JOBS')).toEqual([])
  })

  it('of bank statements: a notification of change is closed with the reason', async () => {
    await app.store.script(`
      insert into bank_inbox (rail, sha256, name, bytes, received_at, state)
        values ('sepa', 'a1', 'changes.ach', '', now(), 'READ');
      insert into bank_corrections (rail, sha256, reference, code, data) values ('sepa', 'a1', 'REF7', 'C01', 'x')`)
    const entry = await only('BANKS')
    expect(entry).toMatchObject({ id: 'sepa change:REF7:C01', kinds: ['BANK_CLOSE'] })
    expect(await resolve('BANK_CLOSE', entry)).toBe('DONE')
    const [closed] = await app.store.query<{ note: string }>('select note from bank_corrections')
    expect(closed?.note).toMatch(/^Looked into it \(request /)
  })

  it('of webhook endpoints: one that was disabled is enabled at once by one operator', async () => {
    await app.store.query(
      `update listeners set endpoint = 'https://hooks.example/in', disabled_at = now() where platform_id = $1`,
      [app.platform.platformId],
    )
    const entry = await only('WEBHOOKS')
    expect(entry.facts).toContain('hooks.example')
    expect((await ask('ENDPOINT_ENABLE', entry.id)).status).toBe(204)
    expect(await entries('WEBHOOKS')).toEqual([])
  })

  it('of deliveries that were given up: an event is sent again by one operator, or closed by two', async () => {
    const receiver = await openReceiver(500)
    await app.ok('updatePlatformConfig', { body: { webhookEndpoint: receiver.url } })
    await app.ok('sandboxFundInternalAccount', { params: { accountId: usd as never }, body: { amount: 100 } })
    await app.settle()
    await app.store.query(`update deliveries set first_failed_at = first_failed_at - interval '8 days'`)
    await app.advance({ minutes: 30 })
    const given = await entries('DELIVERIES')
    const [sent, closed] = given as [QueueEntry, QueueEntry]
    expect(sent).toMatchObject({
      id: expect.stringMatching(/^Webhook:/),
      reason: 'The endpoint answered 500, until the event was given up after seven days',
      kinds: ['DELIVERY_SEND', 'DELIVERY_CLOSE'],
    })
    expect((await ask('DELIVERY_SEND', sent.id)).status).toBe(204)
    await app.settle()
    expect((await entries('DELIVERIES')).map(({ id }) => id)).toContain(sent.id)
    receiver.answer = 200
    await app.advance({ minutes: 10 })
    expect((await entries('DELIVERIES')).map(({ id }) => id)).not.toContain(sent.id)
    expect((await ask('DELIVERY_SEND', sent.id)).status).toBe(409)
    expect(await resolve('DELIVERY_CLOSE', closed)).toBe('DONE')
    expect((await entries('DELIVERIES')).map(({ id }) => id)).not.toContain(closed.id)
    const [kept] = await app.store.query('select decided_by, outcome from task_decisions where key = $1', [closed.id])
    expect(kept).toEqual({ decided_by: 'Otto Operator, approved by Paula Approver', outcome: 'CLOSED' })
    await receiver.close()
  })

  it('is resolved once: a request about a resolved entry is refused', async () => {
    expect((await ask('CARD_RETRY', 'CardTransaction:01a1f9bc-8b1c-7000-8000-ab7eb7fb1725')).status).toBe(409)
    expect((await ask('FREEZE_RELEASE', 'x')).status).toBe(409)
  })
})
