import { beforeEach, describe, expect, it } from 'vitest'
import { MemoryEngine } from '../../../test/harness/memory-engine.ts'
import { schema } from '../../composition/schema.ts'
import { jobs } from '../../infra/jobs/tables.ts'
import { listeners } from '../../infra/state-machines/tables.ts'
import { type Claim, claimDelivery, concludeDelivery, type Run } from './claim-delivery.ts'
import { CLAIM_MS, deliveries, deliveryAttempts, retryDelay } from './delivery.ts'

const START = Date.UTC(2026, 0, 15)
const PLATFORM = '00000000-0000-7000-8000-000000000001'
const ENDPOINT = 'https://shop.example/events'

describe('the claim of an object', () => {
  let engine: MemoryEngine
  beforeEach(() => {
    engine = new MemoryEngine(schema, START)
    engine.run(PLATFORM, (rows) => rows.add(listeners, { id: PLATFORM, endpoint: ENDPOINT, disabledAt: null }))
  })

  const claim = () => engine.run(PLATFORM, (rows) => claimDelivery(rows, { objectId: 'object', isFirst: false }))
  const claimed = () => claim() as Claim
  type Sent = Omit<Run, 'objectId' | 'claim'>
  const response = (httpStatus: number, endpoint = ENDPOINT): Sent => ({
    attempts: [{ eventId: 'event', sequence: 1, httpStatus, error: null, durationMs: 5, request: null, reply: null }],
    endpoint,
    more: false,
  })
  const conclude = (mine: Claim, sent: Sent) =>
    engine.run(PLATFORM, (rows) => concludeDelivery(rows, { objectId: 'object', claim: mine, ...sent }))
  /** Jobs: name, milliseconds from now, subjects. */
  const due = () => engine.rows(jobs).map(({ name, dueAt, subjects }) => [name, dueAt - engine.now, ...subjects])

  it('holds for a minute', () => {
    expect(claim()).toEqual({ delivered: 0, busyUntil: START + CLAIM_MS, passage: 'clear' })
    engine.now = START + CLAIM_MS - 1
    expect(claim()).toBeUndefined()
    engine.now = START + CLAIM_MS
    expect(claim()).toEqual({ delivered: 0, busyUntil: START + 2 * CLAIM_MS, passage: 'clear' })
  })

  it('schedules one more run after the minute, in case the process has crashed', () => {
    claim()
    expect(due()).toEqual([])
    engine.now = START + 1000
    claim()
    claim()
    expect(due()).toEqual([['deliverEvents', CLAIM_MS - 1000, 'object']])
  })

  it('leads to another run immediately when events were recorded in the meantime', () => {
    const mine = claimed()
    claim()
    conclude(mine, response(200))
    expect(due()).toContainEqual(['deliverEvents', 0, 'object'])
  })

  it('ends without another run when no events are pending', () => {
    conclude(claimed(), response(200))
    expect(due()).toEqual([])
    expect(claimed().delivered).toBe(1)
  })

  it('waits for the next attempt after a failure, also when events were recorded in the meantime', () => {
    const mine = claimed()
    claim()
    conclude(mine, response(500))
    expect(due()).toEqual([
      ['deliverEvents', CLAIM_MS, 'object'],
      ['deliverEvents', retryDelay('event', 1), 'object'],
    ])
    expect(claim()).toBeUndefined()
    engine.now += retryDelay('event', 1)
    expect(claim()).toBeDefined()
  })

  it('has expired when it is concluded late: only the attempts are recorded', () => {
    const late = claimed()
    engine.now += CLAIM_MS
    const mine = claimed()
    conclude(late, response(500))
    expect(engine.rows(deliveries)).toMatchObject([
      { busyUntil: mine.busyUntil, delivered: 0, attempts: 0, retryAt: null },
    ])
    expect(due()).toEqual([])
    conclude(mine, response(200))
    expect(engine.appended(deliveryAttempts).map(({ row }) => row.outcome)).toEqual(['FAILED', 'DELIVERED'])
  })

  it('disables an endpoint that responds 410, unless another one was set', () => {
    conclude(claimed(), response(410, 'https://old.example/'))
    expect(engine.rows(listeners)).toMatchObject([{ disabledAt: null }])
    conclude(claimed(), response(410))
    expect(engine.rows(listeners)).toMatchObject([{ disabledAt: START }])
    expect(due()).toEqual([])
  })

  it('schedules no retry when no endpoint is set any more', () => {
    conclude(claimed(), response(500))
    engine.now += CLAIM_MS
    const before = due().length
    conclude(claimed(), { attempts: [], endpoint: null, more: false })
    expect(engine.rows(deliveries)).toMatchObject([{ retryAt: null, busyUntil: null }])
    expect(due()).toHaveLength(before)
  })
})
