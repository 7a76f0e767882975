/** Torture test: faults under load, one after another, and the final check. */
import { chanceFrom } from '../simulation/chance.ts'
import { openBooks } from './books.ts'
import { openClient } from './client.ts'
import { FAULTS, type FaultName, planFaults } from './faults.ts'
import { findViolations } from './final-check.ts'
import { startLoad } from './load.ts'
import type { Program } from './program.ts'
import { openStation, type Place } from './station.ts'
import { startWatch } from './watch.ts'
import { openReceiver } from './webhooks.ts'
import { makeWorld } from './world.ts'

export interface Trial {
  readonly place: Place
  readonly seed: number
  readonly faults: number
  /** No faults after this many minutes; absent: until all faults were made. */
  readonly minutes?: number
  readonly callers: number
  /** Operations a second. */
  readonly pace: number
  /** Absent: every kind of fault. */
  readonly only?: readonly FaultName[]
  /** Absent: the unmodified service. */
  readonly program?: Program
  /** How long acknowledged work may take to complete; absent: long enough for a busy machine. */
  readonly settleWithinMs?: number
  readonly say: (line: string) => void
}

export interface Verdict {
  readonly faults: number
  readonly answers: number
  readonly payments: number
  /** Attempts whose answer did not state the outcome, and those among them that had taken effect. */
  readonly unanswered: number
  readonly unansweredApplied: number
  readonly posts: number
  /** Longest times in milliseconds: until ready after a fault, until an answer, and that an event loop was blocked. */
  readonly slowestReadyMs: number
  readonly slowestAnswerMs: number
  readonly longestBlockMs: number
  readonly violations: readonly string[]
}

/** Maximum CPU time for which an event loop may be blocked. */
const BLOCKED_MS = 10_000

export async function torture(trial: Trial): Promise<Verdict> {
  const { place, seed, callers, pace, say } = trial
  const chance = chanceFrom(seed)
  const station = await openStation(place, trial.program)
  const receiver = await openReceiver(chance)
  const client = openClient(
    station.processes.map(({ base }) => base),
    station.authorization,
    chance,
  )
  const books = openBooks()
  const watch = startWatch(station.processes, 500)
  try {
    await client.send('updatePlatformConfig', { body: { webhookEndpoint: receiver.url } })
    const world = await makeWorld(client, books, chance, callers)
    const load = startLoad(world, pace)
    const deadline = performance.now() + (trial.minutes ?? Infinity) * 60_000
    const plan = planFaults(place, trial.faults, chance, trial.only)
    let struck = 0
    let slowestReadyMs = 0
    for (const name of plan) {
      if (performance.now() > deadline) break
      await load.more(chance.below(100))
      const readyMs = await strike(name)
      slowestReadyMs = Math.max(slowestReadyMs, readyMs)
      say(`${++struck}/${plan.length} ${place}: ${name}, ready again after ${readyMs} ms, ${client.answers} answers`)
    }
    await load.more(callers)
    await load.stop()
    await watch.stop()
    const violations = await findViolations(station, world, receiver, trial.settleWithinMs)
    if (watch.longestMs > BLOCKED_MS) violations.push(`An event loop stood still for ${watch.longestMs} ms`)
    return {
      faults: struck,
      answers: client.answers,
      payments: books.payments.size,
      ...unanswered(),
      posts: receiver.posts,
      slowestReadyMs,
      slowestAnswerMs: Math.round(client.slowestMs),
      longestBlockMs: watch.longestMs,
      violations,
    }
  } finally {
    client.giveUp()
    await watch.stop()
    await station.end()
    client.close()
    await receiver.close()
  }

  async function strike(name: FaultName): Promise<number> {
    const since = performance.now()
    await FAULTS[name].strike(station, chance, watch.excuse)
    await station.ready()
    return Math.round(performance.now() - since)
  }
  function unanswered() {
    const lost = client.journal.filter(({ tries }) => tries.some((it) => it === 'SILENT' || it === 'UNKNOWN'))
    const repeated = lost.filter(({ reply }) => reply?.replayed || reply?.body.code === 'QUOTE_ALREADY_EXECUTED')
    const found = books.openExecutions.filter(({ transactionId }) => books.payments.has(transactionId))
    return { unanswered: lost.length, unansweredApplied: repeated.length + found.length }
  }
}
