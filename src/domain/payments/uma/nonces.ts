/** Nonce store: each message of another institution is accepted once, whichever process receives it. */
import type { Store } from '../../../infra/db/store.ts'

/**
 * Nonce memory for `verifyingWith`.
 * @param memoryMs how long a nonce is remembered: at least as long as its message is accepted
 * @returns a function that returns false for a nonce that was used before
 */
export const nonceStore =
  (store: Store, memoryMs: number) =>
  async (institution: string, nonce: string, signedAt: number): Promise<boolean> => {
    const values = [institution, nonce, new Date(signedAt).toISOString(), memoryMs / 1000]
    const added = await store.query(SPEND, values, 'spend_uma_nonce')
    return added.length > 0
  }

/** Also deletes nonces that are older than the memory. */
const SPEND = `
  with forgotten as (delete from uma_nonces where said_at < now() - make_interval(secs => $4))
  insert into uma_nonces (institution, nonce, said_at) values ($1, $2, $3::timestamptz) on conflict do nothing returning 1`
