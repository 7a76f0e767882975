/** Embedded database tests: durability of acknowledged data, and one process per data directory. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type FreshDatabase, freshDatabase, kind } from '../../../../test/harness/database/database.ts'
import type { Statement } from '../../../engine/database.ts'
import { openEmbedded } from './embedded.ts'
import { DurableFiles } from './embedded-files.ts'

const add = (id: number): Statement => ({ name: 'add', text: 'insert into coins (id) values ($1)', values: [id] })

/** Another process that opens the database and runs `program` with it, called `store`. */
function processWith(dataDir: string, program: string) {
  const start = `
    import fs from 'node:fs'
    import { syncBuiltinESMExports } from 'node:module'
    import { openEmbedded } from ${JSON.stringify(join(import.meta.dirname, 'embedded.ts'))}
    const say = (word) => fs.writeSync(1, word + '\\n')
    const store = await openEmbedded({ dataDir: process.argv[1] })
    ${program}`
  return spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', start, dataDir])
}

describe.runIf(kind === 'embedded')('the embedded database', () => {
  let database: FreshDatabase
  let dataDir: string
  let snapshot: Blob | undefined
  beforeEach(async () => {
    database = await freshDatabase({ onDisk: true })
    dataDir = database.dataDir ?? ''
    snapshot = database.snapshot
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    await database.drop()
  })

  it('keeps its data when it is closed and opened again', async () => {
    const first = await openEmbedded({ dataDir, snapshot })
    await first.script('create table coins (id int primary key)')
    await first.lanes[0]?.atomic(async () => [add(1)])
    await first.close()
    const second = await openEmbedded({ dataDir })
    expect(await second.query('select id from coins')).toEqual([{ id: 1 }])
    await second.close()
  })

  it('keeps acknowledged data when the process is killed', async () => {
    await (await openEmbedded({ dataDir, snapshot })).close()
    const child = processWith(
      dataDir,
      `await store.script('create table coins (id int primary key)')
       const add = (id) => ({ name: 'add', text: 'insert into coins (id) values ($1)', values: [id] })
       for (let id = 1; ; id++) { await store.lanes[0].atomic(async () => [add(id)]); say(id) }`,
    )
    let said = ''
    for await (const bytes of child.stdout) {
      said += bytes
      if (said.split('\n').length > 50) child.kill('SIGKILL')
    }
    const acknowledged = said.split('\n').filter(Boolean).length
    const store = await openEmbedded({ dataDir })
    const [row] = await store.query<{ n: number }>('select count(*)::int as n from coins')
    expect(acknowledged).toBeGreaterThan(49)
    expect([acknowledged, acknowledged + 1]).toContain(row?.n)
    await store.close()
  })

  it('syncs every commit to the disk', async () => {
    const init = vi.spyOn(DurableFiles.prototype, 'init')
    const store = await openEmbedded({ dataDir, snapshot })
    const [files] = init.mock.contexts as [DurableFiles]
    await store.script('create table coins (id int primary key)')
    const before = files.syncs
    for (const id of [1, 2, 3, 4, 5]) await store.lanes[0]?.atomic(async () => [add(id)])
    expect(files.syncs - before).toBeGreaterThanOrEqual(5)
    await store.close()
  })

  it('does not open when commits are not synced', async () => {
    await (await openEmbedded({ dataDir, snapshot })).close()
    vi.spyOn(DurableFiles.prototype, 'init').mockImplementation(NodeFS.prototype.init) // a version whose insides differ
    await expect(openEmbedded({ dataDir })).rejects.toThrow('does not sync its commits to the disk')
    vi.restoreAllMocks()
    await (await openEmbedded({ dataDir })).close()
  })

  it('ends the process rather than acknowledge data that was not written', async () => {
    await (await openEmbedded({ dataDir, snapshot })).close()
    const child = processWith(
      dataDir,
      `await store.script('create table coins (id int primary key)')
       fs.fdatasyncSync = () => { throw new Error('EIO: i/o error, fdatasync') }
       syncBuiltinESMExports()
       say('broken')
       await store.lanes[0].atomic(async () => [{ name: 'add', text: 'insert into coins values (1)', values: [] }])
       say('acknowledged')`,
    )
    let said = ''
    let complained = ''
    child.stdout.on('data', (bytes) => (said += bytes))
    child.stderr.on('data', (bytes) => (complained += bytes))
    expect(await once(child, 'close')).toEqual([1, null])
    expect(said).toBe('broken\n')
    expect(complained).toContain('the disk did not take its data: EIO')
  })

  it('refuses a second process on the same data directory', async () => {
    const store = await openEmbedded({ dataDir, snapshot })
    await expect(openEmbedded({ dataDir })).rejects.toThrow(/^Another Causeway process \(pid \d+\) is using /)
    await store.close()
    await (await openEmbedded({ dataDir })).close()
  })

  it('is created again after an interrupted first start', async () => {
    const store = await openEmbedded({ dataDir, snapshot })
    await store.close()
    rmSync(join(dataDir, 'postgres', 'PG_VERSION'))
    renameSync(join(dataDir, 'postgres'), join(dataDir, 'postgres.new'))
    const again = await openEmbedded({ dataDir, snapshot })
    expect(await again.query('select 1 as one')).toEqual([{ one: 1 }])
    await again.close()
    expect(readdirSync(dataDir)).toEqual(['postgres'])
  })

  it('is created from a copy of another one', async () => {
    const first = await openEmbedded({ snapshot })
    await first.script('create table coins (id int primary key); insert into coins values (7)')
    const copy = await first.dump()
    await first.script('insert into coins values (8)')
    const folder = mkdtempSync(join(tmpdir(), 'causeway-copy-'))
    for (const options of [{ snapshot: copy }, { snapshot: copy, dataDir: folder }]) {
      const second = await openEmbedded(options)
      expect(await second.query('select id from coins')).toEqual([{ id: 7 }])
      await second.close()
    }
    await first.close()
    rmSync(folder, { recursive: true })
  })
})
