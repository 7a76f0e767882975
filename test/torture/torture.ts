/** Owns the torture: kill -9 under load, again and again, and the question afterwards whether anything was lost. */
import { setTimeout as pause } from 'node:timers/promises'
import { startLoad } from './load.ts'
import { type Verdict, verify } from './verify.ts'
import { startService } from './victims.ts'

export type Kill = 'process' | 'database' | 'both'

export interface Tortured extends Verdict {
  readonly kills: number
  /** Milliseconds until ready again, the longest. */
  readonly slowest: number
}

/**
 * @param kills what is killed, one after another
 * @param connections how many requests are under way at any moment
 * @param say hears of each kill
 */
export async function torture(
  kills: readonly Kill[],
  connections: number,
  say: (line: string) => void,
): Promise<Tortured> {
  const service = await startService()
  try {
    const load = await startLoad(service, connections)
    let slowest = 0
    for (const [i, kill] of kills.entries()) {
      await load.more(connections * 2 + Math.floor(Math.random() * 300))
      // Answers come in batches, so right after one is always the same point of the way; any other must be struck as well.
      await pause(Math.random() * 50)
      const ready = await { process: service.killProcess, database: service.killDatabase, both: service.killBoth }[
        kill
      ]()
      slowest = Math.max(slowest, ready)
      say(
        `${i + 1}/${kills.length} killed ${kill === 'both' ? 'both' : `the ${kill}`}, ready again after ${Math.round(ready)} ms, ${load.acknowledged()} answers so far`,
      )
    }
    await load.more(connections)
    await load.stop()
    return { ...(await verify(service, load)), kills: kills.length, slowest }
  } finally {
    await service.end()
  }
}
