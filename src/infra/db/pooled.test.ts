/** Transaction pooler tests: settings hold in each transaction, and in no other client's. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FreshDatabase, freshDatabase, isPooled } from '../../../test/harness/database/database.ts'
import type { Lane } from '../../engine/database.ts'
import { openPostgres } from './postgres.ts'
import type { Store } from './store.ts'

const NAMES = ['lock_timeout', 'statement_timeout', 'plan_cache_mode', 'enable_seqscan', 'timezone', 'datestyle']
const SETTINGS = `select ${NAMES.map((name) => `current_setting('${name}') as ${name}`).join(', ')}`
const ofLane = {
  lock_timeout: '500ms',
  statement_timeout: '10s',
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  timezone: 'UTC',
  datestyle: 'ISO, MDY',
}
const ofPreparedRead = { ...ofLane, lock_timeout: '0', statement_timeout: '15s' }
const ofRead = { ...ofPreparedRead, plan_cache_mode: 'auto', enable_seqscan: 'on' }

describe.runIf(isPooled)('behind a transaction pooler', () => {
  let database: FreshDatabase
  const stores: Store[] = []
  beforeAll(async () => {
    database = await freshDatabase()
    for (let i = 0; i < 3; i++) stores.push(await openPostgres(database.url ?? '', { lanes: 2, readers: 2 }))
  })
  afterAll(async () => {
    for (const store of stores) await store.close()
    await database.drop()
  })

  const inLane = async (lane: Lane) => {
    let row: unknown
    await lane.atomic(async (send) => {
      row = (await send([{ name: 'settings_now', text: SETTINGS, values: [] }]))[0]?.[0]
      return []
    })
    return row
  }

  it('every transaction of a lane and every read has its own settings, whichever client used the session before', async () => {
    for (let round = 0; round < 10; round++) {
      const asked = stores.flatMap(({ lanes, query }) => [
        ...lanes.map(async (lane) => expect(await inLane(lane)).toEqual(ofLane)),
        query(SETTINGS, [], 'settings_now').then((rows) => expect(rows).toEqual([ofPreparedRead])),
        query(SETTINGS).then((rows) => expect(rows).toEqual([ofRead])),
      ])
      await Promise.all(asked)
    }
  })
})
