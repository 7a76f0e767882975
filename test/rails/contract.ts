/**
 * Contract of a rail, as tests that run against every rail: one key is one payout, whatever is repeated, lost or cut
 * off, and an unknown outcome is never reported as failed.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Arrival, Payout, PayoutReport, Rail } from '../../src/providers/rails/port.ts'

/** A network and the store of an installation. */
export interface RailWorld {
  /** A process connects. All rails of a world share the network and the store. */
  connect(): Rail | Promise<Rail>
  /** A payout that the network delivers. */
  payout(key: string): Payout
  /** Keys or references of the payouts that the network has paid, one entry each time; absent: the rail has no network. */
  paid?(): Promise<readonly string[]>
  /** Provides what payouts wait for: blocks, files, business days. */
  proceed?(): Promise<void>
  /** From now on the nth call to the network or the store kills the process, before it (`isAfter`: after it) takes effect. */
  killAt?(call: number, isAfter: boolean): void
  /** Whether the kill happened; disarms it. */
  wasKilled?(): boolean
  /** The network stops answering: before it acts, or after it has acted. */
  silence?(how: 'BEFORE' | 'AFTER' | 'NOT'): void
  /** Pays in, for a reference. */
  payIn?(reference: string, amount: bigint): Promise<void>
  close(): Promise<void>
}

/** Maximum number of outside calls of one payout. */
const CALLS_MAX = 40
/** Whether a report ends a payout with a refund. */
const isBack = (report: PayoutReport) =>
  report.state === 'RETURNED' || report.state === 'CANCELLED' || (report.state === 'FAILED' && report.money === 'BACK')

export function describeRail(name: string, makeWorld: () => RailWorld | Promise<RailWorld>): void {
  describe(`the rail ${name}`, () => {
    let world: RailWorld
    let keys = 0
    beforeEach(async () => {
      world = await makeWorld()
    })
    afterEach(() => world.close())

    const newPayout = () => world.payout(`payout-${++keys}`)
    /** Reports, and the error of a call that threw: unknown. */
    const attempt = (work: Promise<PayoutReport>): Promise<PayoutReport | 'UNKNOWN'> =>
      work.catch(() => 'UNKNOWN' as const)
    /** Sends and asks as the service does after a crash, until the payout is delivered. */
    const deliver = async (rail: Rail, payout: Payout): Promise<void> => {
      let report = await rail.send(payout)
      for (let tries = 0; report.state === 'IN_TRANSIT' && tries < CALLS_MAX; tries++) {
        await world.proceed?.()
        report = await rail.ask(payout)
      }
      expect(report.state).toBe('DELIVERED')
    }
    const timesPaid = async ({ key, reference }: Payout): Promise<number> =>
      ((await world.paid?.()) ?? [key]).filter((paid) => paid === key || paid === reference).length

    it('declares what it carries', async () => {
      const { id, carries, health, pull } = await world.connect()
      expect(id).toMatch(/^[a-z][a-z0-9-]{0,39}$/)
      expect(carries.length).toBeGreaterThan(0)
      for (const { minAmount, maxAmount, direction } of carries) {
        expect(minAmount > 0n && minAmount <= maxAmount).toBe(true)
        if (direction === 'PULL') expect(pull).toBeDefined()
      }
      expect(['UP', 'DEGRADED', 'DOWN']).toContain(health().status)
    })

    it('holds money outside in currencies that it carries, each once, and names the source of the figure', async () => {
      const rail = await world.connect()
      await deliver(rail, newPayout())
      const holdings = (await rail.holdings?.()) ?? []
      const currencies = holdings.map(({ currency }) => currency)
      expect(new Set(currencies).size).toBe(currencies.length)
      for (const { currency, float, inFlight, asOf, seenAt } of holdings) {
        expect(rail.carries.map((carriage) => carriage.currency)).toContain(currency)
        expect(inFlight).toBeGreaterThanOrEqual(0n)
        expect([asOf === null, seenAt === null]).toEqual([float === null, float === null])
      }
    })

    it('pays a key once that is sent twice, and by several processes at once', async () => {
      const payout = newPayout()
      const rails = [await world.connect(), await world.connect()]
      const reports = await Promise.all([...rails, ...rails].map((rail) => attempt(rail.send(payout))))
      for (const report of reports) expect(report === 'UNKNOWN' || !isBack(report)).toBe(true)
      await deliver(rails[0] as Rail, payout)
      await deliver(rails[1] as Rail, payout)
      expect(await timesPaid(payout)).toBe(1)
    })

    it('is consistent with its reports: a delivered payout is never in transit again', async () => {
      const payout = newPayout()
      const rail = await world.connect()
      await deliver(rail, payout)
      const later = [await rail.ask(payout), await rail.send(payout), await (await world.connect()).ask(payout)]
      expect(later.map(({ state }) => state)).toEqual(['DELIVERED', 'DELIVERED', 'DELIVERED'])
    })

    it.for([false, true])(
      'pays once when its process is killed at any call to the outside (after its effect: %s)',
      async (isAfter, { skip }) => {
        if (!world.killAt) return skip('the rail has no network')
        for (let call = 1; call <= CALLS_MAX; call++) {
          const payout = newPayout()
          const rail = await world.connect()
          world.killAt?.(call, isAfter)
          const report = await attempt(rail.send(payout))
          expect(report === 'UNKNOWN' || !isBack(report)).toBe(true)
          const wasKilled = world.wasKilled?.()
          await deliver(await world.connect(), payout)
          expect([call, await timesPaid(payout)]).toEqual([call, 1])
          if (!wasKilled) return
        }
      },
    )

    it.for(['BEFORE', 'AFTER'] as const)(
      'does not report a payout as failed that the network has not answered (silent %s it acts)',
      async (how, { skip }) => {
        if (!world.silence) return skip('the rail has no network')
        const payout = newPayout()
        const rail = await world.connect()
        world.silence?.(how)
        for (const report of [
          await attempt(rail.send(payout)),
          await attempt(rail.ask(payout)),
          await attempt(rail.send(payout)),
        ])
          expect(report === 'UNKNOWN' || report.state === 'IN_TRANSIT').toBe(true)
        world.silence?.('NOT')
        await deliver(rail, payout)
        expect(await timesPaid(payout)).toBe(1)
      },
    )

    it('gives a payee the same payment instructions at each call, in each process', async ({ skip }) => {
      const [first, second] = [await world.connect(), await world.connect()]
      const { currency } = first.carries.find(({ direction }) => direction === 'IN') ?? {}
      if (!first.fundingInstructions || currency === undefined) return skip('nothing can be paid in')
      const reference = 'CW0000000000000000000000000A'
      const payee = {
        kind: 'ACCOUNT',
        id: '01a1f9bc-8b1c-7000-8000-ab7eb7fb1725',
        currency,
        cryptoNetwork: null,
        reference,
      } as const
      expect(first.fundingInstructions(payee).length).toBeGreaterThan(0)
      expect(second.fundingInstructions?.(payee)).toEqual(first.fundingInstructions(payee))
    })

    it('reports each arrival under one key, in the same order to each process, and none after the last cursor', async ({
      skip,
    }) => {
      if (!world.payIn) return skip('the rail reports no arrivals')
      for (const amount of [1_000n, 1_001n, 1_002n]) await world.payIn?.('CW0000000000000000000000000A', amount)
      const all = async (rail: Rail) => {
        const found: Arrival[] = []
        let cursor: string | undefined
        for (let pages = 0; pages < CALLS_MAX; pages++) {
          const page = await rail.arrivals?.(cursor)
          if (!page || page.arrivals.length === 0) break
          found.push(...page.arrivals)
          cursor = page.cursor
        }
        return found
      }
      const [first, second] = [await all(await world.connect()), await all(await world.connect())]
      expect(first.map(({ amount }) => amount)).toEqual([1_000n, 1_001n, 1_002n])
      expect(new Set(first.map(({ key }) => key)).size).toBe(3)
      expect(second).toEqual(first)
    })
  })
}
