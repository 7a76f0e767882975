/** Faults of the torture test: kinds, weights, and how each is caused. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Chance } from '../simulation/chance.ts'
import type { Served } from './program.ts'
import type { Place, Station } from './station.ts'
import type { Wire } from './wire.ts'

/** Called before processes are killed or stopped, because their event loops say nothing about the service then. */
type Excuse = (served: Served) => void

interface Fault {
  /** Where it can happen, and its weight among the others. */
  readonly weight: Readonly<Record<Place, number>>
  /** Resolves when the broken part is restored; readiness of the service is checked afterwards. */
  strike(station: Station, chance: Chance, excuse: Excuse): Promise<void>
}

const everywhere = (weight: number) => ({ 'one process': weight, 'two processes': weight, embedded: weight })
const onWire = (weight: number) => ({ ...everywhere(weight), embedded: 0 })

const killAll = (processes: readonly Served[], excuse: Excuse) =>
  Promise.all(
    processes.map((served) => {
      excuse(served)
      return served.kill()
    }),
  )
const startAll = (processes: readonly Served[]) => Promise.all(processes.map((served) => served.start()))
const anyWire = ({ wires }: Station, chance: Chance): Wire => chance.of(wires)

async function restartAll({ processes, crashDatabase, startDatabase }: Station, excuse: Excuse): Promise<void> {
  await Promise.all([killAll(processes, excuse), crashDatabase()])
  await startDatabase()
  await startAll(processes)
}

export const FAULTS = {
  'process killed': {
    weight: { 'one process': 4, 'two processes': 5, embedded: 8 },
    async strike({ processes }, chance, excuse) {
      const served = [chance.of(processes)]
      await killAll(served, excuse)
      await startAll(served)
    },
  },
  'all processes killed': {
    weight: { ...onWire(0), 'two processes': 2 },
    async strike({ processes }, _, excuse) {
      await killAll(processes, excuse)
      await startAll(processes)
    },
  },
  /** One process after another, as in an upgrade. */
  'rolling restart': {
    weight: { ...onWire(0), 'two processes': 2 },
    async strike({ processes }, _, excuse) {
      for (const served of processes) {
        excuse(served)
        await served.end()
        await served.start()
      }
    },
  },
  'database killed': {
    weight: onWire(5),
    async strike({ crashDatabase, startDatabase }) {
      await crashDatabase()
      await startDatabase()
    },
  },
  'processes and database killed': {
    weight: onWire(1),
    strike: (station, _, excuse) => restartAll(station, excuse),
  },
  'cut at the commit': {
    weight: onWire(10),
    strike: (station, chance) => anyWire(station, chance).cutAtCommit(),
  },
  'silence at the commit, then cut': {
    weight: onWire(4),
    strike: (station, chance) => anyWire(station, chance).cutAtCommit(chance.below(1_500)),
  },
  'cut inside a packet': {
    weight: onWire(6),
    strike: (station, chance) => anyWire(station, chance).cutInside(),
  },
  'connections reset': {
    weight: onWire(5),
    strike: async (station, chance) => anyWire(station, chance).reset(),
  },
  'wire stalled': {
    weight: onWire(4),
    strike: (station, chance) => anyWire(station, chance).stall(100 + chance.below(900)),
  },
  'database away': {
    weight: onWire(3),
    strike: (station, chance) => anyWire(station, chance).away(chance.below(1_500)),
  },
  /** Longer than callers wait: the answer that they get then must be true. */
  'database away from a commit on': {
    weight: onWire(1),
    strike: (station, chance) => anyWire(station, chance).leaveAtCommit(6_000 + chance.below(1_000)),
  },
  'process stopped': {
    weight: everywhere(3),
    async strike({ processes }, chance, excuse) {
      const served = chance.of(processes)
      excuse(served)
      served.stop()
      await pause(100 + chance.below(900))
      served.resume()
    },
  },
} satisfies Record<string, Fault>

export type FaultName = keyof typeof FAULTS

/**
 * Every kind of the place once, up to `count`, and further ones by weight; in random order.
 * @param only leaves the other kinds out
 */
export function planFaults(place: Place, count: number, chance: Chance, only?: readonly FaultName[]): FaultName[] {
  const all = (Object.keys(FAULTS) as FaultName[]).filter((name) => FAULTS[name].weight[place] > 0)
  const names = all.filter((name) => only?.includes(name) ?? true)
  const weighted = names.flatMap((name) => Array.from({ length: FAULTS[name].weight[place] }, () => name))
  const plan = Array.from({ length: count }, (_, nth) => names[nth] ?? chance.of(weighted))
  for (let i = plan.length - 1; i > 0; i--) {
    const j = chance.below(i + 1)
    ;[plan[i], plan[j]] = [plan[j] as FaultName, plan[i] as FaultName]
  }
  return plan
}
