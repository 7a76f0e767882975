/** Life of API tokens over HTTP: expiry, rotation with an overlap, and the addresses from which a token may be used. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshPlace, type TestApp, testApp } from '../../../../test/harness/app.ts'
import { everythingStored } from '../../../../test/harness/books.ts'
import { kind } from '../../../../test/harness/database/database.ts'
import { bareId } from '../../../core/ids.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ cast: false, trustedProxies: ['127.0.0.1'] })
})
afterAll(() => app.close())

async function tokenWith(body: { expiresAt?: string; allowedAddresses?: string[] } = {}, on = app) {
  const made = await on.ok('createToken', { body: { name: 'A program', permissions: ['VIEW'], ...body } })
  return { ...made, clientSecret: made.clientSecret as string }
}
type Credentials = { readonly clientId: string; readonly clientSecret: string }
const use = (as: Credentials, on = app) => on.call('getPlatformConfig', { as })
const from = (address: string, as: Credentials, on = app) =>
  on.call('getPlatformConfig', { as, headers: { 'x-forwarded-for': address } })
const inMs = (ms: number) => new Date(app.clock.now() + ms).toISOString()
const update = (id: `Token:${string}`, body: object) => app.call('updateToken', { params: { tokenId: id }, body })
const rotate = (id: `Token:${string}`, body?: { previousSecretExpiresAt: string }) =>
  app.ok('rotateTokenSecret', { params: { tokenId: id }, ...(body && { body }) })

describe('a token that expires', () => {
  it('works until it expires, and then gets 401 although it was used just before', async () => {
    app.clock.freeze()
    const made = await tokenWith({ expiresAt: inMs(60_000) })
    expect(made.expiresAt).toBe(inMs(60_000))
    await app.advance({ ms: 59_999 })
    expect((await use(made)).status).toBe(200)
    await app.advance({ ms: 1 })
    const { status, error } = await use(made)
    expect([status, error.code, error.details.expiredAt]).toEqual([401, 'UNAUTHORIZED', made.expiresAt])
    app.clock.unfreeze()
  })

  it('cannot be created with an expiry that has passed', async () => {
    const body = { name: 'x', permissions: ['VIEW'], expiresAt: inMs(-1) }
    expect((await app.call('createToken', { body })).error.details.errors[0].field).toBe('expiresAt')
  })
})

describe('updateToken', () => {
  it('extends, shortens and removes the expiry immediately', async () => {
    app.clock.freeze()
    const made = await tokenWith({ expiresAt: inMs(1_000) })
    await app.advance({ ms: 1_000 })
    expect((await use(made)).status).toBe(401)
    expect((await update(made.id, { expiresAt: inMs(1_000) })).body.expiresAt).toBe(inMs(1_000))
    expect((await use(made)).status).toBe(200)
    expect((await update(made.id, { expiresAt: null })).body).not.toHaveProperty('expiresAt')
    await app.advance({ days: 1_000 })
    expect((await use(made)).status).toBe(200)
    app.clock.unfreeze()
  })

  it('changes what is given and nothing else, and never shows the secret', async () => {
    const made = await tokenWith({ expiresAt: inMs(3_600_000), allowedAddresses: ['127.0.0.1'] })
    const { text, body } = await update(made.id, { name: 'Renamed' })
    const { clientSecret: _, ...shown } = made
    expect(body).toEqual({ ...shown, name: 'Renamed', updatedAt: body.updatedAt })
    expect(text).not.toContain('clientSecret')
    expect(await app.ok('getTokenById', { params: { tokenId: made.id } })).toEqual(body)
    expect((await use(made)).status).toBe(200)
  })
})

describe('rotateTokenSecret', () => {
  it('gives a new secret, while the previous one works for a day', async () => {
    app.clock.freeze()
    const old = await tokenWith()
    expect((await use(old)).status).toBe(200)
    const made = await rotate(old.id)
    expect(made).toMatchObject({ id: old.id, clientId: old.clientId, previousSecretExpiresAt: inMs(24 * 3_600_000) })
    expect(made.clientSecret).toMatch(/^[0-9a-f]{64}$/)
    const renewed = { clientId: old.clientId, clientSecret: made.clientSecret as string }
    expect([(await use(old)).status, (await use(renewed)).status]).toEqual([200, 200])
    await app.advance({ ms: 24 * 3_600_000 - 1 })
    expect([(await use(old)).status, (await use(renewed)).status]).toEqual([200, 200])
    await app.advance({ ms: 1 })
    expect([(await use(old)).status, (await use(renewed)).status]).toEqual([401, 200])
    expect(await app.ok('getTokenById', { params: { tokenId: old.id } })).not.toHaveProperty('previousSecretExpiresAt')
    app.clock.unfreeze()
  })

  it('ends the previous secret at the chosen time, and immediately for a time in the past', async () => {
    app.clock.freeze()
    const old = await tokenWith()
    await rotate(old.id, { previousSecretExpiresAt: inMs(5_000) })
    await app.advance({ ms: 4_999 })
    expect((await use(old)).status).toBe(200)
    await app.advance({ ms: 1 })
    expect((await use(old)).status).toBe(401)
    const leaked = await tokenWith()
    expect((await use(leaked)).status).toBe(200)
    const renewed = await rotate(leaked.id, { previousSecretExpiresAt: inMs(0) })
    expect(renewed).not.toHaveProperty('previousSecretExpiresAt')
    expect((await use(leaked)).status).toBe(401)
    app.clock.unfreeze()
  })

  it('ends the secret before the previous one immediately', async () => {
    const first = await tokenWith()
    const second = { ...first, clientSecret: (await rotate(first.id)).clientSecret as string }
    await rotate(first.id)
    expect([(await use(first)).status, (await use(second)).status]).toEqual([401, 200])
  })

  it('stores neither secret, and shows the same new one to a repeated request', async () => {
    const old = await tokenWith()
    const ask = () => app.call('rotateTokenSecret', { params: { tokenId: old.id }, key: `rotation of ${old.id}` })
    const [one, again] = [await ask(), await ask()]
    expect([again.headers.get('idempotent-replayed'), again.text]).toEqual(['true', one.text])
    const stored = await everythingStored(app)
    expect(stored).not.toContain(one.body.clientSecret)
    expect(stored).not.toContain(old.clientSecret)
  })

  it('does not let an expired token work again', async () => {
    app.clock.freeze()
    const old = await tokenWith({ expiresAt: inMs(1_000) })
    await app.advance({ ms: 1_000 })
    const renewed = { ...old, clientSecret: (await rotate(old.id)).clientSecret as string }
    expect([(await use(old)).status, (await use(renewed)).status]).toEqual([401, 401])
    app.clock.unfreeze()
  })

  it.runIf(kind === 'postgres')('reaches other processes when their cache expires', async () => {
    const place = await freshPlace()
    const [one, other] = [await testApp({ place, cast: false }), await testApp({ place, cast: false })]
    const made = await tokenWith({}, one)
    expect((await use(made, other)).status).toBe(200)
    const body = { previousSecretExpiresAt: new Date(one.clock.now()).toISOString() }
    await one.ok('rotateTokenSecret', { params: { tokenId: made.id }, body })
    expect((await use(made, one)).status).toBe(401)
    await expect.poll(async () => (await use(made, other)).status).toBe(401)
    for (const each of [other, one]) await each.close()
    await place.drop()
  })
})

describe('a token with allowed addresses', () => {
  it('works from them and is 403 from others, by the address that a trusted proxy names', async () => {
    const made = await tokenWith({ allowedAddresses: ['203.0.113.0/24', '198.51.100.7', '2001:db8::/32'] })
    expect(made.allowedAddresses).toEqual(['203.0.113.0/24', '198.51.100.7', '2001:db8::/32'])
    const statuses = async (...addresses: string[]) => {
      const found: number[] = []
      for (const address of addresses) found.push((await from(address, made)).status)
      return found
    }
    const within = ['203.0.113.9', '::ffff:203.0.113.9', '198.51.100.7', '2001:db8:1::5']
    expect(await statuses(...within)).toEqual([200, 200, 200, 200])
    const outside = ['203.0.114.9', '198.51.100.8', '2001:db9::1', '203.0.113.9, 192.0.2.1', 'unknown']
    expect(await statuses(...outside)).toEqual([403, 403, 403, 403, 403])
    const { error } = await from('192.0.2.1', made)
    expect(error).toMatchObject({ code: 'FORBIDDEN', details: { address: '192.0.2.1' } })
  })

  it('does not believe the header of a proxy that is not trusted', async () => {
    const direct = await testApp({ cast: false })
    const made = await tokenWith({ allowedAddresses: ['203.0.113.0/24'] }, direct)
    expect((await from('203.0.113.9', made, direct)).status).toBe(403)
    await direct.close()
  })

  it('is restricted, changed and unrestricted immediately, also while it is in use', async () => {
    const made = await tokenWith()
    expect((await from('192.0.2.1', made)).status).toBe(200)
    await update(made.id, { allowedAddresses: ['203.0.113.9'] })
    expect((await from('192.0.2.1', made)).status).toBe(403)
    expect((await from('203.0.113.9', made)).status).toBe(200)
    await update(made.id, { allowedAddresses: [] })
    expect((await from('192.0.2.1', made)).status).toBe(200)
  })

  it('answers 401 for a wrong secret, wherever it comes from', async () => {
    const made = await tokenWith({ allowedAddresses: ['203.0.113.9'] })
    const wrong = { clientId: made.clientId, clientSecret: '0'.repeat(64) }
    expect((await from('192.0.2.1', wrong)).status).toBe(401)
    expect((await from('203.0.113.9', wrong)).status).toBe(401)
  })

  it.each(['10.0.0.0/33', '2001:db8::/129', '300.1.1.1', '10.0.0.0/8/8', '::ffff:10.0.0.1', '1.2.3', '/8'])(
    'cannot have %s',
    async (entry) => {
      const { status, error } = await app.call('createToken', {
        body: { name: 'x', permissions: ['VIEW'], allowedAddresses: ['192.0.2.1', entry] },
      })
      expect([status, error.details.errors[0].field]).toEqual([400, 'allowedAddresses.1'])
    },
  )
})

describe('the audit chain', () => {
  it('has each change, and the refused use of an expired token and of a wrong address, under the name of the token', async () => {
    app.clock.freeze()
    const made = await tokenWith({ allowedAddresses: ['203.0.113.9'] })
    await update(made.id, { expiresAt: inMs(1_000) })
    await rotate(made.id)
    await from('192.0.2.1', made)
    await app.advance({ ms: 1_000 })
    await from('203.0.113.9', made)
    app.clock.unfreeze()
    const entries = async () =>
      (await app.store.query<{ entry: string }>('select entry from audit_chain order by number'))
        .map(({ entry }) => JSON.parse(entry))
        .filter(({ target, actor }) => target === made.id || actor.id === bareId(made.id))
        .map(({ action, refusal, address }) => [action, refusal ?? address].join(' '))
        .sort()
    await expect
      .poll(entries)
      .toEqual([
        'authentication.refused UNAUTHORIZED',
        'permission.refused FORBIDDEN',
        'token.changed 127.0.0.1',
        'token.created 127.0.0.1',
        'token.rotated 127.0.0.1',
      ])
  })
})
