/** Test projects: which tests run on what, by their names, each in one project or on both kinds of database. */
import { existsSync } from 'node:fs'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { findPgBouncer } from './test/harness/database/pooler.ts'
import { findPostgres } from './test/harness/database/postgres.ts'
import { LongestFirst } from './test/harness/longest-first.ts'

const ALL = '{contract,src,client,cli,dashboard,test}/**/*.test.ts'
const UNIT = '{contract,src,client,cli,dashboard,test}/**/*.unit.test.ts'
const BROWSER = 'test/browser/**/*.test.ts'
const ELSEWHERE = ['**/node_modules/**', '**/dist/**']

const chromium = process.env.CHROMIUM ?? '/usr/bin/chromium'
const havePostgres = process.env.DATABASE_URL !== undefined || findPostgres() !== undefined
const havePooler = havePostgres && findPgBouncer() !== undefined
const haveChromium = existsSync(chromium)

/** Bounds a hang, and nothing else: on a machine whose cores are all busy a test takes many times as long as alone. */
const DEADLINE_MS = 600_000
/** Bounds one wait for what a test expects, so that the failure says what it waited for. */
const WAIT_MS = 180_000

/** Files share a process, and the modules that it has loaded: loading them again takes longer than most files do. What a test changes of the process, it puts back. */
const project = (name: string, test: TestProjectInlineConfiguration['test']): TestProjectInlineConfiguration => ({
  test: {
    name,
    pool: 'forks',
    isolate: false,
    testTimeout: DEADLINE_MS,
    hookTimeout: DEADLINE_MS,
    expect: { poll: { timeout: WAIT_MS } },
    exclude: ELSEWHERE,
    ...test,
  },
})

/** What does not depend on the kind of database: on PostgreSQL where it is installed, otherwise embedded. */
const ON_ONE_DATABASE = [
  '**/*refusals.test.ts',
  'cli/{developer/*,mcp}.test.ts',
  'client/package.test.ts',
  'src/{dashboard,documentation,mcp,operator}/**/*.test.ts',
  'src/domain/{agents,cards,customers,payments,sandbox,wallets}/**/*.test.ts',
  'src/domain/platform/api-requests.test.ts',
  'src/infra/request-log/*.test.ts',
  'src/domain/events/{deliver-events,events,resume-deliveries}.test.ts',
  'test/deploy/*.test.ts',
  'test/every-operation/*.test.ts',
  'test/rails/**/*.test.ts',
  'test/resilience/{hammer-identity,overload,platform-wall,restricted-role,rolling-restart}.test.ts',
  'test/program/{sandbox-package,two-banks}.test.ts',
  'test/rules/docs.test.ts',
  'test/uma/stock-clients.test.ts',
]

const onDatabase = (kind: 'embedded' | 'postgres') =>
  project(kind, {
    include: [ALL],
    exclude: [...ELSEWHERE, UNIT, BROWSER, ...(kind === 'embedded' && havePostgres ? ON_ONE_DATABASE : [])],
    globalSetup: 'test/harness/database/global-setup.ts',
    env: { CAUSEWAY_TEST_DATABASE: kind },
  })

/** What meets a pooler most: the engine, the store, and requests from end to end. CAUSEWAY_TEST_POOLER=all: everything. */
const POOLED = [
  'src/engine/{engine,assumptions,absences,locks,model,unknown-commit}.test.ts',
  'src/infra/db/{store,values,migrate,pooled}.test.ts',
  'test/resilience/{hammer,one-transaction,database-away}.test.ts',
  'test/journeys/*.test.ts',
]

/**
 * Counts and ends the sessions of its own connections: behind a pooler a session belongs to no connection. Creates a
 * role: the pooler lets in only those of its file.
 */
const NOT_POOLED = ['src/infra/db/postgres.test.ts', 'test/resilience/restricted-role.test.ts']

/** Through PgBouncer in transaction mode: each transaction may meet another session of the server. */
const onPooler = () =>
  project('pooled', {
    include: process.env.CAUSEWAY_TEST_POOLER === 'all' ? [ALL] : POOLED,
    exclude: [...ELSEWHERE, UNIT, BROWSER, ...NOT_POOLED],
    globalSetup: 'test/harness/database/global-setup.ts',
    env: { CAUSEWAY_TEST_DATABASE: 'postgres', CAUSEWAY_TEST_POOLED: 'yes' },
  })

const inBrowser = (chromium: string) =>
  project('browser', {
    include: [BROWSER],
    isolate: true,
    globalSetup: 'test/harness/database/global-setup.ts',
    env: { CHROMIUM: chromium, BROWSER_WAIT_MS: `${WAIT_MS}` },
  })

if (!havePostgres) console.warn('Left out: the tests on PostgreSQL. Install it, or set DATABASE_URL.')
if (havePostgres && !havePooler)
  console.warn('Left out: the tests behind a pooler. Install PgBouncer 1.21 or newer, or set PGBOUNCER to its path.')
if (!haveChromium) console.warn('Left out: the tests in a browser. Install chromium, or set CHROMIUM to its path.')

export default defineConfig({
  test: {
    maxWorkers: 2,
    teardownTimeout: DEADLINE_MS,
    sequence: { sequencer: LongestFirst },
    projects: [
      project('unit', { include: [UNIT] }),
      onDatabase('embedded'),
      ...(havePostgres ? [onDatabase('postgres')] : []),
      ...(havePooler ? [onPooler()] : []),
      ...(haveChromium ? [inBrowser(chromium)] : []),
    ],
  },
})
