/** Lightning rail on two real LND nodes and a private chain: real LND behaves as its fake does. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../../src/core/clock.ts'
import type { Store } from '../../../src/infra/db/store.ts'
import {
  type LightningRail,
  type LightningRailParts,
  lightningRail,
} from '../../../src/providers/rails/lightning/lightning-rail.ts'
import { lndAt } from '../../../src/providers/rails/lightning/lnd.ts'
import { HANDING_MS } from '../../../src/providers/rails/lightning/payouts.ts'
import { USUAL_LIGHTNING } from '../../../src/providers/rails/lightning/settings.ts'
import type { Payout, PayoutReport } from '../../../src/providers/rails/port.ts'
import { type FreshDatabase, freshDatabase, openStore } from '../../harness/database/database.ts'
import { dieAtEachStatement, MOMENTS } from '../dying-store.ts'
import { haveLnd, type PrivateNet, startPrivateNet } from './private-net.ts'
import { payoutTo } from './rail-cast.ts'

if (!haveLnd)
  console.warn('Left out: the Lightning rail on real nodes. Set LND and BTCD to the programs: docs/rails/lightning.md')

/** Permissions as in docs/rails/lightning.md. */
const PERMISSIONS = ['info:read', 'offchain:read', 'offchain:write', 'invoices:read', 'invoices:write']

describe.skipIf(!haveLnd)('On LND', () => {
  let database: FreshDatabase
  let store: Store
  let net: PrivateNet
  let macaroon: string
  let rail: LightningRail
  const rails: LightningRail[] = []
  let ahead = 0
  const real = systemClock()
  const clock = { now: () => real.now() + ahead }
  const connect = (from: LightningRailParts['store'] = store) => {
    const { url, certificate } = net.ours
    const get = () => Promise.reject(new Error('no Lightning address'))
    const lnd = lndAt({ url, certificate, macaroon })
    const made = lightningRail({ url, ...USUAL_LIGHTNING, maxAmount: 100_000_000n }, { store: from, clock, lnd, get })
    rails.push(made)
    return made
  }
  beforeAll(async () => {
    ;[database, net] = await Promise.all([freshDatabase(), startPrivateNet()])
    store = await openStore(database)
    const permissions = PERMISSIONS.map((name) => ({ entity: name.split(':')[0], action: name.split(':')[1] }))
    macaroon = (await net.ours.lnd.call<{ macaroon: string }>('POST', '/v1/macaroon', { permissions })).macaroon
    rail = connect()
  })
  afterAll(async () => {
    for (const one of rails) one.close()
    await net?.stop()
    await store?.close()
    await database?.drop()
  })

  interface Invoice {
    readonly r_preimage: string
    readonly amt_paid_sat: string
    readonly state: string
  }
  /** An invoice of the other node. */
  const invoiceOver = async (amount: number, expiry = 3_600) => {
    const added = await net.theirs.lnd.call<{ payment_request: string; r_hash: string }>('POST', '/v1/invoices', {
      value: String(amount),
      expiry: String(expiry),
    })
    const hash = Buffer.from(added.r_hash, 'base64').toString('hex')
    return { request: added.payment_request, found: () => net.theirs.lnd.call<Invoice>('GET', `/v1/invoice/${hash}`) }
  }
  const outcome = async (payout: Payout, from = rail): Promise<PayoutReport> => {
    let report = await from.send(payout)
    await expect
      .poll(async () => {
        if (report.state === 'IN_TRANSIT') report = await from.ask(payout)
        return report.state
      })
      .not.toBe('IN_TRANSIT')
    return report
  }
  const factIn = async ({ key }: Payout, name: string) =>
    (await rail.trace?.(key))?.find((fact) => fact.name === name)?.value

  it('is up with a macaroon of five permissions', async () => {
    await rail.look()
    expect(rail.health()).toMatchObject({ status: 'UP', detail: expect.stringMatching(/^outbound \d+ sat/) })
  })

  it('pays an invoice once, with its preimage as the proof', async () => {
    const { request, found } = await invoiceOver(1_000)
    const payout = payoutTo(request)
    expect(await outcome(payout)).toEqual({ state: 'DELIVERED' })
    expect(await outcome(payout, connect())).toEqual({ state: 'DELIVERED' })
    const { r_preimage, amt_paid_sat } = await found()
    expect(amt_paid_sat).toBe('1000')
    expect(await factIn(payout, 'Preimage (proof of payment)')).toBe(Buffer.from(r_preimage, 'base64').toString('hex'))
  })

  it('pays an invoice without an amount', async () => {
    const { request, found } = await invoiceOver(0)
    expect(await outcome(payoutTo(request, { amount: 2_345n }))).toEqual({ state: 'DELIVERED' })
    expect((await found()).amt_paid_sat).toBe('2345')
  })

  it.each(MOMENTS)('pays once when the process dies %s any of its statements', async (moment) => {
    let invoice = await invoiceOver(1_000)
    let payout = payoutTo(invoice.request)
    const deaths = await dieAtEachStatement(
      store,
      moment,
      async (dying) => {
        invoice = await invoiceOver(1_000)
        payout = payoutTo(invoice.request)
        await connect(dying).send(payout)
      },
      async () => {
        ahead += HANDING_MS + 1
        expect(await outcome(payout)).toEqual({ state: 'DELIVERED' })
        expect((await invoice.found()).amt_paid_sat).toBe('1000')
      },
    )
    expect(deaths).toBeGreaterThanOrEqual(5)
  })

  it('pays once when four processes send at the same time', async () => {
    const { request, found } = await invoiceOver(1_000)
    const payout = payoutTo(request)
    await Promise.allSettled([connect(), connect(), connect(), connect()].map((one) => one.send(payout)))
    expect(await outcome(payout)).toEqual({ state: 'DELIVERED' })
    expect((await found()).amt_paid_sat).toBe('1000')
  })

  it('reports a payment as in transit while the other node does not answer, and as delivered when it does', async () => {
    const { request } = await invoiceOver(1_000)
    const payout = payoutTo(request)
    net.theirs.child.kill('SIGSTOP')
    try {
      expect(await rail.send(payout)).toMatchObject({ state: 'IN_TRANSIT' })
      expect(await rail.ask(payout)).toMatchObject({ state: 'IN_TRANSIT' })
    } finally {
      net.theirs.child.kill('SIGCONT')
    }
    expect(await outcome(payout)).toEqual({ state: 'DELIVERED' })
  })

  it('gives the money back for a payment that exceeds the channel', async () => {
    const { request } = await invoiceOver(50_000_000)
    const payout = payoutTo(request, { amount: 50_000_000n })
    expect(await outcome(payout)).toEqual({ state: 'FAILED', reason: 'LIGHTNING_PAYMENT_FAILED', money: 'BACK' })
    expect(await factIn(payout, 'Detail')).toMatch(/^FAILURE_REASON_/)
  })

  it('refuses what LND cannot decode or what is our own, before it is handed over', async () => {
    const { request } = await invoiceOver(1_000)
    const payee = { reference: 'CW9', currency: 'BTC', cryptoNetwork: null, amount: 1_000n }
    const [own] = (await rail.prepareInstructions?.(payee)) ?? []
    const info = own?.accountOrWalletInfo as { readonly invoice: string } | undefined
    const wrong = request.slice(0, -1) + (request.endsWith('q') ? 'p' : 'q')
    for (const recipient of [wrong, request.replace('lnbcrt', 'lnbc'), info?.invoice as string]) {
      expect(await rail.send(payoutTo(recipient))).toMatchObject({ state: 'FAILED', reason: 'QUOTE_EXECUTION_FAILED' })
      const account = { identifier: recipient, accountType: 'LIGHTNING', currency: 'BTC' }
      expect(await rail.vet?.(account)).toEqual({ refused: 'QUOTE_EXECUTION_FAILED' })
    }
  })

  it('reports its own invoices when the other node has paid them, the first one and those after', async () => {
    const arrived: bigint[] = []
    for (const amount of [3_001n, 3_002n, 3_003n]) {
      const payee = { reference: `CW${amount}`, currency: 'BTC', cryptoNetwork: null, amount }
      const [given] = (await rail.prepareInstructions?.(payee)) ?? []
      const info = given?.accountOrWalletInfo as { readonly invoice: string } | undefined
      const body = { payment_request: info?.invoice, timeout_seconds: 60 }
      const sent = net.theirs.lnd.stream<{ status: string }>('POST', '/v2/router/send', { body, forMs: 60_000 })
      for await (const { status } of sent) if (status === 'SUCCEEDED') arrived.push(amount)
      await expect
        .poll(async () => (await rail.arrivals?.(undefined))?.arrivals.map((one) => one.amount))
        .toEqual(arrived)
    }
    expect(arrived).toHaveLength(3)
    expect((await connect().arrivals?.(undefined))?.arrivals.map((one) => one.amount)).toEqual(arrived)
  })

  it('settles a payment between institutions by an invoice of the other node', async () => {
    const { url, lnd } = net.theirs
    const get = () => Promise.reject(new Error('no Lightning address'))
    const { settlement } = lightningRail({ url, ...USUAL_LIGHTNING }, { store, clock: real, lnd, get })
    // Our rail's clock is ahead of the node that expires it.
    const ask = { key: 'payment', amount: 4_321n, memo: 'CW1', expiresInSeconds: 86_400 }
    const invoice = (await settlement?.request(ask)) as string
    expect([await settlement?.received('payment'), await settlement?.received('another')]).toEqual([0n, undefined])
    expect(await rail.settlement?.amountIn(invoice)).toBe(4_321n)
    expect(await outcome(payoutTo(invoice, { amount: 4_321n }))).toEqual({ state: 'DELIVERED' })
    expect([await settlement?.received('payment'), await settlement?.keyFor(invoice)]).toEqual([4_321n, 'payment'])
  })

  it('is down while the node does not run', async () => {
    net.ours.child.kill('SIGKILL')
    await expect
      .poll(async () => {
        await rail.look()
        return rail.health()
      })
      .toMatchObject({ status: 'DOWN', detail: expect.stringContaining('does not answer') })
  })
})
