/**
 * Connection loss timeout tests: the timeout starts with the loss, however long the batch had waited for an answer
 * before.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addJar, drop, type JarWorld, jarWorld } from '../../test/harness/engine.ts'
import { elapsed } from '../core/clock.ts'
import { ConnectionLost, type Lane } from './database.ts'

const PATIENCE_MS = 25

describe('a commit whose answer is withheld beyond the timeout', () => {
  let world: JarWorld
  beforeAll(async () => {
    world = await jarWorld()
  })
  afterAll(() => world.close())

  it('is looked up when the connection is finally known to be lost, and answered by its first reply', async () => {
    const platformId = world.platform()
    const jarId = randomUUID()
    await world.engine().run(platformId, addJar(jarId))
    const inner = world.store.lanes[0] as Lane
    let isLost = false
    const lane: Lane = {
      ...inner,
      async atomic(work) {
        const answers = await inner.atomic(work)
        if (isLost) return answers
        isLost = true
        for (const began = elapsed(); elapsed() - began <= 2 * PATIENCE_MS; ) await world.store.query('select 1')
        throw new ConnectionLost('no answer')
      },
    }
    const engine = world.engine({ lanes: [lane], patienceMs: PATIENCE_MS })
    expect(await engine.run(platformId, drop(jarId, 1n))).toBe(1n)
    expect(engine.stats.retries).toBe(1)
    expect(await world.rows('drops', platformId)).toHaveLength(1)
  })
})
