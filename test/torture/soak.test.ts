/**
 * Memory under load: resident size of a process with webhooks and without faults, over the minute in which its young
 * generation grows.
 */
import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { kind } from '../harness/database/database.ts'
import { soak } from './soak.ts'

describe.runIf(kind === 'postgres')('one process under load', () => {
  it('stays within its memory limit and answers every request correctly', { timeout: 1_800_000 }, async () => {
    // Sources compiled at run time would need half as much again.
    execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'ignore' })
    const load = { place: 'one process', seed: 5, minutes: 0.5, callers: 16, pace: 150, say: console.log } as const
    expect(await soak(load)).toEqual([])
  })
})
