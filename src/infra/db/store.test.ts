/** Store tests, on both databases: transactions are all or nothing, and outcomes are distinguished. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type FreshDatabase, freshDatabase, openStore } from '../../../test/harness/database/database.ts'
import type { Lane, Statement } from '../../engine/database.ts'
import type { Query, Store } from './store.ts'

const add = (id: number): Statement => ({ name: 'add', text: 'insert into coins (id) values ($1)', values: [id] })
const see: Statement = { name: 'see', text: 'select id from coins order by id', values: [] }
const nonsense: Statement = { name: 'nonsense', text: 'select 1 / $1::int', values: [0] }

describe('a store', () => {
  let database: FreshDatabase
  let store: Store
  let lane: Lane
  const coins = async () => (await store.query<{ id: number }>('select id from coins order by id')).map(({ id }) => id)

  beforeAll(async () => {
    database = await freshDatabase()
    store = await openStore(database)
    lane = store.lanes[0] as Lane
    await store.script('create table coins (id int primary key, used_at timestamptz, more_about json)')
  })
  beforeEach(() => store.script('truncate coins'))
  afterAll(async () => {
    await store.close()
    await database.drop()
  })

  it('commits what a lane sent and what it returned, and returns answers in between', async () => {
    let seen: unknown
    await lane.atomic(async (send) => {
      seen = await send([add(1), see])
      return [add(2)]
    })
    expect(seen).toEqual([[], [{ id: 1 }]])
    expect(await coins()).toEqual([1, 2])
  })

  it('commits what a lane only returned', async () => {
    await lane.atomic(async () => [add(1), add(2), add(3)])
    expect(await coins()).toEqual([1, 2, 3])
  })

  it('commits a transaction atomically, which sees its own writes', async () => {
    const counted = await store.transaction(async (query) => {
      await query('insert into coins (id) values ($1)', [1])
      await query('insert into coins (id) values ($1)', [2])
      const [row] = await query<{ count: number }>('select count(*)::int as count from coins')
      return row?.count
    })
    expect([counted, await coins()]).toEqual([2, [1, 2]])
  })

  it('rolls back a transaction whose work throws or whose statement fails, and continues', async () => {
    const failing = (fail: (query: Query) => Promise<unknown>) =>
      store.transaction(async (query) => {
        await query('insert into coins (id) values ($1)', [1])
        await fail(query)
      })
    await expect(failing(() => Promise.reject(new Error('changed its mind')))).rejects.toThrow('changed its mind')
    await expect(failing((query) => query('select 1 / 0'))).rejects.toMatchObject({ code: '22012' })
    expect(await coins()).toEqual([])
    await store.transaction((query) => query('insert into coins (id) values ($1)', [7]))
    expect(await coins()).toEqual([7])
  })

  it('does nothing for a lane that sent nothing', async () => {
    await lane.atomic(async () => [])
    expect(await coins()).toEqual([])
  })

  it('rolls back, reports why and continues when a statement fails in the middle of a packet', async () => {
    const failing = lane.atomic(async (send) => {
      await send([add(1), nonsense, add(2), see])
      return [add(3)]
    })
    await expect(failing).rejects.toMatchObject({ code: '22012', name: 'error' })
    expect(await coins()).toEqual([])
    await lane.atomic(async () => [add(4)])
    expect(await coins()).toEqual([4])
  })

  it('rolls back when a statement fails in the packet of the commit', async () => {
    await expect(lane.atomic(async () => [add(1), nonsense, add(2)])).rejects.toMatchObject({ code: '22012' })
    expect(await coins()).toEqual([])
  })

  it('prepares a statement again if it failed, or was not reached, when it was first sent', async () => {
    const divide = (by: number): Statement => ({ ...nonsense, name: 'divide', values: [by] })
    const missing: Statement = { name: 'missing', text: 'select * from nowhere', values: [] }
    for (let round = 0; round < 2; round++) {
      await expect(lane.atomic(async () => [divide(0), add(round)])).rejects.toMatchObject({ code: '22012' })
      await expect(lane.atomic(async () => [missing, add(round)])).rejects.toMatchObject({ code: '42P01' })
    }
    await lane.atomic(async () => [divide(1), add(7), divide(2)])
    expect(await coins()).toEqual([7])
  })

  it('names the violated constraint', async () => {
    await lane.atomic(async () => [add(1)])
    const failing = lane.atomic(async () => [add(2), add(1)])
    await expect(failing).rejects.toMatchObject({ code: '23505', constraint: 'coins_pkey', table: 'coins' })
    expect(await coins()).toEqual([1])
  })

  it('reports a commit that became a rollback without an earlier error', async () => {
    const swallowing = lane.atomic(async (send) => {
      await send([add(1)])
      await send([nonsense]).catch(() => {})
      return []
    })
    await expect(swallowing).rejects.toMatchObject({ code: '25P02' })
    expect(await coins()).toEqual([])
  })

  it('rolls back when the work itself fails', async () => {
    const failing = lane.atomic(async (send) => {
      await send([add(1)])
      throw new RangeError('out of order')
    })
    await expect(failing).rejects.toThrow(new RangeError('out of order'))
    expect(await coins()).toEqual([])
  })

  it('sends nothing of a packet in which two statements have one name', async () => {
    await lane.atomic(async () => [add(1)])
    const failing = lane.atomic(async () => [add(2), { ...see, name: 'add' }])
    await expect(failing).rejects.toThrow('Two statements are called add')
    expect(await coins()).toEqual([1])
  })

  it('sends nothing of a packet with an ambiguous value', async () => {
    const failing = lane.atomic(async () => [add(1), { ...add(2), values: [new Date(0)] }])
    await expect(failing).rejects.toThrow(TypeError)
    expect(await coins()).toEqual([])
  })

  it('runs one transaction of a lane after another, however they are called', async () => {
    const both = [1, 2].map((id) =>
      lane.atomic(async (send) => {
        await send([add(id)])
        return [{ name: 'double', text: 'insert into coins select max(id) * 10 from coins', values: [] }]
      }),
    )
    await Promise.all(both)
    expect(await coins()).toEqual([1, 2, 10, 100])
  })

  it('reads only what is committed, between the batches', async () => {
    const batches = [1, 2, 3].map((id) =>
      lane.atomic(async (send) => {
        await send([add(id)])
        return [add(id * 10)]
      }),
    )
    const counts = await Promise.all(
      [1, 2, 3, 4].map(() => store.query<{ n: number }>('select count(*)::int as n from coins')),
    )
    await Promise.all(batches)
    for (const [row] of counts) expect([0, 2, 4, 6]).toContain(row?.n)
    expect(await coins()).toEqual([1, 2, 3, 10, 20, 30])
  })

  it('reads with Kysely in camelCase, and leaves the names inside a JSON column alone', async () => {
    await store.script(`insert into coins values (7, '2026-11-20T00:00:00Z', '{"minted_in":"Bern"}')`)
    const rows = await store.reads
      .selectFrom('coins')
      .select(['id', 'usedAt', 'moreAbout'])
      .where('id', '=', 7)
      .execute()
    expect(rows).toEqual([{ id: 7, usedAt: Date.UTC(2026, 10, 20), moreAbout: { minted_in: 'Bern' } }])
  })

  it('has no transactions for readers', async () => {
    const writing = store.reads
      .transaction()
      .execute(async (trx) => trx.insertInto('coins').values({ id: 1 }).execute())
    await expect(writing).rejects.toThrow('only reads')
    expect(await coins()).toEqual([])
  })

  it('answers an invalid read with the database’s error, and executes the next one', async () => {
    await expect(store.query('select nothing from nowhere')).rejects.toMatchObject({ code: '42P01' })
    await expect(store.query('select 1 / $1::int', [0], 'divide')).rejects.toMatchObject({ code: '22012' })
    expect(await store.query('select 1 / $1::int as one', [1])).toEqual([{ one: 1 }])
  })

  it('runs all of a script or nothing', async () => {
    const failing = store.script('insert into coins values (1); insert into coins values (2); select 1 / 0;')
    await expect(failing).rejects.toMatchObject({ code: '22012' })
    expect(await coins()).toEqual([])
  })

  it('does not leave open a transaction that a script forgot', async () => {
    await store.script('begin; insert into coins values (1);')
    expect(await coins()).toEqual([])
    await lane.atomic(async () => [add(2)])
    expect(await coins()).toEqual([2])
  })
})
