/**
 * Torture script, `npm run torture`: faults under load against one process, two processes and the embedded database, on
 * 127.0.0.1 only.
 */
import { parseArgs } from 'node:util'
import { catchSeededBugs } from './seeded-bugs.ts'
import { soak } from './soak.ts'
import type { Place } from './station.ts'
import { torture } from './torture.ts'

const { values } = parseArgs({
  options: {
    /** The same seed plans the same faults and chooses the same payments; their timing depends on the machine. */
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    faults: { type: 'string', default: '100' },
    minutes: { type: 'string' },
    /** `one process`, `two processes` or `embedded`, or a prefix. */
    place: { type: 'string' },
    callers: { type: 'string', default: '24' },
    /** Operations a second. */
    pace: { type: 'string' },
    soak: { type: 'boolean', default: false },
    'seeded-bugs': { type: 'boolean', default: false },
    bug: { type: 'string' },
  },
})
const PLACES: readonly Place[] = ['one process', 'two processes', 'embedded']
/** Shares of the places in a run over all of them. */
const SHARES: Readonly<Record<Place, number>> = { 'one process': 0.46, 'two processes': 0.46, embedded: 0.08 }
const SOAK_PACE = 200
const PACE = 400

const seed = Number(values.seed)
const callers = Number(values.callers)
const minutes = values.minutes === undefined ? undefined : Number(values.minutes)
const chosen = PLACES.filter((place) => place.startsWith(values.place ?? ''))
const say = console.log

async function tortureAll(): Promise<boolean> {
  let violated = 0
  for (const place of chosen) {
    const share = chosen.length === 1 ? 1 : SHARES[place]
    const { violations, ...figures } = await torture({
      place,
      seed,
      faults: Math.ceil(Number(values.faults) * share),
      ...(minutes !== undefined && { minutes: minutes * share }),
      callers,
      pace: Number(values.pace ?? PACE),
      say,
    })
    say(place, figures, `${violations.length} violations`)
    tell(violations)
    violated += violations.length
  }
  return violated === 0
}

async function soakFirst(): Promise<boolean> {
  const place = chosen[0] ?? 'one process'
  const violations = await soak({
    place,
    seed,
    minutes: minutes ?? 10,
    callers,
    pace: Number(values.pace ?? SOAK_PACE),
    say,
  })
  tell(violations)
  return violations.length === 0
}

function tell(violations: readonly string[]): void {
  for (const violation of violations) say(`- ${violation}`)
}

say(`seed ${seed}`)
const isGood = await (values['seeded-bugs']
  ? catchSeededBugs(seed, say, values.bug)
  : values.soak
    ? soakFirst()
    : tortureAll())
process.exitCode = isGood ? 0 : 1
