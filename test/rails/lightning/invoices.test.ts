/** Invoices of the Lightning rail as arrivals, Lightning addresses, and the rail's health. */
import { createHash } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '../../../src/infra/db/store.ts'
import { EgressRefused, type Get } from '../../../src/infra/egress/public-http.ts'
import type { LightningRail } from '../../../src/providers/rails/lightning/lightning-rail.ts'
import type { Arrival, Payout } from '../../../src/providers/rails/port.ts'
import { type FreshDatabase, freshDatabase, openStore } from '../../harness/database/database.ts'
import { OTHER_CERTIFICATE } from './fake-lnd.ts'
import { type LightningCast, lightningCast, payoutTo } from './rail-cast.ts'

describe('Over Lightning', () => {
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
    cast = await lightningCast()
    rail = cast.rail({ store })
  })
  afterEach(() => cast.stop())
  afterAll(async () => {
    await store.close()
    await database.drop()
  })

  describe('our invoice', () => {
    const invoiceFor = async (reference: string, amount: bigint | undefined = 1_000n, from = rail) => {
      const payee = { reference, currency: 'BTC', cryptoNetwork: 'LIGHTNING', amount }
      const [given] = (await from.prepareInstructions?.(payee)) ?? []
      return (given?.accountOrWalletInfo as { readonly invoice: string } | undefined)?.invoice as string
    }
    const arrivals = async (from = rail, after?: string): Promise<readonly Arrival[]> =>
      (await from.arrivals?.(after))?.arrivals ?? []
    /** Waits for the settlements of these references. */
    const arrived = (references: readonly string[], from = rail) =>
      expect.poll(async () => (await arrivals(from)).map(({ reference }) => reference)).toEqual(references)

    it('is one for each payee, however often and by whichever process it is requested', async () => {
      const first = await invoiceFor('CW1')
      expect([await invoiceFor('CW1'), await invoiceFor('CW1', 1_000n, cast.rail({ store }))]).toEqual([first, first])
      expect(await invoiceFor('CW2')).not.toBe(first)
      const payee = { reference: 'CW3', amount: 1n }
      expect(await rail.prepareInstructions?.({ ...payee, currency: 'USDC', cryptoNetwork: null })).toEqual([])
      expect(await rail.prepareInstructions?.({ ...payee, currency: 'BTC', cryptoNetwork: 'SPARK' })).toEqual([])
    })

    it('is reported once, when it is settled, with the paid amount in whole satoshis', async () => {
      const [exact, open] = [await invoiceFor('CW1'), await invoiceFor('CW2', undefined)]
      expect(await arrivals()).toEqual([])
      cast.node.settle(exact)
      await arrived(['CW1'])
      cast.node.settle(open, 77_999n)
      await arrived(['CW1', 'CW2'])
      const found = await arrivals()
      expect(found.map(({ currency, amount }) => [currency, amount])).toEqual([
        ['BTC', 1_000n],
        ['BTC', 77n],
      ])
      const cursor = (await rail.arrivals?.(undefined))?.cursor
      expect(await arrivals(rail, cursor)).toEqual([])
      expect(await arrivals(cast.rail({ store }))).toEqual(found)
    })

    it('is found although it was settled while no process ran, also as the first of all', async () => {
      cast.node.settle(await invoiceFor('CW1'))
      const [second, third] = [await invoiceFor('CW2'), await invoiceFor('CW3')]
      cast.node.settle(third)
      await arrived(['CW1', 'CW3'], cast.rail({ store }))
      cast.node.settle(second)
      await arrived(['CW1', 'CW3', 'CW2'], cast.rail({ store }))
    })

    it('is read again after the connection to the node breaks', async () => {
      cast.node.settle(await invoiceFor('CW1'))
      await arrived(['CW1'])
      await arrivals()
      const [second, third] = [await invoiceFor('CW2'), await invoiceFor('CW3')]
      cast.node.dropConnections()
      cast.node.settle(second)
      await arrived(['CW1', 'CW2'])
      cast.node.settle(third)
      await arrived(['CW1', 'CW2', 'CW3'])
    })

    it('of another program on the node is left alone', async () => {
      const ours = await invoiceFor('CW1')
      cast.node.settle(cast.node.invoiceOfOthers())
      cast.node.settle(ours)
      await arrived(['CW1'])
      expect(await store.query('select 1 from lightning_invoices')).toHaveLength(1)
    })
  })

  describe('a Lightning address', () => {
    const METADATA = '[["text/plain","Pay maria"]]'
    const OFFER = {
      tag: 'payRequest',
      callback: 'https://wallet.example/pay?user=maria',
      minSendable: 1_000,
      maxSendable: 5_000_000,
      metadata: METADATA,
    }
    const asked: string[] = []
    let answers: Record<string, () => { status: number; body: string }>
    const get: Get = async (url) => {
      asked.push(url)
      const answer = Object.entries(answers).find(([start]) => url.startsWith(start))?.[1]
      if (!answer) throw new Error('no answer')
      return answer()
    }
    const says =
      (body: object, status = 200) =>
      () => ({ status, body: JSON.stringify(body) })
    const serviceGives = (invoice: () => string, offer: object = OFFER) => {
      answers = {
        'https://wallet.example/.well-known/lnurlp/maria': says(offer),
        'https://wallet.example/pay': () => says({ pr: invoice(), routes: [] })(),
      }
    }
    const payout = (changes: Partial<Payout> = {}) => payoutTo('Maria@wallet.example', changes)
    beforeEach(() => {
      asked.length = 0
      rail = cast.rail({ store, get })
    })

    it('is asked for one invoice, which is stored and paid, however often the payout is sent', async () => {
      serviceGives(() => cast.node.invoiceElsewhere({ description: METADATA, fate: 'HELD' }).request)
      const one = payout()
      await rail.send(one)
      await rail.send(one)
      await cast.rail({ store, get }).ask(one)
      expect(asked).toEqual([
        'https://wallet.example/.well-known/lnurlp/maria',
        'https://wallet.example/pay?user=maria&amount=1000000',
      ])
      const [hash] = cast.node.payments.keys()
      cast.node.resolve(hash as string, 'SUCCEEDED')
      expect(await rail.ask(one)).toEqual({ state: 'DELIVERED' })
      expect((await rail.trace?.(one.key))?.find(({ name }) => name === 'To')?.value).toBe('Maria@wallet.example')
    })

    it.each<[string, () => void, string]>([
      [
        'does not exist',
        () => (answers = { 'https://wallet.example/': says({ status: 'ERROR', reason: 'no' }) }),
        'does not exist',
      ],
      ['is unknown to its service', () => (answers = { 'https://wallet.example/': says({}, 404) }), 'does not exist'],
      ['takes less', () => serviceGives(() => '', { ...OFFER, maxSendable: 999_999 }), 'takes 1000 to 999999'],
      [
        'is not a payable address',
        () => serviceGives(() => '', { ...OFFER, tag: 'withdrawRequest' }),
        'cannot be paid',
      ],
      [
        'gives an invoice for another amount',
        () => serviceGives(() => cast.node.invoiceElsewhere({ msat: 2_000_000n }).request),
        'asks for 2000000',
      ],
      [
        'gives an invoice without an amount',
        () => serviceGives(() => cast.node.invoiceElsewhere({ msat: 0n }).request),
        'has no amount',
      ],
      [
        'gives an invoice with other metadata',
        () => serviceGives(() => cast.node.invoiceElsewhere({ description: 'a car' }).request),
        'something else',
      ],
    ])('that %s is not paid, and the money is back', async (_, arrange, detail) => {
      arrange()
      const one = payout()
      expect(await rail.send(one)).toMatchObject({ state: 'FAILED', money: 'BACK' })
      expect((await rail.trace?.(one.key))?.find(({ name }) => name === 'Detail')?.value).toContain(detail)
      expect(cast.node.orders).toEqual([])
    })

    it('inside our network is not called', async () => {
      const refusing: Get = () => Promise.reject(new EgressRefused('The address is not on the public network'))
      expect(await cast.rail({ store, get: refusing }).send(payout())).toMatchObject({ state: 'FAILED', money: 'BACK' })
    })

    it('whose service does not answer leaves the payout unknown, which fails after a quarter of an hour', async () => {
      answers = {}
      const one = payout()
      await expect(rail.send(one)).rejects.toThrow('no answer')
      answers = { 'https://wallet.example/': says({}, 503) }
      await expect(rail.send(one)).rejects.toThrow('503')
      cast.clock.pass(900_001)
      expect(await rail.send(one)).toMatchObject({ state: 'FAILED', money: 'BACK' })
    })

    it('has invoices that commit to the metadata of its service', () =>
      expect(cast.node.invoiceElsewhere({ description: METADATA }).descriptionHash).toBe(
        createHash('sha256').update(METADATA).digest('hex'),
      ))
  })

  describe('the rail', () => {
    const healthOf = async (from = rail) => {
      await from.look()
      return from.health()
    }

    it('is up with channels in both directions, and names their balances', async () =>
      expect(await healthOf()).toEqual({ status: 'UP', detail: 'outbound 1000000 sat, inbound 500000 sat' }))

    it('holds our side of its channels, payments in flight included, and reports the balances', async () => {
      expect(await rail.holdings?.()).toMatchObject([{ float: null, inFlight: 0n }])
      await rail.send(payoutTo(cast.node.invoiceElsewhere({ fate: 'HELD' }).request))
      cast.node.outbound = 999_000
      await rail.look()
      expect(await rail.holdings?.()).toMatchObject([{ currency: 'BTC', float: 1_000_000n, inFlight: 1_000n }])
      expect(await rail.figures?.()).toEqual([
        { name: 'outbound_sat', value: 999_000 },
        { name: 'inbound_sat', value: 500_000 },
      ])
    })

    it.each<[string, 'DOWN' | 'DEGRADED', () => void, string]>([
      ['behind the chain', 'DOWN', () => (cast.node.isSynced = false), 'not synchronized'],
      ['without channels', 'DOWN', () => (cast.node.channels = 0), 'no active channel'],
      ['without outbound liquidity', 'DOWN', () => (cast.node.outbound = 0), 'no outbound liquidity'],
      ['locked', 'DOWN', () => (cast.node.isLocked = true), 'Not Found'],
      ['away', 'DOWN', () => (cast.node.cut = () => 'BEFORE'), 'does not answer'],
      ['without the graph', 'DEGRADED', () => (cast.node.hasGraph = false), 'all channels'],
      ['low on outbound liquidity', 'DEGRADED', () => (cast.node.outbound = 999), 'outbound liquidity is low: 999'],
      ['low on inbound liquidity', 'DEGRADED', () => (cast.node.inbound = 4), 'inbound liquidity is low: 4'],
    ])('whose node is %s is %s', async (_, status, arrange, detail) => {
      arrange()
      rail = cast.rail({ store, changes: { lowOutbound: 1_000n, lowInbound: 5n } })
      expect(await healthOf()).toMatchObject({ status, detail: expect.stringContaining(detail) })
    })

    it('trusts the configured certificate only', async () => {
      const other = cast.rail({ store, certificate: OTHER_CERTIFICATE })
      expect(await healthOf(other)).toEqual({
        status: 'DOWN',
        detail: 'the certificate of the node is not the configured one',
      })
      await expect(other.send(payoutTo(cast.node.invoiceElsewhere().request))).rejects.toThrow()
      expect(cast.node.requests).toEqual([])
    })
  })
})
