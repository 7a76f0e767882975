/** Hold tests: held money cannot be spent twice, and every hold ends captured or released. */
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { MemoryEngine } from '../../../test/harness/memory-engine.ts'
import { newId } from '../../core/ids.ts'
import { type AccountStatus, type Balance, balances } from './balance.ts'
import { type Hold, hold, holds, release, resize, settle } from './hold.ts'
import { house, houseBalances } from './house.ts'
import { type Movement, post, postings } from './post.ts'

const PLATFORM = '01900000-0000-7000-8000-000000000001'
const ALICE = '01900000-0000-7000-8000-00000000000a'
const SHOP = house('transit', 'USD')

let engine: MemoryEngine

const cause = () => ({ id: newId(engine.now), version: 1 })
const open = (posted: bigint, status: AccountStatus = 'ACTIVE') => {
  engine = new MemoryEngine([holds, balances, houseBalances, postings], 1_800_000_000_000)
  engine.run(PLATFORM, (rows) => {
    rows.add(balances, {
      id: ALICE,
      status,
      posted: 0n,
      held: 0n,
      privateEnabled: null,
      version: 0,
      updatedAt: rows.now,
    })
    if (posted > 0n) post(rows, cause(), [{ from: house('rails', 'USD'), to: ALICE, currency: 'USD', amount: posted }])
  })
}
const holdUsd = (amount: bigint): Hold => engine.run(PLATFORM, (rows) => hold(rows, ALICE, amount)).hold
const releaseHold = (holdId: string) => engine.run(PLATFORM, (rows) => release(rows, holdId))
const capture = (holdId: string, amount: bigint) =>
  engine.run(PLATFORM, (rows) => settle(rows, holdId, cause(), [pays(amount)]))
const pays = (amount: bigint): Movement => ({ from: ALICE, to: SHOP, currency: 'USD', amount })
const balance = () => engine.rows(balances)[0] as Balance
const holdOf = ({ id }: Hold) => engine.rows(holds).find((row) => row.id === id)
const refusal = (code: string) => expect.objectContaining({ code })

beforeEach(() => open(1_000n))

describe('hold', () => {
  it('reserves money without moving it', () => {
    const { id } = holdUsd(600n)
    expect(balance()).toMatchObject({ posted: 1_000n, held: 600n })
    expect(engine.rows(holds)).toMatchObject([{ id, accountId: ALICE, amount: 600n, status: 'OPEN' }])
  })

  it('reserves the last unit and not one more', () => {
    holdUsd(600n)
    expect(() => holdUsd(401n)).toThrow(refusal('INSUFFICIENT_BALANCE'))
    holdUsd(400n)
    expect(balance().held).toBe(1_000n)
  })

  it.each([0n, -1n])('throws for an amount of %s', (amount) => {
    expect(() => holdUsd(amount)).toThrow('must be positive')
  })

  it.each(['PENDING', 'FROZEN', 'CLOSED'] as const)('409 for an account that is %s', (status) => {
    open(0n, status)
    expect(() => holdUsd(1n)).toThrow(refusal('ACCOUNT_NOT_ACTIVE'))
  })

  it('makes one version of the balance', () => {
    const { version } = balance()
    holdUsd(1n)
    expect(balance().version).toBe(version + 1)
  })
})

describe('release', () => {
  it('releases the whole hold, once', () => {
    const held = holdUsd(600n)
    releaseHold(held.id)
    expect(balance()).toMatchObject({ posted: 1_000n, held: 0n })
    expect(holdOf(held)).toMatchObject({ status: 'RELEASED', amount: 0n })
    expect(() => releaseHold(held.id)).toThrow(refusal('INVALID_STATE_TRANSITION'))
    expect(balance().held).toBe(0n)
  })
})

describe('settle', () => {
  it('captures what was held', () => {
    const held = holdUsd(600n)
    capture(held.id, 600n)
    expect(balance()).toMatchObject({ posted: 400n, held: 0n })
    expect(holdOf(held)).toMatchObject({ status: 'SETTLED', amount: 0n })
  })

  it('captures less and releases the rest', () => {
    capture(holdUsd(600n).id, 250n)
    expect(balance()).toMatchObject({ posted: 750n, held: 0n })
  })

  it('captures more if the account covers it, but nothing of another hold', () => {
    const first = holdUsd(600n)
    holdUsd(300n)
    expect(() => capture(first.id, 701n)).toThrow(refusal('INSUFFICIENT_BALANCE'))
    expect(holdOf(first)).toMatchObject({ status: 'OPEN', amount: 600n })
    capture(first.id, 700n)
    expect(balance()).toMatchObject({ posted: 300n, held: 300n })
  })

  it('makes one version of the balance', () => {
    const held = holdUsd(600n)
    const { version } = balance()
    capture(held.id, 600n)
    expect(balance().version).toBe(version + 1)
  })

  it('409 for a hold that was settled or released', () => {
    const [settled, released] = [holdUsd(1n), holdUsd(1n)]
    capture(settled.id, 1n)
    releaseHold(released.id)
    for (const { id } of [settled, released]) expect(() => capture(id, 1n)).toThrow(refusal('INVALID_STATE_TRANSITION'))
  })
})

describe('settle, keeping a part of the hold', () => {
  const payPart = (holdId: string, amount: bigint, keep: bigint) =>
    engine.run(PLATFORM, (rows) => settle(rows, holdId, cause(), [pays(amount)], keep))

  it('captures one part, and the other stays held under the same hold', () => {
    const held = holdUsd(600n)
    payPart(held.id, 250n, 350n)
    expect(balance()).toMatchObject({ posted: 750n, held: 350n })
    expect(holdOf(held)).toMatchObject({ status: 'OPEN', amount: 350n })
    payPart(held.id, 350n, 0n)
    expect(balance()).toMatchObject({ posted: 400n, held: 0n })
    expect(holdOf(held)).toMatchObject({ status: 'SETTLED', amount: 0n })
  })

  it('cannot capture what it keeps', () => {
    const held = holdUsd(1_000n)
    expect(() => payPart(held.id, 600n, 401n)).toThrow(refusal('INSUFFICIENT_BALANCE'))
    expect(() => payPart(held.id, 1n, 1_001n)).toThrow('between zero and the amount of the hold')
    expect(balance()).toMatchObject({ posted: 1_000n, held: 1_000n })
  })
})

describe('resize', () => {
  const change = (holdId: string, amount: bigint) => engine.run(PLATFORM, (rows) => resize(rows, holdId, amount))

  it('holds less, or more up to the balance', () => {
    const held = holdUsd(600n)
    change(held.id, 400n)
    expect(balance()).toMatchObject({ posted: 1_000n, held: 400n })
    change(held.id, 1_000n)
    expect(holdOf(held)).toMatchObject({ status: 'OPEN', amount: 1_000n })
    expect(() => change(held.id, 1_001n)).toThrow(refusal('INSUFFICIENT_BALANCE'))
    expect(() => change(held.id, 0n)).toThrow('must be positive')
    expect(balance().held).toBe(1_000n)
  })

  it('409 for a hold that was released', () => {
    const { id } = holdUsd(1n)
    releaseHold(id)
    expect(() => change(id, 2n)).toThrow(refusal('INVALID_STATE_TRANSITION'))
  })
})

describe('any sequence of holds, releases and captures', () => {
  const step = fc.record({
    what: fc.constantFrom('hold', 'release', 'settle', 'spend'),
    which: fc.nat(5),
    amount: fc.bigInt(1n, 500n),
  })

  it('keeps the held amount at the sum of open holds, and within the balance', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        open(1_000n)
        const made: Hold[] = []
        for (const { what, which, amount } of steps) {
          const chosen = made[which % Math.max(made.length, 1)]
          try {
            if (what === 'hold') made.push(holdUsd(amount))
            else if (what === 'spend') engine.run(PLATFORM, (rows) => post(rows, cause(), [pays(amount)]))
            else if (chosen) what === 'release' ? releaseHold(chosen.id) : capture(chosen.id, amount)
          } catch (reason) {
            expect(['INSUFFICIENT_BALANCE', 'INVALID_STATE_TRANSITION']).toContain((reason as { code: string }).code)
          }
        }
        const sum = engine.rows(holds).reduce((total, row) => total + (row.status === 'OPEN' ? row.amount : 0n), 0n)
        expect(balance().held).toBe(sum)
        expect(balance().held).toBeLessThanOrEqual(balance().posted)
      }),
      { numRuns: 100 },
    )
  })
})
