/** Execution of approved requests: performs the effect once, and records the outcome. */
import type { RequestKind, RequestView } from '../../../contract/operators/requests.ts'
import { wallClock } from '../../core/clock.ts'
import { newId } from '../../core/ids.ts'
import { Refusal, refuse } from '../../core/refusal.ts'
import { isoTime } from '../../core/time.ts'
import { appendAudit } from '../../infra/audit/audit-chain.ts'
import type { Query, Store } from '../../infra/db/store.ts'
import type { Operator } from '../operator.ts'
import { type Invitation, inviteOperator } from './operators.ts'
import { REQUEST_EFFECTS } from './request-kinds.ts'
import {
  actorOf,
  expireRequests,
  findRequest,
  type NewRequest,
  type Person,
  type RequestRow,
  reasonFrom,
} from './requests.ts'

/**
 * Executes an approved request. A refusal ends it as FAILED with its reason; after any other error it stays APPROVED,
 * and `resumeRequests` does it again.
 */
export async function carryOut(operator: Operator, id: string): Promise<RequestView['status']> {
  const request = await findRequest(operator.store, id)
  if (request.status !== 'APPROVED') return request.status
  // The link is created when the requester opens it.
  if (request.kind === 'OPERATOR_INVITE') return 'APPROVED'
  try {
    if (!(await isDone(operator.store, request))) await REQUEST_EFFECTS[request.kind].perform(operator, request)
    return await end(operator.store, request, undefined)
  } catch (error) {
    if (!(error instanceof Refusal) || error.status >= 500) throw error
    // Another process may have done it at the same time.
    return end(operator.store, request, (await isDone(operator.store, request)) ? undefined : error)
  }
}

/** Whether an earlier attempt has performed the effect. */
async function isDone({ query }: Pick<Store, 'query'>, request: RequestRow): Promise<boolean> {
  const { kind } = request
  return kind !== 'OPERATOR_INVITE' && ((await REQUEST_EFFECTS[kind].isDone?.(query, request)) ?? false)
}

/**
 * Executes immediately an action that needs no second operator.
 * @throws Refusal as the effect of the kind, which is in the audit chain as well
 */
export async function doAtOnce(
  operator: Operator,
  { kind, target, input, reason: given }: NewRequest & { readonly kind: Exclude<RequestKind, 'OPERATOR_INVITE'> },
  person: Person,
): Promise<void> {
  const reason = reasonFrom(given)
  const { name, id: requesterId, ...from } = person
  const request = {
    id: newId(wallClock()),
    kind,
    target,
    input,
    reason,
    requestedBy: name,
    requesterId,
    decidedBy: name,
  }
  const note = (outcome: 'STARTED' | 'DONE' | 'REFUSED' | 'FAILED', refusal?: string) =>
    appendAudit(operator.store.query, {
      ...from,
      actor: actorOf(person),
      action: `queue.${kind.toLowerCase().replace('_', '-')}`,
      outcome,
      target,
      reason,
      refusal,
    })
  await note('STARTED')
  try {
    await REQUEST_EFFECTS[kind].perform(operator, request)
  } catch (error) {
    await note(error instanceof Refusal ? 'REFUSED' : 'FAILED', error instanceof Refusal ? error.code : undefined)
    throw error
  }
  await note('DONE')
}

/** @returns the status that the request has now; another process may have ended it */
async function end(store: Store, request: RequestRow, refusal: Refusal | undefined): Promise<RequestView['status']> {
  await store.transaction((query) => endIn(query, request, refusal))
  return (await findRequest(store, request.id)).status
}

/** @returns whether this has ended it */
async function endIn(query: Query, { id }: RequestRow, refusal: Refusal | undefined): Promise<boolean> {
  const ended = await query(
    `update operator_requests set status = $2, failure = $3 where id = $1 and status = 'APPROVED' returning 1`,
    [id, refusal ? 'FAILED' : 'DONE', refusal?.message ?? null],
  )
  if (ended.length === 0) return false
  await appendAudit(query, {
    actor: { kind: 'PROGRAM' },
    action: 'request.carried-out',
    outcome: refusal ? 'REFUSED' : 'DONE',
    target: id,
    refusal: refusal?.code,
  })
  return true
}

/**
 * Makes the link of an approved invitation, once. @throws Refusal NOT_FOUND, INVALID_STATE_TRANSITION; FORBIDDEN for
 * anyone except the requester
 */
export async function takeInvitation({ store, keys }: Operator, id: string, person: Person): Promise<Invitation> {
  const request = await findRequest(store, id)
  if (request.requesterId !== person.id) refuse('FORBIDDEN', 'The link is for the operator who asked for it')
  if (request.kind !== 'OPERATOR_INVITE' || request.status !== 'APPROVED' || !request.input.role) throw isTaken()
  const { role } = request.input
  const made = store.transaction(async (query) => {
    const made = await inviteOperator(
      query,
      keys.signIn,
      { name: request.target, role },
      { actor: actorOf(person), address: person.address, requestId: person.requestId, reason: request.reason },
    )
    if (!(await endIn(query, request, undefined))) throw isTaken()
    return made
  })
  return made.catch(async (error) => {
    if (error instanceof Refusal && error.status < 500) await end(store, request, error)
    throw error
  })
}

const isTaken = () =>
  new Refusal('INVALID_STATE_TRANSITION', 'The request is not an approved invitation, or its link was taken')

/** Expires requests that were not decided in time, and executes approved ones that a stopped process or a database outage left open. @param ageMs minimum age of the decision */
export async function resumeRequests(operator: Operator, ageMs: number): Promise<void> {
  await expireRequests(operator.store)
  const open = await operator.store.query<{ id: string }>(
    `select id from operator_requests where status = 'APPROVED' and kind <> 'OPERATOR_INVITE' and decided_at <= $1 order by decided_at`,
    [isoTime(wallClock() - ageMs)],
  )
  for (const { id } of open) await carryOut(operator, id)
}
