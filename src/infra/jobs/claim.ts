/** Claim of due jobs: each class and each platform gets its share, however much the others have due. */
import type { Version } from '../../engine/engine.ts'
import type { Row } from '../../engine/table.ts'
import type { Store } from '../db/store.ts'
import type { JobClass } from './classes.ts'
import { type jobs, LEASE_MS } from './tables.ts'

export type Job = Row<typeof jobs>

export interface Claimed {
  readonly platformId: string
  readonly job: Job
  /** Version of the row; absent where the engine has written it. */
  readonly version?: Version
}

/** Capacity of a process for one class. */
export interface Room {
  readonly class: JobClass
  /** Subjects of the class. */
  readonly free: number
  /** Subjects of one platform that has none in progress. */
  readonly perPlatform: number
}

/** Subjects of a platform that this process has in progress. */
export interface UnderWay {
  readonly class: JobClass
  readonly platformId: string
  readonly subjects: number
}

export interface ClaimOptions {
  readonly now: number
  readonly room: readonly Room[]
  readonly underWay: readonly UnderWay[]
  /** Skips platforms whose last call in the class was not answered. */
  readonly onlyAnswering: boolean
}

/**
 * Claims due jobs for this process, in order of due time. Platforms with less in progress come first. A job is claimed if
 * there is capacity left before it, so the last one may exceed the capacity. For an open circuit a single job is claimed,
 * when its probe is due.
 */
export async function claimJobs(store: Store, options: ClaimOptions): Promise<Claimed[]> {
  const { now, room, underWay, onlyAnswering } = options
  const claimed = await store.query<Job & { platformId: string; xmin: string; written: bigint }>(
    CLAIM,
    [
      new Date(now).toISOString(),
      new Date(now + LEASE_MS).toISOString(),
      room.map((each) => each.class),
      room.map(({ free }) => free),
      room.map(({ perPlatform }) => perPlatform),
      underWay.map((each) => each.class),
      underWay.map(({ platformId }) => platformId),
      underWay.map(({ subjects }) => subjects),
      onlyAnswering,
    ],
    'claim_jobs',
  )
  claimed.sort((a, b) => a.dueAt - b.dueAt || (a.key < b.key ? -1 : 1))
  return claimed.map(({ platformId, xmin, written, ...job }) => ({
    platformId,
    job,
    version: { xmin: Number(xmin), written },
  }))
}

/** The job of each row of `among`. As a join, a plan that was made while there were a few jobs reads the whole index. */
const lookUp = (among: string) =>
  `cross join lateral (select ctid from jobs where platform_id = ${among}.platform_id and key = ${among}.key limit 1) found`

/** Ends leases early, for jobs that this process does not run after all. */
export async function releaseJobs(store: Store, released: readonly Claimed[]): Promise<void> {
  await store.query(
    `update jobs j set leased_until = null from unnest($1::uuid[], $2::text[], $3::timestamptz[]) as r (platform_id, key, leased_until)
    ${lookUp('r')} where j.ctid = found.ctid and j.leased_until = r.leased_until`,
    [
      released.map(({ platformId }) => platformId),
      released.map(({ job }) => job.key),
      released.map(({ job }) => new Date(job.leasedUntil as number).toISOString()),
    ],
    'release_jobs',
  )
}

/** The earliest time at which unclaimed work is due, in milliseconds since 1970. */
export async function nextDue(
  store: Store,
  { onlyAnswering }: { onlyAnswering: boolean },
): Promise<number | undefined> {
  const [row] = await store.query<{ dueAt: number | null }>(NEXT_DUE, [onlyAnswering], 'next_due_job')
  return row?.dueAt ?? undefined
}

/** The circuits of all platforms: only those with unanswered calls have one. */
export const knownCircuits = (
  store: Store,
): Promise<{ readonly platformId: string; readonly class: JobClass; readonly isOpen: boolean }[]> =>
  store.query('select platform_id as "platformId", class, probe_at is not null as "isOpen" from circuits')

/** Jobs of one class and platform are a line. The query skips from line to line in the index, however long the lines are. */
const LINES = `
  line (class, platform_id) as (
    select c.class, (select platform_id from jobs where class = c.class and dead_at is null order by platform_id limit 1)
    from c
    union all
    select l.class, (
      select platform_id from jobs where class = l.class and dead_at is null and platform_id > l.platform_id
      order by platform_id limit 1)
    from line l where l.platform_id is not null)`

const CIRCUIT = `
  left join lateral (select * from circuits where class = l.class and platform_id = l.platform_id limit 1) k on true`

/** Jobs that are locked and not claimed are released when the statement ends. `due` is materialized, so that no plan evaluates the selection twice. */
const CLAIM = `
  with recursive c as (
    select * from unnest($3::text[], $4::int[], $5::int[]) as c (class, free, per_platform)),
  ${LINES},
  busy as (
    select * from unnest($6::text[], $7::uuid[], $8::int[]) as b (class, platform_id, subjects)),
  open_line as (
    select l.class, l.platform_id, c.free, coalesce(b.subjects, 0) as under_way, c.per_platform - coalesce(b.subjects, 0) as share,
      k.probe_at is not null as is_probed
    from line l join c on c.class = l.class
    left join busy b on b.class = l.class and b.platform_id = l.platform_id
    ${CIRCUIT}
    where l.platform_id is not null and coalesce(b.subjects, 0) < c.per_platform
      and (k.probe_at is null or k.probe_at <= $1::timestamptz) and not ($9::boolean and k.platform_id is not null)),
  due as materialized (
    select l.*, j.key, j.due_at, j.subjects
    from open_line l cross join lateral (
      select key, due_at, json_array_length(subjects) as subjects from jobs
      where class = l.class and platform_id = l.platform_id and dead_at is null and due_at <= $1::timestamptz
        and (leased_until is null or leased_until <= $1::timestamptz)
      order by due_at limit case when l.is_probed then 1 else least(l.share, l.free) end
      for update skip locked) j),
  shared as (
    select d.*, sum(subjects) over (partition by class, platform_id order by due_at, key) - subjects as before from due d),
  taken as (
    select s.*, sum(subjects) over (partition by class order by under_way + before, due_at, platform_id, key) - subjects as before_all
    from shared s where before < share)
  update jobs j set leased_until = $2::timestamptz from taken t ${lookUp('t')}
  where t.before_all < t.free and j.ctid = found.ctid
  returning j.platform_id as "platformId", j.key, j.name, j.subjects, j.due_at as "dueAt", j.attempts,
    j.leased_until as "leasedUntil", j.last_error as "lastError", j.dead_at as "deadAt", j.class,
    pg_current_xact_id()::xid as xmin, j.written`

const NEXT_DUE = `
  with recursive c as (select * from unnest(array['money', 'webhooks', 'other']) as c (class)),
  ${LINES}
  select min(greatest(j.due_at, k.probe_at)) as "dueAt" from line l
  ${CIRCUIT}
  cross join lateral (
    select due_at from jobs
    where class = l.class and platform_id = l.platform_id and dead_at is null and leased_until is null
    order by due_at limit 1) j
  where l.platform_id is not null and not ($1::boolean and k.platform_id is not null)`
