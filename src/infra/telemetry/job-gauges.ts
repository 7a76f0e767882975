/** Gauges of jobs: how many wait, how many of each class are due, and for how long the oldest one has been due. */
import { Gauge, type Registry } from 'prom-client'
import type { Clock } from '../../core/clock.ts'
import type { Store } from '../db/store.ts'
import { JOB_CLASSES, type JobClass } from '../jobs/classes.ts'

interface Measured {
  readonly store: Store
  readonly clock: Clock
}

interface Waiting {
  readonly class: JobClass
  readonly planned: bigint
  readonly dead: bigint
  /** Number of subjects. */
  readonly due: bigint
  readonly held: bigint
  readonly oldestDue: number | null
}

/** Times are those of the service's clock, in a sandbox the movable one. @returns one entry for each class with jobs */
export const countJobs = ({ store, clock }: Measured): Promise<readonly Waiting[]> =>
  store.query<Waiting>(WAITING, [new Date(clock.now()).toISOString()], 'jobs_waiting')

export function addJobGauges(register: Registry, measured: Measured): void {
  const { clock } = measured
  let asking: Promise<readonly Waiting[]> | undefined
  /** Gauges are collected at the same time: one query serves all of them. */
  const look = () => (asking ??= countJobs(measured).finally(() => (asking = undefined)))
  const gauge = (name: string, help: string, label: string, values: (rows: readonly Waiting[]) => [string, number][]) =>
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers: [register],
      async collect() {
        for (const [of, value] of values(await look())) this.set({ [label]: of }, value)
      },
    })
  const byClass = (value: (row: Waiting | undefined) => number) => (rows: readonly Waiting[]) =>
    JOB_CLASSES.map((name): [string, number] => [name, value(rows.find((row) => row.class === name))])
  const sum = (rows: readonly Waiting[], state: 'planned' | 'dead') =>
    rows.reduce((total, row) => total + Number(row[state]), 0)

  gauge('causeway_jobs_waiting', 'Jobs in the table: due or scheduled, and given up', 'state', (rows) => [
    ['planned', sum(rows, 'planned')],
    ['dead', sum(rows, 'dead')],
  ])
  gauge(
    'causeway_jobs_due',
    'Subjects of jobs that are due, also of those under way, by class',
    'class',
    byClass((row) => Number(row?.due ?? 0)),
  )
  gauge(
    'causeway_jobs_held',
    'Subjects of due jobs that wait for an endpoint that does not answer, by class',
    'class',
    byClass((row) => Number(row?.held ?? 0)),
  )
  gauge(
    'causeway_jobs_lag_seconds',
    'For how long the oldest due job has been due, by class',
    'class',
    byClass((row) => (row?.oldestDue == null ? 0 : Math.max(0, clock.now() - row.oldestDue) / 1000)),
  )
}

const WAITING = `
  select class, count(*) filter (where dead_at is null) as planned, count(*) filter (where dead_at is not null) as dead,
    coalesce(sum(subjects) filter (where is_due and not is_held), 0)::bigint as due,
    coalesce(sum(subjects) filter (where is_due and is_held), 0)::bigint as held,
    min(due_at) filter (where is_due and not is_held) as "oldestDue"
  from (
    select j.class, j.dead_at, j.due_at, j.dead_at is null and j.due_at <= $1::timestamptz as is_due,
      k.probe_at is not null as is_held, json_array_length(j.subjects) as subjects
    from jobs j left join circuits k on k.platform_id = j.platform_id and k.class = j.class) as each_job
  group by class`
