/**
 * A hundred faults under load, over one process, two processes and the embedded database: nothing acknowledged is lost,
 * and no request has two effects or a partial one.
 */
import { expect, it } from 'vitest'
import { kind } from '../harness/database/database.ts'
import type { Place } from './station.ts'
import { torture } from './torture.ts'

/** Trials, with a hundred faults in total. */
const TRIALS: readonly { readonly place: Place; readonly faults: number }[] =
  kind === 'postgres'
    ? [
        { place: 'one process', faults: 62 },
        { place: 'two processes', faults: 30 },
      ]
    : [{ place: 'embedded', faults: 8 }]
const SEED = Number(process.env.TORTURE_SEED ?? 13)

it.each(TRIALS)(
  'keeps every promise to its callers through $faults faults under load ($place)',
  { timeout: 3_600_000 },
  async ({ place, faults }) => {
    const trial = { place, seed: SEED, faults, callers: 16, pace: 150, say: console.log }
    const { violations, ...figures } = await torture(trial)
    console.log(place, figures)
    expect(violations).toEqual([])
    expect(figures.faults).toBe(faults)
    expect(figures.payments).toBeGreaterThan(faults)
  },
)
