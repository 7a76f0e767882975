/** PostgreSQL store tests: a store survives the loss of its connections. */
import { Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type FreshDatabase, freshDatabase, isPooled, kind } from '../../../test/harness/database/database.ts'
import { ConnectionLost, type Lane, type Statement } from '../../engine/database.ts'
import { guardDurability } from './guard.ts'
import { openPostgres } from './postgres.ts'
import type { Store } from './store.ts'

const add = (id: number): Statement => ({ name: 'add', text: 'insert into coins (id) values ($1)', values: [id] })
const setting = (name: string): Statement => ({ name, text: `select current_setting('${name}') as value`, values: [] })
const backend: Statement = { name: 'backend', text: 'select pg_backend_pid() as pid', values: [] }

describe.runIf(kind === 'postgres')('on a PostgreSQL server', () => {
  let database: FreshDatabase
  let store: Store
  let lane: Lane
  const coins = async () => (await store.query<{ id: number }>('select id from coins order by id')).map(({ id }) => id)
  const withOptions = (options: string) => `${database.url}?options=${encodeURIComponent(options)}`
  const terminate = (pid: number) => store.query('select pg_terminate_backend($1)', [pid])
  const isRunning = async (pid: number) =>
    (await store.query('select from pg_stat_activity where pid = $1', [pid])).length > 0

  async function ask<Value>(of: Lane, statement: Statement): Promise<Value> {
    let rows: Record<string, Value>[] = []
    await of.atomic(async (send) => {
      rows = (await send([statement]))[0] as Record<string, Value>[]
      return []
    })
    return Object.values(rows[0] ?? {})[0] as Value
  }

  beforeAll(async () => {
    database = await freshDatabase()
    store = await openPostgres(database.url ?? '')
    lane = store.lanes[0] as Lane
    await store.script('create table coins (id int primary key)')
  })
  afterAll(async () => {
    await store.close()
    await database.drop()
  })

  it.skipIf(isPooled)('the server checks after half a minute whether the peer of a lane is still there', async () => {
    const asked = ['tcp_keepalives_idle', 'tcp_keepalives_interval', 'tcp_keepalives_count']
    const [idle, interval, count] = await Promise.all(asked.map((name) => ask<string>(lane, setting(name))))
    expect(Number(idle) + Number(interval) * Number(count)).toBeGreaterThan(0)
    expect(Number(idle) + Number(interval) * Number(count)).toBeLessThanOrEqual(30)
    expect(await ask(lane, setting('tcp_user_timeout'))).toMatch(/^20(000|s)$/)
  })

  it('each lane checks after ten seconds of silence whether the server is still there', async () => {
    const keepAlive = vi.spyOn(Socket.prototype, 'setKeepAlive')
    const other = await openPostgres(database.url ?? '')
    try {
      keepAlive.mockClear()
      for (const each of other.lanes) await ask(each, backend)
      expect(keepAlive.mock.calls.length).toBeGreaterThanOrEqual(other.lanes.length)
      for (const call of keepAlive.mock.calls) expect(call).toEqual([true, 10_000])
    } finally {
      keepAlive.mockRestore()
      await other.close()
    }
  })

  it('a transaction whose connection breaks reports that it is lost, and leaves nothing', async () => {
    const losing = lane.atomic(async (send) => {
      const [, [row]] = (await send([add(1), backend])) as [unknown, [{ pid: number }]]
      await terminate(row.pid)
      return [add(2)]
    })
    await expect(losing).rejects.toBeInstanceOf(ConnectionLost)
    expect(await coins()).toEqual([])
  })

  it('a transaction does not continue on another connection when its own broke unnoticed', async () => {
    const losing = lane.atomic(async (send) => {
      const [, [row]] = (await send([add(1), backend])) as [unknown, [{ pid: number }]]
      await terminate(row.pid)
      while (await isRunning(row.pid));
      await isRunning(row.pid) // one more turn of the event loop, in which the lane receives the error
      await send([add(2)]).catch(() => {})
      return [add(3)]
    })
    await expect(losing).rejects.toBeInstanceOf(ConnectionLost)
    expect(await coins()).toEqual([])
  })

  it('the lane reconnects for the next transaction', async () => {
    await lane.atomic(async () => [add(3)])
    expect(await coins()).toEqual([3])
  })

  it('a lane whose connection broke while it was idle does not notice', async () => {
    const pid = await ask<number>(lane, backend)
    await terminate(pid)
    while (await isRunning(pid));
    await isRunning(pid) // one more turn of the event loop, in which the lane receives the error
    expect(await ask<number>(lane, backend)).not.toBe(pid)
  })

  it('a read whose connection breaks reports it, and the next one works', async () => {
    await expect(store.query('select pg_terminate_backend(pg_backend_pid())')).rejects.toBeInstanceOf(ConnectionLost)
    expect(await store.query('select 1 as one')).toEqual([{ one: 1 }])
  })

  it('an unreachable server is reported to lanes, reads and scripts', async () => {
    const nowhere = await openPostgres('postgres://causeway@127.0.0.1:1/causeway')
    await expect(nowhere.lanes[0]?.atomic(async () => [add(1)])).rejects.toBeInstanceOf(ConnectionLost)
    await expect(nowhere.query('select 1')).rejects.toBeInstanceOf(ConnectionLost)
    await expect(nowhere.script('select 1')).rejects.toBeInstanceOf(ConnectionLost)
    await nowhere.close()
  })

  it('a database that does not exist is an answer, not a lost connection', async () => {
    const url = new URL(database.url ?? '')
    url.pathname = '/no_such_database'
    const wrong = await openPostgres(url.href)
    await expect(wrong.lanes[0]?.atomic(async () => [add(1)])).rejects.toMatchObject({ code: '3D000' })
    await wrong.close()
  })

  it('an invalid address is refused without repeating it', async () => {
    for (const url of ['postgres://me:secret@[nowhere', 'mysql://me:secret@host/db', '']) {
      const refusal = await openPostgres(url).catch((error) => error)
      expect(refusal).toBeInstanceOf(TypeError)
      expect(`${refusal.stack} ${JSON.stringify({ ...refusal })}`).not.toContain('secret')
    }
  })

  it('lanes work on two connections, reads on others', async () => {
    const [first, second] = await Promise.all(store.lanes.map((one) => ask<number>(one, backend)))
    const [row] = await store.query<{ pid: number }>(backend.text)
    expect(new Set([first, second, row?.pid]).size).toBe(3)
  })

  it('lanes plan for key lookups and speak UTC; the url’s own options win', async () => {
    const tuned = await openPostgres(withOptions('-c lock_timeout=50ms'))
    const tunedLane = tuned.lanes[0] as Lane
    expect(await ask(tunedLane, setting('plan_cache_mode'))).toBe('force_generic_plan')
    expect(await ask(tunedLane, setting('enable_seqscan'))).toBe('off')
    expect(await ask(tunedLane, setting('timezone'))).toBe('UTC')
    expect(await ask(tunedLane, setting('lock_timeout'))).toBe('50ms')
    expect(await tuned.query(setting('enable_seqscan').text)).toEqual([{ value: 'on' }])
    await tuned.close()
  })

  it('a lane that waits too long for a lock fails, and works afterwards', async () => {
    const impatient = await openPostgres(withOptions('-c lock_timeout=50ms'))
    const other = impatient.lanes[0] as Lane
    await lane.atomic(async (send) => {
      await send([add(100)])
      await expect(other.atomic(async () => [add(100)])).rejects.toMatchObject({ code: '55P03' })
      return []
    })
    await other.atomic(async () => [add(101)])
    expect(await coins()).toEqual(expect.arrayContaining([100, 101]))
    await impatient.close()
  })

  it('a transaction is read committed and may write, whatever the server’s defaults', async () => {
    const options = '-c default_transaction_isolation=serializable -c default_transaction_read_only=on'
    const strict = await openPostgres(withOptions(options))
    expect(await ask(strict.lanes[0] as Lane, setting('transaction_isolation'))).toBe('read committed')
    await strict.lanes[0]?.atomic(async () => [add(200)])
    expect(await coins()).toContain(200)
    await strict.close()
  })

  it('the guard accepts this server, and not a session that does not wait for the disk', async () => {
    await guardDurability(store)
    const hasty = await openPostgres(withOptions('-c synchronous_commit=off'))
    await expect(guardDurability(hasty)).rejects.toThrow(/synchronous_commit is off/)
    await hasty.close()
  })

  it('nothing runs after it is closed', async () => {
    const closed = await openPostgres(database.url ?? '')
    await closed.query('select 1')
    await closed.close()
    await expect(closed.lanes[0]?.atomic(async () => [add(300)])).rejects.toThrow('The database is closed')
    expect(await coins()).not.toContain(300)
  })
})
