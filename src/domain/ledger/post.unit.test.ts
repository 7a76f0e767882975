/** Posting tests: money is neither created nor lost, and no balance of a customer goes below zero. */
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { HOUSE_ROLES, type HouseRole } from '../../../contract/ledger/house-accounts.ts'
import { MemoryEngine } from '../../../test/harness/memory-engine.ts'
import { type AccountStatus, type Balance, balances } from './balance.ts'
import { hold, holds } from './hold.ts'
import { house, houseBalances, houseName, isHouse } from './house.ts'
import { type Movement, post, postings } from './post.ts'

const PLATFORM = '01900000-0000-7000-8000-000000000001'
const ALICE = '01900000-0000-7000-8000-00000000000a'
const BRUNO = '01900000-0000-7000-8000-00000000000b'
const schema = [holds, balances, houseBalances, postings]

let engine: MemoryEngine
let causes: number

const open = (id: string, posted = 0n, status: AccountStatus = 'ACTIVE') =>
  engine.run(PLATFORM, (rows) => {
    const empty = { id, status, posted: 0n, held: 0n, privateEnabled: null, version: 0, updatedAt: rows.now }
    rows.add(balances, empty)
    if (posted > 0n) post(rows, cause(), [usd(house('rails', 'USD'), id, posted)])
  })
const cause = (version = 1) => ({ id: `01900000-0000-7000-8000-${String(++causes).padStart(12, '0')}`, version })
const usd = (from: string, to: string, amount: bigint): Movement => ({ from, to, currency: 'USD', amount })
const move = (...movements: Movement[]) => engine.run(PLATFORM, (rows) => post(rows, cause(), movements))
const balance = (id: string) => engine.rows(balances).find((row) => row.id === id) as Balance
const posted = (id: string) => balance(id).posted
const ledger = () => engine.appended(postings).map(({ row }) => row)
const inHouse = (role: HouseRole, currency = 'USD') => engine.sums(houseBalances).get(house(role, currency)) ?? 0n
const attempt =
  (...movements: Movement[]) =>
  () =>
    move(...movements)
const refusal = (code: string) => expect.objectContaining({ code })

beforeEach(() => {
  engine = new MemoryEngine(schema, 1_800_000_000_000)
  causes = 0
  open(ALICE, 1_000n)
  open(BRUNO)
})

describe('post', () => {
  it('debits one account, credits another with the same amount, and returns both balances', () => {
    const changed = move(usd(ALICE, BRUNO, 300n))
    expect([posted(ALICE), posted(BRUNO)]).toEqual([700n, 300n])
    expect(changed.map(({ id, posted }) => [id, posted])).toEqual([
      [ALICE, 700n],
      [BRUNO, 300n],
    ])
  })

  it('writes one posting per movement, with the balances right after', () => {
    move(usd(ALICE, BRUNO, 300n), usd(BRUNO, house('fees', 'USD'), 1n))
    expect(ledger().slice(-2)).toMatchObject([
      { line: 100, debitAccount: ALICE, creditAccount: BRUNO, amount: 300n, debitAfter: 700n, creditAfter: 300n },
      {
        line: 101,
        debitAccount: BRUNO,
        creditAccount: house('fees', 'USD'),
        amount: 1n,
        debitAfter: 299n,
        creditAfter: null,
      },
    ])
  })

  it('numbers the lines of a later version of the same transaction separately', () => {
    const { id } = cause()
    engine.run(PLATFORM, (rows) => {
      post(rows, { id, version: 1 }, [usd(ALICE, BRUNO, 1n)])
      post(rows, { id, version: 2 }, [usd(BRUNO, ALICE, 1n)])
    })
    expect(
      ledger()
        .slice(-2)
        .map(({ line }) => line),
    ).toEqual([100, 200])
  })

  it('makes one version of a balance for all movements of a cause', () => {
    const { version } = balance(ALICE)
    move(usd(ALICE, BRUNO, 1n), usd(ALICE, house('fees', 'USD'), 1n), usd(BRUNO, ALICE, 1n))
    expect(balance(ALICE).version).toBe(version + 1)
  })

  it('spends the last unit and not one more', () => {
    expect(attempt(usd(ALICE, BRUNO, 1_001n))).toThrow(refusal('INSUFFICIENT_BALANCE'))
    expect(posted(ALICE)).toBe(1_000n)
    move(usd(ALICE, BRUNO, 1_000n))
    expect(posted(ALICE)).toBe(0n)
  })

  it('leaves no trace if one of the movements is refused', () => {
    const before = ledger().length
    expect(attempt(usd(ALICE, BRUNO, 600n), usd(ALICE, house('fees', 'USD'), 600n))).toThrow(
      refusal('INSUFFICIENT_BALANCE'),
    )
    expect([posted(ALICE), posted(BRUNO), inHouse('fees')]).toEqual([1_000n, 0n, 0n])
    expect(ledger()).toHaveLength(before)
  })

  it('skips a movement of zero', () => {
    expect(move(usd(ALICE, house('fees', 'USD'), 0n))).toEqual([])
  })

  it('throws for a negative movement', () => {
    expect(attempt(usd(ALICE, BRUNO, -1n))).toThrow('must not be negative')
  })

  it('does not spend what is held', () => {
    engine.run(PLATFORM, (rows) => hold(rows, ALICE, 400n))
    expect(attempt(usd(ALICE, BRUNO, 601n))).toThrow(refusal('INSUFFICIENT_BALANCE'))
    move(usd(ALICE, BRUNO, 600n))
    expect(balance(ALICE)).toMatchObject({ posted: 400n, held: 400n })
  })

  it.each(['PENDING', 'FROZEN', 'CLOSED'] as const)('neither debits nor credits an account that is %s', (status) => {
    const stopped = '01900000-0000-7000-8000-00000000000c'
    open(stopped, 0n, status)
    expect(attempt(usd(ALICE, stopped, 1n))).toThrow(refusal('ACCOUNT_NOT_ACTIVE'))
    expect(attempt(usd(stopped, ALICE, 1n))).toThrow(refusal('ACCOUNT_NOT_ACTIVE'))
  })

  it('refuses a balance above 9000000000000000', () => {
    const rails = house('rails', 'USD')
    move(usd(rails, BRUNO, 9_000_000_000_000_000n))
    expect(attempt(usd(rails, BRUNO, 1n))).toThrow(refusal('AMOUNT_OUT_OF_RANGE'))
  })

  it('404 for an account that does not exist, and for one of another platform', () => {
    expect(attempt(usd(ALICE, '01900000-0000-7000-8000-0000000000ff', 1n))).toThrow(
      refusal('INTERNAL_ACCOUNT_NOT_FOUND'),
    )
    const elsewhere = () =>
      engine.run('01900000-0000-7000-8000-000000000002', (rows) => post(rows, cause(), [usd(ALICE, BRUNO, 1n)]))
    expect(elsewhere).toThrow(refusal('INTERNAL_ACCOUNT_NOT_FOUND'))
  })

  it('keeps the sum of every currency at zero, whatever moves', () => {
    const account = fc.constantFrom(
      ALICE,
      BRUNO,
      ...(Object.keys(HOUSE_ROLES) as HouseRole[]).map((role) => house(role, 'USD')),
    )
    const movement = fc.record({ from: account, to: account, amount: fc.bigInt(0n, 700n) })
    fc.assert(
      fc.property(fc.array(fc.array(movement, { maxLength: 4 }), { maxLength: 20 }), (payments) => {
        for (const movements of payments) {
          const real = movements.filter(({ from, to }) => from !== to)
          try {
            move(...real.map(({ from, to, amount }) => usd(from, to, amount)))
          } catch (reason) {
            expect(reason).toMatchObject({ code: 'INSUFFICIENT_BALANCE' })
          }
        }
        const roles = Object.keys(HOUSE_ROLES) as HouseRole[]
        const house = roles.reduce((sum, role) => sum + inHouse(role), 0n)
        expect(house + posted(ALICE) + posted(BRUNO)).toBe(0n)
        for (const id of [ALICE, BRUNO]) {
          const gained = ledger().reduce(
            (sum, row) =>
              sum + (row.creditAccount === id ? row.amount : 0n) - (row.debitAccount === id ? row.amount : 0n),
            0n,
          )
          expect(posted(id)).toBe(gained)
          expect(posted(id)).toBeGreaterThanOrEqual(0n)
        }
      }),
      { numRuns: 50 },
    )
  })
})

describe('house accounts', () => {
  it('have ids that spell role and currency', () => {
    for (const role of Object.keys(HOUSE_ROLES) as HouseRole[])
      for (const currency of ['USD', 'USDB', 'BTC']) {
        const id = house(role, currency)
        expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
        expect(isHouse(id)).toBe(true)
        expect(houseName(id)).toEqual({ role, currency })
      }
  })

  it('are distinct from other accounts', () => {
    expect(isHouse(ALICE)).toBe(false)
    expect(houseName(ALICE)).toBeUndefined()
  })

  it('may be negative: rails owe what customers hold', () => {
    expect(inHouse('rails')).toBe(-1_000n)
  })
})
