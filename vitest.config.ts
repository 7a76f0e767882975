/** Owns which tests run on what: by their names, each in one project or on both kinds of database. */
import { existsSync } from 'node:fs'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { findPostgres } from './test/postgres.ts'

const ALL = '{contract,src,client,cli,dashboard,test}/**/*.test.ts'
const UNIT = '{contract,src,client,cli,dashboard,test}/**/*.unit.test.ts'
const BROWSER = 'test/browser/**/*.test.ts'
const ELSEWHERE = ['**/node_modules/**', '**/dist/**']

/** Files share a process, and the modules that it has loaded: loading them again takes longer than most files do. What a test changes of the process, it puts back. */
const project = (name: string, test: TestProjectInlineConfiguration['test']): TestProjectInlineConfiguration => ({
  test: { name, pool: 'forks', isolate: false, testTimeout: 30_000, hookTimeout: 30_000, exclude: ELSEWHERE, ...test },
})

const onDatabase = (kind: 'embedded' | 'postgres') =>
  project(kind, {
    include: [ALL],
    exclude: [...ELSEWHERE, UNIT, BROWSER],
    globalSetup: 'test/global-setup.ts',
    env: { CAUSEWAY_TEST_DATABASE: kind },
  })

const inBrowser = (chromium: string) =>
  project('browser', {
    include: [BROWSER],
    isolate: true,
    testTimeout: 60_000,
    // As long as the browser itself waits for what is asked of it.
    expect: { poll: { timeout: 15_000 } },
    globalSetup: 'test/global-setup.ts',
    env: { CHROMIUM: chromium },
  })

const chromium = process.env.CHROMIUM ?? '/usr/bin/chromium'
const havePostgres = process.env.DATABASE_URL !== undefined || findPostgres() !== undefined
const haveChromium = existsSync(chromium)

if (!havePostgres) console.warn('Left out: the tests on PostgreSQL. Install it, or set DATABASE_URL.')
if (!haveChromium) console.warn('Left out: the tests in a browser. Install chromium, or set CHROMIUM to its path.')

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      project('unit', { include: [UNIT] }),
      onDatabase('embedded'),
      ...(havePostgres ? [onDatabase('postgres')] : []),
      ...(haveChromium ? [inBrowser(chromium)] : []),
    ],
  },
})
