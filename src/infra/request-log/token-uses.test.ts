/**
 * Last uses of API tokens, over HTTP: recorded for tokens only, at most once in five minutes, and deleted with the
 * token.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/harness/app.ts'
import { bareId } from '../../core/ids.ts'
import { tidyUp } from '../jobs/housekeeping.ts'
import { lastTokenUses, WRITE_EVERY_MS } from './token-uses.ts'

let app: TestApp
beforeAll(async () => void (app = await testApp({ cast: false })))
afterAll(() => app.close())

const uses = () => lastTokenUses(app.store, app.platform.platformId)

describe('the last use of a token', () => {
  it('is recorded with its first request, and again after five minutes', async () => {
    app.clock.freeze()
    const token = await app.ok('createToken', { body: { name: 'Worker', permissions: ['VIEW'] } })
    const as = { clientId: token.clientId, clientSecret: token.clientSecret as string }
    const id = bareId(token.id)
    expect((await uses()).has(id)).toBe(false)
    await app.ok('listCustomers', { as })
    const first = app.clock.now()
    await expect.poll(async () => (await uses()).get(id)).toBe(first)

    await app.advance({ ms: WRITE_EVERY_MS - 1 })
    await app.ok('listCustomers', { as })
    await app.advance({ ms: 1 })
    await app.ok('listCustomers', { as })
    await expect.poll(async () => (await uses()).get(id)).toBe(first + WRITE_EVERY_MS)

    await app.ok('deleteTokenById', { params: { tokenId: token.id } })
    await tidyUp(app.store)
    expect([...(await uses()).keys()]).not.toContain(id)
  })

  it('is not recorded for a wrong secret', async () => {
    const token = await app.ok('createToken', { body: { name: 'Unused', permissions: ['VIEW'] } })
    await app.call('listCustomers', { as: { clientId: token.clientId, clientSecret: 'wrong' } })
    await app.ok('listCustomers')
    expect((await uses()).has(bareId(token.id))).toBe(false)
  })
})
