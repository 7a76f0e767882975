import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { StreamedEvent } from '../../../../contract/events/event-stream.ts'
import { type SeededPlatform, type TestApp, testApp } from '../../../../test/harness/app.ts'

let app: TestApp
let other: SeededPlatform
let accountId: `InternalAccount:${string}`
beforeAll(async () => {
  app = await testApp()
  other = await app.anotherPlatform()
  accountId = (await app.ok('listPlatformInternalAccounts')).data[0]?.id as typeof accountId
})
afterAll(() => app.close())

const fund = (amount = 1) => app.ok('sandboxFundInternalAccount', { params: { accountId }, body: { amount } })
const stream = (query: object = {}) => app.ok('streamEvents', { query })
const now = async () => (await stream()).position

describe('streamEvents', () => {
  it('returns what was committed since the position, each event once and in order, with the body of the webhook', async () => {
    let position = await now()
    for (let i = 0; i < 3; i++) await fund()
    const found: StreamedEvent[] = []
    for (let i = 0; i < 3; i++) {
      const page = await stream({ position })
      found.push(...page.events)
      position = page.position
    }
    const { data, totalCount } = await app.ok('listEvents', { query: { limit: found.length } })
    expect(found.length).toBeGreaterThanOrEqual(3)
    expect(totalCount).toBeGreaterThanOrEqual(found.length)
    expect(found.map(({ id }) => id)).toEqual(data.map(({ id }) => id).reverse())
    const [event] = found as [StreamedEvent]
    const { body, resourceId } = await app.ok('getEventById', { params: { eventId: event.id } })
    expect(event).toMatchObject({ body, resourceId })
  })

  it('returns an event whose transaction began before the position was taken, in pages that miss none', async () => {
    const { platformId } = app.platform
    const position = await app.store.transaction(async (query) => {
      await query(
        `insert into events (platform_id, object_id, sequence, id, type, data, created_at, is_wanted)
         select '${platformId}', gen_random_uuid(), 1,
           ('${(BigInt(Math.floor(app.clock.now())) << 80n).toString(16).padStart(32, '0').slice(0, 12)}' || '7000800000000000' || lpad(to_hex(n), 4, '0'))::uuid,
           'CUSTOMER.KYC_PENDING', '{}', now(), false from generate_series(1, 250) n`,
      )
      // On PostgreSQL taken while the transaction is open; the embedded database has one connection.
      return app.store.kind === 'postgres' ? now() : undefined
    })
    if (position === undefined) return
    const ids = new Set<string>()
    for (let at = position, more = true; more; ) {
      const page = await stream({ position: at, type: 'CUSTOMER.KYC_PENDING' })
      for (const { id } of page.events) ids.add(id)
      more = page.events.length > 0
      at = page.position
    }
    expect(ids.size).toBe(250)
  })

  it('waits for the first event of its type', async () => {
    const position = await now()
    const waiting = stream({ position, type: 'INTERNAL_ACCOUNT.BALANCE_UPDATED', wait: 30 })
    await fund()
    const { events } = await waiting
    expect(events.map(({ type }) => type)).toEqual(['INTERNAL_ACCOUNT.BALANCE_UPDATED'])
    expect(events[0]?.resourceId).toBe(accountId)
  })

  it('shows nothing of another platform, and takes no position of one', async () => {
    const position = await now()
    const theirs = await app.ok('streamEvents', { as: other })
    await fund()
    expect((await app.ok('streamEvents', { as: other, query: { position: theirs.position } })).events).toEqual([])
    const refused = await app.call('streamEvents', { as: other, query: { position } })
    expect(refused.error).toMatchObject({ code: 'INVALID_INPUT', details: { errors: [{ field: 'position' }] } })
  })

  it('ends all waiting when the service stops', async () => {
    const stopping = await testApp({ cast: false })
    const { position } = await stopping.ok('streamEvents')
    const asked = vi.spyOn(stopping.app.store.forPlatform(stopping.platform.platformId), 'query')
    const waiting = stopping.ok('streamEvents', { query: { position, wait: 30 } })
    await expect.poll(() => asked.mock.calls.some(([, , name]) => name === 'streamed_events')).toBe(true)
    await stopping.close()
    expect((await waiting).events).toEqual([])
  })
})

const findNewest = async () => (await app.ok('listEvents', { query: { limit: 1 } })).data[0]?.id as `Webhook:${string}`

describe('signEvent', () => {
  it('returns the request that the endpoint would get now', async () => {
    await fund()
    const eventId = await findNewest()
    const { body, headers } = await app.ok('signEvent', { params: { eventId } })
    expect(body).toBe((await app.ok('getEventById', { params: { eventId } })).body)
    expect(headers).toMatchObject({ 'webhook-id': eventId, 'webhook-signature': expect.stringMatching(/^v1,/) })
  })
})

describe('acknowledgeEvent', () => {
  it('shows the outcome of forwarding an event as an attempt', async () => {
    await fund()
    const eventId = await findNewest()
    const report = (httpStatus?: number) =>
      app.ok('acknowledgeEvent', { params: { eventId }, body: { durationMs: 7, ...(httpStatus && { httpStatus }) } })
    await report()
    expect((await app.ok('getEventById', { params: { eventId } })).deliveryStatus).toBe('FAILED')
    await report(204)
    const shown = await app.ok('getEventById', { params: { eventId } })
    expect(shown).toMatchObject({
      deliveryStatus: 'DELIVERED',
      attempts: [{ httpStatus: 204, durationMs: 7 }, { error: 'no response' }],
    })
  })
})
