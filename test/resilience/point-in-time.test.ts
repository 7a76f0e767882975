/** Backup test: a base backup and the archived log, both taken under load, restore the service to a point in time. */
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { migrate } from '../../src/infra/db/migrate.ts'
import { openPostgres } from '../../src/infra/db/postgres.ts'
import { type Place, type TestApp, testApp } from '../harness/app.ts'
import { accountOf, balanceOf } from '../harness/cast.ts'
import { kind } from '../harness/database/database.ts'
import { type Cluster, findPostgres, onServer, temporaryCluster, unprivileged } from '../harness/database/postgres.ts'

const CLIENTS = 8
/** Acknowledged before the backup, between its end and the point in time, and after that. */
const FUNDINGS = 50
const AMOUNT = 100

describe.runIf(kind === 'postgres' && findPostgres() !== undefined)('a restore to a point in time', () => {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-files-'))
  const archive = mkdtempSync(join(tmpdir(), 'causeway-archive-'))
  let primary: Cluster
  let restored: Cluster | undefined
  const placeOn = ({ url }: Cluster): Place => ({
    database: { url, drop: async () => {} },
    folder,
    drop: async () => {},
  })

  beforeAll(async () => {
    const user = unprivileged()
    if (user) chownSync(archive, user.uid, user.gid)
    primary = await temporaryCluster({ isStopped: true })
    primary.configure({ archive_mode: 'on', archive_command: `test ! -f "${archive}/%f" && cp "%p" "${archive}/%f"` })
    await primary.start()
    const store = await openPostgres(primary.url)
    await migrate(store)
    await store.close()
  })
  afterAll(async () => {
    await primary?.remove()
    await restored?.remove()
    for (const used of [folder, archive]) rmSync(used, { recursive: true, force: true })
  })

  it('has everything acknowledged before it and nothing requested after it, in books that balance', async () => {
    const place = placeOn(primary)
    const first = await testApp({ place })
    const account = await accountOf(first, 'alice', 'USD')
    const before = await balanceOf(first, account)
    const fund = (app: TestApp, key: string) =>
      app.ok('sandboxFundInternalAccount', { params: { accountId: account.id }, body: { amount: AMOUNT }, key })

    const requested: string[] = []
    const acknowledged: string[] = []
    let isOver = false
    const client = async (name: number) => {
      for (let n = 1; !isOver; n++) {
        const key = `${name}/${n}`
        requested.push(key)
        await fund(first, key)
        acknowledged.push(key)
      }
    }
    const clients = Array.from({ length: CLIENTS }, (_, name) => client(name))
    const moreThan = (count: number) => vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(count), 180_000)

    await moreThan(FUNDINGS)
    restored = await temporaryCluster({ copyOf: primary.url, isStopped: true })
    await moreThan(acknowledged.length + FUNDINGS)
    const kept = [...acknowledged]
    const [{ time }] = (await onServer(primary.url, 'select clock_timestamp()::text as time')) as [{ time: string }]
    const possible = new Set(requested)
    await moreThan(acknowledged.length + FUNDINGS)
    isOver = true
    await Promise.all(clients)
    await first.close()
    await archiveAll(primary)
    await primary.stop('SIGKILL')

    restored.recoverTo(archive, time)
    await restored.start()
    await vi.waitFor(async () => {
      const [row] = await onServer<{ recovering: boolean }>(
        (restored as Cluster).url,
        'select pg_is_in_recovery() as recovering',
      )
      expect(row?.recovering).toBe(false)
    }, 180_000)

    const second = await testApp({ place: { ...placeOn(restored), platform: place.platform as never } })
    const count = ((await balanceOf(second, account)) - before) / AMOUNT
    expect(count).toBeGreaterThanOrEqual(kept.length)
    expect(count).toBeLessThanOrEqual(possible.size)
    expect(await second.audit()).toEqual([])

    // Platforms repeat their requests with the same keys: what was restored adds nothing, the rest is done again.
    for (const key of kept) await fund(second, key)
    expect(await balanceOf(second, account)).toBe(before + count * AMOUNT)
    for (const key of requested) await fund(second, key)
    expect(await balanceOf(second, account)).toBe(before + requested.length * AMOUNT)
    expect(await second.audit()).toEqual([])
    await second.close()
  })
})

/** Resolves when all log so far is in the archive. */
async function archiveAll({ url }: Cluster): Promise<void> {
  const [{ last }] = (await onServer(url, 'select pg_walfile_name(pg_switch_wal()) as last')) as [{ last: string }]
  await vi.waitFor(async () => {
    const [row] = await onServer<{ archived: string }>(
      url,
      'select last_archived_wal as archived from pg_stat_archiver',
    )
    expect((row?.archived ?? '') >= last).toBe(true)
  }, 180_000)
}
