/** Owns what must not grow for ever: sums in pieces, markers of commits, and old idempotency keys. */
import type { Logger } from 'pino'
import type { Store } from '../db/store.ts'

const EVERY_MS = 60_000

/** One row a house account again. Rows that are appended meanwhile are not seen by the delete, so nothing is lost. */
const FOLD = `
  with gone as (delete from house_balances returning platform_id, key, amount)
  insert into house_balances (platform_id, key, amount) select platform_id, key, sum(amount) from gone group by platform_id, key`

/** Nobody asks about a commit after its patience of seconds. */
const FORGET_BATCHES = `delete from batches where committed_at < now() - interval '1 hour'`

/** After that a key counts as new. */
export const KEY_LIFE_DAYS = 30
/** A lost reply with a secret is given again for an hour; then it is refused by its age, and removed here. */
const FORGET_SECRETS = `delete from secret_replies where created_at < now() - interval '1 hour'`
const FORGET_KEYS = `delete from idempotency_keys where created_at < now() - interval '${KEY_LIFE_DAYS} days'`

/** What can no longer be answered, and tokens too old to be used. A day later, because a sandbox's clock may be ahead. */
const FORGET_CHALLENGES = [
  'passkey_challenges where expires_at',
  'used_identity_tokens where usable_until',
  'signature_challenges where spent_at is null and expires_at',
].map((old) => `delete from ${old} < now() - interval '1 day'`)

/** The limits on mails look back for one day. */
const FORGET_MAILS = `delete from mailed_addresses where last_at < now() - interval '2 days'`

/** By then every limit is full again. */
const FORGET_LIMITS = `delete from limit_levels where filled_at < now() - interval '1 hour'`

/** Does all of it once. Several processes may do so at the same time. */
export async function tidyUp(store: Store): Promise<void> {
  for (const statement of [
    FOLD,
    FORGET_BATCHES,
    FORGET_SECRETS,
    FORGET_KEYS,
    ...FORGET_CHALLENGES,
    FORGET_MAILS,
    FORGET_LIMITS,
  ])
    await store.script(statement)
}

/** Does it every minute. @returns how to stop */
export function keepHouse(store: Store, log: Logger): () => Promise<void> {
  let under: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    under = under
      .then(() => tidyUp(store))
      .catch((error) => log.warn({ err: error }, 'tidying up failed; it is tried again in a minute'))
  }, EVERY_MS)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await under
  }
}
