/** Sessions of operators: a cookie in the browser, a row in the database; they end when unused, and after hours in any case. */
import { randomBytes } from 'node:crypto'
import type { Role, SessionRowView } from '../../../contract/operators/operators.ts'
import { wallClock } from '../../core/clock.ts'
import { newId } from '../../core/ids.ts'
import { Refusal } from '../../core/refusal.ts'
import { isoTime } from '../../core/time.ts'
import { appendAudit } from '../../infra/audit/audit-chain.ts'
import { hashSecret } from '../../infra/crypto/secrets.ts'
import type { Acting, OperatorRow } from './operators.ts'
import type { From, PasskeyNeeds } from './passkeys.ts'

/** A session ends after this time without activity. */
export const IDLE_MS = 30 * 60_000
/** A session always ends after this time. */
export const SESSION_MS = 10 * 60 * 60_000

type Needs = Pick<PasskeyNeeds, 'store' | 'key'>

export interface OperatorSession {
  readonly id: string
  readonly operatorId: string
  readonly name: string
  readonly role: Role
  /** The platform being viewed. */
  readonly platformId: string | null
}

/** Opens a session, on the platform that the installation had first. @returns the token for the cookie: 256 random bits */
export async function startSession({ store, key }: Needs, operator: OperatorRow, from: From): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const now = wallClock()
  const id = newId(now)
  await store.transaction(async (query) => {
    await query('delete from operator_sessions where ends_at <= $1 or active_at <= $2', [
      isoTime(now),
      isoTime(now - IDLE_MS),
    ])
    await query(
      `insert into operator_sessions (id, token_hash, operator_id, platform_id, address, started_at, active_at, ends_at)
       values ($1, $2, $3, (select id from platforms order by created_at, id limit 1), $4, $5, $5, $6)`,
      [id, hashSecret(key, token), operator.id, from.address ?? '', isoTime(now), isoTime(now + SESSION_MS)],
    )
    await appendAudit(query, {
      ...from,
      actor: { kind: 'OPERATOR', id: operator.id, name: operator.name },
      action: 'operator.signed-in',
      outcome: 'DONE',
      target: id,
    })
  })
  return token
}

/** The live session of a token; undefined when there is none. */
export async function findSession({ store, key }: Needs, token: string): Promise<OperatorSession | undefined> {
  const now = wallClock()
  const [row] = await store.query<OperatorSession>(
    FIND,
    [hashSecret(key, token), isoTime(now), isoTime(now - IDLE_MS)],
    'find_operator_session',
  )
  return row
}

const FIND = `
  select s.id, s.operator_id as "operatorId", o.name, o.role, coalesce(s.platform_id, (select id from platforms order by created_at, id limit 1)) as "platformId"
  from operator_sessions s join operators o on o.id = s.operator_id
  where s.token_hash = $1 and s.ends_at > $2 and s.active_at > $3 and o.status = 'ACTIVE'`

/** Records activity of the person. Automatic reads of a page do not count. */
export async function noteActivity({ store }: Pick<Needs, 'store'>, sessionId: string): Promise<void> {
  await store.query('update operator_sessions set active_at = $2 where id = $1 and active_at < $2', [
    sessionId,
    isoTime(wallClock()),
  ])
}

/** @throws Refusal NOT_FOUND for an unknown platform */
export async function choosePlatform(
  { store }: Pick<Needs, 'store'>,
  sessionId: string,
  platformId: string,
): Promise<void> {
  const changed = await store.query(
    'update operator_sessions set platform_id = $2 where id = $1 and exists (select 1 from platforms where id = $2) returning 1',
    [sessionId, platformId],
  )
  if (changed.length === 0) throw new Refusal('NOT_FOUND', 'There is no such platform')
}

/** Live sessions, newest first. @param ownId session of the caller */
export async function listSessions({ store }: Pick<Needs, 'store'>, ownId?: string): Promise<SessionRowView[]> {
  const now = wallClock()
  const rows = await store.query<
    Omit<SessionRowView, 'startedAt' | 'activeAt' | 'endsAt' | 'isOwn'> &
      Record<'startedAt' | 'activeAt' | 'endsAt', number>
  >(
    `select s.id, o.name as operator, o.role, s.address, s.started_at as "startedAt", s.active_at as "activeAt", s.ends_at as "endsAt"
     from operator_sessions s join operators o on o.id = s.operator_id
     where s.ends_at > $1 and s.active_at > $2 order by s.started_at desc, s.id desc`,
    [isoTime(now), isoTime(now - IDLE_MS)],
  )
  return rows.map((row) => ({
    ...row,
    startedAt: isoTime(row.startedAt),
    activeAt: isoTime(row.activeAt),
    endsAt: isoTime(row.endsAt),
    isOwn: row.id === ownId,
  }))
}

/** Ends one session, or with `ofSession` all sessions of the same operator. @throws Refusal NOT_FOUND */
export async function endSession(
  { store }: Pick<Needs, 'store'>,
  session: { readonly id: string } | { readonly ofSession: string },
  { actor, ...from }: Acting,
): Promise<void> {
  const isAll = 'ofSession' in session
  const id = isAll ? session.ofSession : session.id
  await store.transaction(async (query) => {
    const ended = await query<{ operatorId: string }>(
      isAll
        ? `delete from operator_sessions where operator_id = (select operator_id from operator_sessions where id::text = $1)
           returning operator_id as "operatorId"`
        : 'delete from operator_sessions where id::text = $1 returning operator_id as "operatorId"',
      [id],
    )
    if (ended.length === 0) throw new Refusal('NOT_FOUND', 'There is no such session')
    const isOwn = ended[0]?.operatorId === actor.id
    await appendAudit(query, {
      ...from,
      actor,
      action: isOwn ? 'operator.signed-out' : 'operator.session-ended',
      outcome: 'DONE',
      target: isAll ? ended[0]?.operatorId : id,
    })
  })
}
