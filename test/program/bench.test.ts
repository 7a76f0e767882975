/** Benchmark tests: every kind of work that `npm run bench` measures runs on the service, without an unexpected reply. */
import { execFileSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { drive } from '../../bench/drive.ts'
import { startService, type Target } from '../../bench/target.ts'
import { type Cast, castFor, KINDS, type Kind, stepsFor } from '../../bench/work/work.ts'
import { kind } from '../harness/database/database.ts'

const KIND_NAMES = Object.keys(KINDS) as Kind[]

describe.runIf(kind === 'embedded')('the work of the benchmark', () => {
  let target: Target
  let cast: Cast

  beforeAll(async () => {
    execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'ignore' })
    target = await startService(undefined)
    cast = await castFor(KIND_NAMES, target, { customers: 4, cardholders: 2, wallets: 2 })
  })
  afterAll(() => target.stop())

  it.each(KIND_NAMES)('%s runs, and every reply is the expected one', async (name) => {
    const load = { authorization: target.authorization, connections: 2, warmUpMs: 0, measureMs: 1 }
    const groups = [{ ports: [target.port], steps: await stepsFor(name, target, cast) }]
    expect((await drive({ ...load, groups }, { pids: {} })).done).toBeGreaterThan(0)
  })
})
