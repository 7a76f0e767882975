/** Nonce store: each message of another institution is accepted once, whichever process receives it. */
import type { Store } from '../../../infra/db/store.ts'

/** @param memoryMs for how long a nonce is known: as long as its message may be taken for a fresh one */
export const nonceStore =
  (store: Store, memoryMs: number) =>
  async (institution: string, nonce: string, saidAt: number): Promise<boolean> => {
    const said = new Date(saidAt).toISOString()
    const taken = await store.query(SPEND, [institution, nonce, said, memoryMs / 1000], 'spend_uma_nonce')
    return taken.length > 0
  }

/** Those that are too old to count are forgotten on the way. */
const SPEND = `
  with forgotten as (delete from uma_nonces where said_at < now() - make_interval(secs => $4))
  insert into uma_nonces (institution, nonce, said_at) values ($1, $2, $3::timestamptz) on conflict do nothing returning 1`
