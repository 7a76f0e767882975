/**
 * Soak test: the load of the torture test without faults for a given time, with memory and event loop of the process.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { chanceFrom } from '../simulation/chance.ts'
import { openBooks } from './books.ts'
import { openClient } from './client.ts'
import { findViolations } from './final-check.ts'
import { startLoad } from './load.ts'
import { openStation, type Place } from './station.ts'
import { startWatch } from './watch.ts'
import { openReceiver } from './webhooks.ts'
import { makeWorld } from './world.ts'

export interface Soak {
  readonly place: Place
  readonly seed: number
  readonly minutes: number
  readonly callers: number
  readonly pace: number
  readonly say: (line: string) => void
}

const EVERY_MS = 10_000
/** Maximum resident memory of one process under the default load with webhooks, for any duration. */
const RESIDENT_MAX_MB = 250

/** @returns violations of the torture test's final check, and memory above the limit */
export async function soak({ place, seed, minutes, callers, pace, say }: Soak): Promise<readonly string[]> {
  const chance = chanceFrom(seed)
  const station = await openStation(place)
  const receiver = await openReceiver(chance)
  const bases = station.processes.map(({ base }) => base)
  const client = openClient(bases, station.authorization, chance)
  const watch = startWatch(station.processes, EVERY_MS)
  try {
    await client.send('updatePlatformConfig', { body: { webhookEndpoint: receiver.url } })
    const world = await makeWorld(client, openBooks(), chance, callers)
    const load = startLoad(world, pace)
    const since = performance.now()
    let answered = client.answers
    let shown = watch.samples.length
    while (performance.now() - since < minutes * 60_000) {
      await pause(EVERY_MS)
      const rate = Math.round((client.answers - answered) / (EVERY_MS / 1_000))
      answered = client.answers
      const { seconds, resident, heap, delayP99, delayMax, handles } = watch.samples.at(-1) ?? NOTHING_YET
      if (watch.samples.length === shown) continue
      shown = watch.samples.length
      say(
        `${seconds} s: ${rate} answers/s, ${receiver.posts} posts, ${resident} MB resident, ${heap} MB heap, event loop p99 ${delayP99} ms, longest ${delayMax} ms, ${handles} handles`,
      )
    }
    await load.stop()
    await watch.stop()
    const most = Math.max(...watch.samples.map(({ resident }) => resident))
    const tooMuch = most <= RESIDENT_MAX_MB ? [] : [`${most} MB were resident, and ${RESIDENT_MAX_MB} MB are the limit`]
    say(
      `${client.answers} answers, ${receiver.posts} posts, at most ${most} MB resident (limit ${RESIDENT_MAX_MB}), slowest answer ${Math.round(client.slowestMs)} ms`,
    )
    return [...(await findViolations(station, world, receiver)), ...tooMuch]
  } finally {
    client.giveUp()
    await watch.stop()
    await station.end()
    client.close()
    await receiver.close()
  }
}

const NOTHING_YET = { seconds: 0, resident: 0, heap: 0, delayP99: 0, delayMax: 0, handles: 0 }
