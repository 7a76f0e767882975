/** Owns the decisions of people over customers: what waits for one, and its end. */
import { wireId } from '../core/ids.ts'
import { notFound, refuse } from '../core/refusal.ts'
import { isoTime } from '../core/time.ts'
import { beneficialOwners } from '../domain/customers/beneficial-owners/beneficial-owner.ts'
import { applyVerdict } from '../domain/customers/beneficial-owners/create-beneficial-owner.ts'
import { currentVerification } from '../domain/customers/verifications/current-verification.ts'
import { decideVerification, type FinalVerdict } from '../domain/customers/verifications/decide-verification.ts'
import { type Verification, verifications } from '../domain/customers/verifications/verification.ts'
import type { Rows } from '../engine/rows.ts'
import { idIn, type Operator, platformOf } from './operator.ts'

export interface WaitingVerification {
  readonly id: string
  readonly platform: string
  readonly customerId: string
  readonly customerType: string
  readonly status: string
  readonly since: string
}

/** Those that nobody has decided, the oldest first. */
export async function waitingVerifications({ store }: Operator): Promise<WaitingVerification[]> {
  const rows = await store.query<Omit<WaitingVerification, 'since'> & { since: number }>(WAITING)
  return rows.map((row) => ({
    ...row,
    id: wireId('Verification', row.id),
    customerId: wireId('Customer', row.customerId),
    since: isoTime(row.since),
  }))
}

const WAITING = `
  select v.id, p.name as platform, v.customer_id as "customerId", c.type as "customerType", v.status, v.updated_at as since
  from verifications v
    join platforms p on p.platform_id = v.platform_id
    join customers c on c.platform_id = v.platform_id and c.id = v.customer_id
  where v.status in ('IN_PROGRESS', 'PENDING_MANUAL_REVIEW') and c.deleted_at is null
  order by v.updated_at, v.id`

/**
 * Approves or rejects a customer who waits. With a business, those of its owners who wait are approved too.
 * @param reason what a rejected customer is told; absent: they are approved
 * @throws Refusal VERIFICATION_NOT_FOUND, INVALID_STATE_TRANSITION when it does not wait, or a newer one counts
 */
export async function concludeVerification(
  { store, engine }: Operator,
  verification: string,
  reason?: string,
): Promise<void> {
  const id = idIn(verification, 'Verification')
  const platformId = await platformOf(store, 'verifications', id, 'Verification')
  const owners = await store.query<{ id: string }>(WAITING_OWNERS, [platformId, id])
  await engine.run(platformId, (rows) => {
    const { customerId } = rows.peek(verifications, id) ?? notThere()
    const verifying = currentVerification(rows, customerId)
    if (verifying.customer.deletedAt !== null) refuse('CUSTOMER_DELETED', 'The customer is deleted')
    if (verifying.current?.id !== id || !isWaiting(verifying.current))
      refuse('INVALID_STATE_TRANSITION', 'The verification has been decided, or a newer one has taken its place')
    if (reason === undefined) for (const owner of owners) approveOwner(rows, owner.id)
    decideVerification(rows, verifying, decisionOf(customerId, reason))
  })
}

const WAITING_OWNERS = `
  select o.id from beneficial_owners o
    join verifications v on v.platform_id = o.platform_id and v.customer_id = o.customer_id
  where v.platform_id = $1 and v.id = $2 and o.status = 'PENDING'`

const notThere = (): never => {
  throw notFound('Verification')
}

const isWaiting = ({ status }: Verification) => status === 'IN_PROGRESS' || status === 'PENDING_MANUAL_REVIEW'

function approveOwner(rows: Rows, ownerId: string): void {
  const owner = rows.get(beneficialOwners, ownerId)
  if (owner.status === 'PENDING') applyVerdict(rows, owner, 'APPROVED')
}

const decisionOf = (customerId: string, reason: string | undefined): FinalVerdict =>
  reason === undefined
    ? { outcome: 'APPROVED' }
    : {
        outcome: 'REJECTED',
        errors: [{ resourceId: wireId('Customer', customerId), type: 'APPLICANT_REJECTED', reason }],
      }
