/** In-flight rows: a command that needs rows of another batch waits for that batch, and no other command waits with it. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { kind, openStore } from '../../test/harness/database/database.ts'
import { addJar, addLid, drop, type JarWorld, jarWorld, times, turn, watched } from '../../test/harness/engine.ts'
import type { Store } from '../infra/db/store.ts'

// The embedded database has one lane.
describe.skipIf(kind === 'embedded')('two lanes of an engine', () => {
  let world: JarWorld
  let other: Store
  beforeAll(async () => {
    world = await jarWorld()
    other = await openStore(world.database)
  })
  afterAll(async () => {
    await other.close()
    await world.close()
  })

  /** A second batch starts as soon as any caller waits. */
  const withJars = async (count: number) => {
    const lanes = [watched(other.lanes[0]!), watched(world.store.lanes[0]!)] as const
    const engine = world.engine({ lanes, batchMax: 4 })
    const platformId = world.platform()
    const jars = times(count, () => randomUUID())
    await Promise.all(jars.map((id) => world.engine().run(platformId, addJar(id))))
    const put = (i: number) => engine.run(platformId, drop(jars[i] as string, 1n))
    return { engine, platformId, jars, put, first: lanes[1] }
  }

  it('let a command wait for the batch that has its row, and continue with the others', async () => {
    const { engine, put, first } = await withJars(3)
    let holding: Promise<bigint> | undefined
    let goOn = () => {}
    await new Promise<void>((reached) => {
      first.troubles.push(() => {
        reached()
        return new Promise<void>((resolve) => (goOn = resolve))
      })
      holding = put(0)
    })
    const waiting = put(0)
    expect(await Promise.all([put(1), put(2)])).toEqual([1n, 1n])
    expect(engine.stats.asides).toBe(1)
    goOn()
    expect(await Promise.all([holding, waiting])).toEqual([1n, 2n])
  })

  it('assume nothing about a row of the other one’s batch', async () => {
    const { engine, platformId, put, first } = await withJars(3)
    const id = randomUUID()
    await engine.run(platformId, addLid(id))
    const again = () => engine.run(platformId, turn(id))
    let holding: Promise<number> | undefined
    let goOn = () => {}
    await new Promise<void>((reached) => {
      first.troubles.push(() => {
        reached()
        return new Promise<void>((resolve) => (goOn = resolve))
      })
      holding = again()
    })
    const waiting = again()
    expect(await Promise.all([put(1), put(2)])).toEqual([1n, 1n])
    goOn()
    expect(await Promise.all([holding, waiting])).toEqual([1, 2])
    expect(engine.stats).toMatchObject({ asides: 1, refuted: 0, retries: 0 })
  })

  it('release the rows of a batch when it has ended', async () => {
    const { engine, put } = await withJars(1)
    for (const turn of times(6, (i) => i)) expect(await put(0)).toBe(BigInt(turn + 1))
    expect(engine.stats.asides).toBe(0)
  })

  it('lose and duplicate nothing when 400 commands want two of three jars each', async () => {
    const { engine, platformId, jars } = await withJars(3)
    const pairs = times(400, (i) => [jars[i % 3] as string, jars[(i + 1) % 3] as string])
    await Promise.all(
      pairs.map(([from, to]) =>
        engine.run(platformId, (rows) => [drop(from as string, 2n)(rows), drop(to as string, 1n)(rows)]),
      ),
    )
    const left = await Promise.all(jars.map((id) => engine.run(platformId, drop(id, 0n))))
    expect(left.reduce((sum, coins) => sum + coins, 0n)).toBe(1200n)
    expect(engine.stats.asides).toBeGreaterThan(0)
    expect(engine.stats.divided).toBe(0)
  })
})
