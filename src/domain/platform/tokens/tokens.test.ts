import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshPlace, type TestApp, testApp } from '../../../../test/harness/app.ts'
import { everythingStored } from '../../../../test/harness/books.ts'
import { kind } from '../../../../test/harness/database/database.ts'

type Permissions = ('VIEW' | 'TRANSACT' | 'MANAGE')[]

let app: TestApp
/** A new token with its secret, to be used as credentials. */
async function token(permissions: Permissions, name = 'A program') {
  const made = await app.ok('createToken', { body: { name, permissions } })
  return { ...made, clientSecret: made.clientSecret as string }
}

beforeAll(async () => {
  app = await testApp({ cast: false })
})
afterAll(() => app.close())

describe('createToken', () => {
  it('returns the credentials of a token that works immediately', async () => {
    const made = await token(['VIEW'], 'Reporting')
    expect(made).toMatchObject({ name: 'Reporting', permissions: ['VIEW'] })
    expect(made.clientId).toMatch(/^[0-9a-f]{32}$/)
    expect(made.clientSecret).toMatch(/^[0-9a-f]{64}$/)
    await app.ok('getPlatformConfig', { as: made })
  })

  it('stores neither the secret nor the credentials', async () => {
    const { clientId, clientSecret } = await token(['VIEW'])
    const stored = await everythingStored(app)
    expect(stored).toContain(clientId)
    expect(stored).not.toContain(clientSecret)
    expect(stored).not.toContain(Buffer.from(`${clientId}:${clientSecret}`).toString('base64'))
  })

  it('stores no secret under an Idempotency-Key either, and returns the same one to a repeated request', async () => {
    const ask = () => app.call('createToken', { body: { name: 'Repeated', permissions: ['VIEW'] }, key: 'one-token' })
    const [first, second] = [await ask(), await ask()]
    expect(second.headers.get('idempotent-replayed')).toBe('true')
    expect(second.text).toBe(first.text)
    expect(await everythingStored(app)).not.toContain(first.body.clientSecret)
  })

  it('grants permissions of the creating token, and the new token has no others', async () => {
    const manager = await token(['MANAGE'])
    const { clientId, clientSecret } = await app.ok('createToken', {
      body: { name: 'Another manager', permissions: ['MANAGE'] },
      as: manager,
    })
    const as = { clientId, clientSecret: clientSecret as string }
    await app.ok('createCustomer', { body: { customerType: 'INDIVIDUAL' }, as })
    expect((await app.call('listCustomers', { as })).status).toBe(403)
  })

  it('403 for permissions that the creating token lacks', async () => {
    const { status, error } = await app.call('createToken', {
      body: { name: 'Too much', permissions: ['VIEW', 'TRANSACT', 'MANAGE'] },
      as: await token(['MANAGE']),
    })
    expect(status).toBe(403)
    expect(error).toMatchObject({ code: 'FORBIDDEN', details: { missingPermissions: ['VIEW', 'TRANSACT'] } })
    expect((await app.ok('listTokens', { query: { name: 'Too much' } })).totalCount).toBe(0)
  })

  it.each([
    ['permissions', { name: 'x', permissions: [] }],
    ['permissions', { name: 'x', permissions: ['VIEW', 'VIEW'] }],
    ['permissions.0', { name: 'x', permissions: ['ADMIN'] }],
    ['name', { name: '', permissions: ['VIEW'] }],
    ['name', { permissions: ['VIEW'] }],
  ])('400 for %s in %j', async (field, body) => {
    const { status, error } = await app.call('createToken', { body })
    expect(status).toBe(400)
    expect(error.details.errors.map((fault: { field: string }) => fault.field)).toContain(field)
  })
})

describe('listTokens', () => {
  it('shows tokens newest first and never a secret', async () => {
    const { id, clientSecret } = await token(['VIEW'], 'Newest')
    const { body, text } = await app.call('listTokens')
    expect(body.data[0]).toMatchObject({ id, name: 'Newest' })
    expect(text).not.toContain('clientSecret')
    expect(text).not.toContain(clientSecret)
  })

  it('filters by name and by the times of creation and update, inclusive', async () => {
    app.clock.freeze()
    const { id, createdAt, updatedAt } = await token(['VIEW'], 'To be found')
    await app.advance({ ms: 1 })
    const after = new Date(app.clock.now()).toISOString()
    await app.advance({ ms: 1 })
    await token(['VIEW'], 'Later')
    app.clock.unfreeze()
    const ids = async (query: object) =>
      (await app.ok('listTokens', { query: { limit: 100, ...query } })).data.map((it) => it.id)
    expect(await ids({ name: 'To be found' })).toEqual([id])
    expect(await ids({ createdAfter: createdAt, createdBefore: createdAt })).toEqual([id])
    expect(await ids({ updatedAfter: updatedAt, updatedBefore: updatedAt })).toEqual([id])
    expect(await ids({ createdAfter: after })).not.toContain(id)
    expect(await ids({ updatedAfter: after })).not.toContain(id)
    expect(await ids({ createdBefore: after })).toContain(id)
    expect(await ids({ updatedBefore: after })).toContain(id)
  })

  it("does not show another platform's", async () => {
    const other = await app.anotherPlatform()
    const { data } = await app.ok('listTokens', { as: other })
    expect(data.map(({ name }) => name)).toEqual(['Sandbox'])
  })
})

describe('getTokenById', () => {
  it('shows a token without its secret', async () => {
    const { clientSecret: _, ...made } = await token(['VIEW', 'TRANSACT'])
    expect(await app.ok('getTokenById', { params: { tokenId: made.id } })).toEqual(made)
  })
})

describe('deleteTokenById', () => {
  it('ends a recently used token immediately', async () => {
    const made = await token(['VIEW'])
    await app.ok('getPlatformConfig', { as: made })
    expect((await app.call('deleteTokenById', { params: { tokenId: made.id } })).status).toBe(204)
    expect((await app.call('getPlatformConfig', { as: made })).status).toBe(401)
    expect((await app.call('getTokenById', { params: { tokenId: made.id } })).error.code).toBe('TOKEN_NOT_FOUND')
  })

  it('ends a token that is in use at that time', async () => {
    const made = await token(['VIEW'])
    const use = () => app.call('getPlatformConfig', { as: made })
    const deletion = app.call('deleteTokenById', { params: { tokenId: made.id } })
    await Promise.all([deletion, ...Array.from({ length: 40 }, use)])
    expect((await use()).status).toBe(401)
  })

  it.runIf(kind === 'postgres')('ends the token at other processes when their cache expires', async () => {
    const place = await freshPlace()
    const [one, other] = [await testApp({ place, cast: false }), await testApp({ place, cast: false })]
    const made = await one.ok('createToken', { body: { name: 'Short', permissions: ['VIEW'] } })
    const as = { clientId: made.clientId, clientSecret: made.clientSecret as string }
    await other.ok('getPlatformConfig', { as })
    await one.ok('deleteTokenById', { params: { tokenId: made.id } })
    expect((await one.call('getPlatformConfig', { as })).status).toBe(401)
    await expect.poll(async () => (await other.call('getPlatformConfig', { as })).status).toBe(401)
    for (const each of [other, one]) await each.close()
    await place.drop()
  })

  it('can delete the token that authenticates the request', async () => {
    const made = await token(['VIEW', 'MANAGE'])
    await app.ok('deleteTokenById', { params: { tokenId: made.id }, as: made })
    expect((await app.call('listTokens', { as: made })).status).toBe(401)
  })

  it('404 the second time', async () => {
    const { id } = await token(['VIEW'])
    await app.ok('deleteTokenById', { params: { tokenId: id } })
    const { status, error } = await app.call('deleteTokenById', { params: { tokenId: id } })
    expect([status, error.code]).toEqual([404, 'TOKEN_NOT_FOUND'])
  })
})
