/** Sign-in of operators through an identity provider, over HTTP: groups give roles, and other accounts are refused. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OPERATOR_PATHS, type Role } from '../../../contract/operators/operators.ts'
import { DESK, type TestApp, testApp } from '../../../test/harness/app.ts'
import { type Issuer, openIssuer } from '../../../test/harness/issuer.ts'
import {
  accept,
  asPage,
  decide,
  invite,
  newDevice,
  OVERVIEW,
  operator,
  type Person,
  signIn,
} from '../../../test/harness/operators.ts'
import { companyAt } from '../../composition/providers/company-provider.ts'
import { removeOperator } from '../../operator/people/operators.ts'

let app: TestApp
let issuer: Issuer
/** Claims that differ from those of an account in the group of operators. */
const accounts = new Map<string, object>()
const ROLES_OF = new Map<string, Role>([
  ['desk', 'OPERATOR'],
  ['desk-leads', 'APPROVER'],
  ['desk-admins', 'ADMINISTRATOR'],
])
beforeAll(async () => {
  issuer = await openIssuer({
    redirectUri: DESK.origins[0] + OPERATOR_PATHS.providerReturn,
    requiresPkce: true,
    claims: (login) => ({
      email: `${login}@corp.example`,
      email_verified: true,
      groups: ['desk'],
      ...accounts.get(login),
    }),
  })
  const rules = { claim: 'groups', roles: ROLES_OF, domains: ['corp.example'] }
  app = await testApp({
    dashboard: 'PASSKEY',
    company: companyAt(DESK.origins[0] as string, { ...issuer, ...rules }),
  })
})
afterAll(() => Promise.all([app.close(), issuer.close()]))

/** The page's part: the address at the provider, and the cookie of this browser. */
async function begin(): Promise<{ url: string; cookie: string }> {
  const { status, body, cookie } = await asPage(app, 'POST', OPERATOR_PATHS.askProvider)
  expect(status).toBe(200)
  return { url: body.url, cookie: cookie as string }
}
/** Follows the provider's redirect. @param back address with code and state, for any host */
async function follow(back: string, cookie: string | undefined) {
  const { search } = new URL(back)
  const reply = await fetch(app.origin + OPERATOR_PATHS.providerReturn + search, {
    redirect: 'manual',
    headers: { ...(cookie && { cookie }) },
  })
  const session = reply.headers.getSetCookie().find((one) => one.startsWith('causeway_sign_in='))
  return { leadsTo: reply.headers.get('location'), status: reply.status, session: session?.split(';')[0], set: session }
}
async function enter(login: string) {
  const { url, cookie } = await begin()
  return follow(await issuer.leadBack(url, login), cookie)
}
const who = async (cookie: string | undefined) => (await asPage(app, 'GET', OPERATOR_PATHS.session, { cookie })).body
const overview = async (cookie: string | undefined) => (await asPage(app, 'GET', OVERVIEW, { cookie })).status
const chain = async (action: string): Promise<any[]> =>
  (
    await app.store.query<{ entry: string }>('select entry from audit_chain where action = $1 order by number', [
      action,
    ])
  ).map(({ entry }) => JSON.parse(entry))
const INVALID = { status: 302, leadsTo: '/?sign-in=invalid', session: undefined }
const NOT_ADMITTED = { status: 302, leadsTo: '/?sign-in=not-admitted', session: undefined }
/** The last reason why an account was refused. */
const reason = async () => (await chain('operator.sign-in-refused')).at(-1)?.reason

describe('sign-in through an identity provider', () => {
  it('is recorded when its redirect is refused', async () => {
    expect(await follow(`${app.origin}/?code=x&state=y`, undefined)).toMatchObject(INVALID)
    await expect
      .poll(() => chain('authentication.refused'))
      .toMatchObject([{ operation: `GET ${OPERATOR_PATHS.providerReturn}`, address: '127.0.0.1' }])
  })

  it('is offered before sign-in', async () => {
    expect(await who(undefined)).toMatchObject({ signIn: 'PASSKEY', provider: new URL(issuer.issuer).host })
  })

  it('adds a person at the first sign-in, with the role of their groups', async () => {
    const first = await enter('otto')
    expect(first).toMatchObject({ status: 302, leadsTo: '/' })
    expect(first.set).toMatch(/HttpOnly; SameSite=Strict; Path=\/; Max-Age=\d+; Secure$/)
    expect((await who(first.session)).session).toMatchObject({
      operator: { name: 'otto@corp.example' },
      role: 'OPERATOR',
    })
    const again = await enter('otto')
    expect((await who(again.session)).session.operator).toEqual((await who(first.session)).session.operator)
    expect(await chain('operator.provisioned')).toMatchObject([
      { actor: { kind: 'OPERATOR', name: 'otto@corp.example' }, after: { role: 'OPERATOR', issuer: issuer.issuer } },
    ])
    expect((await chain('operator.signed-in')).map(({ actor }) => actor.name)).toEqual(
      expect.arrayContaining(['otto@corp.example', 'otto@corp.example']),
    )
  })

  it('adds a person once who signs in twice at the same time', async () => {
    const entered = await Promise.all([enter('twice'), enter('twice')])
    expect(entered.map(({ leadsTo }) => leadsTo)).toEqual(['/', '/'])
  })

  it('takes the role with the most actions, and ends sessions and passkey when it changes', async () => {
    accounts.set('rita', { groups: ['everyone', 'desk-leads', 'desk'] })
    const { session } = await enter('rita')
    expect((await who(session)).session.role).toBe('APPROVER')
    const device = newDevice()
    await accept(app, await invite(app, 'rita@corp.example', 'APPROVER'), device)
    accounts.set('rita', { groups: 'desk-admins' })
    const changed = await enter('rita')
    expect((await who(changed.session)).session.role).toBe('ADMINISTRATOR')
    expect(await overview(session)).toBe(401)
    const [{ count } = { count: 9 }] = await app.store.query<{ count: number }>(
      `select count(*)::int from operator_passkeys p join operators o on o.id = p.operator_id where o.name = 'rita@corp.example'`,
    )
    expect(count).toBe(0)
    expect(await chain('operator.role-changed')).toMatchObject([
      { before: { role: 'APPROVER' }, after: { role: 'ADMINISTRATOR' } },
    ])
  })

  it('refuses an account without a verified address, of another domain, or without a group that has a role', async () => {
    accounts.set('unverified', { email_verified: false })
    accounts.set('claimed', { email_verified: 'true' })
    accounts.set('nameless', { email: undefined })
    accounts.set('stranger', { email: 'stranger@corp.example.evil.example' })
    accounts.set('subdomain', { email: 'a@evil@corp.example' })
    for (const login of ['unverified', 'claimed', 'nameless', 'subdomain']) {
      expect(await enter(login), login).toMatchObject(NOT_ADMITTED)
      expect(await reason()).toBe('The account has no verified email address')
    }
    expect(await enter('stranger')).toMatchObject(NOT_ADMITTED)
    expect(await reason()).toBe('The domain of the email address is not admitted')
    for (const groups of [undefined, [], ['guests'], 'guests', { desk: true }]) {
      accounts.set('groupless', { groups })
      expect(await enter('groupless')).toMatchObject(NOT_ADMITTED)
      expect(await reason()).toBe('No group of the account gives a role')
    }
    expect((await chain('operator.sign-in-refused')).at(-1)).toMatchObject({
      actor: { kind: 'UNKNOWN', id: 'groupless', name: 'groupless@corp.example' },
      outcome: 'REFUSED',
      address: '127.0.0.1',
    })
  })

  it('refuses an account whose name an invited operator has, and one with the address of an earlier account', async () => {
    await operator(app, 'Taken@corp.example', 'ADMINISTRATOR')
    expect(await enter('taken')).toMatchObject(NOT_ADMITTED)
    accounts.set('old', { email: 'reused@corp.example' })
    accounts.set('new', { email: 'reused@corp.example', groups: ['desk-admins'] })
    expect((await enter('old')).leadsTo).toBe('/')
    expect(await enter('new')).toMatchObject(NOT_ADMITTED)
    expect(await reason()).toBe('Another operator has the name of this account; remove them first')
  })

  it('refuses a removed operator, whose sessions end immediately', async () => {
    const { session } = await enter('leaver')
    const { id } = (await who(session)).session.operator
    await app.store.transaction((query) => removeOperator(query, id, { actor: { kind: 'PROGRAM' } }))
    expect(await overview(session)).toBe(401)
    expect(await enter('leaver')).toMatchObject(NOT_ADMITTED)
    expect(await reason()).toBe('The operator was removed')
  })
})

describe('the redirect of an identity provider', () => {
  it('is valid once', async () => {
    const { url, cookie } = await begin()
    const back = await issuer.leadBack(url, 'replayed')
    expect((await follow(back, cookie)).leadsTo).toBe('/')
    expect(await follow(back, cookie)).toMatchObject(INVALID)
  })

  it('is valid only in the browser that began, with the state of that sign-in', async () => {
    const [mine, theirs] = [await begin(), await begin()]
    const back = await issuer.leadBack(mine.url, 'victim')
    expect(await follow(back, undefined)).toMatchObject(INVALID)
    expect(await follow(back, theirs.cookie)).toMatchObject(INVALID)
    const other = new URL(back)
    other.searchParams.set('state', new URL(theirs.url).searchParams.get('state') as string)
    // The code belongs to another sign-in: its nonce and verifier differ.
    expect(await follow(other.href, theirs.cookie)).toMatchObject(INVALID)
  })

  it('leads to the sign-in page without a code, with an unknown one, and from another issuer', async () => {
    const back = async (change: (query: URLSearchParams, from: string) => void) => {
      const { url, cookie } = await begin()
      const address = new URL(await issuer.leadBack(url, 'careful'))
      change(address.searchParams, url)
      return follow(address.href, cookie)
    }
    expect(await back((query) => query.delete('code'))).toMatchObject(INVALID)
    expect(await back((query) => query.set('code', 'made-up'))).toMatchObject(INVALID)
    expect(await back((query) => query.set('iss', 'https://evil.example'))).toMatchObject(INVALID)
    expect(await back((query) => query.append('code', 'second'))).toMatchObject({ status: 400 })
    expect((await back((query) => query.delete('iss'))).leadsTo).toBe('/')
  })

  it('ends five minutes after the sign-in began', async () => {
    const { url, cookie } = await begin()
    const back = await issuer.leadBack(url, 'slow')
    await app.store.query("update operator_challenges set expires_at = now() - interval '1 second'")
    expect(await follow(back, cookie)).toMatchObject(INVALID)
  })

  it('cannot be begun by a page of another site', async () => {
    expect((await asPage(app, 'POST', OPERATOR_PATHS.askProvider, { headers: {} })).status).toBe(401)
  })

  it('keeps no secret of a sign-in in the database', async () => {
    const { url, cookie } = await begin()
    const rows = JSON.stringify(await app.store.query('select * from operator_challenges'))
    const query = new URL(url).searchParams
    for (const secret of [query.get('state'), query.get('nonce'), cookie.split('=')[1]])
      expect(rows).not.toContain(secret)
    expect(query.get('code_challenge_method')).toBe('S256')
  })
})

describe('a passkey of an operator from the identity provider', () => {
  async function person(login: string, groups: string): Promise<Person> {
    accounts.set(login, { groups: [groups] })
    const { session: cookie = '' } = await enter(login)
    const name = `${login}@corp.example`
    return {
      name,
      device: newDevice(),
      cookie,
      get: (path) => asPage(app, 'GET', path, { cookie }),
      post: (path, body) => asPage(app, 'POST', path, { cookie, ...(body && { body }) }),
    }
  }
  const ask = (who: Person, target: string) =>
    who.post(OPERATOR_PATHS.requestPeople, { kind: 'OPERATOR_REMOVE', target, reason: 'Has left' })

  it('is registered by an invitation, signs decisions, and does not sign in', async () => {
    const ada = await person('ada', 'desk-admins')
    await enter('gone')
    const { body } = await ask(ada, 'gone@corp.example')
    let paula = await person('paula', 'desk-leads')
    expect((await decide(paula, body.id, 'APPROVED')).status).toBe(401)
    const accepted = await accept(app, await invite(app, paula.name, 'APPROVER'), paula.device)
    expect(accepted).toMatchObject({ status: 204, cookie: undefined })
    expect(await overview(paula.cookie)).toBe(401)
    expect(await signIn(app, paula.device)).toMatchObject({
      status: 401,
      body: { message: 'Sign in through the identity provider; your passkey signs decisions only' },
    })
    paula = { ...(await person('paula', 'desk-leads')), device: paula.device }
    expect((await decide(paula, body.id, 'APPROVED')).body).toEqual({ status: 'DONE' })
    expect(await enter('gone')).toMatchObject(NOT_ADMITTED)
  })

  it('cannot be registered for another role than that of the groups', async () => {
    await person('iris', 'desk')
    await expect(invite(app, 'iris@corp.example', 'APPROVER')).rejects.toThrow('has the role OPERATOR')
  })
})
