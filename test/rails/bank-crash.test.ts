/** Bank rails whose process dies after each step that has an effect, at the database or in the folder. */
import { rmSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Store } from '../../src/infra/db/store.ts'
import { folderMailbox, type Mailbox } from '../../src/providers/rails/banks/exchange/mailbox.ts'
import { ACH_ACCOUNT, IBAN } from './bank.ts'
import { ACH, railSetup, SEPA } from './rail-setup.ts'

describe.each([
  { name: 'SEPA', kind: SEPA, account: IBAN },
  { name: 'ACH', kind: ACH, account: ACH_ACCOUNT },
])('a process of the rail $name that dies', ({ kind, account }) => {
  const setup = railSetup(kind)
  const { currency } = kind.scheme

  /** Fails permanently once this many steps have had their effect; before the first effect if 0. */
  function dying(after: number) {
    let steps = 0
    const isDead = () => steps > after
    const step = async <Result>(work: () => Promise<Result>): Promise<Result> => {
      if (steps++ >= after) throw new Error('killed')
      return await work()
    }
    const look = async <Result>(work: () => Promise<Result>): Promise<Result> => {
      if (isDead()) throw new Error('killed')
      return await work()
    }
    const mailbox = folderMailbox(setup.folder)
    const { store } = setup
    const query = ((text, ...rest) =>
      (/^\s*select/.test(text) ? look : step)(() => store.query(text, ...rest))) as Store['query']
    return {
      steps: () => steps,
      isDead,
      database: {
        query,
        transaction: ((work) => step(() => store.transaction(work))) as Store['transaction'],
      },
      mailbox: {
        ...mailbox,
        list: () => look(() => mailbox.list()),
        read: (name) => look(() => mailbox.read(name)),
        stage: (bytes) => step(() => mailbox.stage(bytes)),
        release: (copy, name) => step(() => mailbox.release(copy, name)),
        discard: (copy) => step(() => mailbox.discard(copy)),
        putAway: (name, stored) => step(() => mailbox.putAway(name, stored)),
      } satisfies Mailbox,
    }
  }

  /**
   * Two payouts and a deposit. The bank takes each file immediately. @returns the number of steps that had an effect
   */
  async function life(after: number): Promise<number> {
    const first = dying(after)
    let rail = setup.makeRail(first.database, first.mailbox)
    let isReborn = false
    const again = async (work: () => Promise<unknown> | undefined) => {
      await work()?.catch(() => {})
      if (!first.isDead() || isReborn) return
      isReborn = true
      rail = setup.makeRail()
      setup.bank.collect()
      await work()
    }
    await again(() => rail.send(setup.payout(1)))
    await again(() => rail.send(setup.payout(2)))
    setup.now = setup.afterCutOff
    await again(() => rail.arrivals?.(undefined))
    setup.bank.collect()
    const { orders } = setup.bank
    const bookings = orders.map(({ reference, amount }) => ({ endToEnd: reference, amount: -amount }))
    setup.bank.put('1.xml', setup.bank.statement('2026-11-23', [...bookings, { amount: 7n }], account, currency))
    await again(() => rail.arrivals?.(undefined))
    rail = setup.makeRail()
    const { arrivals } = (await rail.arrivals?.(undefined)) ?? { arrivals: [] }
    setup.bank.collect()
    expect(orders.map(({ amount }) => amount)).toEqual([12_34n, 12_34n])
    expect(new Set(orders.map(({ reference }) => reference)).size).toBe(2)
    for (const n of [1, 2]) expect((await rail.ask(setup.payout(n))).state).toBe('DELIVERED')
    expect(arrivals.map(({ amount }) => amount)).toEqual([7n])
    expect(rail.health()).toEqual({ status: 'UP' })
    return first.steps()
  }

  it('after any step sends every payout once, and reads every line once', async () => {
    const steps = await life(Number.POSITIVE_INFINITY)
    expect(steps).toBeGreaterThan(10)
    for (let after = 0; after < steps; after++) {
      rmSync(setup.folder, { recursive: true })
      await setup.begin()
      await life(after)
    }
  })
})
