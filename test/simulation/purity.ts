/** Purity check of a command: the same rows, time and ids give the same result. */
import { seededIds } from '../../src/core/ids.ts'
import type { Command, Rows } from '../../src/engine/rows.ts'
import type { MemoryEngine } from '../harness/memory-engine.ts'
import { must } from './books.ts'

const TAKEN_BACK = Symbol('taken back')

/**
 * Runs a command twice and rolls both runs back.
 * @param withIds sets the engine's source of ids, and restores the usual one when called without
 */
export function compareTwoRuns(
  engine: MemoryEngine,
  withIds: (ids?: (now: number) => string) => void,
  platformId: string,
  command: Command<unknown>,
): void {
  const [first, second] = [1, 2].map(() => {
    withIds(seededIds(1))
    const calls: unknown[] = []
    try {
      engine.run(platformId, (rows) => {
        calls.length = 0 // the engine may repeat a command when a row was missing
        calls.push(command(traced(rows, calls)))
        throw TAKEN_BACK
      })
    } catch (reason) {
      if (reason !== TAKEN_BACK) calls.push(reason)
    }
    return textOf(calls)
  })
  withIds()
  must(first === second, 'a command did something else the second time')
}

/** Rows that record every call. */
const traced = (rows: Rows, calls: unknown[]): Rows =>
  new Proxy(rows, {
    get(target, name: keyof Rows) {
      const part: unknown = target[name]
      if (typeof part !== 'function') return part
      return (...given: unknown[]) => {
        calls.push(name, given)
        return part.apply(target, given)
      }
    },
  })

/** Replies and events are serialized late, by functions, whose results are compared as well. */
const textOf = (calls: unknown[]): string =>
  JSON.stringify(calls, (_, part) => {
    if (typeof part === 'bigint') return `${part}n`
    if (typeof part === 'function') return part()
    return part?.kind === 'table' || part?.kind === 'log' ? part.name : part
  })
