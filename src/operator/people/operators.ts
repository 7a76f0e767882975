/** Operators of the installation: invited, with a role, until they are removed. */
import { type KeyObject, randomBytes } from 'node:crypto'
import type { OperatorView, Role } from '../../../contract/operators/operators.ts'
import { wallClock } from '../../core/clock.ts'
import { newId } from '../../core/ids.ts'
import { Refusal, refuse, refuseField } from '../../core/refusal.ts'
import { isoTime } from '../../core/time.ts'
import { type AuditActor, appendAudit } from '../../infra/audit/audit-chain.ts'
import { hashSecret } from '../../infra/crypto/secrets.ts'
import type { Query, Store } from '../../infra/db/store.ts'

/** How long an invitation can be accepted. */
export const INVITATION_MS = 60 * 60_000
const NAME_MAX = 100

/** Actor, origin and reason of an action. */
export interface Acting {
  readonly actor: AuditActor
  readonly reason?: string | undefined
  readonly address?: string | undefined
  readonly requestId?: string | undefined
}

export interface Invitation {
  readonly operatorId: string
  /** Shown only now: the service stores a hash. */
  readonly code: string
  readonly expiresAt: string
}

export interface OperatorRow {
  readonly id: string
  readonly name: string
  readonly role: Role
  readonly status: OperatorView['status']
}

const noOperator = () => new Refusal('NOT_FOUND', 'There is no such operator')

/** A code of 256 bits, and the hash under which it is stored. */
function newCode(key: KeyObject): { readonly code: string; readonly hash: string } {
  const code = randomBytes(32).toString('base64url')
  return { code, hash: hashSecret(key, code) }
}

/** @throws Refusal INVALID_INPUT for a name that is empty or too long, CONFLICT for one that has another role */
async function nameFor(query: Query, { name: given, role }: { readonly name: string; readonly role: Role }, lock = '') {
  const name = given.trim()
  if (name === '' || name.length > NAME_MAX)
    refuseField('INVALID_INPUT', 'name', `must have 1 to ${NAME_MAX} characters`)
  const [known] = await query<OperatorRow>(
    `select id, name, role, status from operators where lower(name) = lower($1) and status <> 'REMOVED' ${lock}`,
    [name],
  )
  if (known && known.role !== role)
    refuse('CONFLICT', `${known.name} has the role ${known.role}; remove them first to give them another one`)
  return { name: known?.name ?? name, known }
}

/** The name under which a person would be invited. @throws Refusal INVALID_INPUT, CONFLICT, as for the invitation */
export const nameForInvitation = async (
  { query }: Pick<Store, 'query'>,
  invited: { readonly name: string; readonly role: Role },
): Promise<string> => (await nameFor(query, invited)).name

/**
 * Invites a person, or an operator who has lost their passkey again. A new link invalidates the earlier one.
 * @throws Refusal INVALID_INPUT for a name that is empty or too long, CONFLICT for one that has another role
 */
export async function inviteOperator(
  query: Query,
  key: KeyObject,
  { name: given, role }: { readonly name: string; readonly role: Role },
  { actor, ...from }: Acting,
): Promise<Invitation> {
  const { name, known } = await nameFor(query, { name: given, role }, 'for update')
  const now = wallClock()
  const operatorId = known?.id ?? newId(now)
  if (!known)
    await query(`insert into operators (id, name, role, status, created_at) values ($1, $2, $3, 'INVITED', $4)`, [
      operatorId,
      name,
      role,
      isoTime(now),
    ])
  const { code, hash } = newCode(key)
  const expiresAt = isoTime(now + INVITATION_MS)
  await query(
    `insert into operator_invitations (operator_id, code_hash, expires_at) values ($1, $2, $3)
     on conflict (operator_id) do update set code_hash = excluded.code_hash, expires_at = excluded.expires_at`,
    [operatorId, hash, expiresAt],
  )
  await appendAudit(query, {
    ...from,
    actor,
    action: 'operator.invited',
    outcome: 'DONE',
    target: operatorId,
    after: { name, role },
  })
  return { operatorId, code, expiresAt }
}

/** Ends all access of an operator, whose name stays in the records of their actions. @throws Refusal NOT_FOUND */
export async function removeOperator(query: Query, operatorId: string, { actor, ...from }: Acting): Promise<void> {
  const [removed] = await query<OperatorRow>(
    `update operators set status = 'REMOVED', removed_at = $2 where id = $1 and status <> 'REMOVED'
     returning id, name, role, status`,
    [operatorId, isoTime(wallClock())],
  )
  if (!removed) throw noOperator()
  for (const table of ['operator_invitations', 'operator_sessions', 'operator_passkeys'])
    await query(`delete from ${table} where operator_id = $1`, [operatorId])
  const { name, role } = removed
  await appendAudit(query, {
    ...from,
    actor,
    action: 'operator.removed',
    outcome: 'DONE',
    target: operatorId,
    before: { name, role },
  })
}

/** Oldest first, with those that were removed. */
export async function listOperators({ query }: Pick<Store, 'query'>): Promise<OperatorView[]> {
  const rows = await query<Omit<OperatorView, 'createdAt'> & { createdAt: number }>(
    `select id, name, role, status, created_at as "createdAt",
       (select count(*)::int from operator_passkeys p where p.operator_id = o.id) as passkeys
     from operators o order by created_at, id`,
  )
  return rows.map((row) => ({ ...row, createdAt: isoTime(row.createdAt) }))
}

/** An operator by name, as a person types it. @throws Refusal NOT_FOUND */
export async function findOperator({ query }: Pick<Store, 'query'>, name: string): Promise<OperatorRow> {
  const [row] = await query<OperatorRow>(
    `select id, name, role, status from operators where lower(name) = lower($1) and status <> 'REMOVED'`,
    [name.trim()],
  )
  if (!row) throw noOperator()
  return row
}
