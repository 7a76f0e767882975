/** Request tests over HTTP: one operator requests, another signs the decision, and the effect happens once. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OPERATOR_PATHS } from '../../../contract/operators/operators.ts'
import { DESK, type TestApp, testApp } from '../../../test/harness/app.ts'
import { houseHolds } from '../../../test/harness/books.ts'
import { accountOf, clabe, quoteBetween } from '../../../test/harness/cast.ts'
import { accept, askDecision, decide, OVERVIEW, operator, type Person } from '../../../test/harness/operators.ts'
import { resumeRequests } from '../../operator/people/carry-out.ts'
import { decideRequest, issueDecisionChallenge } from '../../operator/people/requests.ts'
import { closeTask } from '../../operator/tasks.ts'
import { webauthn } from '../../providers/passkeys/webauthn.ts'

let app: TestApp
let otto: Person
let ada: Person
let paul: Person
beforeAll(async () => {
  app = await testApp({ dashboard: 'PASSKEY' })
  app.clock.freeze()
  otto = await operator(app, 'Otto Operator', 'OPERATOR')
  paul = await operator(app, 'Paula Approver', 'APPROVER')
  ada = await operator(app, 'Ada Administrator', 'ADMINISTRATOR')
})
afterAll(async () => {
  expect(await app.audit()).toEqual([])
  await app.close()
})

/** A payment of 500.00 USD whose money is in suspense. @returns the id of its task */
async function openTask(): Promise<string> {
  const usd = (await accountOf(app, 'northwind', 'USD')).id
  const quote = await quoteBetween(app, usd, await clabe(app, '007'), 50_000, { immediatelyExecute: true })
  await app.settle()
  return `giveMoneyBack/${quote.transactionId.split(':')[1]}`
}
const suspense = () => houseHolds(app, 'suspense', 'USD')
const at = (path: string, id: string) => path.replace('{id}', id)

const ask = (who: Person, target: string, kind = 'TASK_SETTLE') =>
  who.post(OPERATOR_PATHS.requestTask, { kind, target, reason: 'Agreed with the customer' })
async function asked(who: Person, target: string, kind?: string): Promise<string> {
  const { status, body } = await ask(who, target, kind)
  expect(status, JSON.stringify(body)).toBe(201)
  return body.id
}
const requests = async (who: Person) => (await who.get(OPERATOR_PATHS.tasks)).body.requests
const found = async (id: string) => (await requests(otto)).find((request: { id: string }) => request.id === id)
const chained = async (id: string) =>
  (await app.store.query<{ entry: string }>('select entry from audit_chain order by number'))
    .map(({ entry }) => JSON.parse(entry))
    .filter(({ target }) => target === id)

describe('a request to settle a task', () => {
  it('moves the money when another operator has signed it, and not before', async () => {
    const task = await openTask()
    const held = await suspense()
    const { body } = await otto.get(OPERATOR_PATHS.tasks)
    expect(body.entries).toMatchObject([
      { queue: 'MONEY', id: task, platform: 'Acme Pay', kinds: ['TASK_SETTLE', 'TASK_CLOSE'] },
    ])
    const id = await asked(otto, task)
    expect(await suspense()).toBe(held)
    expect((await requests(paul)).find((one: { id: string }) => one.id === id)).toMatchObject({
      kind: 'TASK_SETTLE',
      target: task,
      reason: 'Agreed with the customer',
      requestedBy: 'Otto Operator',
      status: 'WAITING',
      isOwn: false,
    })
    expect(await decide(paul, id, 'APPROVED')).toMatchObject({ status: 200, body: { status: 'DONE' } })
    expect(await suspense()).toBe(held - 50_000)
    expect(await found(id)).toMatchObject({ status: 'DONE', decidedBy: 'Paula Approver', note: 'I called as well' })
    expect(
      await app.store.query('select outcome, decided_by as by, note from task_decisions where key = $1', [task]),
    ).toEqual([
      {
        outcome: 'SETTLED',
        by: 'Otto Operator, approved by Paula Approver',
        note: `Agreed with the customer (request ${id})`,
      },
    ])
    expect(await chained(id)).toMatchObject([
      { action: 'request.made', actor: { name: 'Otto Operator' }, reason: 'Agreed with the customer' },
      { action: 'request.approved', actor: { name: 'Paula Approver' }, reason: 'I called as well' },
      { action: 'request.carried-out', actor: { kind: 'PROGRAM' }, outcome: 'DONE' },
    ])
  })

  it('is decided by a person other than the requester, whatever their role', async () => {
    const task = await openTask()
    const id = await asked(ada, task)
    expect(await decide(ada, id, 'APPROVED')).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    expect((await askDecision(otto, id, 'APPROVED')).status).toBe(403)
    await expect(
      app.store.query(
        `update operator_requests set status = 'APPROVED', decided_by = requested_by, decided_at = now(), proof = '{}' where id = $1`,
        [id],
      ),
    ).rejects.toThrow(/check/)
    expect((await decide(paul, id, 'REJECTED')).body).toEqual({ status: 'REJECTED' })
  })

  it('needs a signature over this request and this decision, by the passkey of the one who decides', async () => {
    const id = await asked(otto, await openTask())
    expect((await decide(paul, id, 'APPROVED', ada.device)).status).toBe(401)
    expect((await decide(paul, id, 'APPROVED', otto.device)).status).toBe(401)
    const { nonce, challenge: text } = (await askDecision(paul, id, 'REJECTED')).body
    const answer = { decision: 'APPROVED', nonce, assertion: paul.device.assert(text) }
    expect((await paul.post(at(OPERATOR_PATHS.decideRequest, id), answer)).status).toBe(401)
    expect((await found(id)).status).toBe('WAITING')
    expect((await decide(paul, id, 'REJECTED')).status).toBe(200)
  })

  it('has one effect when two operators approve it at the same time', async () => {
    const id = await asked(otto, await openTask())
    const held = await suspense()
    const answers = await Promise.all([decide(paul, id, 'APPROVED'), decide(ada, id, 'APPROVED')])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await suspense()).toBe(held - 50_000)
  })

  it('does nothing when it is rejected or withdrawn; then another one can be made, and one at a time', async () => {
    const task = await openTask()
    const held = await suspense()
    const first = await asked(otto, task)
    expect((await ask(ada, task, 'TASK_CLOSE')).status).toBe(409)
    await decide(paul, first, 'REJECTED')
    const second = await asked(otto, task)
    expect((await ada.post(at(OPERATOR_PATHS.withdrawRequest, second))).status).toBe(403)
    expect((await otto.post(at(OPERATOR_PATHS.withdrawRequest, second))).status).toBe(204)
    expect((await askDecision(paul, second, 'APPROVED')).status).toBe(409)
    expect(await suspense()).toBe(held)
    const third = await asked(ada, task, 'TASK_CLOSE')
    expect((await decide(paul, third, 'APPROVED')).body).toEqual({ status: 'DONE' })
    expect(await suspense()).toBe(held)
  })

  it('fails with the reason when the task was resolved in the meantime', async () => {
    const task = await openTask()
    const id = await asked(otto, task)
    await closeTask(app.app, task, { decidedBy: 'Command line', note: 'Settled outside' })
    expect((await decide(paul, id, 'APPROVED')).body).toEqual({ status: 'FAILED' })
    expect((await found(id)).failure).toBe('There is no such open task')
  })

  it('is executed later, once, when the process ended after the decision', async () => {
    const id = await asked(otto, await openTask())
    const held = await suspense()
    const people = {
      store: app.store,
      key: app.app.keys.signIn,
      passkeys: webauthn({ allowLocalhost: false }),
      place: DESK,
    }
    const [row] = await app.store.query<{ id: string; name: string }>(
      `select id, name from operators where name = 'Paula Approver'`,
    )
    const person = row as { id: string; name: string }
    const { nonce, challenge: text } = await issueDecisionChallenge(people, id, 'APPROVED', person)
    const signed = { decision: 'APPROVED', note: '', nonce, assertion: paul.device.assert(text) } as const
    await decideRequest(people, id, signed, person)
    expect((await found(id)).status).toBe('APPROVED')
    await Promise.all([resumeRequests(app.app, 0), resumeRequests(app.app, 0)])
    await resumeRequests(app.app, 0)
    expect((await found(id)).status).toBe('DONE')
    expect(await suspense()).toBe(held - 50_000)
  })

  it('names its faults', async () => {
    const task = await openTask()
    const body = { kind: 'TASK_SETTLE', target: task, reason: 'x' }
    const statusFor = async (changes: object) =>
      (await otto.post(OPERATOR_PATHS.requestTask, { ...body, ...changes })).status
    expect(await statusFor({ kind: 'TASK_RETRY' })).toBe(400)
    expect(await statusFor({ kind: 'OPERATOR_INVITE' })).toBe(400)
    expect(await statusFor({ target: 'giveMoneyBack/other' })).toBe(409)
    expect(await statusFor({ reason: ' ' })).toBe(400)
    expect(await statusFor({ account: 'x' })).toBe(404)
    expect((await askDecision(paul, '01a1f9bc-8b1c-7000-8000-ab7eb7fb1725', 'APPROVED')).status).toBe(404)
  })
})

describe('a request about people', () => {
  const about = (who: Person, body: object) =>
    who.post(OPERATOR_PATHS.requestPeople, { reason: 'New in the team', ...body })

  it('invites an operator: the link goes to the requester, once', async () => {
    const { status, body } = await about(ada, { kind: 'OPERATOR_INVITE', target: 'Zoe', role: 'APPROVER' })
    expect(status).toBe(201)
    const take = (who: Person) => who.post(at(OPERATOR_PATHS.takeInvitation, body.id))
    expect((await take(ada)).status).toBe(409)
    expect((await decide(paul, body.id, 'APPROVED')).body).toEqual({ status: 'APPROVED' })
    const other = await operator(app, 'Another Administrator', 'ADMINISTRATOR')
    expect((await take(other)).status).toBe(403)
    const { link } = (await take(ada)).body
    expect(link).toMatch(/^https:\/\/desk\.example\/invitation#[\w-]{43}$/)
    expect((await take(ada)).status).toBe(409)
    expect((await accept(app, link.split('#')[1])).status).toBe(204)
    expect((await found(body.id)).status).toBe('DONE')
  })

  it('removes an operator when another one has signed it', async () => {
    const left = await operator(app, 'Lena Leaver', 'OPERATOR')
    const { body } = await about(ada, { kind: 'OPERATOR_REMOVE', target: 'lena leaver' })
    expect((await left.get(OVERVIEW)).status).toBe(200)
    expect((await decide(paul, body.id, 'APPROVED')).body).toEqual({ status: 'DONE' })
    expect((await left.get(OVERVIEW)).status).toBe(401)
  })

  it('is made by administrators, for a person who exists and a role that they can have', async () => {
    expect((await about(otto, { kind: 'OPERATOR_REMOVE', target: 'Ada Administrator' })).status).toBe(403)
    expect((await about(ada, { kind: 'OPERATOR_REMOVE', target: 'No One' })).status).toBe(404)
    expect((await about(ada, { kind: 'OPERATOR_INVITE', target: 'Otto Operator', role: 'APPROVER' })).status).toBe(409)
    expect((await about(ada, { kind: 'OPERATOR_INVITE', target: ' ', role: 'VIEWER' })).status).toBe(400)
    expect((await about(ada, { kind: 'OPERATOR_INVITE', target: 'X', role: 'OWNER' })).status).toBe(400)
  })
})
