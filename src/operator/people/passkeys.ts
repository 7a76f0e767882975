/** Passkeys of operators: registered by an invitation, and required at every sign-in and decision. */
import type { KeyObject } from 'node:crypto'
import type { OpenedInvitation, PasskeyChallenge } from '../../../contract/operators/operators.ts'
import { wallClock } from '../../core/clock.ts'
import { Refusal } from '../../core/refusal.ts'
import { isoTime } from '../../core/time.ts'
import { appendAudit } from '../../infra/audit/audit-chain.ts'
import { hashSecret } from '../../infra/crypto/secrets.ts'
import type { Query, Store } from '../../infra/db/store.ts'
import type { Assertion, Attestation, Passkeys, RelyingParty } from '../../providers/passkeys/port.ts'
import { isCounterForward } from '../../providers/passkeys/port.ts'
import type { Acting, OperatorRow } from './operators.ts'

/** Dependencies of sign-in. */
export interface PasskeyNeeds {
  readonly store: Pick<Store, 'query' | 'transaction'>
  /** Key of the HMAC under which codes, challenges and session tokens are stored. */
  readonly key: KeyObject
  readonly passkeys: Passkeys
  /** Where the dashboard is served. */
  readonly place: RelyingParty
}

/** Origin of a person's action. */
export type From = Pick<Acting, 'address' | 'requestId'>

const CHALLENGE_MS = 5 * 60_000
const SIGN_IN = 'SIGN_IN'

const isWrong = () => new Refusal('UNAUTHORIZED', 'The passkey belongs to no operator, or its response is invalid')
const isElsewhere = () =>
  new Refusal('UNAUTHORIZED', 'Sign in through the identity provider; your passkey signs decisions only')
const isUsed = () =>
  new Refusal('UNAUTHORIZED', 'This link has been used or has expired. Ask an administrator for a new one')

/** A challenge that is valid once, for five minutes. @param purpose of its signature */
export async function issueChallenge(
  { store, key, passkeys, place }: PasskeyNeeds,
  purpose: string,
  challenge = passkeys.newChallenge(),
): Promise<PasskeyChallenge> {
  const now = wallClock()
  await store.query('delete from operator_challenges where expires_at <= $1', [isoTime(now)])
  await store.query('insert into operator_challenges (challenge_hash, purpose, expires_at) values ($1, $2, $3)', [
    hashSecret(key, challenge),
    purpose,
    isoTime(now + CHALLENGE_MS),
  ])
  return { challenge, rpId: place.rpId }
}

/** @returns whether the challenge was issued for this purpose, and has not been used */
export async function spendChallenge(
  { store, key }: PasskeyNeeds,
  challenge: string,
  purpose: string,
): Promise<boolean> {
  const used = await store.query(
    'delete from operator_challenges where challenge_hash = $1 and purpose = $2 and expires_at > $3 returning 1',
    [hashSecret(key, challenge), purpose, isoTime(wallClock())],
  )
  return used.length === 1
}

export const issueSignInChallenge = (needs: PasskeyNeeds): Promise<PasskeyChallenge> => issueChallenge(needs, SIGN_IN)

/** An operator, and whether they sign in at an identity provider. */
export interface Registered extends OperatorRow {
  readonly hasIdentity: boolean
}

interface PasskeyRow extends Registered {
  readonly credentialId: string
  readonly publicKey: string
  readonly signCount: bigint
  readonly backupEligible: boolean
  readonly backedUp: boolean
  readonly rpId: string
  readonly origin: string
  readonly userHandle: string
}

/**
 * Verifies an assertion over a challenge that was issued for `purpose`.
 * @returns the operator whose passkey it is
 * @throws Refusal UNAUTHORIZED, the same for an unknown passkey, a used challenge and a wrong signature
 */
export async function verifyOperator(
  needs: PasskeyNeeds,
  { challenge, assertion }: { readonly challenge: string; readonly assertion: Assertion },
  purpose: string = SIGN_IN,
): Promise<OperatorRow> {
  const { store, passkeys, place } = needs
  const isIssued = await spendChallenge(needs, challenge, purpose)
  const [row] = await store.query<PasskeyRow>(PASSKEY, [assertion.credentialId])
  if (!isIssued || !row) throw isWrong()
  const passkey = { ...row, signCount: Number(row.signCount), transports: [] }
  const use = await passkeys.verify({ challenge, assertion }, passkey, place).catch(() => undefined)
  // Undefined is the result for a sandbox's stand-in, which no operator may use.
  if (!use || !isCounterForward(passkey.signCount, use.signCount)) throw isWrong()
  const stored = await store.query(
    `update operator_passkeys set sign_count = $2, backed_up = $3
     where credential_id = $1 and (sign_count < $2 or (sign_count = 0 and $2 = 0)) returning 1`,
    [row.credentialId, use.signCount, use.backedUp],
  )
  if (stored.length === 0) throw isWrong()
  // Otherwise a person whose account the company has closed could still sign in.
  if (row.hasIdentity && purpose === SIGN_IN) throw isElsewhere()
  const { id, name, role, status } = row
  return { id, name, role, status }
}

const HAS_IDENTITY = `exists (select 1 from operator_identities i where i.operator_id = o.id) as "hasIdentity"`
const PASSKEY = `
  select o.id, o.name, o.role, o.status, ${HAS_IDENTITY}, p.credential_id as "credentialId", p.public_key as "publicKey", p.sign_count as "signCount",
    p.backup_eligible as "backupEligible", p.backed_up as "backedUp", p.rp_id as "rpId", p.origin, p.user_handle as "userHandle"
  from operator_passkeys p join operators o on o.id = p.operator_id
  where p.credential_id = $1 and o.status = 'ACTIVE'`

async function findInvitation(query: Query, key: KeyObject, code: string, lock = ''): Promise<Registered> {
  const [row] = await query<Registered>(
    `select o.id, o.name, o.role, o.status, ${HAS_IDENTITY} from operator_invitations i join operators o on o.id = i.operator_id
     where i.code_hash = $1 and i.expires_at > $2 and o.status <> 'REMOVED' ${lock}`,
    [hashSecret(key, code), isoTime(wallClock())],
  )
  if (!row) throw isUsed()
  return row
}

/** User handle of a passkey, which must not contain personal data (WebAuthn §14.6.1). */
const userHandleFor = (operatorId: string): string => Buffer.from(operatorId).toString('base64url')
const registrationOf = (operatorId: string): string => `REGISTER ${operatorId}`

/** The data with which a browser registers a passkey; the link can still be used. @throws Refusal UNAUTHORIZED */
export async function openInvitation(needs: PasskeyNeeds, code: string): Promise<OpenedInvitation> {
  const { id, name, role } = await findInvitation(needs.store.query, needs.key, code)
  const challenge = await issueChallenge(needs, registrationOf(id))
  return { ...challenge, operator: { name, role, userHandle: userHandleFor(id) } }
}

/**
 * Registers the passkey of an operator, once. Their earlier passkey and its sessions end.
 * @throws Refusal UNAUTHORIZED for a link or a challenge that was used, INVALID_INPUT for an invalid attestation
 */
export async function acceptInvitation(
  needs: PasskeyNeeds,
  { code, challenge, attestation }: { code: string; challenge: string; attestation: Attestation },
  from: From,
): Promise<Registered> {
  const { store, key, passkeys, place } = needs
  const invited = await findInvitation(store.query, key, code)
  if (!(await spendChallenge(needs, challenge, registrationOf(invited.id)))) throw isUsed()
  const passkey = await passkeys.register({ challenge, attestation }, place)
  return store.transaction(async (query) => {
    const { id, name, role, hasIdentity } = await findInvitation(query, key, code, 'for update')
    for (const table of ['operator_invitations', 'operator_passkeys', 'operator_sessions'])
      await query(`delete from ${table} where operator_id = $1`, [id])
    await query(`update operators set status = 'ACTIVE' where id = $1`, [id])
    await query(ADD_PASSKEY, [
      passkey.credentialId,
      id,
      passkey.publicKey,
      passkey.signCount,
      passkey.backupEligible,
      passkey.backedUp,
      passkey.rpId,
      passkey.origin,
      userHandleFor(id),
      isoTime(wallClock()),
    ])
    await appendAudit(query, {
      ...from,
      actor: { kind: 'OPERATOR', id, name },
      action: 'operator.registered',
      outcome: 'DONE',
      target: id,
    })
    return { id, name, role, status: 'ACTIVE', hasIdentity }
  })
}

const ADD_PASSKEY = `
  insert into operator_passkeys (credential_id, operator_id, public_key, sign_count, backup_eligible, backed_up, rp_id, origin, user_handle, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`
