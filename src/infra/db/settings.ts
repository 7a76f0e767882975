/** Owns the settings of our database sessions, as PostgreSQL's `name=value`, the same on both databases. */

/** What values look like on the wire; `values.ts` relies on it. */
export const sessionSettings = ['timezone=UTC', 'datestyle=ISO', 'intervalstyle=postgres', 'bytea_output=hex']

/**
 * A lane only looks up keys, so each statement is planned once, for its index, whatever the statistics of an empty
 * table say: plans for scans made it twelve times slower.
 */
export const laneSettings = [
  'plan_cache_mode=force_generic_plan',
  'enable_seqscan=off',
  'enable_hashjoin=off',
  'enable_mergejoin=off',
  'jit=off',
]
