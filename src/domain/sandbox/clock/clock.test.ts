import type { ServerResponse } from 'node:http'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { freshPlace, type Place, type TestApp, testApp } from '../../../../test/harness/app.ts'
import { accountOf, clabe, quoteBetween } from '../../../../test/harness/cast.ts'
import { openReceiver, type Receiver } from '../../../../test/harness/receiver.ts'
import { bareId } from '../../../core/ids.ts'
import { isoTime } from '../../../core/time.ts'

let app: TestApp
const shown = () => app.ok('getSandboxClock')
const now = async () => Date.parse((await shown()).now)

beforeAll(async () => {
  app = await testApp()
  await app.ok('freezeSandboxClock')
})
afterAll(async () => {
  expect(await app.audit()).toEqual([])
  await app.close()
})

describe('getSandboxClock', () => {
  it('shows the time, whether the clock is frozen, and what is scheduled', async () => {
    const usd = await accountOf(app, 'northwind', 'USD')
    const { expiresAt } = await quoteBetween(app, usd.id, await clabe(app, '719'))
    const clock = await shown()
    expect(clock.frozen).toBe(true)
    expect(clock.due).toContainEqual({ at: expiresAt, what: 'expireQuotes', count: 1 })
  })

  it('does not show the retry of a webhook whose object has nothing left to deliver', async () => {
    const { customerId } = await accountOf(app, 'northwind', 'USD')
    const values = [
      app.platform.platformId,
      JSON.stringify([bareId(customerId as string)]),
      isoTime(app.clock.now() + 51_000),
    ]
    await app.store.query(
      "insert into jobs (platform_id, key, name, subjects, due_at, attempts, class) values ($1, 'retry', 'deliverEvents', $2::json, $3::timestamptz, 1, 'webhooks')",
      values,
    )
    const { due } = await shown()
    expect(due.map(({ what }) => what)).not.toContain('deliverEvents')
    await app.store.query("delete from jobs where key = 'retry'")
  })

  it("does not show another platform's jobs", async () => {
    expect((await app.ok('getSandboxClock', { as: await app.anotherPlatform() })).due).toEqual([])
  })
})

describe('advanceSandboxClock', () => {
  it('moves by exactly the given time, after the jobs that came due', async () => {
    const usd = await accountOf(app, 'northwind', 'USD')
    const quote = await quoteBetween(app, usd.id, await clabe(app, '719'))
    const before = await now()
    const clock = await app.ok('advanceSandboxClock', { body: { seconds: 300 } })
    expect(Date.parse(clock.now)).toBe(before + 300_000)
    expect((await app.ok('getQuoteById', { params: { quoteId: quote.id } })).status).toBe('EXPIRED')
  })

  it.each([0, -1, 0.5, 315_360_001])('400 for %s seconds', async (seconds) => {
    const { error } = await app.call('advanceSandboxClock', { body: { seconds } })
    expect(error.details.errors[0].field).toBe('seconds')
  })
})

describe('advanceSandboxClockTo', () => {
  it('moves to a time', async () => {
    const time = new Date((await now()) + 3_600_000).toISOString()
    expect((await app.ok('advanceSandboxClockTo', { body: { time } })).now).toBe(time)
  })

  it('400 for a time that has passed', async () => {
    const before = await now()
    const time = new Date(before - 1).toISOString()
    const { error } = await app.call('advanceSandboxClockTo', { body: { time } })
    expect(error).toMatchObject({ status: 400, code: 'INVALID_INPUT' })
    expect(error.details.errors[0].field).toBe('time')
    expect(await now()).toBe(before)
  })

  it('moves by ten years at most', async () => {
    const before = await now()
    const move = (ms: number) =>
      app.call('advanceSandboxClockTo', { body: { time: new Date(before + 315_360_000_000 + ms).toISOString() } })
    const { error } = await move(1)
    expect(error).toMatchObject({ status: 400, code: 'INVALID_INPUT' })
    expect(error.details.errors[0].field).toBe('time')
    expect(await now()).toBe(before)
    expect((await move(0)).status).toBe(200)
    expect(await now()).toBe(before + 315_360_000_000)
  })

  it.each(['tomorrow', '2099-12-31T23:59:60Z', '2099-02-30T00:00:00Z', '2099-01-01'])('400 for %s', async (time) => {
    expect((await app.call('advanceSandboxClockTo', { body: { time } })).error.details.errors[0].field).toBe('time')
  })
})

describe('advanceSandboxClockToNext', () => {
  it('moves to the next job and does only that one', async () => {
    const usd = await accountOf(app, 'northwind', 'USD')
    const [maria, slow] = [await clabe(app, '719'), await clabe(app, '003')]
    const first = await quoteBetween(app, usd.id, maria)
    await app.ok('advanceSandboxClock', { body: { seconds: 60 } })
    const second = await quoteBetween(app, usd.id, slow, 1_000, { immediatelyExecute: true })
    const status = async (quoteId: typeof first.id) => (await app.ok('getQuoteById', { params: { quoteId } })).status
    expect((await app.ok('advanceSandboxClockToNext')).now).toBe(first.expiresAt)
    expect([await status(first.id), await status(second.id)]).toEqual(['EXPIRED', 'PROCESSING'])
    // The expiry of its quote comes first, but has no effect after the execution.
    expect((await shown()).due.map(({ what }) => what)).toEqual(['askPayout'])
    await app.ok('advanceSandboxClockToNext')
    expect(await status(second.id)).toBe('COMPLETED')
  })

  it('stays where it is when nothing is scheduled', async () => {
    while ((await shown()).due.length > 0) await app.ok('advanceSandboxClockToNext')
    const before = await now()
    await app.ok('advanceSandboxClockToNext')
    expect(await now()).toBe(before)
  })
})

describe('freezeSandboxClock', () => {
  it('stops the clock, however often it is called', async () => {
    for (let i = 0; i < 2; i++) expect((await app.ok('freezeSandboxClock')).frozen).toBe(true)
    const before = await now()
    expect(await now()).toBe(before)
  })

  it('does not stop jobs that are due immediately', async () => {
    const usd = await accountOf(app, 'northwind', 'USD')
    const quote = await quoteBetween(app, usd.id, await clabe(app, '719'), 1_000, { immediatelyExecute: true })
    await app.settle()
    expect((await app.ok('getQuoteById', { params: { quoteId: quote.id } })).status).toBe('COMPLETED')
  })
})

describe('unfreezeSandboxClock', () => {
  it('lets the clock run from where it stopped, however often it is called', async () => {
    const before = await now()
    for (let i = 0; i < 2; i++) expect((await app.ok('unfreezeSandboxClock')).frozen).toBe(false)
    await expect.poll(now).toBeGreaterThan(before)
    await app.ok('freezeSandboxClock')
  })
})

describe('advanceSandboxClock with much work', () => {
  let place: Place
  let busy: TestApp
  let receiver: Receiver
  /** Answers the open requests to the endpoint, and later ones immediately. */
  let answerAll: () => void
  let until: number

  beforeEach(async () => {
    place = await freshPlace({ onDisk: true })
    busy = await testApp({ place })
    const open: ServerResponse[] = []
    receiver = await openReceiver()
    await busy.ok('freezeSandboxClock')
    await busy.ok('updatePlatformConfig', { body: { webhookEndpoint: receiver.url } })
    const { id: accountId } = await accountOf(busy, 'alice', 'MXN')
    await busy.ok('sandboxFundInternalAccount', { params: { accountId }, body: { amount: 1_000 } })
    await busy.ok('createTransferOut', {
      body: { source: { accountId }, destination: { accountId: await clabe(busy, '005') } },
    })
    await busy.settle()
    // The transfer fails after thirty seconds, and the endpoint does not answer its event yet.
    receiver.answer = (_, response) => void open.push(response)
    answerAll = () => {
      receiver.answer = 200
      for (const response of open.splice(0)) response.end()
    }
    until = busy.clock.now() + 3_600_000
  })
  afterEach(async () => {
    answerAll()
    await busy.close()
    await receiver.close()
    await place.drop()
  })
  const anHour = { body: { seconds: 3600 } }
  const arrived = async (app: TestApp) => {
    while ((await app.ok('getSandboxClock')).moving);
  }

  it('returns with the remaining work, continues in the background, and lets other requests be served', async () => {
    const moved = await busy.ok('advanceSandboxClock', anHour)
    expect(moved).toMatchObject({ now: isoTime(until - 3_570_000), moving: { to: isoTime(until) } })
    expect(moved.moving?.done).toBeGreaterThan(0)
    expect(moved.moving?.left).toBeGreaterThan(0)
    expect((await busy.ok('unfreezeSandboxClock')).moving).toEqual(moved.moving)
    expect((await busy.ok('freezeSandboxClock')).frozen).toBe(true)
    expect((await busy.call('listCustomers')).status).toBe(200)
    answerAll()
    await arrived(busy)
    expect(busy.clock.now()).toBeGreaterThanOrEqual(until)
  })

  it('makes the next move wait for it', async () => {
    await busy.ok('advanceSandboxClock', anHour)
    const second = await busy.ok('advanceSandboxClock', { body: { seconds: 60 } })
    expect(second.moving).toMatchObject({ to: isoTime(until) })
    answerAll()
    await arrived(busy)
    expect(busy.clock.now()).toBe(until + 60_000)
  })

  it('continues after a restart', async () => {
    await busy.ok('advanceSandboxClock', anHour)
    const closed = busy.close()
    answerAll()
    await closed
    busy = await testApp({ place })
    await arrived(busy)
    expect(busy.clock.now()).toBe(until)
  })

  it('does not wait for an endpoint that was silent', async () => {
    await busy.store.query(
      "insert into circuits (platform_id, class, silences, silent_since) values ($1, 'webhooks', 1, now())",
      [busy.platform.platformId],
    )
    expect(await busy.ok('advanceSandboxClock', anHour)).not.toHaveProperty('moving')
    expect(busy.clock.now()).toBe(until)
    answerAll()
    while (!receiver.received.some(({ event }) => event.type === 'OUTGOING_PAYMENT.FAILED')) await busy.settle()
  })
})
