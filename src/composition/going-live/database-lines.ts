/** Checklist lines about PostgreSQL: version, durability, encryption, roles, backups and time. */
import { guardDurability, standbyFault } from '../../infra/db/guard.ts'
import { type Line, type Opened, unless } from './line.ts'

async function serverSettings({ query }: Opened, names: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await query<{ name: string; setting: string }>(
    'select name, setting from pg_settings where name = any($1)',
    [names],
  )
  return new Map(rows.map(({ name, setting }) => [name, setting]))
}

const one = async <Row>({ query }: Opened, text: string): Promise<Row> => (await query<Row>(text))[0] as Row

/** Connections of a process besides its lanes: readers, and one for migrations. */
const OTHER_CONNECTIONS = 9
const AHEAD_MAX_MS = 1000
/** A server with traffic archives more often than this. */
const ARCHIVED_WITHIN_HOURS = 24

export const databaseLines: readonly Line<Opened>[] = [
  {
    id: 'database-version',
    must: 'PostgreSQL is 15 or newer, and durable: `fsync`, `full_page_writes` and `synchronous_commit` are on.',
    remedy: 'Upgrade the server, or set them with `alter system`.',
    fault: async ({ query }) => {
      const error = await guardDurability({ kind: 'postgres', query }).then(
        () => undefined,
        (reason: Error) => reason.message,
      )
      return error
    },
  },
  {
    id: 'database-standby',
    must: 'Commits wait for a standby, so that losing the server loses nothing that was acknowledged.',
    remedy:
      'Set `synchronous_standby_names` and leave `synchronous_commit` at `on`, or use a managed database that replicates its disk, and accept this line.',
    fault: async (opened) =>
      standbyFault(await serverSettings(opened, ['synchronous_standby_names', 'synchronous_commit'])),
  },
  {
    id: 'database-checksums',
    must: 'Pages have checksums, so that disk corruption is detected.',
    remedy: 'Run `pg_checksums --enable` while the server is stopped.',
    fault: async (opened) =>
      unless(
        (await serverSettings(opened, ['data_checksums'])).get('data_checksums') === 'on',
        'data_checksums is off',
      ),
  },
  {
    id: 'database-tls',
    must: 'The connection to the database is encrypted, and its certificate is verified.',
    remedy: 'Add `?sslmode=verify-full` to `DATABASE_URL`.',
    fault: async (opened) => {
      const { isLocal, isEncrypted } = await one<{ isLocal: boolean; isEncrypted: boolean | null }>(
        opened,
        `select inet_client_addr() is null or inet_client_addr() <<= '127.0.0.0/8' or inet_client_addr() = '::1' as "isLocal",
          (select ssl from pg_stat_ssl where pid = pg_backend_pid()) as "isEncrypted"`,
      )
      if (isLocal) return undefined
      if (!isEncrypted) return 'The connection is not encrypted'
      const mode = new URL(opened.config.databaseUrl as string).searchParams.get('sslmode')
      return unless(
        mode === 'verify-full' || mode === 'verify-ca',
        `sslmode is ${mode}: the certificate is not checked`,
      )
    },
  },
  {
    id: 'database-role',
    must: 'The service’s role owns no tables and cannot change append-only ones.',
    remedy:
      'Let another role own the tables, and run `causeway db grants <role> --apply` with it: see [roles](deploying.md#roles-of-the-database).',
    fault: async (opened) => {
      const role = await one<{ isSuper: boolean; owns: boolean; changes: boolean }>(
        opened,
        `select (select rolsuper from pg_roles where rolname = current_user) as "isSuper",
          (select pg_has_role(current_user, relowner, 'usage') from pg_class where oid = 'postings'::regclass) as owns,
          has_table_privilege('postings', 'update, delete, truncate, trigger') as changes`,
      )
      if (role.isSuper) return 'It is a superuser'
      if (role.owns) return 'It owns the tables, and can disable their triggers'
      return unless(!role.changes, 'It may change postings')
    },
  },
  {
    id: 'database-platforms',
    must: 'Row-level security separates the platforms for the service’s role, in every table that has rows of platforms.',
    remedy: 'Run `causeway db grants <role> --apply` with the owner: see [roles](deploying.md#roles-of-the-database).',
    fault: async (opened) => {
      const { open, example } = await one<{ open: number; example: string | null }>(
        opened,
        `select count(*)::int as open, min(c.relname) as example from pg_class c
         where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not row_security_active(c.oid)
           and exists (select from pg_attribute where attrelid = c.oid and attname = 'platform_id' and not attisdropped)`,
      )
      return unless(open === 0, `It does not in ${open} tables, such as ${example}`)
    },
  },
  {
    id: 'database-connections',
    must: 'The server allows enough connections for two processes.',
    remedy: 'Raise `max_connections`, or use PgBouncer.',
    fault: async (opened) => {
      const settings = await serverSettings(opened, ['max_connections', 'superuser_reserved_connections'])
      const free = Number(settings.get('max_connections')) - Number(settings.get('superuser_reserved_connections'))
      const needed = 2 * (opened.config.lanes + OTHER_CONNECTIONS)
      return unless(free >= needed, `There are ${free}; two processes need ${needed}`)
    },
  },
  {
    id: 'database-pooler',
    must: 'If there is a pooler, it supports prepared statements.',
    remedy: 'Use PgBouncer 1.21 or newer in transaction mode with `max_prepared_statements = 200`.',
    fault: async ({ query }) => {
      const twice = Array.from({ length: 40 }, () => query('select 1 as pooled', [], 'going_live_pooled'))
      const failed = (await Promise.allSettled(twice)).find((result) => result.status === 'rejected')
      return failed && `Prepared statements fail: ${(failed as PromiseRejectedResult).reason.message}`
    },
  },
  {
    id: 'database-time',
    must: 'The clock of this machine is within a second of the database’s.',
    remedy: 'Synchronize both with NTP.',
    fault: ({ aheadMs }) =>
      unless(
        Math.abs(aheadMs) < AHEAD_MAX_MS,
        `It is ${Math.abs(Math.round(aheadMs))} ms ${aheadMs > 0 ? 'ahead' : 'behind'}`,
      ),
  },
  {
    id: 'backups',
    must: 'The write-ahead log is archived, so that the database can be restored to any point in time.',
    remedy:
      'Set `archive_mode` and `archive_command`, with pgBackRest or WAL-G for instance; for a managed database, enable its backups and accept this line.',
    fault: async (opened) => {
      const settings = await serverSettings(opened, ['archive_mode'])
      if (!['on', 'always'].includes(settings.get('archive_mode') ?? '')) return 'archive_mode is off'
      const { fails, recent } = await one<{ fails: boolean; recent: boolean }>(
        opened,
        `select coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as fails,
          coalesce(last_archived_time > now() - interval '${ARCHIVED_WITHIN_HOURS} hours', false) as recent from pg_stat_archiver`,
      )
      if (fails) return 'The last attempt to archive failed'
      return unless(recent, `Nothing was archived within ${ARCHIVED_WITHIN_HOURS} hours`)
    },
  },
  {
    id: 'installation',
    must: 'The tables are those of this version, and the installation is a production one.',
    remedy: 'Start the service once.',
    fault: async ({ query }) => {
      const [row] = await query<{ mode: string }>('select mode from installation')
      return unless(row?.mode === 'production', row ? `It is a ${row.mode}` : 'The service was never started on it')
    },
  },
]
