/** Operators from the company's identity provider: their role comes from its groups, and a passkey only signs decisions. */
import { ROLES, type Role } from '../../../contract/operators/operators.ts'
import { wallClock } from '../../core/clock.ts'
import { newId } from '../../core/ids.ts'
import { Refusal } from '../../core/refusal.ts'
import { isoTime } from '../../core/time.ts'
import { appendAudit } from '../../infra/audit/audit-chain.ts'
import type { Query, Store } from '../../infra/db/store.ts'
import type { Claims } from '../../providers/oidc/port.ts'
import type { OperatorRow } from './operators.ts'
import type { From } from './passkeys.ts'

/** Who is admitted, and with which role. */
export interface IdentityRules {
  readonly issuer: string
  /** The claim with the person's groups. */
  readonly claim: string
  /** Role of each group; of several, the one with the most actions applies. */
  readonly roles: ReadonlyMap<string, Role>
  /** Domains of their email addresses, in lower case. */
  readonly domains: readonly string[]
}

interface Identity {
  readonly issuer: string
  readonly subject: string
  readonly email: string
  readonly role: Role
}

const NAME_MAX = 100
const notAdmitted = (message: string) => new Refusal('FORBIDDEN', message)

/** @throws Refusal FORBIDDEN with the reason */
function identityIn({ sub, email, email_verified, ...claims }: Claims, rules: IdentityRules): Identity {
  const address = typeof email === 'string' ? email.toLowerCase() : ''
  if (email_verified !== true || !/^[^@\s]+@[^@\s]+$/.test(address) || address.length > NAME_MAX)
    throw notAdmitted('The account has no verified email address')
  if (!rules.domains.includes(address.slice(address.indexOf('@') + 1)))
    throw notAdmitted('The domain of the email address is not admitted')
  const groups = [claims[rules.claim]].flat()
  const role = ROLES.findLast((one) => groups.some((group) => rules.roles.get(group as string) === one))
  if (!role) throw notAdmitted('No group of the account gives a role')
  return { issuer: rules.issuer, subject: String(sub), email: address, role }
}

/**
 * The operator with these claims: added at the first sign-in, and given another role when the groups have changed.
 * A refusal is in the audit chain, with the account.
 * @param claims of a verified ID token
 * @throws Refusal FORBIDDEN
 */
export async function admitIdentity(
  store: Pick<Store, 'query' | 'transaction'>,
  claims: Claims,
  rules: IdentityRules,
  from: From,
): Promise<OperatorRow> {
  try {
    const identity = identityIn(claims, rules)
    return await store.transaction((query) => admit(query, identity, from))
  } catch (error) {
    if (error instanceof Refusal && error.code === 'FORBIDDEN')
      await appendAudit(store.query, {
        ...from,
        actor: { kind: 'UNKNOWN', id: String(claims.sub), name: String(claims.email ?? '').slice(0, NAME_MAX) },
        action: 'operator.sign-in-refused',
        outcome: 'REFUSED',
        target: rules.issuer,
        refusal: error.code,
        reason: error.message,
      })
    throw error
  }
}

async function admit(query: Query, identity: Identity, from: From): Promise<OperatorRow> {
  const known = (await findOperator(query, identity)) ?? (await addOperator(query, identity, from))
  // Of two first sign-ins at the same time, the second finds what the first has added.
  const operator = known ?? (await findOperator(query, identity))
  if (!operator) throw notAdmitted('Another operator has the name of this account; remove them first')
  if (operator.status === 'REMOVED') throw notAdmitted('The operator was removed')
  return operator.role === identity.role ? operator : changeRole(query, operator, identity.role, from)
}

async function findOperator(query: Query, { issuer, subject }: Identity): Promise<OperatorRow | undefined> {
  const [row] = await query<OperatorRow>(
    `select o.id, o.name, o.role, o.status from operator_identities i join operators o on o.id = i.operator_id
     where i.issuer = $1 and i.subject = $2 for update of o`,
    [issuer, subject],
  )
  return row
}

/** @returns undefined when an operator has the name already */
async function addOperator(
  query: Query,
  { issuer, subject, email: name, role }: Identity,
  from: From,
): Promise<OperatorRow | undefined> {
  const id = newId(wallClock())
  const added = await query(
    `insert into operators (id, name, role, status, created_at) values ($1, $2, $3, 'ACTIVE', $4)
     on conflict do nothing returning 1`,
    [id, name, role, isoTime(wallClock())],
  )
  if (added.length === 0) return undefined
  await query('insert into operator_identities (issuer, subject, operator_id) values ($1, $2, $3)', [
    issuer,
    subject,
    id,
  ])
  await appendAudit(query, {
    ...from,
    actor: { kind: 'OPERATOR', id, name },
    action: 'operator.provisioned',
    outcome: 'DONE',
    target: id,
    after: { name, role, issuer, subject },
  })
  return { id, name, role, status: 'ACTIVE' }
}

/** Ends the sessions, and the passkey: two people approved it for the earlier role. */
async function changeRole(query: Query, operator: OperatorRow, role: Role, from: From): Promise<OperatorRow> {
  const { id, name } = operator
  await query('update operators set role = $2 where id = $1', [id, role])
  for (const table of ['operator_invitations', 'operator_sessions', 'operator_passkeys'])
    await query(`delete from ${table} where operator_id = $1`, [id])
  await appendAudit(query, {
    ...from,
    actor: { kind: 'OPERATOR', id, name },
    action: 'operator.role-changed',
    outcome: 'DONE',
    target: id,
    before: { role: operator.role },
    after: { role },
  })
  return { ...operator, role }
}
