/** Freezes over HTTP: made by one operator, released by two; platforms and rails are frozen only by roles that may. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OPERATOR_PATHS } from '../../../contract/operators/operators.ts'
import { type TestApp, testApp } from '../../../test/harness/app.ts'
import { accountOf } from '../../../test/harness/cast.ts'
import { decide, operator, type Person } from '../../../test/harness/operators.ts'
import { wireId } from '../../core/ids.ts'
import { carryOut, resumeRequests } from '../../operator/people/carry-out.ts'

let app: TestApp
let otto: Person
let paula: Person
let account: string
beforeAll(async () => {
  app = await testApp({ dashboard: 'PASSKEY' })
  otto = await operator(app, 'Otto Operator', 'OPERATOR')
  paula = await operator(app, 'Paula Approver', 'APPROVER')
  account = (await accountOf(app, 'northwind', 'USD')).id
})
afterAll(async () => {
  expect(await app.audit()).toEqual([])
  await app.close()
})

const freeze = (who: Person, subject: string, reason = 'Court order') =>
  who.post(OPERATOR_PATHS.freezes, { subject, reason })
const askRelease = (who: Person, subject: string) =>
  who.post(OPERATOR_PATHS.requestRelease, { subject, reason: 'The order was lifted' })
const list = async () => (await otto.get(OPERATOR_PATHS.freezes)).body
const status = async () =>
  (await app.store.query<{ status: string }>('select status from balances where id = $1', [account.split(':')[1]]))[0]
    ?.status

describe('a freeze in the dashboard', () => {
  it('is made by one operator at once, and released by two', async () => {
    expect(await freeze(otto, account)).toMatchObject({
      status: 201,
      body: { subject: account, reason: 'Court order' },
    })
    expect(await status()).toBe('FROZEN')
    const { body } = await askRelease(otto, account)
    expect(await status()).toBe('FROZEN')
    expect((await decide(otto, body.id, 'APPROVED')).status).toBe(403)
    expect(await list()).toMatchObject({
      freezes: [{ subject: account, frozenBy: 'Otto Operator' }],
      requests: [{ kind: 'FREEZE_RELEASE', target: account, status: 'WAITING', reason: 'The order was lifted' }],
    })
    expect((await decide(paula, body.id, 'APPROVED')).body).toEqual({ status: 'DONE' })
    expect(await status()).toBe('ACTIVE')
    expect((await list()).freezes).toEqual([])
    const actions = await app.store.query<{ action: string; actor_name: string }>(
      `select action, actor_name from audit_chain where entry::jsonb ->> 'target' = $1 order by number`,
      [account],
    )
    expect(actions.map(({ action, actor_name }) => `${actor_name} ${action}`)).toEqual([
      'Otto Operator freeze.added',
      'null freeze.released',
    ])
  })

  it('that was made again is not released by an earlier request', async () => {
    await freeze(otto, account)
    const { body } = await askRelease(otto, account)
    await app.store.query(`update freezes set frozen_at = frozen_at + interval '1 second'`)
    expect((await decide(paula, body.id, 'APPROVED')).body).toEqual({ status: 'FAILED' })
    expect((await list()).requests[0].failure).toBe(`${account} was released and frozen again`)
    expect(await status()).toBe('FROZEN')
    const again = await askRelease(otto, account)
    await decide(paula, again.body.id, 'APPROVED')
    expect(await carryOut(app.app, again.body.id)).toBe('DONE')
    expect(await status()).toBe('ACTIVE')
  })

  it('can be requested for release again when the request has expired', async () => {
    await freeze(otto, account)
    const { body } = await askRelease(otto, account)
    await app.store.query(
      `update operator_requests set requested_at = requested_at - interval '73 hours' where id = $1`,
      [body.id],
    )
    expect((await decide(paula, body.id, 'APPROVED')).status).toBe(409)
    await resumeRequests(app.app, 0)
    expect((await list()).requests).toContainEqual(expect.objectContaining({ id: body.id, status: 'EXPIRED' }))
    const again = await askRelease(otto, account)
    expect((await decide(paula, again.body.id, 'APPROVED')).body).toEqual({ status: 'DONE' })
  })

  it('names the faults of a request, and stops a platform or a rail only for approvers and administrators', async () => {
    const platform = wireId('PlatformConfig', app.platform.platformId)
    expect((await freeze(otto, platform)).body).toMatchObject({ code: 'FORBIDDEN', details: { action: 'freezeWhole' } })
    expect((await freeze(otto, 'Rail:x')).status).toBe(403)
    expect((await askRelease(otto, platform)).status).toBe(403)
    expect((await freeze(paula, 'Rail:x')).status).toBe(404)
    expect((await freeze(otto, account, ' ')).status).toBe(400)
    expect((await freeze(otto, 'Quote:x')).status).toBe(400)
    expect((await askRelease(otto, account)).status).toBe(409)
    expect((await freeze(paula, platform)).status).toBe(201)
    const { body } = await askRelease(paula, platform)
    const ada = await operator(app, 'Ada Administrator', 'ADMINISTRATOR')
    expect((await decide(ada, body.id, 'APPROVED')).body).toEqual({ status: 'DONE' })
  })
})
