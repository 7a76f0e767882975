/** Silent connection tests: locks of a connection that stops in the middle of a packet end within a bounded time. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FreshDatabase, freshDatabase, kind } from '../../../test/harness/database/database.ts'
import { openRelay, type Relay } from '../../../test/harness/database/relay.ts'
import { ConnectionLost, type Lane, type Statement } from '../../engine/database.ts'
import { openPostgres } from './postgres.ts'
import type { Store } from './store.ts'

const take: Statement = { name: 'take', text: 'update coins set owner = $1 where id = 1', values: ['taken'] }
const note = (text: string): Statement => ({ name: 'note', text: 'update coins set note = $1', values: [text] })

describe.runIf(kind === 'postgres')('a connection that goes silent in the middle of a packet', () => {
  let database: FreshDatabase
  let relay: Relay
  let silent: Store
  let others: Store
  beforeAll(async () => {
    database = await freshDatabase()
    relay = await openRelay()
    const direct = new URL(database.url ?? '')
    relay.target = Number(direct.port)
    const through = new URL(direct)
    through.port = `${relay.port}`
    silent = await openPostgres(through.href, { lanes: 1 })
    others = await openPostgres(direct.href, { lanes: 1 })
    await others.script("create table coins (id int, owner text, note text); insert into coins values (1, 'free', '')")
  })
  afterAll(async () => {
    await relay.close()
    await silent.close()
    await others.close()
    await database.drop()
  })

  const isLocked = async () => {
    try {
      await others.query('select from coins for update nowait')
      return false
    } catch (error) {
      if ((error as { code?: string }).code === '55P03') return true
      throw error
    }
  }

  it('holds its locks until another process ends it, and learns that it is lost', async () => {
    relay.silentAt = 'from here on'
    const lane = silent.lanes[0] as Lane
    const lost = expect(lane.atomic(async () => [take, note('from here on nothing arrives')])).rejects.toBeInstanceOf(
      ConnectionLost,
    )
    while (!(await isLocked()));
    while (await isLocked());
    await others.lanes[0]?.atomic(async () => [note('usable')])
    expect(await others.query('select owner, note from coins')).toEqual([{ owner: 'free', note: 'usable' }])
    await lost
  })
})
