import { beforeEach, describe, expect, it } from 'vitest'
import { MemoryEngine } from '../../../test/harness/memory-engine.ts'
import { schema } from '../../composition/schema.ts'
import { jobs } from '../../infra/jobs/tables.ts'
import { listeners } from '../../infra/states/tables.ts'
import { type Claim, claimDelivery, concludeDelivery, type Run } from './claim-delivery.ts'
import { CLAIM_MS, deliveries, deliveryAttempts, retryDelay } from './delivery.ts'

const START = Date.UTC(2026, 0, 15)
const PLATFORM = '00000000-0000-7000-8000-000000000001'
const ENDPOINT = 'https://shop.example/events'

describe('taking the events of an object', () => {
  let engine: MemoryEngine
  beforeEach(() => {
    engine = new MemoryEngine(schema, START)
    engine.run(PLATFORM, (rows) => rows.add(listeners, { id: PLATFORM, endpoint: ENDPOINT, disabledAt: null }))
  })

  const take = () => engine.run(PLATFORM, (rows) => claimDelivery(rows, 'object'))
  const taken = () => take() as Claim
  const turn = (httpStatus: number, endpoint = ENDPOINT): Run => ({
    attempts: [{ eventId: 'event', sequence: 1, httpStatus, error: null, durationMs: 5 }],
    endpoint,
    more: false,
  })
  const conclude = (mine: Claim, what: Run) =>
    engine.run(PLATFORM, (rows) => concludeDelivery(rows, 'object', mine, what))
  /** How many milliseconds from now each job is due. */
  const due = () => engine.rows(jobs).map(({ name, dueAt, subjects }) => [name, dueAt - engine.now, ...subjects])

  it('makes them one process’s for a minute', () => {
    expect(take()).toEqual({ delivered: 0, busyUntil: START + CLAIM_MS, passage: 'clear' })
    engine.now = START + CLAIM_MS - 1
    expect(take()).toBeUndefined()
    engine.now = START + CLAIM_MS
    expect(take()).toEqual({ delivered: 0, busyUntil: START + 2 * CLAIM_MS, passage: 'clear' })
  })

  it('has somebody look again when the minute is over, once, in case that process has crashed', () => {
    take()
    expect(due()).toEqual([])
    engine.now = START + 1000
    take()
    take()
    expect(due()).toEqual([['deliverEvents', CLAIM_MS - 1000, 'object']])
  })

  it('leads to another turn at once when more came meanwhile', () => {
    const mine = taken()
    take()
    conclude(mine, turn(200))
    expect(due()).toContainEqual(['deliverEvents', 0, 'object'])
  })

  it('leads to nothing more when that was all', () => {
    conclude(taken(), turn(200))
    expect(due()).toEqual([])
    expect(taken().delivered).toBe(1)
  })

  it('waits for the next attempt after a failure, also when more came meanwhile', () => {
    const mine = taken()
    take()
    conclude(mine, turn(500))
    expect(due()).toEqual([
      ['deliverEvents', CLAIM_MS, 'object'],
      ['deliverEvents', retryDelay('event', 1), 'object'],
    ])
    expect(take()).toBeUndefined()
    engine.now += retryDelay('event', 1)
    expect(take()).toBeDefined()
  })

  it('leaves to the one who took over what it concludes too late, but for the attempts', () => {
    const late = taken()
    engine.now += CLAIM_MS
    const mine = taken()
    conclude(late, turn(500))
    expect(engine.rows(deliveries)).toMatchObject([
      { busyUntil: mine.busyUntil, delivered: 0, attempts: 0, retryAt: null },
    ])
    expect(due()).toEqual([])
    conclude(mine, turn(200))
    expect(engine.appended(deliveryAttempts).map(({ row }) => row.outcome)).toEqual(['FAILED', 'DELIVERED'])
  })

  it('disables an endpoint that answers 410, unless it is no longer the one that is set', () => {
    conclude(taken(), turn(410, 'https://old.example/'))
    expect(engine.rows(listeners)).toMatchObject([{ disabledAt: null }])
    conclude(taken(), turn(410))
    expect(engine.rows(listeners)).toMatchObject([{ disabledAt: START }])
    expect(due()).toEqual([])
  })

  it('waits for nothing when the endpoint is gone, however often it has failed', () => {
    conclude(taken(), turn(500))
    engine.now += CLAIM_MS
    const before = due().length
    conclude(taken(), { attempts: [], endpoint: null, more: false })
    expect(engine.rows(deliveries)).toMatchObject([{ retryAt: null, busyUntil: null }])
    expect(due()).toHaveLength(before)
  })
})
