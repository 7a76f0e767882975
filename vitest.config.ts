/** Owns which tests run on what: by their names, each in one project or on both kinds of database. */
import { existsSync } from 'node:fs'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { findPostgres } from './test/postgres.ts'

const ALL = ['{contract,src,client,cli,dashboard,test}/**/*.test.ts']
const UNIT = ['**/*.unit.test.ts']
const BROWSER = ['test/browser/**/*.test.ts']
const ELSEWHERE = ['**/node_modules/**', '**/dist/**']

const project = (
  name: string,
  include: string[],
  exclude: string[],
  env: Record<string, string> = {},
): TestProjectInlineConfiguration => ({
  extends: true,
  test: { name, include, exclude: [...ELSEWHERE, ...exclude], env, globalSetup: 'test/global-setup.ts' },
})

const unit: TestProjectInlineConfiguration = {
  extends: true,
  test: { name: 'unit', include: ALL.map((glob) => glob.replace('.test.ts', '.unit.test.ts')), exclude: ELSEWHERE },
}

const database = (kind: string) => project(kind, ALL, [...UNIT, ...BROWSER], { CAUSEWAY_TEST_DATABASE: kind })

const chromium = process.env.CHROMIUM ?? '/usr/bin/chromium'
const havePostgres = process.env.DATABASE_URL !== undefined || findPostgres() !== undefined
const haveChromium = existsSync(chromium)

if (!havePostgres) console.warn('Left out: the tests on PostgreSQL. Install it, or set DATABASE_URL.')
if (!haveChromium) console.warn('Left out: the tests in a browser. Install chromium, or set CHROMIUM to its path.')

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    projects: [
      unit,
      database('embedded'),
      ...(havePostgres ? [database('postgres')] : []),
      ...(haveChromium ? [project('browser', BROWSER, UNIT, { CHROMIUM: chromium })] : []),
    ],
  },
})
