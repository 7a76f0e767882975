/** Owns the proof of holds: money set aside cannot be spent twice, and goes exactly one way in the end. */
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { MemoryEngine } from '../../../test/harness/memory-engine.ts'
import { type AccountStatus, type Balance, balances } from './balance.ts'
import { type Hold, hold, holds, release, resize, settle } from './hold.ts'
import { house, houseBalances } from './house.ts'
import { type Movement, post, postings } from './post.ts'

const PLATFORM = '01900000-0000-7000-8000-000000000001'
const ALICE = '01900000-0000-7000-8000-00000000000a'
const SHOP = house('transit', 'USD')

let engine: MemoryEngine

const cause = () => ({ id: engine.set.newId(), version: 1 })
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
const setAside = (amount: bigint): Hold => engine.run(PLATFORM, (rows) => hold(rows, ALICE, amount)).hold
const letGo = (holdId: string) => engine.run(PLATFORM, (rows) => release(rows, holdId))
const payOut = (holdId: string, amount: bigint) =>
  engine.run(PLATFORM, (rows) => settle(rows, holdId, cause(), [pays(amount)]))
const pays = (amount: bigint): Movement => ({ from: ALICE, to: SHOP, currency: 'USD', amount })
const balance = () => engine.rows(balances)[0] as Balance
const holdOf = ({ id }: Hold) => engine.rows(holds).find((row) => row.id === id)
const refusal = (code: string) => expect.objectContaining({ code })

beforeEach(() => open(1_000n))

describe('hold', () => {
  it('sets money aside without moving it', () => {
    const { id } = setAside(600n)
    expect(balance()).toMatchObject({ posted: 1_000n, held: 600n })
    expect(engine.rows(holds)).toMatchObject([{ id, accountId: ALICE, amount: 600n, status: 'OPEN' }])
  })

  it('takes the last unit and not one more', () => {
    setAside(600n)
    expect(() => setAside(401n)).toThrow(refusal('INSUFFICIENT_BALANCE'))
    setAside(400n)
    expect(balance().held).toBe(1_000n)
  })

  it.each([0n, -1n])('does not hold %s', (amount) => {
    expect(() => setAside(amount)).toThrow('above zero')
  })

  it.each(['PENDING', 'FROZEN', 'CLOSED'] as const)('409 in an account that is %s', (status) => {
    open(0n, status)
    expect(() => setAside(1n)).toThrow(refusal('ACCOUNT_NOT_ACTIVE'))
  })

  it('counts as a version of the balance', () => {
    const { version } = balance()
    setAside(1n)
    expect(balance().version).toBe(version + 1)
  })
})

describe('release', () => {
  it('lets the whole hold go, once', () => {
    const held = setAside(600n)
    letGo(held.id)
    expect(balance()).toMatchObject({ posted: 1_000n, held: 0n })
    expect(holdOf(held)).toMatchObject({ status: 'RELEASED', amount: 0n })
    expect(() => letGo(held.id)).toThrow(refusal('INVALID_STATE_TRANSITION'))
    expect(balance().held).toBe(0n)
  })
})

describe('settle', () => {
  it('pays what was held', () => {
    const held = setAside(600n)
    payOut(held.id, 600n)
    expect(balance()).toMatchObject({ posted: 400n, held: 0n })
    expect(holdOf(held)).toMatchObject({ status: 'SETTLED', amount: 0n })
  })

  it('pays less and lets the rest go', () => {
    payOut(setAside(600n).id, 250n)
    expect(balance()).toMatchObject({ posted: 750n, held: 0n })
  })

  it('pays more when the account covers it, but not out of another hold', () => {
    const first = setAside(600n)
    setAside(300n)
    expect(() => payOut(first.id, 701n)).toThrow(refusal('INSUFFICIENT_BALANCE'))
    expect(holdOf(first)).toMatchObject({ status: 'OPEN', amount: 600n })
    payOut(first.id, 700n)
    expect(balance()).toMatchObject({ posted: 300n, held: 300n })
  })

  it('counts once as a version of the balance', () => {
    const held = setAside(600n)
    const { version } = balance()
    payOut(held.id, 600n)
    expect(balance().version).toBe(version + 1)
  })

  it('409 for a hold that was settled or released', () => {
    const [settled, released] = [setAside(1n), setAside(1n)]
    payOut(settled.id, 1n)
    letGo(released.id)
    for (const { id } of [settled, released]) expect(() => payOut(id, 1n)).toThrow(refusal('INVALID_STATE_TRANSITION'))
  })
})

describe('settle with a part that stays', () => {
  const payPart = (holdId: string, amount: bigint, keep: bigint) =>
    engine.run(PLATFORM, (rows) => settle(rows, holdId, cause(), [pays(amount)], keep))

  it('pays, and keeps it set aside under the same hold', () => {
    const held = setAside(600n)
    payPart(held.id, 250n, 350n)
    expect(balance()).toMatchObject({ posted: 750n, held: 350n })
    expect(holdOf(held)).toMatchObject({ status: 'OPEN', amount: 350n })
    payPart(held.id, 350n, 0n)
    expect(balance()).toMatchObject({ posted: 400n, held: 0n })
    expect(holdOf(held)).toMatchObject({ status: 'SETTLED', amount: 0n })
  })

  it('cannot pay with what stays', () => {
    const held = setAside(1_000n)
    expect(() => payPart(held.id, 600n, 401n)).toThrow(refusal('INSUFFICIENT_BALANCE'))
    expect(() => payPart(held.id, 1n, 1_001n)).toThrow('a part of itself')
    expect(balance()).toMatchObject({ posted: 1_000n, held: 1_000n })
  })
})

describe('resize', () => {
  const change = (holdId: string, amount: bigint) => engine.run(PLATFORM, (rows) => resize(rows, holdId, amount))

  it('sets less aside, or more as far as there is any', () => {
    const held = setAside(600n)
    change(held.id, 400n)
    expect(balance()).toMatchObject({ posted: 1_000n, held: 400n })
    change(held.id, 1_000n)
    expect(holdOf(held)).toMatchObject({ status: 'OPEN', amount: 1_000n })
    expect(() => change(held.id, 1_001n)).toThrow(refusal('INSUFFICIENT_BALANCE'))
    expect(() => change(held.id, 0n)).toThrow('above zero')
    expect(balance().held).toBe(1_000n)
  })

  it('409 for a hold that was released', () => {
    const { id } = setAside(1n)
    letGo(id)
    expect(() => change(id, 2n)).toThrow(refusal('INVALID_STATE_TRANSITION'))
  })
})

describe('any sequence of holds', () => {
  const step = fc.record({
    what: fc.constantFrom('hold', 'release', 'settle', 'spend'),
    which: fc.nat(5),
    amount: fc.bigInt(1n, 500n),
  })

  it('holds the sum of what is open, and never more than is there', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        open(1_000n)
        const made: Hold[] = []
        for (const { what, which, amount } of steps) {
          const chosen = made[which % Math.max(made.length, 1)]
          try {
            if (what === 'hold') made.push(setAside(amount))
            else if (what === 'spend') engine.run(PLATFORM, (rows) => post(rows, cause(), [pays(amount)]))
            else if (chosen) what === 'release' ? letGo(chosen.id) : payOut(chosen.id, amount)
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
