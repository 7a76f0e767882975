/** Dashboard sign-in over HTTP: links work once, sessions end by sign-out or expiry, and cannot be forged. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pathTo } from '../../client/request.ts'
import { DASHBOARD_PATHS } from '../../contract/dashboard.ts'
import { type TestApp, testApp } from '../../test/harness/app.ts'
import { signInWith } from './sign-in.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ dashboard: true })
})
afterAll(() => app.close())

const OWN = { 'x-causeway-dashboard': '1' }

async function follow(code: string) {
  const reply = await fetch(`${app.origin}/sign-in?code=${code}`, { redirect: 'manual' })
  return { leadsTo: reply.headers.get('location'), cookie: reply.headers.get('set-cookie') }
}

/** The cookie of a new session, as the browser sends it. */
async function signedIn(): Promise<string> {
  const { cookie } = await follow(app.signIn.newCode())
  return (cookie as string).split(';')[0] as string
}

const overview = async (cookie: string) =>
  (await fetch(app.base + pathTo('getOverview'), { headers: { cookie, ...OWN } })).status
const listAgents = async (headers: Record<string, string>) =>
  (await fetch(app.base + pathTo('listAgents'), { headers })).status
const signOut = (headers: Record<string, string>, query = '') =>
  fetch(app.origin + DASHBOARD_PATHS.signOut + query, { method: 'POST', headers })

describe('a sign-in link', () => {
  it('opens one session; used again, it leads to the sign-in page', async () => {
    const code = app.signIn.newCode()
    const first = await follow(code)
    expect(first.leadsTo).toBe('/')
    expect(first.cookie).toMatch(/^causeway_sign_in=[\w-]{43}; HttpOnly; SameSite=Strict; Path=\/; Max-Age=2592000$/)
    expect(await follow(code)).toEqual({ leadsTo: '/?link=used', cookie: null })
    expect(await follow('0'.repeat(32))).toEqual({ leadsTo: '/?link=used', cookie: null })
  })

  it('sets a Secure cookie when the dashboard is served over https', async () => {
    const { store, platform } = app
    const { authenticate, keys } = app.app
    const secure = signInWith({
      store,
      key: keys.signIn,
      platformIds: [platform.platformId],
      authenticate,
      isSecure: true,
    })
    expect(await secure.redeem(secure.newCode())).toMatch(/; Secure$/)
  })
})

describe('a dashboard session', () => {
  it('reads the dashboard, and calls the API with the header that other sites cannot send', async () => {
    const cookie = await signedIn()
    expect(await overview(cookie)).toBe(200)
    expect(await listAgents({ cookie, ...OWN })).toBe(200)
    expect(await listAgents({ cookie })).toBe(401)
  })

  it('gets 400 with the name of a parameter that a route was given twice', async () => {
    const headers = { cookie: await signedIn(), ...OWN }
    const reply = await signOut(headers, '?everywhere=true&everywhere=false')
    expect(reply.status).toBe(400)
    expect(await reply.json()).toMatchObject({ code: 'INVALID_INPUT', details: { errors: [{ field: 'everywhere' }] } })
    expect(await follow('a&code=b')).toEqual({ leadsTo: '/?link=used', cookie: null })
  })

  it('ends with sign-out, also for a copied cookie; other sessions stay', async () => {
    const [cookie, other] = [await signedIn(), await signedIn()]
    const reply = await signOut({ cookie, ...OWN })
    expect([reply.status, reply.headers.get('set-cookie')]).toEqual([
      204,
      'causeway_sign_in=; HttpOnly; SameSite=Strict; Path=/; Max-Age=0',
    ])
    expect([await overview(cookie), await listAgents({ cookie, ...OWN })]).toEqual([401, 401])
    expect(await overview(other)).toBe(200)
  })

  it('creates a link for another browser that works once; 401 without a session', async () => {
    const cookie = await signedIn()
    const ask = (headers: Record<string, string>) =>
      fetch(app.origin + DASHBOARD_PATHS.signInLinks, { method: 'POST', headers })
    const reply = await ask({ cookie, ...OWN })
    expect([reply.status, reply.headers.get('cache-control')]).toEqual([201, 'no-store'])
    const { path } = (await reply.json()) as { path: string }
    const open = () => fetch(app.origin + path, { redirect: 'manual' })
    const other = (await open()).headers.get('set-cookie')?.split(';')[0] as string
    expect([await overview(other), (await open()).headers.get('set-cookie')]).toEqual([200, null])
    expect([(await ask({ cookie })).status, (await ask(OWN)).status]).toEqual([401, 401])
  })

  it('creates a link for a program whose token has every permission; 403 for another token, 401 for a wrong one', async () => {
    const ask = (token: { clientId: string; clientSecret: string }) => {
      const authorization = `Basic ${btoa(`${token.clientId}:${token.clientSecret}`)}`
      return fetch(app.origin + DASHBOARD_PATHS.signInLinks, { method: 'POST', headers: { authorization } })
    }
    const reply = await ask(app.platform)
    expect(reply.status).toBe(201)
    const { path } = (await reply.json()) as { path: string }
    const opened = await fetch(app.origin + path, { redirect: 'manual' })
    expect(await overview(opened.headers.get('set-cookie')?.split(';')[0] as string)).toBe(200)

    const body = { name: 'Reader', permissions: ['VIEW', 'TRANSACT'] }
    const reader = (await app.ok('createToken', { body })) as { clientId: string; clientSecret: string }
    const others = [reader, await app.anotherPlatform(), { ...app.platform, clientSecret: '0'.repeat(64) }]
    expect(await Promise.all(others.map(async (token) => (await ask(token)).status))).toEqual([403, 403, 401])
    const authorization = `Basic ${btoa(`${app.platform.clientId}:${app.platform.clientSecret}`)}`
    const read = await fetch(app.origin + DASHBOARD_PATHS.live, { headers: { authorization } })
    expect(read.status).toBe(401)
  })

  it('cannot be ended by a page of another site', async () => {
    const cookie = await signedIn()
    expect((await signOut({ cookie })).status).toBe(401)
    expect(await overview(cookie)).toBe(200)
  })

  it('ends in all browsers with ?everywhere=true', async () => {
    const [cookie, other] = [await signedIn(), await signedIn()]
    expect((await signOut({ cookie, ...OWN }, '?everywhere=true')).status).toBe(204)
    expect([await overview(cookie), await overview(other)]).toEqual([401, 401])
  })

  it('ends after thirty days', async () => {
    const cookie = await signedIn()
    await app.store.query("update dashboard_sessions set expires_at = now() - interval '1 second'")
    expect(await overview(cookie)).toBe(401)
  })

  it('cannot be forged from what the database stores', async () => {
    await signedIn()
    const [row] = await app.store.query<{ hash: string }>('select token_hash as hash from dashboard_sessions limit 1')
    expect(await overview(`causeway_sign_in=${row?.hash}`)).toBe(401)
  })
})
