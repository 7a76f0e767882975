/** Failover test: the primary is killed under load, and its synchronous standby is promoted. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guardStandby } from '../../src/infra/db/guard.ts'
import { migrate } from '../../src/infra/db/migrate.ts'
import { openPostgres } from '../../src/infra/db/postgres.ts'
import { type TestApp, testApp } from '../harness/app.ts'
import { accountOf, balanceOf } from '../harness/cast.ts'
import { kind } from '../harness/database/database.ts'
import { type Cluster, findPostgres, onServer, temporaryCluster } from '../harness/database/postgres.ts'
import { openRelay, type Relay } from '../harness/database/relay.ts'

const CLIENTS = 16
/** Acknowledged before the primary is killed, and again after the standby is promoted. */
const FUNDINGS = 100
const AMOUNT = 100

const portOf = ({ url }: Cluster) => Number(new URL(url).port)

describe.runIf(kind === 'postgres' && findPostgres() !== undefined)(
  'after the failover to a synchronous standby',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'causeway-files-'))
    let primary: Cluster
    let standby: Cluster
    let relay: Relay
    let app: TestApp

    beforeAll(async () => {
      primary = await temporaryCluster()
      const store = await openPostgres(primary.url)
      await migrate(store)
      await expect(guardStandby(store)).rejects.toThrow('CAUSEWAY_DURABILITY=single')
      // Copied before the setting is changed, so that the standby does not wait for another one after its promotion.
      standby = await temporaryCluster({ standbyOf: primary.url })
      await onServer(primary.url, "alter system set synchronous_standby_names = '*'")
      await onServer(primary.url, 'select pg_reload_conf()')
      await store.close()
      const reloaded = await openPostgres(primary.url)
      await guardStandby(reloaded)
      await reloaded.close()
      relay = await openRelay()
      relay.target = portOf(primary)
      const url = `postgres://causeway@127.0.0.1:${relay.port}/postgres`
      app = await testApp({ place: { database: { url, drop: async () => {} }, folder, drop: async () => {} } })
    })
    afterAll(async () => {
      await app?.close()
      await relay?.close()
      await primary?.remove()
      await standby?.remove()
      rmSync(folder, { recursive: true, force: true })
    })

    it('everything that was acknowledged is stored exactly once, and the service has continued without intervention', async () => {
      const account = await accountOf(app, 'alice', 'USD')
      const balance = () => balanceOf(app, account)
      const before = await balance()

      const fund = (key: string) =>
        app.call('sandboxFundInternalAccount', { params: { accountId: account.id }, body: { amount: AMOUNT }, key })
      const keys: string[] = []
      const acknowledged = new Set<string>()
      let isOver = false
      const refusals = new Set<number>()
      const client = async (name: number) => {
        for (let n = 1; !isOver; n++) {
          const key = `${name}/${n}`
          keys.push(key)
          for (;;) {
            const { status } = await fund(key)
            if (status < 300) break
            refusals.add(status)
          }
          acknowledged.add(key)
        }
      }
      const clients = Array.from({ length: CLIENTS }, (_, name) => client(name))
      const reached = async (count: number) => {
        while (acknowledged.size < count) await new Promise((resume) => setImmediate(resume))
      }

      await reached(FUNDINGS)
      await primary.stop('SIGKILL')
      const kept = [...acknowledged]
      await onServer(standby.url, 'select pg_promote()')
      relay.target = portOf(standby)
      await reached(kept.length + FUNDINGS)
      isOver = true
      await Promise.all(clients)

      // Callers do not notice a failover that ends within the engine's retry time.
      expect([...refusals].filter((status) => status !== 503)).toEqual([])
      expect(acknowledged.size).toBe(keys.length)
      expect(await balance()).toBe(before + keys.length * AMOUNT)
      // A repeated request that the lost server acknowledged gets its stored reply, and has no effect.
      for (const key of kept) expect((await fund(key)).status).toBeLessThan(300)
      expect(await balance()).toBe(before + keys.length * AMOUNT)
      expect(await app.audit()).toEqual([])
    })
  },
)
