import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { InternalAccount } from '../../../contract/accounts/internal-accounts.ts'
import { type TestApp, testApp } from '../../../test/harness/app.ts'
import { accountOf } from '../../../test/harness/cast.ts'
import { openReceiver, type Receiver } from '../../../test/harness/receiver.ts'
import { RETENTION, tidyUp } from '../../infra/jobs/housekeeping.ts'

let app: TestApp
let receiver: Receiver
let account: InternalAccount
beforeAll(async () => void (app = await testApp()))
afterAll(() => app.close())
beforeEach(async () => {
  receiver = await openReceiver()
  account = await accountOf(app, 'northwind', 'USD')
})
afterEach(() => receiver.close())

const listen = async () => {
  await app.ok('updatePlatformConfig', { body: { webhookEndpoint: receiver.url } })
  await app.settle()
  receiver.received.length = 0
}
const fund = async () => {
  await app.ok('sandboxFundInternalAccount', { params: { accountId: account.id }, body: { amount: 100 } })
  await app.settle()
}
const ofAccount = async () => (await app.ok('listEvents', { query: { resourceId: account.id } })).data
const newest = async () => (await ofAccount())[0] as Awaited<ReturnType<typeof ofAccount>>[number]
const shown = async (eventId: `Webhook:${string}`) => app.ok('getEventById', { params: { eventId } })
/** Ids of the events that arrived, in order. */
const arrived = () => receiver.received.map(({ event }) => event.id)

describe('listEvents', () => {
  it('shows events without an endpoint as not sent, newest first', async () => {
    await fund()
    const [last, before] = await ofAccount()
    expect(last).toMatchObject({
      type: 'INTERNAL_ACCOUNT.BALANCE_UPDATED',
      resourceId: account.id,
      deliveryStatus: 'NOT_SENT',
      attemptCount: 0,
    })
    expect(last?.sequence).toBe((before?.sequence as number) + 1)
  })

  it("shows the progress of an event's delivery", async () => {
    await listen()
    await fund()
    expect(await newest()).toMatchObject({ deliveryStatus: 'DELIVERED', attemptCount: 1 })
    receiver.answer = 500
    await fund()
    expect(await newest()).toMatchObject({ deliveryStatus: 'RETRYING', attemptCount: 1 })
    await fund()
    expect(await newest()).toMatchObject({ deliveryStatus: 'PENDING', attemptCount: 0 })
    const { data } = await app.ok('listEvents', { query: { resourceId: account.id, deliveryStatus: 'PENDING' } })
    expect(data).toEqual([await newest()])
    receiver.answer = 200
    await app.advance({ minutes: 1 })
    expect((await ofAccount()).slice(0, 2).map(({ deliveryStatus }) => deliveryStatus)).toEqual([
      'DELIVERED',
      'DELIVERED',
    ])
  })
})

describe('getEventById', () => {
  it('shows the body that was delivered, the headers that were sent, and the reply', async () => {
    await listen()
    receiver.answer = (_, response) => void response.writeHead(201).end(`stored\0${'x'.repeat(5000)}`)
    await fund()
    const { body, attempts, ...listed } = await shown((await newest()).id)
    expect(listed).toEqual(await newest())
    const received = receiver.received.find(({ event }) => event.id === listed.id)
    expect(body).toBe(received?.bytes.toString())
    expect(attempts).toMatchObject([{ outcome: 'DELIVERED', httpStatus: 201 }])
    expect(received?.headers).toMatchObject(attempts[0]?.requestHeaders as object)
    expect(attempts[0]?.requestHeaders).toMatchObject({
      'webhook-id': listed.id,
      'x-service-signature': expect.any(String),
    })
    expect(attempts[0]?.reply).toMatch(/^stored\ufffdx+$/)
    expect(attempts[0]?.reply).toHaveLength(2000)
  })

  it('shows each attempt, the newest first, with why it failed', async () => {
    await listen()
    receiver.answer = 503
    await fund()
    await receiver.close()
    await app.advance({ seconds: 7 })
    const { attempts } = await shown((await newest()).id)
    expect(attempts.map(({ httpStatus, error }) => httpStatus ?? error)).toEqual([
      expect.stringContaining('ECONNREFUSED'),
      503,
    ])
    receiver = await openReceiver()
    await listen()
  })

  it('shows DELIVERED for an event whose attempts have been removed', async () => {
    await listen()
    await fund()
    const { id } = await newest()
    await app.store.script(
      `update delivery_attempts set attempted_at = now() - interval '${RETENTION.attempts + 1} days'`,
    )
    await tidyUp(app.store)
    expect(await shown(id)).toMatchObject({ deliveryStatus: 'DELIVERED', attemptCount: 0, attempts: [] })
  })
})

describe('resendEvent', () => {
  it('sends the same body again under new signatures, once under an Idempotency-Key', async () => {
    await listen()
    await fund()
    const { id: eventId } = await newest()
    const again = () => app.ok('resendEvent', { params: { eventId }, key: 'again' })
    const replay = await again()
    expect(await again()).toEqual(replay)
    await app.settle()
    const [first, second, ...others] = receiver.received.filter(({ event }) => event.id === eventId)
    expect(others).toEqual([])
    expect(second?.bytes).toEqual(first?.bytes)
    expect(second?.headers['x-service-signature']).not.toBe(first?.headers['x-service-signature'])
    const { attempts } = await shown(eventId)
    expect(attempts.map(({ replayId }) => replayId)).toEqual([replay.id, undefined])
    expect(await app.ok('getEventReplay', { params: { replayId: replay.id } })).toMatchObject({
      state: 'COMPLETED',
      total: 1,
      sent: 1,
    })
  })

  it('gives up after five attempts, and reports why', async () => {
    await fund()
    await listen()
    receiver.answer = 500
    const { id: eventId } = await newest()
    const { id: replayId } = await app.ok('resendEvent', { params: { eventId } })
    await app.advance({ minutes: 5 })
    expect(arrived()).toEqual(Array(5).fill(eventId))
    expect(await app.ok('getEventReplay', { params: { replayId } })).toMatchObject({
      state: 'STOPPED',
      sent: 0,
      failure: 'The endpoint answered 500',
      failedEventId: eventId,
    })
    receiver.answer = 200
  })
})

describe('getEventReplay', () => {
  it('404 for a replay of another platform', async () => {
    await listen()
    const { id: replayId } = await app.ok('resendEvent', { params: { eventId: (await newest()).id } })
    const { error } = await app.call('getEventReplay', { as: await app.anotherPlatform(), params: { replayId } })
    expect(error).toMatchObject({ status: 404, code: 'EVENT_REPLAY_NOT_FOUND' })
  })
})

describe('replayEvents', () => {
  const replay = (since: string) => app.ok('replayEvents', { body: { since } })

  it('sends every event since the given time once and in order, including those that happened without an endpoint', async () => {
    const alone = await app.anotherPlatform()
    const as = alone
    const since = (await app.ok('getSandboxClock')).now
    for (let i = 0; i < 30; i++)
      await app.ok('createCustomer', { as, body: { customerType: 'INDIVIDUAL', fullName: 'Ana', currencies: ['USD'] } })
    const { id } = (await app.ok('listPlatformInternalAccounts', { as })).data[0] as InternalAccount
    for (let i = 0; i < 25; i++)
      await app.ok('sandboxFundInternalAccount', { as, params: { accountId: id }, body: { amount: 5 } })
    await app.ok('updatePlatformConfig', { as, body: { webhookEndpoint: receiver.url } })
    await app.settle()
    const { data } = await app.ok('listEvents', { as, query: { limit: 100 } })
    expect(data.length).toBeGreaterThan(40)
    receiver.received.length = 0
    let isDown = true
    receiver.answer = ({ event }, response) => {
      const isThird = event.id === data.at(-3)?.id
      response.writeHead(isThird && isDown ? 500 : 200).end()
      if (isThird) isDown = false
    }
    const { id: replayId, total } = await app.ok('replayEvents', { as, body: { since } })
    await app.advance({ minutes: 1 })
    const inOrder = data.map((event) => event.id).reverse()
    expect(arrived()).toEqual([...inOrder.slice(0, 3), ...inOrder.slice(2)])
    expect(await app.ok('getEventReplay', { as, params: { replayId } })).toMatchObject({
      state: 'COMPLETED',
      total,
      sent: total,
    })
    expect(total).toBe(data.length)
  })

  it('skips events that still wait for their first delivery', async () => {
    await listen()
    const since = (await app.ok('getSandboxClock')).now
    receiver.answer = 500
    await fund()
    const pending = await newest()
    receiver.answer = 200
    receiver.received.length = 0
    await replay(since)
    await app.settle()
    expect(arrived()).not.toContain(pending.id)
    await app.advance({ minutes: 1 })
    expect(arrived()).toContain(pending.id)
  })

  it('ends immediately where nothing happened', async () => {
    await listen()
    const body = { since: '2001-01-01T00:00:00Z', until: '2001-02-01T00:00:00Z' }
    expect(await app.ok('replayEvents', { body })).toMatchObject({ state: 'COMPLETED', total: 0 })
  })
})

describe('getWebhookEndpoint', () => {
  it('reports whether events arrive, since when they do not, and how many wait', async () => {
    const as = await app.anotherPlatform()
    const state = () => app.ok('getWebhookEndpoint', { as })
    const { keys } = (await (await fetch(`${app.origin}/.well-known/jwks.json`)).json()) as { keys: object[] }
    expect(await state()).toEqual({ state: 'NOT_SET', pendingEvents: 0, publicKeys: keys })
    await app.ok('updatePlatformConfig', { as, body: { webhookEndpoint: receiver.url } })
    const { id: accountId } = (await app.ok('listPlatformInternalAccounts', { as })).data[0] as InternalAccount
    const deposit = async () => {
      await app.ok('sandboxFundInternalAccount', { as, params: { accountId }, body: { amount: 5 } })
      await app.settle()
    }
    await deposit()
    const working = await state()
    expect(working).toMatchObject({ url: receiver.url, state: 'ENABLED', pendingEvents: 0 })
    expect(working.lastSuccessAt).toBeDefined()
    expect(working.failingSince).toBeUndefined()
    receiver.answer = 500
    await deposit()
    const failing = await state()
    expect(failing.failingSince).toBeDefined()
    expect(failing.pendingEvents).toBeGreaterThan(0)
    receiver.answer = 410
    await app.advance({ minutes: 1 })
    expect(await state()).toMatchObject({ state: 'DISABLED', disabledAt: expect.any(String) })
  })
})
