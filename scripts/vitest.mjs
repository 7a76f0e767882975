/** Vitest run with counts of passed and failed tests. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './install.mjs'

/**
 * Runs the tests that the arguments of vitest ask for and waits for them. A run that fails without a failed test
 * (nothing found, interrupted, crashed) is one failure.
 * @returns {Promise<{ passed: number, failed: number }>}
 */
export async function runTests(args = []) {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-count-'))
  const countFile = join(folder, 'count.json')
  const reporters = args.some((arg) => arg.startsWith('--reporter')) ? [] : ['--reporter=default']
  const vitest = spawn(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', ...reporters, '--reporter=./scripts/count-reporter.mjs', ...args],
    { cwd: root, stdio: 'inherit', env: { ...process.env, TEST_COUNT_FILE: countFile } },
  )
  process.on('SIGINT', () => {}) // vitest gets the signal from the terminal too and cleans up; wait for it
  process.on('SIGTERM', () => vitest.kill('SIGTERM'))
  const [status] = await once(vitest, 'exit')
  const { passed, failed } = read(countFile)
  rmSync(folder, { recursive: true })
  return { passed, failed: status === 0 ? failed : Math.max(failed, 1) }
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return { passed: 0, failed: 1 }
  }
}
