/**
 * Erasure of texts about a customer in what is stored as it was sent: events, replies under Idempotency-Keys, and
 * replies of webhook endpoints. Ids, moments, statuses and currencies remain, as in the request log.
 */
import type { TSchema } from 'typebox'
import { BeneficialOwner } from '../../../contract/customers/beneficial-owners.ts'
import { BusinessCustomer, IndividualCustomer } from '../../../contract/customers/customers.ts'
import { Document } from '../../../contract/customers/documents.ts'
import { Verification } from '../../../contract/customers/verifications.ts'
import { ExternalAccount } from '../../../contract/payments/external-accounts/external-accounts.ts'
import { AuthMethod } from '../../../contract/wallets/auth-credentials.ts'
import { wireId } from '../../core/ids.ts'
import type { Store } from '../../infra/db/store.ts'
import { redacted } from '../../infra/request-log/redact.ts'

const SCHEMAS = {
  Customer: { oneOf: [IndividualCustomer, BusinessCustomer] } as unknown as TSchema,
  ExternalAccount,
  Verification,
  BeneficialOwner,
  Document,
  AuthMethod,
}
type Resource = keyof typeof SCHEMAS
const RESOURCES = Object.keys(SCHEMAS) as Resource[]

/** Bare ids of the objects whose texts are erased. */
export type Objects = Readonly<Record<Resource, readonly string[]>>

interface Stored {
  readonly id: string
  readonly text: string
}

/** @returns how many events and replies were changed */
export async function eraseTexts(
  store: Store,
  platformId: string,
  objects: Objects,
): Promise<{ readonly events: number; readonly replies: number }> {
  const names = RESOURCES.flatMap((resource) => objects[resource].map((id) => wireId(resource, id)))
  const ids = RESOURCES.flatMap((resource) => [...objects[resource]])
  const events = await store.query<Stored>(EVENTS, [platformId, ids])
  const replies = await store.query<Stored>(REPLIES, [platformId, names.map((name) => `{"id":"${name}"%`)])
  await store.transaction(async (query) => {
    for (const { id, text } of events) await query(REPLACE_EVENT, [platformId, id, erased(text)])
    for (const { id, text } of replies) await query(REPLACE_REPLY, [platformId, id, erased(text)])
    await query('update delivery_attempts set reply = null where platform_id = $1 and object_id = any($2)', [
      platformId,
      ids,
    ])
  })
  return { events: events.length, replies: replies.length }
}

const EVENTS = `select id, data as text from events where platform_id = $1 and object_id = any($2) and data is not null`
/** Replies begin with the id of the object that they show. */
const REPLIES = `
  select key as id, reply as text from idempotency_keys
  where platform_id = $1 and shown_id is null and reply like any($2)`

/** Events are never updated: the trigger and the privileges of the service refuse that. */
const REPLACE_EVENT = `
  with gone as (delete from events where platform_id = $1 and id = $2 returning *)
  insert into events (platform_id, object_id, sequence, id, type, data, created_at, state, is_wanted)
  select platform_id, object_id, sequence, id, type, $3, created_at, state, is_wanted from gone`
const REPLACE_REPLY = 'update idempotency_keys set reply = $3 where platform_id = $1 and key = $2'

function erased(text: string): string {
  const value = JSON.parse(text)
  const schema = SCHEMAS[String(value.id).split(':')[0] as Resource]
  const rest = redacted(schema, value) as object
  // The platform's own id of the customer is also in payments.
  return JSON.stringify(
    value.platformCustomerId === undefined ? rest : { ...rest, platformCustomerId: value.platformCustomerId },
  )
}
