/** Operator commands for freezes: list, freeze, release. */
import { FREEZABLE, type Freezable, type FreezeView } from '../../../contract/operators/freezes.ts'
import { Refusal, refuse, refuseField } from '../../core/refusal.ts'
import { isoTime } from '../../core/time.ts'
import { freezeAccount, releaseAccount } from '../../domain/accounts/internal-account.ts'
import { freezeAgent, releaseAgent } from '../../domain/agents/freeze-agent.ts'
import { freezeCard, releaseCard } from '../../domain/cards/freeze-card.ts'
import { customers } from '../../domain/customers/customer.ts'
import { INSTALLATION } from '../../domain/payments/arrivals/arrival.ts'
import { addFreeze, removeFreeze } from '../../domain/platform/freeze.ts'
import type { Rows } from '../../engine/rows.ts'
import { auditText } from '../../infra/audit/audit-chain.ts'
import { chainOutbox, recordAudit } from '../../infra/audit/audit-outbox.ts'
import { findPlatformId, idIn, type Operator } from '../operator.ts'
import type { Acting } from '../people/operators.ts'
import { reasonFrom } from '../people/requests.ts'
import { earlierWritesEnded } from './earlier-writes.ts'

/** How long a freeze waits for database transactions that began before it. */
const PATIENCE_MS = 30_000

interface Kind {
  readonly table: Parameters<typeof findPlatformId>[1]
  /** Name in error messages. */
  readonly resource: string
  /** @returns whether it changed a status that the release reverses */
  freeze(rows: Rows, id: string): boolean
  release?(rows: Rows, id: string): void
}

const KINDS: Readonly<Record<Exclude<Freezable, 'Rail'>, Kind>> = {
  InternalAccount: {
    table: 'accounts',
    resource: 'InternalAccount',
    freeze: (rows, id) => freezeAccount(rows, id).status === 'FROZEN',
    release: releaseAccount,
  },
  Card: { table: 'cards', resource: 'Card', freeze: freezeCard, release: releaseCard },
  Customer: {
    table: 'customers',
    resource: 'Customer',
    freeze(rows, id) {
      if (rows.get(customers, id).deletedAt !== null) refuse('INVALID_STATE_TRANSITION', 'The customer is deleted')
      return false
    },
  },
  Agent: { table: 'agents', resource: 'Agent', freeze: freezeAgent, release: releaseAgent },
  Token: { table: 'tokens', resource: 'Token', freeze: () => false },
  PlatformConfig: { table: 'platforms', resource: 'Platform', freeze: () => false },
}

/** The resource that an id names. */
export interface Subject {
  readonly resource: Freezable
  /** Bare id. */
  readonly id: string
  /** Key in the database: `Card:<uuid>`, `Rail:<id>` */
  readonly key: string
}

/** @param text wire id, or `Rail:<id>`. @throws Refusal INVALID_INPUT, or `<RESOURCE>_NOT_FOUND` for a malformed id */
export function subjectIn(text: string): Subject {
  const [resource, ...rest] = text.trim().split(':') as [Freezable, ...string[]]
  const id = rest.join(':')
  if (!Object.hasOwn(FREEZABLE, resource) || id === '')
    refuseField('INVALID_INPUT', 'subject', `must be an id such as ${Object.keys(FREEZABLE).join(':…, ')}:…`)
  return resource === 'Rail'
    ? { resource, id, key: `Rail:${id}` }
    : { resource, id: idIn(id, KINDS[resource].resource), key: `${resource}:${id}` }
}

/** @throws Refusal NOT_FOUND for a rail that never ran here, `<RESOURCE>_NOT_FOUND` */
async function findPlatform({ store }: Operator, { resource, id }: Subject): Promise<string> {
  if (resource !== 'Rail') return findPlatformId(store, KINDS[resource].table, id, KINDS[resource].resource)
  const [known] = await store.query('select 1 from rail_cursors where rail = $1', [id])
  if (!known) refuse('NOT_FOUND', `No rail of this installation has the id ${id}`)
  return INSTALLATION
}

/** Newest first. */
export async function listFreezes({ store }: Pick<Operator, 'store'>): Promise<FreezeView[]> {
  const rows = await store.query<Omit<FreezeView, 'since'> & { since: number }>(LIST)
  return rows.map((row) => ({ ...row, since: isoTime(row.since) }))
}
const LIST = `
  select f.key as subject, p.name as platform, f.reason, f.frozen_by as "frozenBy", f.frozen_at as since
  from freezes f left join platforms p on p.platform_id = f.platform_id order by f.frozen_at desc, f.key`

/**
 * Freezes a resource. When this returns, no payment of it executes any more: those that were being committed are
 * committed.
 * @throws Refusal INVALID_INPUT, CONFLICT when it is frozen, INVALID_STATE_TRANSITION when its status does not allow
 * it, `<RESOURCE>_NOT_FOUND`; SERVICE_UNAVAILABLE when the freeze is stored and an earlier database transaction does
 * not end
 */
export async function freeze(operator: Operator, text: string, acting: Acting): Promise<FreezeView> {
  const { engine, store } = operator
  const subject = subjectIn(text)
  const { key, resource, id } = subject
  const reason = reasonFrom(acting.reason ?? '')
  const platformId = await findPlatform(operator, subject)
  const entry = freezeEntry('freeze.added', platformId, key, { ...acting, reason })
  await engine.run(platformId, (rows) => {
    const stop = () => resource !== 'Rail' && KINDS[resource].freeze(rows, id)
    addFreeze(rows, { key, reason, frozenBy: nameOf(acting) }, stop)
    recordAudit(rows, entry)
  })
  const hasEnded = await earlierWritesEnded(store, PATIENCE_MS)
  await chainOutbox(store)
  if (!hasEnded)
    throw new Refusal(
      'SERVICE_UNAVAILABLE',
      `${key} is frozen for all that begins now; a database transaction that began before is still open after ${PATIENCE_MS / 1000} seconds`,
    )
  const view = (await listFreezes(operator)).find((one) => one.subject === key)
  return view ?? refuse('INVALID_STATE_TRANSITION', `${key} has already been released`)
}

export interface Release extends Acting {
  /** Time of the freeze to release, in milliseconds; absent: the current one. */
  readonly frozenAt?: number | undefined
}

/** Releases it, and reverses the change of status that the freeze made. @throws Refusal INVALID_INPUT, INVALID_STATE_TRANSITION, `<RESOURCE>_NOT_FOUND` */
export async function release(operator: Operator, text: string, { frozenAt, ...acting }: Release): Promise<void> {
  const { engine, store } = operator
  const subject = subjectIn(text)
  const { key, resource, id } = subject
  const platformId = await findPlatform(operator, subject)
  const entry = freezeEntry('freeze.released', platformId, key, { ...acting, reason: reasonFrom(acting.reason ?? '') })
  await engine.run(platformId, (rows) => {
    const { restores } = removeFreeze(rows, key, frozenAt)
    if (restores && resource !== 'Rail') KINDS[resource].release?.(rows, id)
    recordAudit(rows, entry)
  })
  await chainOutbox(store)
}

const nameOf = ({ actor }: Acting): string => actor.name ?? actor.kind

const freezeEntry = (action: string, platformId: string, target: string, { actor, reason, ...from }: Acting): string =>
  auditText({
    ...from,
    actor,
    action,
    outcome: 'DONE',
    target,
    reason,
    ...(platformId !== INSTALLATION && { platformId }),
  })
