/** Housekeeping: folds house balances, and removes what is older than its retention. */
import type { Logger } from 'pino'
import { REQUEST_LIFE_DAYS } from '../../../contract/platform/api-requests.ts'
import type { Store } from '../db/store.ts'

const EVERY_MS = 60_000

/** Sums the rows of each house account into one. Rows that are appended in the meantime are not visible to the delete, so nothing is lost. */
const FOLD = `
  with gone as (delete from house_balances returning platform_id, key, amount)
  insert into house_balances (platform_id, key, amount) select platform_id, key, sum(amount) from gone group by platform_id, key`

/** Maximum number of rows that one statement removes, so that other transactions do not wait long. */
export const REMOVED_AT_ONCE = 5000

/** For how many days data are kept. */
export interface Retention {
  /** Replies under Idempotency-Keys; then a key counts as new. */
  readonly replies: number
  /** Recorded requests. */
  readonly requests: number
  /** Attempts at deliveries, and replays. */
  readonly attempts: number
  /** Events that were delivered, or that no endpoint waits for; undefined: for good. */
  readonly events?: number | undefined
  /** Documents, from the deletion of their customer on; undefined: for good. */
  readonly documents?: number | undefined
}

export const RETENTION: Retention = { replies: 30, requests: REQUEST_LIFE_DAYS, attempts: 30 }

/** Statements that remove old rows, and return how many they `removed`: at most REMOVED_AT_ONCE. */
function removals({ replies, requests, attempts, events, documents }: Retention): string[] {
  return [
    // Needed while an outcome is unknown, and by each process for its own latest batches.
    remove('batches', "committed_at < now() - interval '1 day'"),
    // A reply with a secret can be replayed for an hour (`SECRET_LIFE_MS`).
    remove('secret_replies', "created_at < now() - interval '1 hour'"),
    remove('idempotency_keys', `created_at < now() - interval '${replies} days'`),
    // Expired challenges and tokens are removed a day later, because a sandbox's clock may be ahead.
    remove('passkey_challenges', "expires_at < now() - interval '1 day'"),
    remove('used_identity_tokens', "usable_until < now() - interval '1 day'"),
    remove('signature_challenges', "spent_at is null and expires_at < now() - interval '1 day'"),
    // The limits on mail count the last day.
    remove('mailed_addresses', "last_at < now() - interval '2 days'"),
    // Attempts of events that were given up are kept: they record why the event was not delivered, and that it was later.
    remove('delivery_attempts', `attempted_at < now() - interval '${attempts} days' and not ${IS_GIVEN_UP}`),
    remove('event_replays', `updated_at < now() - interval '${attempts} days'`),
    // Each platform's oldest are also removed by number, as they arrive (`REQUESTS_KEPT`).
    remove('api_requests', `recorded_at < now() - interval '${requests} days'`),
    // Tokens that were deleted.
    remove(
      'token_uses',
      'not exists (select from tokens t where t.platform_id = token_uses.platform_id and t.id = token_id)',
    ),
    // After an hour without use every limit is full again.
    remove('limit_levels', "filled_at < now() - interval '1 hour'"),
    ...(events === undefined ? [] : [removeEvents(events)]),
    ...(documents === undefined ? [] : [removeDocuments(documents)]),
  ]
}

const IS_GIVEN_UP = `exists (select 1 from delivery_attempts a
  where a.platform_id = delivery_attempts.platform_id and a.object_id = delivery_attempts.object_id
    and a.sequence = delivery_attempts.sequence and a.outcome = 'GIVEN_UP')`

const remove = (table: string, condition: string): string => `
  with gone as (
    delete from ${table} where ctid = any(array(
      select ctid from ${table} where ${condition} limit ${REMOVED_AT_ONCE} for update skip locked))
    returning 1)
  select count(*)::int as removed from gone`

/**
 * An event's id has its time, and the index of ids has the platform first. None of an object is removed while one waits
 * for delivery, so that those that remain are without gaps. The platform is recorded for the auditor.
 */
const removeEvents = (days: number): string => `
  with bound as (
    select lpad(to_hex((extract(epoch from now() - interval '${days} days') * 1000)::bigint), 12, '0') as moment),
  old as (
    select e.ctid as place from bound, platforms p cross join lateral (
      select ctid from events e
      where platform_id = p.platform_id
        and id < (substr(moment, 1, 8) || '-' || substr(moment, 9) || '-7000-8000-000000000000')::uuid
        and not exists (
          select from deliveries d
            join events waiting on waiting.platform_id = d.platform_id and waiting.object_id = d.object_id
              and waiting.sequence > d.delivered and waiting.is_wanted
          where d.platform_id = e.platform_id and d.object_id = e.object_id)
      order by id limit ${REMOVED_AT_ONCE}) e
    limit ${REMOVED_AT_ONCE}),
  gone as (delete from events where ctid = any(array(select place from old)) returning platform_id),
  noted as (
    insert into event_removals (platform_id) select distinct platform_id from gone on conflict do nothing)
  select count(*)::int as removed from gone`

/** A job removes the files. */
const removeDocuments = (days: number): string => `
  with gone as (
    delete from documents where ctid = any(array(
      select d.ctid from documents d join customers c on c.platform_id = d.platform_id and c.id = d.customer_id
      where c.deleted_at < now() - interval '${days} days' limit ${REMOVED_AT_ONCE}))
    returning platform_id, file_id),
  due as (
    insert into jobs (platform_id, key, name, subjects, due_at, attempts, class)
    select platform_id, 'dropLooseFiles/' || gen_random_uuid(), 'dropLooseFiles', json_agg(file_id), now(), 0, 'other'
    from gone group by platform_id)
  select count(*)::int as removed from gone`

/** One round of housekeeping. Several processes may run it at the same time. @throws AggregateError with all failures, after the other steps are done */
export async function tidyUp(store: Store, retention: Retention = RETENTION): Promise<void> {
  const errors: unknown[] = []
  for (const work of [() => store.script(FOLD), ...removals(retention).map((text) => () => removeAll(store, text))])
    await work().catch((error: unknown) => errors.push(error))
  if (errors.length > 0) throw new AggregateError(errors, 'Housekeeping failed in part')
}

async function removeAll(store: Store, statement: string): Promise<void> {
  for (let removed = REMOVED_AT_ONCE; removed === REMOVED_AT_ONCE; )
    removed = (await store.query<{ removed: number }>(statement))[0]?.removed ?? 0
}

/** Runs housekeeping every minute. @returns a function that stops it */
export function keepHouse(store: Store, log: Logger, retention: Retention): () => Promise<void> {
  let under: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    under = under
      .then(() => tidyUp(store, retention))
      .catch(({ errors }: AggregateError) => {
        for (const error of errors)
          log.warn({ err: error }, 'housekeeping failed in part; the next round is in a minute')
      })
  }, EVERY_MS)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await under
  }
}
