import pino from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type FreshDatabase, freshDatabase, openStore } from '../../../test/harness/database/database.ts'
import { readingOf } from '../../../test/harness/rails.ts'
import { openReceiver, type Receiver } from '../../../test/harness/receiver.ts'
import { schema } from '../../composition/schema.ts'
import { movableClock } from '../../core/clock.ts'
import { newId } from '../../core/ids.ts'
import { Engine } from '../../engine/engine.ts'
import type { Rows } from '../../engine/rows.ts'
import { seal, secretKeys } from '../../infra/crypto/secrets.ts'
import type { Store } from '../../infra/db/store.ts'
import { guardedPost, NoAnswer, type Post } from '../../infra/egress/public-http.ts'
import { Runner } from '../../infra/jobs/runner.ts'
import { record } from '../../infra/state-machines/move.ts'
import { events, listeners } from '../../infra/state-machines/tables.ts'
import { createPlatform } from '../platform/create-platform.ts'
import { updatePlatformConfig } from '../platform/update-platform-config.ts'
import { deliveryTurns } from './delivery-turns.ts'
import { eventJobs } from './jobs.ts'
import { listObjectAttempts, listObjectEvents } from './queries.ts'
import { loadSigningKeys, type WebhookSigner } from './signing-keys.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const DAY = 24 * 60 * MINUTE

describe('delivering events', () => {
  const keys = secretKeys(Buffer.alloc(32, 1))
  const clock = movableClock({ aheadMs: 0, frozenAt: Date.UTC(2030, 0, 15) })
  const log = pino({ level: 'silent' })
  let database: FreshDatabase
  let store: Store
  let engine: Engine
  let runner: Runner
  let signer: WebhookSigner
  let receiver: Receiver
  let platformId: string
  let objectId: string

  /** A process that runs jobs; the engine notifies the current `runner`. */
  const process = (post: Post) => {
    const turns = deliveryTurns()
    const handlers = eventJobs({ ...readingOf(store), engine, clock, post, ask: post, signer, keys, turns, log })
    return new Runner({ store, engine, clock, log, handlersOf: () => handlers })
  }

  beforeAll(async () => {
    database = await freshDatabase()
    store = await openStore(database)
    signer = await loadSigningKeys(store, keys)
    engine = new Engine({
      schema,
      lanes: store.lanes,
      clock,
      onCommitted: (set) => runner.committed(set),
    })
    runner = process(guardedPost({ allowLoopback: true }))
    await runner.start()
  })
  afterAll(async () => {
    await runner.stop()
    await engine.drained()
    await store.close()
    await database.drop()
  })

  beforeEach(async () => {
    receiver = await openReceiver()
    platformId = newId(clock.now())
    objectId = newId(clock.now())
    await run((rows) => {
      createPlatform(rows, {
        name: 'Acme',
        umaDomain: 'acme.example',
        isRegulatedFinancialInstitution: false,
        supportedCurrencies: [],
        webhookSecret: seal(keys.sealing, `whsec_${'A'.repeat(43)}=`, 'webhook secret'),
      })
    })
    await pointAt(receiver.url)
  })
  afterEach(async () => {
    await pointAt(null)
    await runner.advanceTo(clock, clock.now() + 30 * MINUTE) // remaining jobs find nothing to deliver
    await receiver.close()
  })

  const run = <Reply>(command: (rows: Rows) => Reply) => engine.run(platformId, command)
  const pointAt = (endpoint: string | null) =>
    run((rows) => void rows.change(listeners, rows.get(listeners, platformId), { endpoint, disabledAt: null }))
  const happen = (...sequences: number[]) =>
    run((rows) => {
      for (const version of sequences)
        record(rows, 'CUSTOMER.KYC_PENDING', { id: objectId, version }, () => ({ version }))
    })
  const attempts = async () =>
    (await listObjectAttempts(store, platformId, objectId)).map(({ sequence, outcome }) => `${sequence} ${outcome}`)
  const received = () => receiver.received.map(({ event }) => event.sequence)
  /** Moves to the next job. @returns the distance in milliseconds */
  const next = async () => {
    const due = (await runner.nextDue()) as number
    const distance = due - clock.now()
    await runner.advanceTo(clock, due)
    return distance
  }

  it('sends each event once, in order', async () => {
    await happen(1, 2)
    await happen(3)
    await runner.settle()
    await happen(4)
    await runner.settle()
    expect(received()).toEqual([1, 2, 3, 4])
    expect(await attempts()).toEqual(['1 DELIVERED', '2 DELIVERED', '3 DELIVERED', '4 DELIVERED'])
    const stored = await listObjectEvents(readingOf(store), platformId, objectId)
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual(
      stored.map(({ id }) => `Webhook:${id}`),
    )
  })

  it('sends the stored text unchanged', async () => {
    const data = '{ "b": 1,\n  "a": 1.00, "a": "Zoë" }'
    await run((rows) =>
      rows.append(events, {
        objectId,
        sequence: 1,
        id: rows.newId(),
        type: 'TEST',
        data,
        state: null,
        createdAt: rows.now,
        isWanted: true,
      }),
    )
    await happen(2)
    await runner.settle()
    expect(receiver.received.map(({ bytes }) => bytes.toString().split(',"data":')[1])[0]).toBe(`${data}}`)
  })

  it('sends more events than one run reads', async () => {
    const many = Array.from({ length: 45 }, (_, i) => i + 1)
    await happen(...many)
    await runner.settle()
    expect(received()).toEqual(many)
  })

  it('retries with growing delays until it succeeds, with the same id and body', async () => {
    receiver.answer = 500
    await happen(1)
    await runner.settle()
    const distances = [await next(), await next(), await next()]
    receiver.answer = 204
    distances.push(await next())
    expect(distances.map((distance) => Math.floor(Math.log2(distance / (5 * SECOND))))).toEqual([0, 1, 2, 3])
    expect(await attempts()).toEqual(['1 FAILED', '1 FAILED', '1 FAILED', '1 FAILED', '1 DELIVERED'])
    expect(new Set(receiver.received.map(({ bytes }) => bytes.toString())).size).toBe(1)
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(await runner.nextDue()).toBeUndefined()
  })

  it('keeps the order when an earlier event fails', async () => {
    receiver.answer = 500
    await happen(1)
    await runner.settle()
    await happen(2)
    await happen(3)
    await runner.settle()
    expect(received()).toEqual([1])
    receiver.answer = 200
    await next()
    expect(received()).toEqual([1, 1, 2, 3])
  })

  it('treats 409 as a success', async () => {
    receiver.answer = 409
    await happen(1, 2)
    await runner.settle()
    expect(await attempts()).toEqual(['1 DELIVERED', '2 DELIVERED'])
  })

  it('records why there was no response', async () => {
    await pointAt('https://10.0.0.1/receiver')
    await happen(1)
    await runner.settle()
    const [attempt] = await listObjectAttempts(store, platformId, objectId)
    expect(attempt).toMatchObject({
      outcome: 'FAILED',
      httpStatus: null,
      error: 'The address is not on the public network',
    })
  })

  it('stops calling an endpoint that responded 410, and catches up when another one is set', async () => {
    await happen(1)
    await runner.settle()
    receiver.answer = 410
    await happen(2)
    await runner.settle()
    await happen(3)
    await runner.advanceTo(clock, clock.now() + DAY)
    expect(received()).toEqual([1, 2])
    expect(await attempts()).toEqual(['1 DELIVERED', '2 FAILED'])

    receiver.answer = 200
    const webhookEndpoint = receiver.url.replace('/receiver', '/new')
    await run((rows) => void updatePlatformConfig(rows, { webhookEndpoint }))
    await runner.settle()
    expect(receiver.received.slice(2).map(({ path, event }) => `${path} ${event.type}`)).toEqual([
      '/new TEST',
      '/new CUSTOMER.KYC_PENDING',
      '/new CUSTOMER.KYC_PENDING',
    ])
    expect(received().slice(-2)).toEqual([2, 3])
  })

  it('sends to a new endpoint immediately what the previous one did not accept', async () => {
    receiver.answer = 500
    const others = Array.from({ length: 120 }, () => newId(clock.now()))
    await run((rows) => {
      for (const id of others) record(rows, 'CUSTOMER.KYC_PENDING', { id, version: 1 }, () => ({}))
    })
    await runner.settle()
    expect(receiver.received).toHaveLength(120)
    receiver.answer = 200
    await run((rows) => void updatePlatformConfig(rows, { webhookEndpoint: receiver.url.replace('/receiver', '/new') }))
    await runner.settle()
    const behind = await store.query('select 1 from deliveries where platform_id = $1 and delivered < 1', [platformId])
    expect(behind).toEqual([])
    expect(receiver.received).toHaveLength(241)
  })

  it('schedules nothing while no endpoint is set, and never sends the events of that time', async () => {
    await pointAt(null)
    await happen(1, 2)
    await runner.settle()
    expect(await runner.nextDue()).toBeUndefined()
    await pointAt(receiver.url)
    await happen(3)
    await runner.settle()
    expect(received()).toEqual([3])
    expect(await attempts()).toEqual(['3 DELIVERED'])
  })

  it('skips the events between two endpoints, but not those that the previous one did not accept', async () => {
    receiver.answer = 500
    await happen(1)
    await runner.settle()
    await happen(2)
    await pointAt(null)
    await happen(3)
    await runner.settle()
    receiver.answer = 200
    await run((rows) => void updatePlatformConfig(rows, { webhookEndpoint: receiver.url }))
    await runner.settle()
    await happen(4)
    await runner.settle()
    expect(receiver.received.map(({ event }) => (event.type === 'TEST' ? 'TEST' : event.sequence))).toEqual([
      1,
      'TEST',
      1,
      2,
      4,
    ])
  })

  it('keeps a failed event when the endpoint is removed', async () => {
    receiver.answer = 500
    await happen(1)
    await runner.settle()
    await pointAt(null)
    await next()
    expect(await runner.nextDue()).toBeUndefined()
    expect(received()).toEqual([1])
  })

  it('gives up an event after seven days, and continues with the next', async () => {
    receiver.answer = ({ event }, response) => void response.writeHead(event.sequence === 1 ? 500 : 200).end()
    await happen(1)
    await runner.settle()
    await happen(2)
    await runner.settle()
    clock.advanceTo(clock.now() + 7 * DAY)
    await runner.settle()
    expect(await attempts()).toEqual(['1 FAILED', '1 FAILED'])
    clock.advanceTo(clock.now() + 30 * MINUTE)
    await runner.settle()
    expect(await attempts()).toEqual(['1 FAILED', '1 FAILED', '1 GIVEN_UP', '2 DELIVERED'])
    expect(await runner.nextDue()).toBeUndefined()
  })

  it('delivers objects independently, also when their events were recorded together', async () => {
    const other = newId(clock.now())
    let end = () => {}
    let pending = () => {}
    const isPending = new Promise<void>((resolve) => (pending = resolve))
    const othersSecond = new Promise<void>((resolve) => {
      receiver.answer = ({ event }, response) => {
        if (event.data.slow) {
          end = () => void response.end()
          pending()
        } else response.end(() => event.sequence === 2 && resolve())
      }
    })
    await run((rows) => {
      record(rows, 'CUSTOMER.KYC_PENDING', { id: objectId, version: 1 }, () => ({ slow: true }))
      record(rows, 'CUSTOMER.KYC_PENDING', { id: other, version: 1 }, () => ({}))
    })
    await run((rows) => record(rows, 'CUSTOMER.KYC_APPROVED', { id: other, version: 2 }, () => ({})))
    await Promise.all([isPending, othersSecond])
    expect(await attempts()).toEqual([])
    end()
    await runner.settle()
    expect(await attempts()).toEqual(['1 DELIVERED'])
  })

  it('sends one event of an object at a time, even when more are recorded in the meantime', async () => {
    let open = 0
    let most = 0
    receiver.answer = (_, response) => {
      most = Math.max(most, ++open)
      void happen(receiver.received.length + 1).finally(() => {
        open--
        if (receiver.received.length >= 6) receiver.answer = 200
        response.end()
      })
    }
    await happen(1)
    await runner.settle()
    expect(most).toBe(1)
    expect(received()).toEqual([1, 2, 3, 4, 5, 6, 7])
  })

  it('delivers again after a crash between the request and its commit, and ignores what the crashed process commits later', async () => {
    let posted = () => {}
    let wakeUp = (_error: Error) => {}
    const crashes: Post = async (...request) => {
      await guardedPost({ allowLoopback: true })(...request)
      posted()
      return await new Promise((_, reject) => (wakeUp = reject))
    }
    const survivor = runner
    const crashed = process(crashes)
    const wasPosted = new Promise<void>((resolve) => (posted = resolve))
    await crashed.start()
    runner = crashed
    await happen(1)
    await wasPosted
    runner = survivor
    await happen(2)
    await runner.settle()
    expect(received()).toEqual([1])

    await runner.advanceTo(clock, clock.now() + MINUTE)
    expect(received()).toEqual([1, 1, 2])
    const [first, again] = receiver.received
    expect(again?.bytes).toEqual(first?.bytes)

    wakeUp(new Error('asleep'))
    await crashed.stop()
    expect(await store.query('select delivered, attempts from deliveries where object_id = $1', [objectId])).toEqual([
      { delivered: 2, attempts: 0 },
    ])
    expect((await attempts()).sort()).toEqual(['1 DELIVERED', '1 FAILED', '2 DELIVERED'])
  })

  it('delivers after a crash before the request', async () => {
    const survivor = runner
    let taken = () => {}
    const wasTaken = new Promise<void>((resolve) => (taken = resolve))
    const crashed = process(async () => {
      taken()
      return await new Promise(() => {})
    })
    await crashed.start()
    runner = crashed
    await happen(1)
    await wasTaken
    runner = survivor
    void crashed.stop()
    await runner.advanceTo(clock, clock.now() + 2 * MINUTE)
    expect(received()).toEqual([1])
    expect(await attempts()).toEqual(['1 DELIVERED'])
  })

  describe('to an endpoint that does not answer', () => {
    const endpoint = 'https://silent.example/receiver'
    /** Open requests, each ended by the test. */
    let posts: { readonly event: any; readonly answer: () => void; readonly stayBeSilent: () => void }[]
    let sent: string[]
    let silent: Runner
    let usual: Runner
    const post: Post = (_url, body) =>
      new Promise((resolve, reject) => {
        const event = JSON.parse(body)
        sent.push(event.data.name)
        posts.push({
          event,
          answer: () => resolve({ status: 200, body: '' }),
          stayBeSilent: () => reject(new NoAnswer('No answer within 15 seconds')),
        })
      })
    beforeEach(async () => {
      posts = []
      sent = []
      await pointAt(endpoint)
      usual = runner
      await usual.stop()
      silent = process(post)
      runner = silent
      await silent.start()
    })
    afterEach(async () => {
      await pointAt(null)
      await until(() => {
        endAll('answer')
        return silent.stats.failed === 0
      })
      clock.advanceTo(clock.now() + 2 * MINUTE)
      const stopped = silent.stop()
      endAll('answer')
      await stopped
      runner = usual
      await usual.start()
    })

    const until = async (what: () => boolean | Promise<boolean>) => {
      while (!(await what())) await new Promise((resume) => setImmediate(resume))
    }
    const endAll = (how: 'answer' | 'stayBeSilent') => {
      for (const one of posts.splice(0)) one[how]()
    }
    /** Records one event for each of several objects, each in its own batch. */
    const happenTo = async (count: number) => {
      for (let i = 0; i < count; i++) {
        const id = newId(clock.now())
        await run((rows) => record(rows, 'CUSTOMER.KYC_PENDING', { id, version: 1 }, () => ({ name: `${i}` })))
      }
    }
    const circuit = async () => {
      const [row] = await store.query<{ silences: number; probeAt: number | null }>(
        'select silences, probe_at as "probeAt" from circuits where platform_id = $1',
        [platformId],
      )
      return row
    }
    const isOpen = async () => ((await circuit())?.probeAt ?? null) !== null
    const undelivered = async () => {
      const [row] = await store.query<{ count: bigint }>(
        `select count(*) from events e left join deliveries d on d.platform_id = e.platform_id and d.object_id = e.object_id
        where e.platform_id = $1 and coalesce(d.delivered, 0) < e.sequence`,
        [platformId],
      )
      return Number(row?.count)
    }
    const leased = async () =>
      (await store.query('select 1 from jobs where platform_id = $1 and leased_until is not null', [platformId])).length

    it('receives a bounded number of requests, then one probe at a time, and everything once it responds again', async () => {
      await happenTo(200)
      await until(() => posts.length === 16)
      endAll('stayBeSilent')
      await until(isOpen)
      await until(async () => (await leased()) === 0)
      endAll('stayBeSilent')
      const before = sent.length
      expect(before).toBeLessThanOrEqual(32)

      for (let i = 0; i < 3; i++) {
        clock.advanceTo((await circuit())?.probeAt as number)
        await until(() => posts.length > 0)
        await happenTo(1)
        expect(posts).toHaveLength(1)
        const { silences } = (await circuit()) as { silences: number }
        endAll('stayBeSilent')
        await until(async () => ((await circuit())?.silences ?? 0) > silences)
      }
      expect(sent.length).toBe(before + 3)

      clock.advanceTo((await circuit())?.probeAt as number)
      await until(async () => {
        endAll('answer')
        return (await circuit()) === undefined
      })
      clock.advanceTo(clock.now() + 10 * MINUTE) // failed events wait for their retry
      await until(async () => {
        endAll('answer')
        return (await undelivered()) === 0
      })
    })

    it('is disabled after seven days of silence, and what it did not accept goes to the next endpoint', async () => {
      await happenTo(3)
      const isDisabled = async () =>
        (await store.query('select 1 from listeners where id = $1 and disabled_at is not null', [platformId])).length >
        0
      for (let days = 0; days < 12 && !(await isDisabled()); days++) {
        await until(() => posts.length > 0)
        await until(async () => {
          endAll('stayBeSilent')
          return (await leased()) === 0
        })
        clock.advanceTo(clock.now() + DAY)
      }
      expect(await circuit()).toBeUndefined()
      await run((rows) => void updatePlatformConfig(rows, { webhookEndpoint: `${endpoint}/new` }))
      await until(async () => {
        endAll('answer')
        return (await undelivered()) === 0
      })
    })
  })
})
