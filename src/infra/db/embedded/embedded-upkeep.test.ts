/** Embedded database upkeep tests: the log is truncated, and tables are vacuumed. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshDatabase, kind, openStore } from '../../../../test/harness/database/database.ts'
import type { Store } from '../store.ts'
import { keepUp, tidy } from './embedded-upkeep.ts'

describe.runIf(kind === 'embedded')('the upkeep of the embedded database', () => {
  let store: Store
  const logged = async () => {
    const [row] = await store.query<{ bytes: bigint }>(
      'select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::int8 as bytes from pg_control_checkpoint()',
    )
    return row?.bytes ?? 0n
  }
  const updateRows = async () => {
    for (let times = 0; times < 3; times++) await store.script('update coins set worn = worn + 1')
    await store.query('select pg_stat_force_next_flush()')
  }

  beforeAll(async () => {
    store = await openStore(await freshDatabase())
    await store.script(`
      create table coins (id int primary key, worn int not null);
      insert into coins select id, 0 from generate_series(1, 5000) as id;
      analyze coins;
      create table "Other Coins" (id int primary key);`)
  })
  afterAll(() => store.close())

  it('does nothing while the log is short', async () => {
    await updateRows()
    const before = await logged()
    expect(await keepUp(store)).toEqual([])
    expect(await logged()).toBeGreaterThanOrEqual(before)
  })

  it('truncates a long log, and vacuums tables with many dead rows', async () => {
    await updateRows()
    const before = await logged()
    const vacuumed = await keepUp(store, 1)
    expect(vacuumed).toContain('coins')
    expect(vacuumed).not.toContain('"Other Coins"')
    expect(await logged()).toBeLessThan(before)
    expect(await keepUp(store, 1)).not.toContain('coins')
  })

  it('vacuums tables with many new rows, also with quoted names', async () => {
    await store.script('insert into "Other Coins" select generate_series(1, 20000)')
    await store.query('select pg_stat_force_next_flush()')
    expect(await keepUp(store, 1)).toContain('"Other Coins"')
  })

  it('runs every 64 transactions', async () => {
    let looks = 0
    const query = async () => {
      looks++
      return []
    }
    const lane = tidy({ atomic: async () => [] }, { query })
    for (let count = 0; count < 130; count++) await lane.atomic(async () => [])
    expect(looks).toBe(2)
  })
})
