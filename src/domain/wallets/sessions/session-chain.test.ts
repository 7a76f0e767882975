/** Session tests: chains of refreshes, what ends them, and how many a wallet has. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LIMITS } from '../../../../contract/limits.ts'
import { type TestApp, testApp } from '../../../../test/harness/app.ts'
import {
  newKeyPair,
  type OpenSession,
  opened,
  openSession,
  signed,
  walletWithSession,
} from '../../../../test/harness/samples/wallets.ts'
import { readConfig } from '../../../composition/config.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ cast: false })
})
afterAll(async () => {
  expect(await app.audit()).toEqual([])
  await app.close()
})

async function refresh({ id, ...session }: OpenSession, at = app): Promise<OpenSession | number> {
  const client = newKeyPair()
  const input = { params: { id }, body: { clientPublicKey: client.publicKey } }
  const first = await at.call('refreshAuthSession', input)
  if (first.status !== 202) return first.status
  const { status, body } = await signed(at, 'refreshAuthSession', input, session)
  return status === 201 ? opened(body, client) : status
}
const signs = async (session: OpenSession, accountId = session.accountId) =>
  (await signed(app, 'updateInternalAccount', { params: { id: accountId }, body: { privateEnabled: true } }, session))
    .status
const listed = async (accountId: OpenSession['accountId']) =>
  (await app.ok('listAuthSessions', { query: { accountId } })).data.map(({ id }) => id)

describe('a chain of refreshes', () => {
  it('ends twelve hours after the proof, to the millisecond', async () => {
    let { session } = await walletWithSession(app)
    const end = Date.parse(session.createdAt) + 12 * 3_600_000
    for (;;) {
      await app.advance({ minutes: 14 })
      const next = await refresh(session)
      if (typeof next === 'number') break
      expect(Date.parse(next.expiresAt)).toBeLessThanOrEqual(end)
      session = next
    }
    expect(Date.parse(session.expiresAt)).toBe(end)
    expect(app.clock.now()).toBeGreaterThanOrEqual(end)
    expect(await listed(session.accountId)).toEqual([])
  })

  it('ends after fewer hours if the operator configures it (CAUSEWAY_SESSION_HOURS)', async () => {
    const { sessionHours } = readConfig({ CAUSEWAY_SESSION_HOURS: '1' })
    const strict = await testApp({ cast: false, wallets: { sessionHours } })
    let { session } = await walletWithSession(strict)
    const end = Date.parse(session.createdAt) + 3_600_000
    for (;;) {
      await strict.advance({ minutes: 14 })
      const next = await refresh(session, strict)
      if (typeof next === 'number') break
      session = next
    }
    expect(Date.parse(session.expiresAt)).toBe(end)
    await strict.close()
  })

  it.each(['first', 'middle', 'last'] as const)('ends as a whole when its %s session is revoked', async (which) => {
    const { credential, session: first } = await walletWithSession(app)
    const middle = (await refresh(first)) as OpenSession
    const last = (await refresh(middle)) as OpenSession
    const other = await openSession(app, credential)
    const { id } = { first, middle, last }[which]
    expect((await signed(app, 'revokeAuthSession', { params: { id } }, other)).status).toBe(204)
    for (const ended of [first, middle, last]) {
      expect(await signs(ended)).toBe(401)
      expect(await refresh(ended)).toBe(401)
    }
    expect(await listed(first.accountId), 'what another proof opened stays').toEqual([other.id])
    expect(await signs(other)).toBe(200)
    expect((await app.call('revokeAuthSession', { params: { id: last.id } })).status).toBe(404)
  })

  it('ends with its credential', async () => {
    const { wallet, credential, session } = await walletWithSession(app)
    const next = (await refresh(session)) as OpenSession
    await app.store.script(
      `update credentials set revoked_at = now() where id = '${credential.id.slice(credential.id.indexOf(':') + 1)}'`,
    )
    expect([await signs(next), await refresh(next)]).toEqual([401, 401])
    expect(await listed(wallet.id)).toEqual([])
  })
})

describe('listAuthSessions', () => {
  it('shows the live sessions of a wallet, without keys, and none of another platform', async () => {
    const { wallet, credential, session } = await walletWithSession(app)
    const second = await openSession(app, credential)
    const query = { accountId: wallet.id }
    const { data } = await app.ok('listAuthSessions', { query })
    expect(data.map(({ id }) => id).sort()).toEqual([session.id, second.id].sort())
    expect(JSON.stringify(data)).not.toContain('encryptedSessionSigningKey')
    expect((await app.ok('listAuthSessions', { query, as: await app.anotherPlatform() })).data).toEqual([])
    await app.advance({ minutes: 15 })
    expect((await app.ok('listAuthSessions', { query })).data).toEqual([])
  })
})

describe('a wallet', () => {
  it('has a limited number of live sessions: a new one ends the oldest', async () => {
    const { wallet, credential, session: first } = await walletWithSession(app)
    const second = await openSession(app, credential)
    for (let i = 2; i < LIMITS.walletSessions; i++) await openSession(app, credential)
    expect(await listed(wallet.id)).toHaveLength(LIMITS.walletSessions)
    const newest = await openSession(app, credential)
    const live = await listed(wallet.id)
    expect(live).toHaveLength(LIMITS.walletSessions)
    expect([live.includes(first.id), live.includes(second.id), live.includes(newest.id)]).toEqual([false, true, true])
    expect([await signs(first), await signs(newest)]).toEqual([401, 200])
  })
})
