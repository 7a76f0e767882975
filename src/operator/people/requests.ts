/** Requests of operators: one operator requests, another decides with a passkey, and the program executes it once. */
import { createHash, randomBytes } from 'node:crypto'
import type { Decision, DecisionChallenge, RequestKind, RequestView } from '../../../contract/operators/requests.ts'
import { canonicalJson } from '../../core/canonical-json.ts'
import { wallClock } from '../../core/clock.ts'
import { newId } from '../../core/ids.ts'
import { Refusal, refuse, refuseField } from '../../core/refusal.ts'
import { isoTime } from '../../core/time.ts'
import { appendAudit } from '../../infra/audit/audit-chain.ts'
import type { Store } from '../../infra/db/store.ts'
import type { Assertion } from '../../providers/passkeys/port.ts'
import type { Acting } from './operators.ts'
import { issueChallenge, type PasskeyNeeds, verifyOperator } from './passkeys.ts'

/** The operator who acts, and the origin of the action. */
export interface Person extends Omit<Acting, 'actor' | 'reason'> {
  readonly id: string
  readonly name: string
}

export interface NewRequest {
  readonly kind: RequestKind
  readonly target: string
  readonly input: RequestView['input']
  readonly reason: string
}

/** How long a request can be decided. */
export const REQUEST_MS = 72 * 60 * 60_000
const REASON_MAX = 1000
const DECIDED_SHOWN = 20

export const actorOf = ({ id, name }: Person) => ({ kind: 'OPERATOR', id, name }) as const
const fromOf = ({ address, requestId }: Person) => ({ address, requestId })
const noRequest = () => new Refusal('NOT_FOUND', 'There is no such request')
const isDecided = () => new Refusal('INVALID_STATE_TRANSITION', 'The request has been decided')

/** @throws Refusal INVALID_INPUT for a reason that is empty or too long */
export function reasonFrom(given: string): string {
  const reason = given.trim()
  if (reason === '' || reason.length > REASON_MAX)
    refuseField('INVALID_INPUT', 'reason', `must have 1 to ${REASON_MAX} characters`)
  return reason
}

/** Ends the requests that were not decided in time. */
export async function expireRequests({ transaction }: Pick<Store, 'transaction'>): Promise<void> {
  await transaction(async (query) => {
    const expired = await query<{ id: string }>(
      `update operator_requests set status = 'EXPIRED' where status = 'WAITING' and requested_at <= $1 returning id`,
      [isoTime(wallClock() - REQUEST_MS)],
    )
    for (const { id } of expired)
      await appendAudit(query, { actor: { kind: 'PROGRAM' }, action: 'request.expired', outcome: 'DONE', target: id })
  })
}

/** Stores a request. @throws Refusal INVALID_INPUT for a reason that is empty or too long, CONFLICT while one for the same target is open */
export async function makeRequest(
  store: Pick<Store, 'transaction'>,
  { kind, target, input, reason: given }: NewRequest,
  person: Person,
): Promise<{ readonly id: string }> {
  const reason = reasonFrom(given)
  await expireRequests(store)
  const now = wallClock()
  const id = newId(now)
  await store.transaction(async (query) => {
    const added = await query(
      `insert into operator_requests (id, kind, target, input, reason, requested_by, requested_at, status)
       values ($1, $2, $3, $4, $5, $6, $7, 'WAITING')
       on conflict (target) where status in ('WAITING', 'APPROVED') do nothing returning 1`,
      [id, kind, target, JSON.stringify(input), reason, person.id, isoTime(now)],
    )
    if (added.length === 0) refuse('CONFLICT', 'There is already an open request for this')
    await appendAudit(query, {
      ...fromOf(person),
      actor: actorOf(person),
      action: 'request.made',
      outcome: 'DONE',
      target: id,
      after: { kind, target, ...input },
      reason,
    })
  })
  return { id }
}

export interface RequestRow extends Omit<RequestView, 'requestedAt' | 'decidedAt' | 'isOwn'> {
  readonly requestedAt: number
  readonly decidedAt: number | null
  readonly requesterId: string
}

const SELECT = `
  select r.id, r.kind, r.target, r.input, r.reason, r.requested_at as "requestedAt", r.status, r.decided_at as "decidedAt",
    r.note, r.failure, r.requested_by as "requesterId", a.name as "requestedBy", b.name as "decidedBy"
  from operator_requests r join operators a on a.id = r.requested_by left join operators b on b.id = r.decided_by`

const NEWEST = 'order by r.requested_at desc, r.id desc'

/** Open requests, then the latest that have ended; newest first. @param ownId the operator who lists them */
export async function listRequests({ query }: Pick<Store, 'query'>, ownId: string): Promise<RequestView[]> {
  const open = await query<RequestRow>(`${SELECT} where r.status in ('WAITING', 'APPROVED') ${NEWEST}`)
  const ended = await query<RequestRow>(
    `${SELECT} where r.status not in ('WAITING', 'APPROVED') ${NEWEST} limit ${DECIDED_SHOWN}`,
  )
  return [...open, ...ended].map(({ requesterId, ...row }) => ({
    ...row,
    requestedAt: isoTime(row.requestedAt),
    decidedAt: row.decidedAt === null ? null : isoTime(row.decidedAt),
    isOwn: requesterId === ownId,
  }))
}

/** @throws Refusal NOT_FOUND */
export async function findRequest({ query }: Pick<Store, 'query'>, id: string): Promise<RequestRow> {
  const [row] = await query<RequestRow>(`${SELECT} where r.id = $1`, [id])
  if (!row) throw noRequest()
  return row
}

/** Challenge that the passkey signs: SHA-256 as hex of everything that the second person saw, and of the decision. */
const challengeFor = (
  { id, kind, target, input, reason, requesterId }: RequestRow,
  decision: Decision,
  nonce: string,
) =>
  createHash('sha256')
    .update(canonicalJson({ id, kind, target, input, reason, requesterId, decision, nonce }))
    .digest('hex')

const purposeOf = (decision: Decision): string => `DECIDE ${decision}`

/** @throws Refusal NOT_FOUND, INVALID_STATE_TRANSITION when it was decided, FORBIDDEN for the requester */
export async function issueDecisionChallenge(
  people: PasskeyNeeds,
  id: string,
  decision: Decision,
  person: Person,
): Promise<DecisionChallenge> {
  const request = await findOpen(people, id, person)
  const nonce = randomBytes(16).toString('hex')
  return { ...(await issueChallenge(people, purposeOf(decision), challengeFor(request, decision, nonce))), nonce }
}

async function findOpen({ store }: PasskeyNeeds, id: string, person: Person): Promise<RequestRow> {
  const request = await findRequest(store, id)
  if (request.requesterId === person.id) refuse('FORBIDDEN', 'Another operator must decide on your request')
  if (request.status !== 'WAITING') throw isDecided()
  if (request.requestedAt <= wallClock() - REQUEST_MS)
    refuse('INVALID_STATE_TRANSITION', 'The request has expired; make a new one')
  return request
}

export interface SignedDecision {
  readonly decision: Decision
  readonly note: string
  readonly nonce: string
  readonly assertion: Assertion
}

/**
 * Stores the decision of the second person, once.
 * @throws Refusal UNAUTHORIZED when the signature is not theirs or is over another challenge; FORBIDDEN, NOT_FOUND,
 * INVALID_STATE_TRANSITION
 */
export async function decideRequest(
  people: PasskeyNeeds,
  id: string,
  { decision, note, nonce, assertion }: SignedDecision,
  person: Person,
): Promise<RequestRow> {
  const request = await findOpen(people, id, person)
  const challenge = challengeFor(request, decision, nonce)
  const signer = await verifyOperator(people, { challenge, assertion }, purposeOf(decision))
  if (signer.id !== person.id) refuse('UNAUTHORIZED', 'The passkey belongs to another operator')
  await people.store.transaction(async (query) => {
    const decided = await query(
      `update operator_requests set status = $2, decided_by = $3, decided_at = $4, note = $5, proof = $6
       where id = $1 and status = 'WAITING' and requested_by <> $3 returning 1`,
      [id, decision, person.id, isoTime(wallClock()), note, JSON.stringify({ nonce, assertion })],
    )
    if (decided.length === 0) throw isDecided()
    await appendAudit(query, {
      ...fromOf(person),
      actor: actorOf(person),
      action: decision === 'APPROVED' ? 'request.approved' : 'request.rejected',
      outcome: 'DONE',
      target: id,
      after: { kind: request.kind, target: request.target, ...request.input },
      reason: note || undefined,
    })
  })
  return { ...request, status: decision, decidedBy: person.name }
}

/**
 * Withdraws a request before it is decided. @throws Refusal NOT_FOUND, INVALID_STATE_TRANSITION; FORBIDDEN for anyone
 * except the requester
 */
export async function withdrawRequest(
  store: Pick<Store, 'query' | 'transaction'>,
  id: string,
  person: Person,
): Promise<void> {
  const request = await findRequest(store, id)
  if (request.requesterId !== person.id) refuse('FORBIDDEN', 'Only the operator who asked can withdraw a request')
  await store.transaction(async (query) => {
    const withdrawn = await query(
      `update operator_requests set status = 'WITHDRAWN' where id = $1 and status = 'WAITING' returning 1`,
      [id],
    )
    if (withdrawn.length === 0) throw isDecided()
    await appendAudit(query, {
      ...fromOf(person),
      actor: actorOf(person),
      action: 'request.withdrawn',
      outcome: 'DONE',
      target: id,
    })
  })
}
