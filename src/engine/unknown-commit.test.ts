/**
 * Unknown commit tests: a command has its effect exactly once, or its outcome is reported as unknown, when the
 * connection breaks around its commit.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { kind } from '../../test/harness/database/database.ts'
import {
  addJar,
  drops,
  type JarWorld,
  jars,
  jarWorld,
  outcomes,
  type Trouble,
  times,
  watched,
} from '../../test/harness/engine.ts'
import { openPostgres } from '../infra/db/postgres.ts'
import { ConnectionLost, type Lane, type Send, type Statement } from './database.ts'
import type { Command } from './rows.ts'

/**
 * Puts one coin into a jar and answers with the id of the drop: deliberately different in every run, to tell them
 * apart.
 */
const putOne =
  (jarId: string): Command<string> =>
  (rows) => {
    const jar = rows.get(jars, jarId)
    rows.change(jars, jar, { coins: jar.coins + 1n })
    const id = randomUUID()
    rows.append(drops, { jarId, id, coins: 1n })
    return id
  }

describe('a commit whose answer is lost', () => {
  let world: JarWorld
  beforeAll(async () => {
    world = await jarWorld()
  })
  afterAll(() => world.close())

  const oneJar = async () => {
    const platformId = world.platform()
    const jarId = randomUUID()
    await world.engine().run(platformId, addJar(jarId))
    /** The ids of all drops in order of creation, after a check that they sum to what the jar holds. */
    const dropped = async () => {
      const ids = (await world.rows('drops', platformId)).map(({ id }) => id).sort()
      expect(await world.rows('jars', platformId)).toMatchObject([{ coins: BigInt(ids.length) }])
      return ids
    }
    return { platformId, jarId, dropped }
  }
  const troubled = (...troubles: Trouble[]) => {
    const lane = watched(world.store.lanes[0]!)
    lane.troubles.push(...troubles)
    return { lane, engine: world.engine({ lanes: [lane], patienceMs: 2000 }) }
  }

  it('was stored: 50 commands are not run again, and the first replies are returned', async () => {
    const { platformId, jarId, dropped } = await oneJar()
    const { engine, lane } = troubled('lost after the commit')
    const replies = await Promise.all(times(50, () => engine.run(platformId, putOne(jarId))))
    expect(await dropped()).toEqual(replies.toSorted())
    expect(lane.transactions).toEqual([[['see_jars'], ['mark', 'change_jars', 'append_drops']], [['mark']]])
    expect(engine.stats).toMatchObject({ batches: 1, retries: 1, divided: 0 })
  })

  it('was not stored: 50 commands are run by the retry, after its marker', async () => {
    const { platformId, jarId, dropped } = await oneJar()
    const { engine, lane } = troubled('lost before the commit')
    const replies = await Promise.all(times(50, () => engine.run(platformId, putOne(jarId))))
    expect(await dropped()).toEqual(replies.toSorted())
    expect(lane.transactions[1]).toEqual([['mark'], ['see_jars'], ['lock_jars'], ['change_jars', 'append_drops']])
    expect(engine.stats).toMatchObject({ batches: 1, retries: 1, divided: 0 })
  })

  const fates: Trouble[] = ['lost while reading', 'lost before the commit', 'lost after the commit', { code: '40P01' }]
  const sequences = fates.flatMap((first) => [
    [first],
    ...fates.flatMap((second) => [
      [first, second],
      [first, second, first],
    ]),
  ])
  it(`leaves each command executed once, after each of ${sequences.length} sequences of failures`, async () => {
    for (const troubles of sequences) {
      const { platformId, jarId, dropped } = await oneJar()
      const { engine } = troubled(...troubles)
      const replies = await Promise.all(times(4, () => engine.run(platformId, putOne(jarId))))
      expect([troubles, await dropped()]).toEqual([troubles, replies.toSorted()])
    }
  })

  it('returns the replies even when there was nothing to write', async () => {
    const { platformId, jarId } = await oneJar()
    for (const trouble of ['lost after the commit', 'lost before the commit'] as const) {
      const { engine } = troubled(trouble)
      expect(await engine.run(platformId, (rows) => rows.get(jars, jarId).coins)).toBe(0n)
    }
  })

  it('stays unknown when the retry cannot be stored either: no command is run alone, because the first attempt may still be stored', async () => {
    const { platformId, jarId, dropped } = await oneJar()
    const { engine } = troubled('lost before the commit', { code: '23514' })
    const replies = await outcomes(times(4, () => engine.run(platformId, putOne(jarId))))
    expect(replies).toEqual(times(4, () => 'OUTCOME_UNKNOWN'))
    expect(await dropped()).toEqual([])
    expect(await engine.run(platformId, putOne(jarId))).toBe((await dropped())[0])
  })

  it('stays unknown when the database stays unreachable', async () => {
    const { platformId, jarId, dropped } = await oneJar()
    const lane = watched(world.store.lanes[0]!)
    const engine = world.engine({ lanes: [lane], patienceMs: 100 })
    lane.troubles.push('lost after the commit', ...times(20, () => 'lost while reading' as const))
    expect(await outcomes([engine.run(platformId, putOne(jarId))])).toEqual(['OUTCOME_UNKNOWN'])
    expect(await dropped()).toHaveLength(1)
  })

  describe('with a connection that is gone before anything could happen', () => {
    const away: Lane = { atomic: () => Promise.reject(new ConnectionLost('away')) }

    it('is refused with 503, for waiting callers as well', async () => {
      const engine = world.engine({ lanes: [away], patienceMs: 100, batchMax: 2 })
      const replies = await outcomes(times(9, () => engine.run(world.platform(), (rows) => rows.newId())))
      expect(replies).toEqual(times(9, () => 'SERVICE_UNAVAILABLE'))
      await engine.drained()
    })

    it('continues when the database is back in time', async () => {
      const { platformId, jarId, dropped } = await oneJar()
      const { engine } = troubled(...times(8, () => 'lost while reading' as const))
      const replies = await Promise.all(times(4, () => engine.run(platformId, putOne(jarId))))
      expect(await dropped()).toEqual(replies.toSorted())
      expect(engine.stats.retries).toBe(8)
    })
  })
})

describe.runIf(kind === 'postgres')('a connection that PostgreSQL', () => {
  let world: JarWorld
  beforeAll(async () => {
    world = await jarWorld()
  })
  afterAll(() => world.close())

  const oneJar = async () => {
    const platformId = world.platform()
    const jarId = randomUUID()
    await world.engine().run(platformId, addJar(jarId))
    return { platformId, jarId }
  }
  const dropped = async (platformId: string) => (await world.rows('drops', platformId)).map(({ id }) => id).sort()

  it('ends 20 times under load costs no caller its command', async () => {
    const { platformId, jarId } = await oneJar()
    const engine = world.engine({ lanes: world.store.lanes })
    const end =
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and query not like '%terminate%'"
    const replies: string[] = []
    let ended = 0
    const callers = times(32, async () => {
      while (ended < 20) replies.push(await engine.run(platformId, putOne(jarId)))
    })
    for (; ended < 20; ended++) await world.store.query(end)
    await Promise.all(callers)
    expect(engine.stats.retries).toBeGreaterThan(0)
    expect(await dropped(platformId)).toEqual(replies.sort())
    expect(await world.rows('jars', platformId)).toMatchObject([{ coins: BigInt(replies.length) }])
  })

  /** The engine has lost the first attempt, but the server keeps it open with all its writes until the test ends it. */
  const halfDead = async () => {
    const impatient = await openPostgres(`${world.database.url}?options=-c%20lock_timeout%3D100ms`)
    const [first, second] = impatient.lanes as [Lane, Lane]
    let end = (_fate: 'commit' | 'rollback') => {}
    const fate = new Promise<string>((resolve) => {
      end = resolve
    })
    let undead: Promise<unknown> = Promise.resolve()
    const leave = (work: (send: Send) => Promise<readonly Statement[]>) =>
      new Promise<never>((_, lose) => {
        undead = first.atomic(async (send) => {
          await send(await work(send))
          lose(new ConnectionLost('half dead'))
          if ((await fate) === 'rollback') throw new Error('rolled back')
          return []
        })
        undead.catch(() => {})
      })
    let tries = 0
    const lane = watched({ atomic: (work) => (tries++ === 0 ? leave(work) : second.atomic(work)) })
    const retried = async () => {
      while (tries < 3) await world.store.query('select 1')
    }
    const close = async (fate: 'commit' | 'rollback') => {
      end(fate)
      await undead.catch(() => {})
      await impatient.close()
    }
    return { lane, retried, end, close }
  }

  it.each(['commit', 'rollback'] as const)('has not finished yet is waited for, and its %s counts', async (fate) => {
    const { platformId, jarId } = await oneJar()
    const { lane, retried, end, close } = await halfDead()
    const engine = world.engine({ lanes: [lane] })
    const running = Promise.all(times(4, () => engine.run(platformId, putOne(jarId))))
    await retried()
    end(fate)
    const replies = await running
    expect(await dropped(platformId)).toEqual(replies.toSorted())
    expect(lane.errors).toContain('55P03')
    await close(fate)
  })

  it('has not finished and commits after the caller got OUTCOME_UNKNOWN does so once', async () => {
    const { platformId, jarId } = await oneJar()
    const { lane, close } = await halfDead()
    const engine = world.engine({ lanes: [lane] })
    expect(await outcomes(times(4, () => engine.run(platformId, putOne(jarId))))).toEqual(
      times(4, () => 'OUTCOME_UNKNOWN'),
    )
    await close('commit')
    expect(await dropped(platformId)).toHaveLength(4)
    expect(await world.rows('jars', platformId)).toMatchObject([{ coins: 4n }])
  })

  it('refuses is answered with 503', async () => {
    const refusing = await openPostgres('postgres://causeway@127.0.0.1:1/nothing')
    const engine = world.engine({ lanes: refusing.lanes, patienceMs: 100 })
    expect(await outcomes([engine.run(world.platform(), (rows) => rows.find(jars, randomUUID()))])).toEqual([
      'SERVICE_UNAVAILABLE',
    ])
    await refusing.close()
  })
})
