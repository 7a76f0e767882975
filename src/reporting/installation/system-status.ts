/** Status of the system: program, database, migrations and waiting jobs. */
import type { DatabaseStatus, JobClassStatus, SystemStatus } from '../../../contract/installation/system.ts'
import { API_VERSION } from '../../../contract/openapi.ts'
import manifest from '../../../package.json' with { type: 'json' }
import type { Clock } from '../../core/clock.ts'
import { isoTime } from '../../core/time.ts'
import type { Store } from '../../infra/db/store.ts'
import { JOB_CLASSES } from '../../infra/jobs/classes.ts'
import { countJobs } from '../../infra/telemetry/job-gauges.ts'

export async function getSystemStatus(needs: { readonly store: Store; readonly clock: Clock }): Promise<SystemStatus> {
  const { store } = needs
  const [installations, database, jobs] = await Promise.all([
    store.query<{ mode: SystemStatus['mode'] }>('select mode from installation'),
    readDatabase(store),
    readJobs(needs),
  ])
  return {
    version: manifest.version,
    apiVersion: API_VERSION,
    mode: installations[0]?.mode ?? 'sandbox',
    node: process.versions.node,
    startedAt: isoTime(performance.timeOrigin),
    database,
    jobs,
  }
}

async function readDatabase(store: Store): Promise<DatabaseStatus> {
  const [row] = await store.query<Omit<DatabaseStatus, 'kind' | 'lastMigrationAt'> & { lastMigrationAt: number }>(
    DATABASE,
  )
  if (!row) throw new Error('No migration has run')
  return { kind: store.kind, ...row, lastMigrationAt: isoTime(row.lastMigrationAt) }
}
const DATABASE = `
  select current_setting('server_version') as version, count(*) over ()::int as migrations, name as "lastMigration",
    applied_at as "lastMigrationAt"
  from schema_migrations order by name desc limit 1`

async function readJobs(needs: { readonly store: Store; readonly clock: Clock }): Promise<JobClassStatus[]> {
  const rows = await countJobs(needs)
  return JOB_CLASSES.map((name) => {
    const row = rows.find((one) => one.class === name)
    const [due, held, planned, dead] = [row?.due, row?.held, row?.planned, row?.dead].map((count) => Number(count ?? 0))
    return {
      name,
      due: due as number,
      held: held as number,
      planned: planned as number,
      dead: dead as number,
      ...(row?.oldestDue != null && { oldestDueAt: isoTime(row.oldestDue) }),
    }
  })
}
