/** Command declaration tests: declared reads affect only round trips; the signature is required before the rule. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addJar, addLid, type JarWorld, jars, jarWorld, lids, outcomes } from '../../test/harness/engine.ts'
import { refuse } from '../core/refusal.ts'
import { SignatureNeeded, type SignatureRequirement, type Signer } from '../core/signature.ts'
import { command, type Read, type SeenRows } from './command.ts'
import type { Rows } from './rows.ts'

let world: JarWorld
beforeAll(async () => {
  world = await jarWorld()
})
afterAll(() => world.close())

/** Moves coins from one jar to another; a lid counts the moves. */
interface Pour {
  readonly from: string
  readonly to: string
  readonly lid: string
  readonly coins: bigint
}
type Reads = (seen: SeenRows, pour: Pour) => readonly Read[]

const pour = (reads: Reads | undefined) =>
  command({
    ...(reads && { reads }),
    run(rows: Rows, { from, to, lid, coins }: Pour) {
      const source = rows.get(jars, from)
      if (source.coins < coins) refuse('INSUFFICIENT_BALANCE', 'The jar does not hold enough')
      rows.change(jars, source, { coins: source.coins - coins })
      const target = rows.get(jars, to)
      rows.change(jars, target, { coins: target.coins + coins })
      const counted = rows.get(lids, lid)
      return rows.change(lids, counted, { turns: counted.turns + 1 }).turns
    },
  })

const all: Reads = (_, { from, to, lid }) => [
  [jars, from],
  [jars, to],
  [lids, lid],
]
const inSteps: Reads = (seen, { from, to, lid }) => [
  [jars, from],
  ...(seen.lastSeen(jars, from) ? [[jars, to] as const] : []),
  ...(seen.lastSeen(jars, to) ? [[lids, lid] as const] : []),
]
/** Rows that do not exist, rows that the rule does not read, some of those that it reads, one of them only seen, one twice. */
const wrong: Reads = (seen, { from, to, lid }) => [
  [jars, otherId(from)],
  [lids, from],
  [jars, to, 'peek'],
  [jars, to],
  [jars, to],
  ...(seen.lastSeen(lids, lid) ? [] : [[lids, to, 'peek'] as const]),
]
/** Another id, the same in every run. */
const otherId = (id: string) => `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`

async function poured(reads: Reads | undefined) {
  const platformId = world.platform()
  const [a, b, c, lid] = [1, 2, 3, 4].map(() => randomUUID()) as [string, string, string, string]
  const setup = world.engine()
  for (const made of [addJar(a, 10n), addJar(b, 0n), addJar(c, 5n), addLid(lid)]) await setup.run(platformId, made)
  // A new engine has nothing in its row cache.
  const engine = world.engine()
  const run = pour(reads)
  const steps: Pour[] = [
    { from: a, to: b, lid, coins: 4n },
    { from: b, to: c, lid, coins: 5n },
    { from: b, to: c, lid, coins: 3n },
    { from: c, to: randomUUID(), lid, coins: 1n },
    { from: randomUUID(), to: a, lid, coins: 1n },
    { from: c, to: a, lid, coins: 8n },
  ]
  const replies = await outcomes(steps.map((step) => engine.run(platformId, (rows) => run(rows, step))))
  const rounds = engine.stats.rounds
  const again = await outcomes(steps.slice(0, 2).map((step) => engine.run(platformId, (rows) => run(rows, step))))
  const kept = new Map((await world.rows('jars', platformId)).map(({ id, coins }) => [id, coins]))
  const turns = (await world.rows('lids', platformId)).map((row) => row.turns)
  return { rounds, outcome: { replies, again, coins: [a, b, c].map((id) => kept.get(id)), turns } }
}

describe('the rows that a command declares', () => {
  it('are fetched in one round trip, and without a declaration one after another', async () => {
    expect((await poured(all)).rounds).toBe(1)
    expect((await poured(undefined)).rounds).toBeGreaterThan(1)
  })

  it('may depend on rows that an earlier run has fetched', async () => {
    expect((await poured(inSteps)).rounds).toBeGreaterThan(1)
  })

  it.each([
    ['none', () => []],
    ['some', inSteps],
    ['wrong ones', wrong],
    ['all', all],
  ] as const)('change nothing else: %s', async (_what, reads) => {
    const { outcome } = await poured(undefined)
    expect(outcome).toEqual({
      replies: [1, 'INSUFFICIENT_BALANCE', 2, 'INTERNAL_ACCOUNT_NOT_FOUND', 'INTERNAL_ACCOUNT_NOT_FOUND', 3],
      again: [4, 5],
      coins: [10n, 0n, 5n],
      turns: [5],
    })
    expect((await poured(reads)).outcome).toEqual(outcome)
  })
})

describe('the signature that a command declares', () => {
  const requirement: SignatureRequirement = {
    operation: 'pour',
    statement: 'Pour it.',
    parameters: { coins: '1' },
    accountIds: ['a'],
  }
  const signer: Signer = { accountIds: ['a'], parameters: { coins: '1' }, challengeId: 'c', session: undefined }
  const ran: (string | undefined)[] = []
  const signed = command({
    signature: (_rows, needed: boolean) => {
      if (!needed) ran.push('asked')
      return needed ? requirement : undefined
    },
    run: (_rows, _needed, by) => ran.push(by?.challengeId),
  })
  const attempt = (needed: boolean, by?: Signer) => {
    ran.length = 0
    return world.engine().run(world.platform(), (rows) => void signed(rows, needed, by))
  }

  it('is required before the rule, with what must be signed', async () => {
    const needed = await attempt(true).catch((error: unknown) => error)
    expect(needed).toBeInstanceOf(SignatureNeeded)
    expect(needed).toMatchObject({ requirement })
    expect(ran).toEqual([])
  })

  it('lets the rule run when it was given for the same request', async () => {
    await attempt(true, signer)
    expect(ran).toEqual(['c'])
  })

  it('is refused when it was given for another request', async () => {
    const other = { ...signer, parameters: { coins: '2' } }
    await expect(attempt(true, other)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    expect(ran).toEqual([])
  })

  it('is not needed where the command declares none', async () => {
    await attempt(false)
    expect(ran).toEqual(['asked', undefined])
  })
})
