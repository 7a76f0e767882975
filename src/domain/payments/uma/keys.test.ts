import { describe, expect, it } from 'vitest'
import { freshDatabase, openStore } from '../../../../test/harness/database/database.ts'
import { wallClock } from '../../../core/clock.ts'
import { secretKeys } from '../../../infra/crypto/secrets.ts'
import { loadUmaKeys, rotateUmaKeys } from './keys.ts'
import { nonceStore } from './nonces.ts'

describe('the keys of an installation', () => {
  const keys = secretKeys(Buffer.alloc(32, 1))

  it('are created at the first start, even of two concurrent processes, and then stay', async () => {
    const database = await freshDatabase()
    const store = await openStore(database)
    const [first, beside] = await Promise.all([loadUmaKeys(store, keys), loadUmaKeys(store, keys)])
    expect(beside).toEqual(first)
    expect(await loadUmaKeys(store, keys)).toEqual(first)
    expect([first.signing.privateKey.length, first.signing.publicKey.length]).toEqual([32, 65])
    expect(first.signing.privateKey).not.toEqual(first.encryption.privateKey)
    const [stored] = await store.query<{ text: string }>('select string_agg(private_key, $1) as text from uma_keys', [
      ' ',
    ])
    expect(stored?.text).not.toContain(Buffer.from(first.signing.privateKey).toString('hex'))
    await expect(loadUmaKeys(store, secretKeys(Buffer.alloc(32, 2)))).rejects.toThrow('sealed with another secret')
    await store.close()
    await database.drop()
  })
})

describe('a rotation of the keys', () => {
  const keys = secretKeys(Buffer.alloc(32, 1))
  const HOUR_MS = 3_600_000

  it('is planned: until its time the keys before it are published, to be cached no longer than that', async () => {
    const database = await freshDatabase()
    const store = await openStore(database)
    const before = await loadUmaKeys(store, keys)
    const { signing } = before
    expect(before.cacheableUntil - wallClock()).toBeGreaterThan(HOUR_MS - 60_000)
    const usedFrom = await rotateUmaKeys(store, keys, 600)
    const planned = await loadUmaKeys(store, keys)
    expect([planned.signing, planned.cacheableUntil]).toEqual([signing, usedFrom])
    expect(planned.readable).toEqual([before.encryption])
    await store.close()
    await database.drop()
  })

  it('replaces both keys; what was encrypted to the one before is read until the next rotation', async () => {
    const database = await freshDatabase()
    const store = await openStore(database)
    const first = await loadUmaKeys(store, keys)
    await rotateUmaKeys(store, keys, 0)
    const second = await loadUmaKeys(store, keys)
    expect(second.signing).not.toEqual(first.signing)
    expect(second.readable).toEqual([second.encryption, first.encryption])
    await rotateUmaKeys(store, keys, 0)
    const third = await loadUmaKeys(store, keys)
    expect(third.readable).toEqual([third.encryption, second.encryption])
    await store.close()
    await database.drop()
  })
})

describe('a nonce', () => {
  it('counts once for each institution, and is forgotten when its message would be too old', async () => {
    const database = await freshDatabase()
    const store = await openStore(database)
    const spend = nonceStore(store, 600_000)
    const [{ now }] = (await store.query<{ now: number }>('select now() as now')) as [{ now: number }]
    const said = Number(now)
    const spent = await Promise.all([
      spend('a.example', '1', said),
      spend('a.example', '1', said),
      spend('b.example', '1', said),
    ])
    expect(spent.filter(Boolean)).toHaveLength(2)
    expect(await spend('a.example', 'old', said - 700_000)).toBe(true)
    await spend('a.example', '2', said)
    const left = await store.query<{ nonce: string }>('select nonce from uma_nonces order by 1')
    expect(left.map(({ nonce }) => nonce)).toEqual(['1', '1', '2'])
    await store.close()
    await database.drop()
  })
})
