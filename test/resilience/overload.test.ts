/** Overload tests: when requests have waited too long for their batch, further writes are refused before anything is done. */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { movableClock } from '../../src/core/clock.ts'
import { newId } from '../../src/core/ids.ts'
import { Engine } from '../../src/engine/engine.ts'
import { type TestApp, testApp } from '../harness/app.ts'

describe('a service whose requests wait too long', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await testApp({ cast: false, limits: { queuedMaxMs: 2_000 } })
  })
  afterEach(() => vi.restoreAllMocks())
  afterAll(() => app.close())
  const create = () =>
    app.call('createCustomer', {
      key: 'once',
      body: { customerType: 'INDIVIDUAL', platformCustomerId: 'late', fullName: 'Ann Lee' },
    })

  it('refuses writes with 503 and Retry-After, without an effect, and serves reads', async () => {
    vi.spyOn(app.app.engine, 'waitedMs').mockReturnValue(2_001)
    const refused = await create()
    expect([refused.status, refused.error.code, refused.headers.get('retry-after')]).toEqual([
      503,
      'SERVICE_UNAVAILABLE',
      '1',
    ])
    const listed = await app.ok('listCustomers', { query: { platformCustomerId: 'late' } })
    expect(listed.data).toEqual([])
  })

  it('executes a refused request when it is repeated with its key', async () => {
    vi.spyOn(app.app.engine, 'waitedMs').mockReturnValue(2_000)
    expect((await create()).status).toBe(201)
  })
})

describe('the queue of the engine', () => {
  it('reports how long the oldest command of a platform waits, and the oldest of all', async () => {
    const stuck = { atomic: () => new Promise<never>(() => {}) }
    const engine = new Engine({ schema: [], lanes: [stuck], clock: movableClock() })
    const [busy, idle] = [newId(0), newId(0)] as const
    expect(engine.waitedMs()).toBe(0)
    void engine.run(busy, () => 1)
    await vi.waitFor(() => expect(engine.waitedMs()).toBe(0))
    await new Promise((begun) => setImmediate(() => setImmediate(begun)))
    void engine.run(busy, () => 2)
    await vi.waitFor(() => expect(engine.waitedMs(busy)).toBeGreaterThan(1))
    expect(engine.waitedMs()).toBeGreaterThanOrEqual(engine.waitedMs(busy) - 1_000)
    expect(engine.waitedMs(idle)).toBe(0)
  })
})
