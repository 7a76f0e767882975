/** In-memory engine: commands, time and a seed, without a database. */
import { describe, expect, it } from 'vitest'
import { seededIds } from '../../src/core/ids.ts'
import { refuse } from '../../src/core/refusal.ts'
import type { Command } from '../../src/engine/rows.ts'
import { addJar, drop, drops, HOUSE, jarSchema, jars, labels, noted, notes, sums, textOf } from './engine.ts'
import { MemoryEngine } from './memory-engine.ts'

const ME = '00000000-0000-7000-8000-00000000000a'
const OTHER = '00000000-0000-7000-8000-00000000000b'
const JAR = '00000000-0000-7000-8000-000000000001'
const engine = () => new MemoryEngine(jarSchema, 1_000, { ids: seededIds(7) })

describe('the engine in memory', () => {
  it('keeps the effects of commands, each in its own batch', () => {
    const memory = engine()
    memory.run(ME, addJar(JAR, 5n))
    expect(memory.run(ME, drop(JAR, 2n))).toBe(7n)
    expect(memory.rows(jars)).toMatchObject([{ id: JAR, coins: 7n, openedAt: 1_000 }])
    expect(memory.appended(drops)).toMatchObject([{ platformId: ME, row: { coins: 2n } }])
    expect(memory.sums(sums)).toEqual(new Map([[HOUSE, -2n]]))
    const batchOf: Command<string> = (rows) => rows.batchId
    expect(memory.run(ME, batchOf)).not.toBe(memory.run(ME, batchOf))
  })

  it('rolls back everything that a command did before it refused or failed', () => {
    const memory = engine()
    memory.run(ME, addJar(JAR, 5n))
    for (const end of [() => refuse('CONFLICT', 'After all'), () => (undefined as any).coins]) {
      const half: Command<unknown> = (rows) => {
        drop(JAR, 1n)(rows)
        rows.remove(jars, rows.get(jars, JAR))
        addJar(JAR, 50n)(rows)
        rows.add(labels, { id: JAR, text: 'jam' })
        return end()
      }
      expect(() => memory.run(ME, half)).toThrow()
    }
    expect(memory.rows(jars)).toMatchObject([{ coins: 5n }])
    expect([memory.rows(labels), memory.appended(drops)]).toEqual([[], []])
    expect([...memory.sums(sums).values()].filter(Boolean)).toEqual([])
  })

  it('shows a platform its own rows only', () => {
    const memory = engine()
    memory.run(ME, addJar(JAR, 5n))
    expect(memory.run(OTHER, (rows) => [rows.find(jars, JAR), rows.peek(jars, JAR), rows.presume(jars, JAR)])).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect(() => memory.run(OTHER, drop(JAR, 1n))).toThrow(
      expect.objectContaining({ code: 'INTERNAL_ACCOUNT_NOT_FOUND' }),
    )
  })

  it('gives the first reply again under the same name', () => {
    const memory = engine()
    memory.run(ME, addJar(JAR, 5n))
    const replies = [1n, 2n].map((coins) => memory.run(ME, noted('once', drop(JAR, coins))))
    expect(replies).toEqual(['6', '6'])
    expect(memory.rows(notes).map(({ body }) => textOf(body))).toEqual(['6'])
  })

  it('repeats a run exactly with the same seed, ids included', () => {
    const run = () => {
      const memory = engine()
      memory.run(ME, addJar(JAR, 5n))
      memory.now = 2_000
      memory.run(ME, drop(JAR, 2n))
      return [memory.rows(jars), memory.appended(drops), memory.now]
    }
    expect(run()).toEqual(run())
  })
})
