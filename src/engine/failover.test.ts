/**
 * Asynchronous failover behind a pooler: nothing read from the lost server is trusted, although transaction numbers
 * repeat.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { kind } from '../../test/harness/database/database.ts'
import { type Cluster, findPostgres, onServer, temporaryCluster } from '../../test/harness/database/postgres.ts'
import { openServerSwitch, type ServerSwitch } from '../../test/harness/database/server-switch.ts'
import { addLid, JAR_TABLES, jarSchema, labels, lids, outcomes, turn } from '../../test/harness/engine.ts'
import { movableClock } from '../core/clock.ts'
import { migrate } from '../infra/db/migrate.ts'
import { openPostgres } from '../infra/db/postgres.ts'
import type { Store } from '../infra/db/store.ts'
import { Engine } from './engine.ts'
import type { Command } from './rows.ts'

const platformId = randomUUID()
const portOf = ({ url }: Cluster) => Number(new URL(url).port)
const engineOn = (store: Store) => new Engine({ schema: jarSchema, lanes: store.lanes, clock: movableClock() })

const look =
  (id: string): Command<number> =>
  (rows) =>
    rows.get(lids, id).turns
const addLabel =
  (id: string): Command<unknown> =>
  (rows) =>
    rows.add(labels, { id, text: 'paid' })
/** Adds a lid for a label that must be there. */
const cover =
  (label: string, id: string): Command<string> =>
  (rows) => {
    const { text } = rows.get(labels, label)
    rows.add(lids, { id, turns: 0 })
    return text
  }

describe.runIf(kind === 'postgres' && findPostgres() !== undefined)('after a failover that lost transactions', () => {
  let primary: Cluster
  let pooler: ServerSwitch
  let pooled: Store
  let engine: Engine
  let promoted: Cluster | undefined
  const stores: Store[] = []

  const directly = async ({ url }: Cluster): Promise<Engine> => {
    const store = await openPostgres(url, { lanes: 1 })
    stores.push(store)
    return engineOn(store)
  }
  const copied = async (): Promise<Cluster> => {
    await promoted?.remove()
    promoted = await temporaryCluster({ copyOf: primary.url })
    return promoted
  }
  const readXmin = async ({ url }: Cluster, id: string): Promise<number> => {
    const [row] = await onServer<{ xmin: string }>(url, `select xmin from lids where id = '${id}'`)
    return Number(row?.xmin)
  }
  /** Uses transaction numbers up until the next one is this. */
  const burnUpTo = async ({ url }: Cluster, xid: number): Promise<void> => {
    const next = async (statement: string) => Number((await onServer<{ next: string }>(url, statement))[0]?.next)
    let reached = await next('select pg_snapshot_xmax(pg_current_snapshot())::text as next')
    while (reached < xid) reached = (await next('select pg_current_xact_id()::text as next')) + 1
  }

  beforeAll(async () => {
    primary = await temporaryCluster()
    pooler = await openServerSwitch(portOf(primary))
    pooled = await openPostgres(`postgres://causeway@127.0.0.1:${pooler.port}/postgres`, { lanes: 1 })
    await migrate(pooled)
    await pooled.script(JAR_TABLES)
  }, 60_000)
  afterAll(async () => {
    for (const store of [pooled, ...stores]) await store.close()
    await pooler.close()
    await promoted?.remove()
    await primary.remove()
  })

  /** A lid that both servers have, changed again only on the primary; then the pooler connects to the copy. */
  const lost = async (
    change: (id: string, elsewhere: Engine) => Promise<unknown>,
  ): Promise<{ id: string; on: Cluster }> => {
    await pooler.switchTo(portOf(primary))
    engine = engineOn(pooled)
    const elsewhere = await directly(primary)
    const id = randomUUID()
    await elsewhere.run(platformId, addLid(id))
    const on = await copied()
    await change(id, elsewhere)
    await burnUpTo(on, await readXmin(primary, id))
    await pooler.switchTo(portOf(on))
    return { id, on }
  }
  const turnTenTimes = async (on: Cluster, id: string): Promise<void> => {
    const before = await readXmin(primary, id)
    await (await directly(on)).run(platformId, (rows) => {
      const lid = rows.get(lids, id)
      rows.change(lids, lid, { turns: lid.turns + 10 })
    })
    expect(await readXmin(on, id)).toBe(before) // otherwise the case would be another one
  }

  it('overwrites no row whose transaction has the number of its own lost one', async () => {
    const { id, on } = await lost((lid) => engine.run(platformId, turn(lid)))
    await turnTenTimes(on, id)
    expect(await engine.run(platformId, turn(id))).toBe(11)
  }, 60_000)

  it('overwrites no row of which it has only read a lost version', async () => {
    const { id, on } = await lost(async (lid, elsewhere) => {
      await elsewhere.run(platformId, turn(lid))
      expect(await engine.run(platformId, look(lid))).toBe(1)
    })
    await turnTenTimes(on, id)
    expect(await engine.run(platformId, turn(id))).toBe(11)
  }, 60_000)

  it('does not use a lost row of a table whose rows never change', async () => {
    const label = randomUUID()
    await lost(async (lid) => {
      await engine.run(platformId, addLabel(label))
      await engine.run(platformId, turn(lid))
    })
    expect(await outcomes([engine.run(platformId, cover(label, randomUUID()))])).toEqual(['RESOURCE_NOT_FOUND'])
  }, 60_000)
})
