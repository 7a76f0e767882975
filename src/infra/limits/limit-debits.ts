/** Debits of limits: the buckets that all processes share, one row for each token, platform and limit. */
import type { Store } from '../db/store.ts'
import type { Debit } from './rate-limit.ts'

/** Refills the bucket up to now and debits it, to at most a whole quota below zero. */
const DEBIT = `
  insert into limit_levels as shared (platform_id, subject, level, filled_at)
  values ($1, $2, $4::float8 - $3::float8, clock_timestamp())
  on conflict (platform_id, subject) do update set
    level = greatest(-$4::float8, least($4::float8, shared.level
      + greatest(0, extract(epoch from clock_timestamp() - shared.filled_at)::float8) * $4::float8 / $5::float8) - $3::float8),
    filled_at = greatest(shared.filled_at, clock_timestamp())
  returning level`

/** Undefined for the embedded database, which has one process. */
export const debitsOf = (store: Store): Debit | undefined =>
  store.kind === 'embedded'
    ? undefined
    : async (platformId, subject, used, { name, quota, seconds }) => {
        const [row] = await store.query<{ level: number }>(
          DEBIT,
          [platformId, `${name} ${subject}`, used, quota, seconds],
          'debit_limit',
        )
        return row?.level ?? 0
      }
