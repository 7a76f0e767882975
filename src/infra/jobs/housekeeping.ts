/** Housekeeping: folds house balances, and deletes old commit markers, replies, challenges and limits. */
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

/** Days after which an Idempotency-Key counts as new. */
export const KEY_LIFE_DAYS = 30

/** Days for which attempts at deliveries, and replays, are kept. */
export const ATTEMPT_LIFE_DAYS = 30

/** Tables, with the condition for the removal of their rows. */
const OLD: readonly (readonly [table: string, condition: string])[] = [
  // Needed while an outcome is unknown, and by each process for its own latest batches.
  ['batches', "committed_at < now() - interval '1 day'"],
  // A reply with a secret can be replayed for an hour (`SECRET_LIFE_MS`).
  ['secret_replies', "created_at < now() - interval '1 hour'"],
  ['idempotency_keys', `created_at < now() - interval '${KEY_LIFE_DAYS} days'`],
  // Expired challenges and tokens are removed a day later, because a sandbox's clock may be ahead.
  ['passkey_challenges', "expires_at < now() - interval '1 day'"],
  ['used_identity_tokens', "usable_until < now() - interval '1 day'"],
  ['signature_challenges', "spent_at is null and expires_at < now() - interval '1 day'"],
  // The limits on mail count the last day.
  ['mailed_addresses', "last_at < now() - interval '2 days'"],
  // Attempts of events that were given up are kept: they record why the event was not delivered.
  ['delivery_attempts', `attempted_at < now() - interval '${ATTEMPT_LIFE_DAYS} days' and outcome <> 'GIVEN_UP'`],
  ['event_replays', `updated_at < now() - interval '${ATTEMPT_LIFE_DAYS} days'`],
  // Each platform's oldest are also removed by number, as they arrive (`REQUESTS_KEPT`).
  ['api_requests', `recorded_at < now() - interval '${REQUEST_LIFE_DAYS} days'`],
  // Tokens that were deleted.
  ['token_uses', 'not exists (select from tokens t where t.platform_id = token_uses.platform_id and t.id = token_id)'],
  // After an hour without use every limit is full again.
  ['limit_levels', "filled_at < now() - interval '1 hour'"],
]

/** One round of housekeeping. Several processes may run it at the same time. @throws AggregateError with all failures, after the other steps are done */
export async function tidyUp(store: Store): Promise<void> {
  const errors: unknown[] = []
  for (const work of [() => store.script(FOLD), ...OLD.map((old) => () => removeOld(store, old))])
    await work().catch((error: unknown) => errors.push(error))
  if (errors.length > 0) throw new AggregateError(errors, 'Housekeeping failed in part')
}

async function removeOld(store: Store, [table, condition]: (typeof OLD)[number]): Promise<void> {
  const statement = `with gone as (
      delete from ${table} where ctid = any(array(
        select ctid from ${table} where ${condition} limit ${REMOVED_AT_ONCE} for update skip locked))
      returning 1)
    select count(*)::int as removed from gone`
  for (let removed = REMOVED_AT_ONCE; removed === REMOVED_AT_ONCE; )
    removed = (await store.query<{ removed: number }>(statement))[0]?.removed ?? 0
}

/** Runs housekeeping every minute. @returns a function that stops it */
export function keepHouse(store: Store, log: Logger): () => Promise<void> {
  let under: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    under = under
      .then(() => tidyUp(store))
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
