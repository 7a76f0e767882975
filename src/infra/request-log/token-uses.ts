/**
 * Last use of each API token: recorded in memory with every request, and written at most once per token in five
 * minutes, in the background.
 */
import type { Logger } from 'pino'
import type { Clock } from '../../core/clock.ts'
import { isoTime } from '../../core/time.ts'
import type { Store } from '../db/store.ts'
import type { Caller } from '../operations/handlers.ts'

export interface TokenUses {
  /** Records a request in memory. */
  note(caller: Caller): void
  /** Waits for the write in progress. */
  close(): Promise<void>
}

interface Needs {
  readonly store: Pick<Store, 'query'>
  readonly clock: Clock
  readonly log: Logger
}

/** How much older than the last use the stored time may be. */
export const WRITE_EVERY_MS = 5 * 60_000
/** Maximum number of tokens whose last write is kept in memory. */
const TOKENS_MAX = 10_000
/** Agents, operators and the dashboard call without a token. */
const TOKEN_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export function tokenUses({ store, clock, log }: Needs): TokenUses {
  const written = new Map<string, number>()
  let under: Promise<void> = Promise.resolve()

  async function write(platformId: string, tokenId: string, at: number): Promise<void> {
    try {
      await store.query(WRITE, [platformId, tokenId, isoTime(at)], 'note_token_use')
    } catch (error) {
      // The next write is in five minutes, also while the database is unreachable.
      log.warn({ err: error }, 'the use of a token could not be recorded')
    }
  }

  return {
    note({ platformId, tokenId, agent }) {
      const now = clock.now()
      if (now - (written.get(tokenId) ?? Number.NEGATIVE_INFINITY) < WRITE_EVERY_MS) return
      if (agent || !TOKEN_ID.test(tokenId)) return
      if (written.size >= TOKENS_MAX) written.clear()
      written.set(tokenId, now)
      under = under.then(() => write(platformId, tokenId, now))
    },
    close: () => under,
  }
}

/** Several processes may record the same token. */
const WRITE = `insert into token_uses (platform_id, token_id, used_at) values ($1, $2, $3::timestamptz)
  on conflict (platform_id, token_id) do update set used_at = greatest(token_uses.used_at, excluded.used_at)`

/** Last uses by bare token id, in milliseconds since 1970. */
export async function lastTokenUses(
  store: Pick<Store, 'query'>,
  platformId: string,
): Promise<ReadonlyMap<string, number>> {
  const rows = await store.query<{ id: string; usedAt: number }>(
    'select token_id as id, used_at as "usedAt" from token_uses where platform_id = $1',
    [platformId],
  )
  return new Map(rows.map(({ id, usedAt }) => [id, Number(usedAt)]))
}
