/** Test runner behind `npm test`: vitest with whatever arguments follow, and the count of all its tests as the last line. */
import './node-version.mjs'
import { spawn } from 'node:child_process'
import { ensureInstalled } from './install.mjs'
import { runTests } from './vitest.mjs'

/** Runs eight processes that keep the cores busy beside the tests, which must pass nevertheless. */
const UNDER_LOAD = '--under-load'
/** Each ends when the process that started it has ended, for whatever reason. */
const HOG =
  'process.stdin.resume().on("close", () => process.exit()); setInterval(() => { for (const until = Date.now() + 500; Date.now() < until; ); })'

const given = process.argv.slice(2)
ensureInstalled({ dev: true })
const hogs = given.includes(UNDER_LOAD) ? Array.from({ length: 8 }, startHog) : []
const { passed, failed } = await runTests(given.filter((argument) => argument !== UNDER_LOAD))
for (const hog of hogs) hog.kill('SIGKILL')
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)

function startHog() {
  return spawn(process.execPath, ['-e', HOG], { stdio: ['pipe', 'ignore', 'ignore'] })
}
