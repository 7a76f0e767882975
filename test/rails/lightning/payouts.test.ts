/** Payouts over Lightning: limits, refusals and outcomes; an unknown outcome is never reported as failed. */
import { createHash } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '../../../src/infra/db/store.ts'
import type { LightningRail } from '../../../src/providers/rails/lightning/lightning-rail.ts'
import { HANDING_MS } from '../../../src/providers/rails/lightning/payouts.ts'
import type { Payout } from '../../../src/providers/rails/port.ts'
import { type FreshDatabase, freshDatabase, openStore } from '../../harness/database/database.ts'
import { dieAtEachStatement, MOMENTS } from '../dying-store.ts'
import { type LightningCast, lightningCast, payoutTo } from './rail-cast.ts'

const NO_ROUTE = { state: 'FAILED', reason: 'LIGHTNING_PAYMENT_FAILED', money: 'BACK' }
const REFUSED = { state: 'FAILED', reason: 'QUOTE_EXECUTION_FAILED', money: 'BACK' }
const IN_TRANSIT = { state: 'IN_TRANSIT', askAgainInMs: expect.any(Number) }

describe('A Lightning payout', () => {
  let database: FreshDatabase
  let store: Store
  let cast: LightningCast
  let rail: LightningRail
  beforeAll(async () => {
    database = await freshDatabase()
    store = await openStore(database)
  })
  beforeEach(async () => {
    await store.script('delete from lightning_payouts; delete from lightning_invoices; delete from lightning_nodes')
    await store.script('delete from lightning_costs; update lightning_fees set costs = 0, total_msat = 0')
    cast = await lightningCast()
    rail = cast.rail({ store })
  })
  afterEach(() => cast.stop())
  afterAll(async () => {
    await store.close()
    await database.drop()
  })

  const factsOf = async ({ key }: Payout) =>
    Object.fromEntries((await rail.trace?.(key))?.map(({ name, value }) => [name, value]) ?? [])
  /** Final report of a payout that the node does not hold. */
  const outcome = async (payout: Payout) => {
    let report = await rail.send(payout)
    while (report.state === 'IN_TRANSIT') report = await rail.ask(payout)
    return report
  }
  const sends = () => cast.node.requests.filter((request) => request.startsWith('POST /v2/router/send')).length

  it('is proved by the preimage, which is shown with the routing fee', async () => {
    const { request, hash, preimage } = cast.node.invoiceElsewhere()
    const payout = payoutTo(request)
    expect(await outcome(payout)).toEqual({ state: 'DELIVERED' })
    const facts = await factsOf(payout)
    expect(facts).toMatchObject({ State: 'DELIVERED', 'Payment hash': hash, 'Routing fee': '1000 msat' })
    expect(facts['Preimage (proof of payment)']).toBe(preimage.toString('hex'))
  })

  it('costs its routing fee, once: satoshis that add up to the fees of all payouts, rounded up', async () => {
    const booked: bigint[] = []
    let cursor: string | undefined
    for (const feeMsat of [1n, 998n, 2n, 0n, 2_500n]) {
      const payout = payoutTo(cast.node.invoiceElsewhere({ feeMsat }).request)
      await outcome(payout)
      await rail.ask(payout)
      const page = await rail.costs?.(cursor)
      booked.push((page?.costs ?? []).reduce((sum, { amount }) => sum + amount, 0n))
      cursor = page?.cursor
    }
    expect(booked).toEqual([1n, 0n, 1n, 0n, 2n])
    expect(cast.node.spentMsat).toBe(5_000_000n + 3_501n)
    expect((await cast.rail({ store }).costs?.(undefined))?.costs.map(({ amount }) => amount)).toEqual([1n, 1n, 2n])
    expect((await rail.costs?.(cursor))?.costs).toEqual([])
  })

  it('that has failed costs nothing', async () => {
    await outcome(payoutTo(cast.node.invoiceElsewhere({ fate: 'FAILED' }).request))
    expect((await rail.costs?.(undefined))?.costs).toEqual([])
  })

  it('is not treated as paid with a preimage that does not match its hash', async () => {
    const { request, hash, preimage } = cast.node.invoiceElsewhere({ fate: 'HELD' })
    const payout = payoutTo(request)
    await rail.send(payout)
    preimage.fill(7)
    cast.node.resolve(hash, 'SUCCEEDED')
    expect(createHash('sha256').update(preimage).digest('hex')).not.toBe(hash)
    await expect(rail.ask(payout)).rejects.toThrow('does not belong to its hash')
  })

  it.each(['SUCCEEDED', 'FAILED'] as const)(
    'is in transit while it is in flight, and then has the node’s outcome: %s',
    async (end) => {
      const { request, hash } = cast.node.invoiceElsewhere({ fate: 'HELD' })
      const payout = payoutTo(request)
      const first = await rail.send(payout)
      expect(first).toEqual(IN_TRANSIT)
      // Far beyond the expiry of the invoice: a payment in flight may still arrive.
      cast.clock.pass(48 * 3_600_000)
      expect(await rail.ask(payout)).toEqual(IN_TRANSIT)
      expect(await rail.send(payout)).toEqual(IN_TRANSIT)
      cast.node.resolve(hash, end)
      expect(await rail.ask(payout)).toEqual(end === 'SUCCEEDED' ? { state: 'DELIVERED' } : NO_ROUTE)
      expect(sends()).toBe(1)
    },
  )

  it('has failed when the node reports that no route was found, and is not sent again', async () => {
    const { request, hash } = cast.node.invoiceElsewhere({ fate: 'FAILED' })
    const payout = payoutTo(request)
    expect(await outcome(payout)).toEqual(NO_ROUTE)
    expect((await factsOf(payout)).Detail).toBe('FAILURE_REASON_NO_ROUTE')
    expect([await rail.ask(payout), await rail.send(payout)]).toEqual([NO_ROUTE, NO_ROUTE])
    expect([sends(), cast.node.paid.includes(hash)]).toEqual([1, false])
  })

  it('is handed over with the limit of fees, and with its amount where the invoice has none', async () => {
    rail = cast.rail({ store, changes: { feePerMille: 5n, minFee: 10n, timeoutSeconds: 30 } })
    await rail.send(payoutTo(cast.node.invoiceElsewhere().request))
    const open = cast.node.invoiceElsewhere({ msat: 0n })
    await rail.send(payoutTo(open.request, { amount: 100_000n }))
    expect(cast.node.orders).toMatchObject([
      { fee_limit_msat: '10000', timeout_seconds: 30 },
      { fee_limit_msat: '500000', amt_msat: '100000000' },
    ])
    expect(cast.node.orders[0]).not.toHaveProperty('amt_msat')
  })

  describe('is refused before the node has it, with the money back,', () => {
    afterEach(() => expect(sends()).toBe(0))

    it.each([
      ['asks for another amount', { msat: 999_000n }, 'asks for 999000 millisatoshis'],
      ['asks for a fraction of a satoshi more', { msat: 1_000_100n }, 'asks for 1000100 millisatoshis'],
      ['has expired', { expiry: -1 }, 'has expired'],
    ])('if its invoice %s', async (_, invoice, detail) => {
      const payout = payoutTo(cast.node.invoiceElsewhere(invoice).request)
      expect(await rail.send(payout)).toEqual(REFUSED)
      expect((await factsOf(payout)).Detail).toContain(detail)
    })

    it('if its invoice is our own, is not an invoice, or is an offer', async () => {
      const payee = { reference: 'CW1', currency: 'BTC', cryptoNetwork: null, amount: 1_000n }
      const [own] = (await rail.prepareInstructions?.(payee)) ?? []
      const info = own?.accountOrWalletInfo as { readonly invoice: string } | undefined
      for (const recipient of [info?.invoice as string, 'lnbcrt1notaninvoice', 'lno1pgqpvggr25te7q7jvfeudkl3v0nlzf']) {
        expect(await rail.send(payoutTo(recipient))).toEqual(REFUSED)
        const account = { identifier: recipient, accountType: 'LIGHTNING', currency: 'BTC' }
        expect(await rail.vet?.(account)).toEqual({ refused: 'QUOTE_EXECUTION_FAILED' })
      }
    })

    it('if the node pays the invoice already, without this service', async () => {
      const { request, hash } = cast.node.invoiceElsewhere({ fate: 'HELD' })
      const payout = payoutTo(request)
      cast.node.cut = (asked) => (asked.startsWith('GET /v2/router/track') ? 'BEFORE' : undefined)
      await expect(rail.send(payout)).rejects.toThrow()
      cast.node.cut = () => undefined
      cast.node.payments.set(hash, {
        index: 1,
        invoice: cast.node.invoiceElsewhere(),
        msat: 1_000_000n,
        status: 'IN_FLIGHT',
        watchers: new Set(),
      })
      expect(await rail.send(payout)).toEqual(REFUSED)
    })
  })

  it.each(MOMENTS)('is paid once when its process dies %s any of its statements', async (moment) => {
    const hashes: string[] = []
    let payout = payoutTo('')
    const deaths = await dieAtEachStatement(
      store,
      moment,
      async (dying) => {
        const { request, hash } = cast.node.invoiceElsewhere()
        hashes.push(hash)
        payout = payoutTo(request)
        await cast.rail({ store: dying }).send(payout)
      },
      async () => {
        cast.clock.pass(HANDING_MS + 1)
        expect(await outcome(payout)).toEqual({ state: 'DELIVERED' })
        expect(cast.node.paid).toEqual(hashes)
      },
    )
    expect(deaths).toBeGreaterThanOrEqual(5)
  })

  it('of an invoice that another payout pays is refused, also when both are sent at once', async () => {
    const { request, hash } = cast.node.invoiceElsewhere()
    const reports = await Promise.all(
      [payoutTo(request), payoutTo(request)].map((payout) => rail.send(payout).catch(() => rail.ask(payout))),
    )
    expect(reports.map(({ state }) => state).sort()).toEqual(['DELIVERED', 'FAILED'])
    expect(cast.node.paid).toEqual([hash])
  })

  it('of an invoice whose first payout has failed is paid', async () => {
    const invoice = cast.node.invoiceElsewhere({ fate: 'FAILED' })
    expect(await outcome(payoutTo(invoice.request))).toEqual(NO_ROUTE)
    invoice.fate = 'SUCCEEDED'
    expect(await outcome(payoutTo(invoice.request))).toEqual({ state: 'DELIVERED' })
  })

  it('that was claimed has failed only when the invoice has expired and the node still has no payment', async () => {
    const { request } = cast.node.invoiceElsewhere({ expiry: 3_600 })
    const payout = payoutTo(request)
    cast.node.cut = (request) => (request.startsWith('POST /v2/router/send') ? 'BEFORE' : undefined)
    await expect(rail.send(payout)).rejects.toThrow()
    cast.node.cut = () => undefined
    expect(await rail.ask(payout)).toEqual(IN_TRANSIT)
    cast.clock.pass(3_600_000 + 299_000)
    expect(await rail.ask(payout)).toEqual(IN_TRANSIT)
    cast.clock.pass(2_000)
    expect(await rail.ask(payout)).toEqual(NO_ROUTE)
    expect(cast.node.paid).toEqual([])
  })

  it('is unknown to a node that starts, is locked, refuses the macaroon, or has forgotten payments', async () => {
    const { request } = cast.node.invoiceElsewhere()
    const [earlier, payout] = [payoutTo(cast.node.invoiceElsewhere().request), payoutTo(request)]
    await outcome(earlier)
    cast.node.cut = (request) => (request.startsWith('POST /v2/router/send') ? 'BEFORE' : undefined)
    await expect(rail.send(payout)).rejects.toThrow()
    cast.node.cut = () => undefined
    cast.clock.pass(24 * 3_600_000)
    cast.node.isLocked = true
    await expect(rail.ask(payout)).rejects.toThrow('Not Found')
    cast.node.isLocked = false
    await expect(cast.rail({ store, macaroon: '00' }).ask(payout)).rejects.toThrow('verification failed')
    const payments = new Map(cast.node.payments)
    cast.node.payments.clear()
    await expect(rail.ask(payout)).rejects.toThrow('has forgotten others')
    expect(rail.health()).toMatchObject({ status: 'DEGRADED', detail: expect.stringContaining('forgotten') })
    for (const [hash, payment] of payments) cast.node.payments.set(hash, payment)
    expect(await rail.ask(payout)).toEqual(NO_ROUTE)
  })

  it('is unknown to a node other than the one that has it', async () => {
    const { request } = cast.node.invoiceElsewhere({ fate: 'HELD' })
    const payout = payoutTo(request)
    await rail.send(payout)
    cast.node.node = `02${'ee'.repeat(32)}`
    await expect(cast.rail({ store }).ask(payout)).rejects.toThrow('another node')
  })
})
