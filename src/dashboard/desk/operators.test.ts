/** Operators over HTTP: invited once, signed in with passkeys, each role with its actions, sessions that end. */
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pathTo } from '../../../client/request.ts'
import { DASHBOARD_PATHS } from '../../../contract/dashboard.ts'
import { DASHBOARD_ACCESS, mayDo, OPERATOR_PATHS, ROLES, type Role } from '../../../contract/operators/operators.ts'
import { type TestApp, testApp } from '../../../test/harness/app.ts'
import { accept, asPage, invite, newDevice, OVERVIEW, operator, signIn } from '../../../test/harness/operators.ts'
import { removeOperator } from '../../operator/people/operators.ts'
import { guardRoutes } from './access.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ dashboard: 'PASSKEY' })
})
afterAll(() => app.close())

const who = async (cookie: string | undefined) => (await asPage(app, 'GET', OPERATOR_PATHS.session, { cookie })).body
const overview = async (cookie: string | undefined) => (await asPage(app, 'GET', OVERVIEW, { cookie })).status
const actions = async () =>
  (await app.store.query<{ action: string }>('select action from audit_chain order by number')).map((row) => row.action)

describe('an invitation', () => {
  it('registers a passkey and signs in, once', async () => {
    const code = await invite(app, 'Nora North', 'APPROVER')
    const device = newDevice()
    const { status, cookie } = await accept(app, code, device)
    expect(status).toBe(204)
    expect(await who(cookie)).toMatchObject({
      signIn: 'PASSKEY',
      session: { operator: { name: 'Nora North' }, role: 'APPROVER', permissions: ['VIEW'] },
    })
    expect(await accept(app, code)).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } })
    expect((await signIn(app, device)).status).toBe(204)
    expect(await actions()).toEqual(
      expect.arrayContaining(['operator.invited', 'operator.registered', 'operator.signed-in']),
    )
  })

  it('registers one passkey when it is opened twice at the same time', async () => {
    const code = await invite(app, 'Twice', 'VIEWER')
    const outcomes = await Promise.all([accept(app, code), accept(app, code)])
    expect(outcomes.map(({ status }) => status).sort()).toEqual([204, 401])
  })

  it('ends after an hour, and with a newer one', async () => {
    const old = await invite(app, 'Late', 'VIEWER')
    const code = await invite(app, 'Late', 'VIEWER')
    expect((await accept(app, old)).status).toBe(401)
    await app.store.query("update operator_invitations set expires_at = now() - interval '1 second'")
    expect((await accept(app, code)).status).toBe(401)
  })

  it('is stored as a hash only', async () => {
    const code = await invite(app, 'Stored', 'VIEWER')
    const rows = await app.store.query('select * from operator_invitations')
    expect(JSON.stringify(rows)).not.toContain(code)
  })

  it('replaces the passkey of an operator who has lost it, and ends their sessions', async () => {
    const lost = await operator(app, 'Loser', 'OPERATOR')
    const found = newDevice()
    await accept(app, await invite(app, 'loser', 'OPERATOR'), found)
    expect(await overview(lost.cookie)).toBe(401)
    expect((await signIn(app, lost.device)).status).toBe(401)
    expect((await signIn(app, found)).status).toBe(204)
  })
})

describe('sign-in with a passkey', () => {
  it('refuses an unknown passkey, and a challenge that was used or is not ours', async () => {
    const { device } = await operator(app, 'Prover', 'VIEWER')
    expect((await signIn(app, newDevice())).status).toBe(401)
    const { challenge } = (await asPage(app, 'POST', OPERATOR_PATHS.askSignIn)).body
    const enter = (given: string) =>
      asPage(app, 'POST', OPERATOR_PATHS.signIn, { body: { challenge: given, assertion: device.assert(given) } })
    expect((await enter(challenge)).status).toBe(204)
    expect((await enter(challenge)).status).toBe(401)
    expect((await enter('ab'.repeat(32))).status).toBe(401)
  })

  it('refuses an assertion that was made for another site', async () => {
    const { device } = await operator(app, 'Phished', 'VIEWER')
    const { challenge } = (await asPage(app, 'POST', OPERATOR_PATHS.askSignIn)).body
    const assertion = device.assert(challenge, { origin: 'https://desk.example.evil.example' })
    expect((await asPage(app, 'POST', OPERATOR_PATHS.signIn, { body: { challenge, assertion } })).status).toBe(401)
  })

  it('names every missing field of a request', async () => {
    const refused = await asPage(app, 'POST', OPERATOR_PATHS.signIn, { body: { challenge: 'x', assertion: {} } })
    expect(refused).toMatchObject({ status: 400, body: { details: { errors: [{ field: 'assertion.credentialId' }] } } })
    expect((await asPage(app, 'POST', OPERATOR_PATHS.signIn)).status).toBe(400)
  })

  it('is refused once an operator is removed, whose sessions end immediately', async () => {
    const left = await operator(app, 'Leaver', 'OPERATOR')
    const id = (await who(left.cookie)).session.operator.id
    await app.store.transaction((query) => removeOperator(query, id, { actor: { kind: 'PROGRAM' } }))
    expect(await overview(left.cookie)).toBe(401)
    expect((await signIn(app, left.device)).status).toBe(401)
  })

  it('leaves an entry in the audit chain when it is refused, and no more than one a minute', async () => {
    const before = await actions()
    for (let i = 0; i < 3; i++) await signIn(app, newDevice())
    await expect
      .poll(async () => (await actions()).slice(before.length).filter((action) => action === 'authentication.refused'))
      .toHaveLength(before.includes('authentication.refused') ? 0 : 1)
    const [entry] = await app.store.query<{ entry: string }>(
      `select entry from audit_chain where action = 'authentication.refused' limit 1`,
    )
    expect(JSON.parse(entry?.entry as string)).toMatchObject({
      actor: { kind: 'UNKNOWN' },
      outcome: 'REFUSED',
      address: '127.0.0.1',
    })
  })
})

describe('a session of an operator', () => {
  it('ends after half an hour without activity of the person; automatic reads of pages do not count', async () => {
    const idle = await operator(app, 'Idle', 'VIEWER')
    const sinceMinutes = (minutes: number) =>
      app.store.query(`update operator_sessions set active_at = now() - make_interval(mins => ${minutes})`)
    await sinceMinutes(29)
    expect(await overview(idle.cookie)).toBe(200)
    await idle.post(OPERATOR_PATHS.activity)
    const [{ age } = { age: 99 }] = await app.store.query<{ age: number }>(
      'select extract(epoch from now() - max(active_at))::int as age from operator_sessions',
    )
    expect(age).toBeLessThan(60)
    await sinceMinutes(31)
    expect(await overview(idle.cookie)).toBe(401)
  })

  it('always ends after ten hours', async () => {
    const late = await operator(app, 'Owl', 'VIEWER')
    await app.store.query("update operator_sessions set ends_at = now() - interval '1 second'")
    expect(await overview(late.cookie)).toBe(401)
  })

  it('is listed for administrators, who end it', async () => {
    const [admin, other] = [await operator(app, 'Ada', 'ADMINISTRATOR'), await operator(app, 'Otto', 'VIEWER')]
    const { body } = await admin.get(OPERATOR_PATHS.sessions)
    const row = body.find(({ operator: name }: { operator: string }) => name === 'Otto')
    expect(row).toMatchObject({ role: 'VIEWER', address: '127.0.0.1', isOwn: false })
    expect((await admin.post(OPERATOR_PATHS.endSession.replace('{id}', row.id))).status).toBe(204)
    expect(await overview(other.cookie)).toBe(401)
    expect((await admin.post(OPERATOR_PATHS.endSession.replace('{id}', row.id))).status).toBe(404)
    expect((await admin.post(OPERATOR_PATHS.endSession.replace('{id}', 'x'))).status).toBe(400)
  })

  it('ends with sign-out, everywhere if requested; a page of another site cannot end it', async () => {
    const one = await operator(app, 'Olga', 'VIEWER')
    const { cookie: two } = await signIn(app, one.device)
    expect((await asPage(app, 'POST', DASHBOARD_PATHS.signOut, { cookie: two, headers: {} })).status).toBe(401)
    expect((await one.post(`${DASHBOARD_PATHS.signOut}?everywhere=true`)).status).toBe(204)
    expect([await overview(one.cookie), await overview(two)]).toEqual([401, 401])
  })

  it('views the platform that the operator chooses', async () => {
    const other = await app.anotherPlatform('Zeta Pay')
    const seer = await operator(app, 'Seer', 'VIEWER')
    expect((await seer.get(OVERVIEW)).body.platform.name).toBe('Acme Pay')
    await seer.post(OPERATOR_PATHS.choosePlatform, { platformId: other.platformId })
    expect((await seer.get(OVERVIEW)).body.platform.name).toBe('Zeta Pay')
    const unknown = { platformId: '01a1f9bc-8b1c-7000-8000-ab7eb7fb1725' }
    expect((await seer.post(OPERATOR_PATHS.choosePlatform, unknown)).status).toBe(404)
  })

  it('reads the public API of that platform, and changes nothing through it', async () => {
    const { cookie } = await operator(app, 'Reader', 'ADMINISTRATOR')
    const own = { cookie, 'x-causeway-dashboard': '1', 'content-type': 'application/json' }
    const call = async (method: string, headers: Record<string, string>) =>
      (await fetch(app.base + pathTo('listCustomers'), { method, headers, ...(method === 'POST' && { body: '{}' }) }))
        .status
    expect([await call('GET', own), await call('POST', own), await call('GET', { cookie })]).toEqual([200, 403, 401])
  })
})

describe('the matrix of roles and actions', () => {
  const cookies = {} as Record<Role, string>
  beforeAll(async () => {
    for (const role of ROLES) cookies[role] = (await operator(app, `The ${role}`, role)).cookie
  })

  /** Routes of this installation; sign-in links exist in the sandbox only. */
  const routes = Object.entries(DASHBOARD_ACCESS).filter(([, access]) => access !== 'createSignInLink')
  const ID = '01a1f9bc-8b1c-7000-8000-ab7eb7fb1725'
  async function answerTo(route: string, cookie: string | undefined): Promise<number> {
    const [method = '', path = ''] = route.split(' ')
    const end = new AbortController()
    const headers = { 'x-causeway-dashboard': '1', ...(cookie && { cookie }) }
    const reply = await fetch(app.origin + path.replace('{id}', ID), { method, headers, signal: end.signal })
    end.abort()
    return reply.status
  }
  const guarded = routes
    .filter(([, access]) => access !== 'PUBLIC')
    .sort(([route]) => (route.includes('sign-out') ? 1 : -1))

  it.each(guarded)('decides %s (%s) for every role, and refuses it without a session', async (route, access) => {
    expect(await answerTo(route, undefined)).toBe(401)
    for (const role of ROLES) {
      const status = await answerTo(route, cookies[role])
      if (mayDo(role, access as never)) expect([401, 403, 405, 500], `${role} ${status}`).not.toContain(status)
      else expect(status, role).toBe(403)
    }
  })

  it('records a refused permission in the audit chain, with the person who requested it', async () => {
    await expect
      .poll(async () => {
        const rows = await app.store.query<{ entry: string }>(
          `select entry from audit_chain where action = 'permission.refused'`,
        )
        return rows.map(({ entry }) => JSON.parse(entry).actor)
      })
      .toContainEqual({ kind: 'OPERATOR', id: expect.any(String), name: 'The VIEWER' })
  })

  it('has an entry for every route: one without cannot be added', async () => {
    const server = Fastify()
    const scope = server.register(async (inner) => {
      const none = async () => undefined
      guardRoutes(inner, { kind: 'LINK', sessionOf: none, choosePlatform: none, signOut: none }, () => {})
      inner.get('/dashboard-api/new', () => ({}))
    })
    await expect(Promise.resolve(scope)).rejects.toThrow('GET /dashboard-api/new has no entry in DASHBOARD_ACCESS')
  })
})

describe('the reads of an operator', () => {
  it('are answered while the platform is at its limit of requests', async () => {
    const busy = await testApp({ dashboard: 'PASSKEY', cast: false, limits: { platformPerSecond: 1 } })
    const { get } = await operator(busy, 'Vera Viewer', 'VIEWER')
    await expect.poll(async () => (await busy.call('getPlatformConfig')).status).toBe(429)
    for (let i = 0; i < 5; i++) expect((await get(OVERVIEW)).status).toBe(200)
    await busy.close()
  })
})
