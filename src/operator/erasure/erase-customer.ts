/**
 * Erasure of a deleted customer's personal data (ADR 40). The ledger, payments and the audit chain keep ids and amounts.
 */
import { wireId } from '../../core/ids.ts'
import { Refusal, refuse } from '../../core/refusal.ts'
import { beneficialOwners } from '../../domain/customers/beneficial-owners/beneficial-owner.ts'
import { customers } from '../../domain/customers/customer.ts'
import { defaultUmaAddress } from '../../domain/customers/customer-names.ts'
import { documents } from '../../domain/customers/documents/document.ts'
import { verifications } from '../../domain/customers/verifications/verification.ts'
import { externalAccounts } from '../../domain/payments/external-accounts/external-account.ts'
import { removeExternalAccount } from '../../domain/payments/external-accounts/remove-external-account.ts'
import { type Platform, platforms } from '../../domain/platform/platform.ts'
import { credentials, type Proof } from '../../domain/wallets/credentials/credential.ts'
import type { Rows } from '../../engine/rows.ts'
import { auditText } from '../../infra/audit/audit-chain.ts'
import { chainOutbox, recordAudit } from '../../infra/audit/audit-outbox.ts'
import type { Store } from '../../infra/db/store.ts'
import { enqueue } from '../../infra/jobs/enqueue.ts'
import { earlierWritesEnded } from '../freezes/earlier-writes.ts'
import { findPlatformId, idIn, type Operator } from '../operator.ts'
import type { Acting } from '../people/operators.ts'
import { reasonFrom } from '../people/requests.ts'
import { eraseTexts } from './erase-texts.ts'

/** How long the erasure waits for database transactions that may still pay an external account. */
const PATIENCE_MS = 30_000

/** What was erased. */
export interface Erasure {
  readonly customer: string
  readonly owners: number
  readonly documents: number
  readonly externalAccounts: number
  readonly credentials: number
  readonly events: number
  readonly replies: number
}

/** Bare ids of the rows of a customer that hold personal data. */
interface Held {
  readonly owners: readonly string[]
  readonly documents: readonly string[]
  readonly externalAccounts: readonly string[]
  readonly verifications: readonly string[]
  readonly credentials: readonly string[]
}

/**
 * Erases the personal data of a deleted customer for good. It may be repeated, and is after a restore of a backup.
 * @throws Refusal INVALID_INPUT for the reason, USER_NOT_FOUND, INVALID_STATE_TRANSITION for a customer who is not
 * deleted, CONFLICT while a payment of the customer or to one of their external accounts has no outcome,
 * SERVICE_UNAVAILABLE while a database transaction that may begin one is open
 */
export async function eraseCustomer(operator: Operator, customer: string, acting: Acting): Promise<Erasure> {
  const { store, engine } = operator
  const reason = reasonFrom(acting.reason ?? '')
  const customerId = idIn(customer, 'Customer')
  const platformId = await findPlatformId(store, 'customers', customerId, 'Customer')
  const held = await findHeld(store, platformId, customerId)
  await engine.run(platformId, (rows) => removeAccounts(rows, customerId, held.externalAccounts))
  if (!(await earlierWritesEnded(store, PATIENCE_MS)))
    throw new Refusal(
      'SERVICE_UNAVAILABLE',
      'A database transaction that began before is still open; repeat the command',
    )
  await refuseUnlessSettled(store, platformId, customerId, held.externalAccounts)
  const texts = await eraseTexts(store, platformId, {
    Customer: [customerId],
    ExternalAccount: held.externalAccounts,
    Verification: held.verifications,
    BeneficialOwner: held.owners,
    Document: held.documents,
    AuthMethod: held.credentials,
  })
  const target = wireId('Customer', customerId)
  const entry = auditText({ ...acting, action: 'customer.erased', outcome: 'DONE', target, platformId, reason })
  await engine.run(platformId, (rows) => {
    eraseRows(rows, customerId, held)
    recordAudit(rows, entry)
  })
  await chainOutbox(store)
  return {
    customer: target,
    owners: held.owners.length,
    documents: held.documents.length,
    externalAccounts: held.externalAccounts.length,
    credentials: held.credentials.length,
    ...texts,
  }
}

async function findHeld(store: Store, platformId: string, customerId: string): Promise<Held> {
  const idsIn = async (text: string) =>
    (await store.query<{ id: string }>(text, [platformId, customerId])).map(({ id }) => id)
  const of = (table: string) => idsIn(`select id from ${table} where platform_id = $1 and customer_id = $2 order by id`)
  return {
    owners: await of('beneficial_owners'),
    documents: await of('documents'),
    externalAccounts: await of('external_accounts'),
    verifications: await of('verifications'),
    credentials: await idsIn(
      `select c.id from credentials c join accounts a on a.platform_id = c.platform_id and a.id = c.account_id
       where a.platform_id = $1 and a.customer_id = $2 order by c.id`,
    ),
  }
}

/** Afterwards no new payment reaches an external account of the customer; those in progress are read next. */
function removeAccounts(rows: Rows, customerId: string, accountIds: readonly string[]): void {
  if (rows.get(customers, customerId).deletedAt === null)
    refuse('INVALID_STATE_TRANSITION', 'The customer is not deleted; delete it first, which closes its accounts')
  for (const id of accountIds)
    if (rows.get(externalAccounts, id).deletedAt === null) removeExternalAccount(rows, id, 'customers')
}

async function refuseUnlessSettled(
  store: Store,
  platformId: string,
  customerId: string,
  accountIds: readonly string[],
): Promise<void> {
  const ends = accountIds.map((id) => wireId('ExternalAccount', id))
  const [open] = await store.query<{ id: string }>(OPEN, [platformId, customerId, ends])
  if (open)
    refuse('CONFLICT', `${wireId('Transaction', open.id)} has no outcome yet; repeat the command when it has one`)
}
const OPEN = `
  select id from transactions
  where platform_id = $1 and status in ('CREATED', 'PENDING', 'PROCESSING')
    and (customer_id = $2 or source_id = any($3) or destination_id = any($3))
  limit 1`

function eraseRows(rows: Rows, customerId: string, held: Held): void {
  const { umaDomain } = rows.peek(platforms, rows.platformId) as Platform
  const updatedAt = rows.now
  rows.change(customers, rows.get(customers, customerId), {
    profile: {},
    email: null,
    umaAddress: defaultUmaAddress(customerId, umaDomain),
    updatedAt,
  })
  for (const id of held.owners) {
    const owner = rows.find(beneficialOwners, id)
    if (owner) rows.remove(beneficialOwners, owner)
  }
  for (const id of held.documents) {
    const document = rows.find(documents, id)
    if (!document) continue
    rows.remove(documents, document)
    enqueue(rows, 'dropLooseFiles', rows.now, document.fileId)
  }
  for (const id of held.externalAccounts) {
    const account = rows.get(externalAccounts, id)
    rows.change(externalAccounts, account, {
      accountInfo: { accountType: account.accountType },
      identifier: `erased/${id}`,
      beneficiaryName: null,
      updatedAt,
    })
  }
  for (const id of held.verifications)
    rows.change(verifications, rows.get(verifications, id), { errors: [], updatedAt })
  for (const id of held.credentials) {
    const credential = rows.get(credentials, id)
    rows.change(credentials, credential, {
      nickname: '',
      proof: withoutPerson(credential.proof),
      revokedAt: credential.revokedAt ?? rows.now,
      updatedAt,
    })
  }
}

/** A passkey names no person. The accounts are closed, so nothing is verified against a proof again. */
function withoutPerson(proof: Proof): Proof {
  if (proof.type === 'EMAIL_OTP') return { type: proof.type, email: '' }
  if (proof.type === 'OAUTH') return { type: proof.type, identity: { ...proof.identity, subject: '' } }
  return proof
}
