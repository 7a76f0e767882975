/** Operator commands for customers: verifications in manual review, further accounts, and external accounts. */
import { wireId } from '../core/ids.ts'
import { notFound, refuse } from '../core/refusal.ts'
import { isoTime } from '../core/time.ts'
import { beneficialOwners } from '../domain/customers/beneficial-owners/beneficial-owner.ts'
import { applyVerdict } from '../domain/customers/beneficial-owners/create-beneficial-owner.ts'
import { openCustomerAccount } from '../domain/customers/open-customer-account.ts'
import { currentVerification, verificationReads } from '../domain/customers/verifications/current-verification.ts'
import { decideVerification, type FinalVerdict } from '../domain/customers/verifications/decide-verification.ts'
import { type Verification, verifications } from '../domain/customers/verifications/verification.ts'
import type { ExternalAccountMove } from '../domain/payments/external-accounts/external-account.ts'
import { judgeExternalAccount } from '../domain/payments/external-accounts/judge-external-account.ts'
import { command, type Read } from '../engine/command.ts'
import type { Rows } from '../engine/rows.ts'
import { findPlatformId, idIn, type Operator } from './operator.ts'

export interface WaitingVerification {
  readonly id: string
  readonly platform: string
  readonly customerId: string
  readonly customerType: string
  readonly status: string
  readonly since: string
}

/** Undecided verifications, oldest first. */
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
 * Approves or rejects a customer in review. Approving a business approves its pending owners, too.
 * @param reason for the rejection, which the platform receives; absent: the customer is approved
 * @throws Refusal VERIFICATION_NOT_FOUND, CUSTOMER_DELETED, INVALID_STATE_TRANSITION if it is decided, or not the current one
 */
export async function concludeVerification(
  { store, engine }: Operator,
  verification: string,
  reason?: string,
): Promise<void> {
  const id = idIn(verification, 'Verification')
  const platformId = await findPlatformId(store, 'verifications', id, 'Verification')
  const owners = await store.query<{ id: string }>(WAITING_OWNERS, [platformId, id])
  await engine.run(platformId, (rows) => conclude(rows, { id, ownerIds: owners.map((owner) => owner.id), reason }))
}

interface Conclusion {
  readonly id: string
  /** Pending owners of the business, as read before the command. */
  readonly ownerIds: readonly string[]
  readonly reason: string | undefined
}

const conclude = command({
  reads(seen, { id, ownerIds }: Conclusion) {
    const verification = seen.lastSeen(verifications, id)
    return [
      [verifications, id, 'peek'],
      ...ownerIds.map((ownerId): Read => [beneficialOwners, ownerId]),
      ...(verification ? verificationReads(seen, verification.customerId) : []),
    ]
  },
  run(rows, { id, ownerIds, reason }): void {
    const verification = rows.peek(verifications, id)
    if (!verification) throw notFound('Verification')
    const { customerId } = verification
    const verifying = currentVerification(rows, customerId)
    if (verifying.customer.deletedAt !== null) refuse('CUSTOMER_DELETED', 'The customer is deleted')
    if (verifying.current?.id !== id || !isWaiting(verifying.current))
      refuse('INVALID_STATE_TRANSITION', 'The verification is decided, or a newer one has replaced it')
    if (reason === undefined) for (const ownerId of ownerIds) approveOwner(rows, ownerId)
    decideVerification(rows, verifying, finalVerdict(customerId, reason))
  },
})

const WAITING_OWNERS = `
  select o.id from beneficial_owners o
    join verifications v on v.platform_id = o.platform_id and v.customer_id = o.customer_id
  where v.platform_id = $1 and v.id = $2 and o.status = 'PENDING'`

const isWaiting = ({ status }: Verification) => status === 'IN_PROGRESS' || status === 'PENDING_MANUAL_REVIEW'

function approveOwner(rows: Rows, ownerId: string): void {
  const owner = rows.get(beneficialOwners, ownerId)
  if (owner.status === 'PENDING') applyVerdict(rows, owner, 'APPROVED')
}

const finalVerdict = (customerId: string, reason: string | undefined): FinalVerdict =>
  reason === undefined
    ? { outcome: 'APPROVED' }
    : {
        outcome: 'REJECTED',
        errors: [{ resourceId: wireId('Customer', customerId), type: 'APPLICANT_REJECTED', reason }],
      }

/** Opens a further account in a currency (decision 62). @returns its wire id. @throws Refusal USER_NOT_FOUND, CUSTOMER_DELETED, USER_NOT_READY, INVALID_CURRENCY */
export async function addAccount({ store, engine }: Operator, customer: string, currency: string): Promise<string> {
  const customerId = idIn(customer, 'Customer')
  const platformId = await findPlatformId(store, 'customers', customerId, 'Customer')
  const account = await engine.run(platformId, (rows) => openCustomerAccount(rows, { customerId, currency }))
  return wireId('InternalAccount', account.id)
}

/** Stops or activates an external account. @returns its new status. @throws Refusal EXTERNAL_ACCOUNT_NOT_FOUND, INVALID_STATE_TRANSITION */
export async function decideExternalAccount(
  { store, engine }: Operator,
  account: string,
  decision: ExternalAccountMove,
): Promise<string> {
  const id = idIn(account, 'ExternalAccount')
  const platformId = await findPlatformId(store, 'external_accounts', id, 'ExternalAccount')
  return engine.run(platformId, (rows) => judgeExternalAccount(rows, { accountId: id, decision }).status)
}
