/** Durability guard tests: a server that may lose commits is refused, with the setting to change. */
import { describe, expect, it } from 'vitest'
import { guardDurability } from './guard.ts'
import type { Store } from './store.ts'

const SAFE = { server_version_num: '150018', fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on' }

const guardOf = (settings: Record<string, string>) => {
  const rows = Object.entries({ ...SAFE, ...settings }).map(([name, setting]) => ({ name, setting }))
  return guardDurability({ kind: 'postgres', query: async () => rows } as unknown as Store)
}

describe('the guard', () => {
  for (const synchronous_commit of ['on', 'local', 'remote_write', 'remote_apply']) {
    it(`accepts a server that commits ${synchronous_commit}`, () => guardOf({ synchronous_commit }))
  }

  for (const name of ['fsync', 'full_page_writes', 'synchronous_commit']) {
    it(`refuses ${name} off, and says how to turn it on`, async () => {
      await expect(guardOf({ [name]: 'off' })).rejects.toThrow(
        `PostgreSQL's ${name} is off, so acknowledged payments can be lost: ` +
          `run "alter system set ${name} = on; select pg_reload_conf();" and start again`,
      )
    })
  }

  it('refuses a server before PostgreSQL 15', async () => {
    await expect(guardOf({ server_version_num: '140022' })).rejects.toThrow('PostgreSQL 14 is too old')
    await guardOf({ server_version_num: '180006' })
  })
})
