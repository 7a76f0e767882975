/** The secret of the installation: changed while processes run, and refused when it is another one. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshPlace, type Place, type TestApp, testApp } from '../../test/harness/app.ts'
import { kind, openStore } from '../../test/harness/database/database.ts'
import { secretKeys, unseal } from '../infra/crypto/secrets.ts'
import { openKeys, resealKeys } from './installation-keys.ts'

const [OLD, NEW, OTHER] = [5, 6, 7].map((byte) => Buffer.alloc(32, byte)) as [Buffer, Buffer, Buffer]
const NOT_THE_SECRET = 'CAUSEWAY_SECRET_KEY is not the secret of this installation'

describe('the keys of an installation', () => {
  let place: Place
  let store: Awaited<ReturnType<typeof openStore>>
  beforeAll(async () => {
    place = await freshPlace()
    store = await openStore(place.database)
  })
  afterAll(async () => {
    await store.close()
    await place.drop()
  })
  const opened = async (current: Buffer, ...former: Buffer[]) =>
    Object.values(await openKeys(store, { current, former })).map((key) => key.export().toString('hex'))
  const derived = (secret: Buffer) => Object.values(secretKeys(secret)).map((key) => key.export().toString('hex'))

  it('are those that its first secret derives, also when several processes start first', async () => {
    const all = await Promise.all([opened(OLD), opened(OLD), opened(OLD)])
    for (const keys of all) expect(keys).toEqual(derived(OLD))
    const [row] = await store.query<{ sealed: string }>('select sealed from installation_keys')
    for (const key of derived(OLD)) expect(Buffer.from(row?.sealed as string, 'base64').toString()).not.toContain(key)
  })

  it('are not stored under another secret than that of an earlier version, which had no row of them', async () => {
    await store.script('delete from installation_keys')
    await expect(opened(NEW)).rejects.toThrow('The secret of this installation does not open the signing key')
    expect(await store.query('select from installation_keys')).toEqual([])
    expect(await opened(OLD)).toEqual(derived(OLD))
  })

  it('stay the same under a new secret, which opens them beside the old one and after it', async () => {
    await expect(opened(NEW)).rejects.toThrow(NOT_THE_SECRET)
    expect(await opened(NEW, OTHER, OLD)).toEqual(derived(OLD))
    expect(await resealKeys(store, { current: NEW, former: [OLD] })).toBe(true)
    expect(await resealKeys(store, { current: NEW, former: [OLD] })).toBe(false)
    expect(await opened(NEW)).toEqual(derived(OLD))
    await expect(opened(OLD)).rejects.toThrow(NOT_THE_SECRET)
    await expect(resealKeys(store, { current: OTHER, former: [OLD] })).rejects.toThrow(NOT_THE_SECRET)
  })
})

describe('a change of the secret', () => {
  let place: Place
  const running: TestApp[] = []
  const closeAll = async () => {
    for (const app of running.splice(0)) await app.close()
  }
  afterAll(async () => {
    await closeAll()
    await place.drop()
  })
  /** A process on the same database; the embedded one is opened by one at a time. */
  const start = async (current: Buffer, ...former: Buffer[]) => {
    if (kind === 'embedded') await closeAll()
    const app = await testApp({ place, secrets: { current, former } })
    running.push(app)
    return app
  }

  it('refuses no token and no cursor, and keeps webhook secrets readable, in any process', async () => {
    place = await freshPlace({ onDisk: true })
    const first = await (await start(OLD)).ok('listCustomers', { query: { limit: 1 } })
    const during = await start(NEW, OLD)
    const { clientId, clientSecret } = await during.ok('createToken', { body: { name: 'New', permissions: ['VIEW'] } })
    expect(await resealKeys(during.store, { current: NEW, former: [OLD] })).toBe(true)
    const after = await start(NEW)
    for (const app of running) {
      const as = { clientId, clientSecret: clientSecret as string }
      const query = { limit: 1, cursor: first.nextCursor }
      expect((await app.ok('listCustomers', { as, query })).data).toHaveLength(1)
      const [row] = await app.store.query<{ sealed: string }>('select webhook_secret as sealed from platforms')
      expect(unseal(app.app.keys.sealing, row?.sealed as string, 'webhook secret')).toMatch(/^\S+$/)
    }
    await expect(openKeys(after.store, { current: OLD, former: [] })).rejects.toThrow(NOT_THE_SECRET)
  })
})
