/** UMA between two installations with Lightning nodes: the payment is settled by paying an invoice. */
import { createHash } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { sandboxRailBeside } from '../../../src/providers/rails/sandbox.ts'
import type { Uma } from '../../../src/providers/uma/port.ts'
import { type TestApp, testApp } from '../../harness/app.ts'
import { houseHolds } from '../../harness/books.ts'
import { accountOf, balanceOf } from '../../harness/cast.ts'
import { openRelay, type Relay } from '../../harness/database/relay.ts'
import { type LightningCast, lightningCast } from './rail-cast.ts'

interface Bank {
  readonly app: TestApp
  readonly wire: Relay
  readonly domain: string
  /** Undefined: it has no node. */
  readonly cast: LightningCast | undefined
  /** Its sending side, without the payments behind it. */
  readonly uma: Uma
}

async function openBank(name: string, cast: LightningCast | undefined): Promise<Bank> {
  const wire = await openRelay()
  const domain = `${name}.localhost:${wire.port}`
  let uma: Uma | undefined
  const app = await testApp({
    umaDomain: domain,
    providers: (usual) => ({
      ...usual,
      uma(network) {
        uma = network
        return usual.uma(network)
      },
      rails(parts) {
        if (!cast) return usual.rails(parts)
        const rail = cast.rail({ store: parts.store })
        return [rail, sandboxRailBeside([rail])]
      },
    }),
  })
  wire.target = Number(new URL(app.origin).port)
  return { app, wire, domain, cast, uma: uma as Uma }
}

const bare = (id: string) => id.slice(id.indexOf(':') + 1)

describe('Two banks with Lightning', () => {
  let a: Bank
  let b: Bank
  let without: Bank
  let ours: LightningCast
  let theirs: LightningCast
  beforeAll(async () => {
    ours = await lightningCast('aa')
    theirs = await lightningCast('bb')
    ours.node.peer = theirs.node
    a = await openBank('bank-a', ours)
    b = await openBank('bank-b', theirs)
    without = await openBank('bank-c', undefined)
  })
  afterEach(async () => {
    for (const { wire, cast, app } of [a, b, without]) {
      wire.passes = () => true
      if (cast) cast.node.cut = () => undefined
      expect(await app.audit()).toEqual([])
    }
  })
  afterAll(async () => {
    for (const { app, wire, cast } of [a, b, without]) {
      await app.close()
      await wire.close()
      await cast?.stop()
    }
  })

  const northwind = () => accountOf(a.app, 'northwind', 'USD')
  const funds = async () => balanceOf(a.app, await northwind())
  const euros = async (bank = b) => balanceOf(bank.app, await accountOf(bank.app, 'alice', 'EUR'))
  /** 20 EUR for Alice. */
  async function pay(bank = b) {
    const umaAddress = `$alice@${bank.domain}`
    const { lookupId } = await a.app.ok('lookupUma', { params: { receiverUmaAddress: umaAddress } })
    const { id, transactionId } = await a.app.ok('createQuote', {
      body: {
        lookupId,
        source: { sourceType: 'ACCOUNT', accountId: (await northwind()).id },
        destination: { destinationType: 'UMA_ADDRESS', umaAddress, currency: 'EUR' },
        lockedCurrencySide: 'RECEIVING',
        lockedCurrencyAmount: 2000,
      },
    })
    await a.app.ok('executeQuote', { params: { quoteId: id } })
    await a.app.settle()
    return transactionId
  }
  const sent = (transactionId: `Transaction:${string}`) => a.app.ok('getTransactionById', { params: { transactionId } })
  const received = async (bank = b) =>
    (await bank.app.ok('listTransactions', { query: { type: 'INCOMING', limit: 1 } })).data[0]
  /** When a bank asks its node too early, it asks again later. */
  const untilBothCompleted = (transactionId: `Transaction:${string}`) =>
    expect
      .poll(async () => {
        for (const { app } of [a, b]) await app.advance({ seconds: 5 })
        return [(await sent(transactionId)).status, (await received())?.status]
      })
      .toEqual(['COMPLETED', 'COMPLETED'])
  const invoices = () => [...theirs.node.invoices.values()]
  /** 20 EUR at the sandbox's rates, in satoshis, rounded up. */
  const SATOSHIS = 18_109

  it('settle by the invoice of the receiver, and the sender has its preimage', async () => {
    const before = { funds: await funds(), euros: await euros() }
    const id = await pay()
    await untilBothCompleted(id)
    expect(await received()).toMatchObject({ receivedAmount: { amount: 2000 } })
    expect({ funds: await funds(), euros: await euros() }).toEqual({
      funds: before.funds - 2185,
      euros: before.euros + 2000,
    })
    const [invoice] = invoices()
    expect([ours.node.paid, invoice?.msat]).toEqual([[invoice?.hash], BigInt(SATOSHIS) * 1_000n])
    const { outside } = await a.app.ok('getTransactionHistory', { params: { transactionId: id } })
    const facts = Object.fromEntries(outside?.facts.map(({ name, value }) => [name, value]) ?? [])
    const preimage = Buffer.from(facts['Preimage (proof of payment)'] as string, 'hex')
    expect(createHash('sha256').update(preimage).digest('hex')).toBe(invoice?.hash)
  })

  it('post the settlement in bitcoin, and the conversion as an exchange', async () => {
    const holds = async ({ app }: Bank) => ({
      euros: [await houseHolds(app, 'rails', 'EUR'), await houseHolds(app, 'fx', 'EUR')],
      // Housekeeping posts the routing fees from one to the other, at any time.
      bitcoin: [await houseHolds(app, ['rails', 'costs'], 'BTC'), await houseHolds(app, 'fx', 'BTC')],
    })
    const before = [await holds(a), await holds(b)]
    await untilBothCompleted(await pay())
    const after = [await holds(a), await holds(b)]
    const change = (bank: number, currency: 'euros' | 'bitcoin') =>
      after[bank]?.[currency].map((value, i) => Number(value) - Number(before[bank]?.[currency][i]))
    expect(change(0, 'euros')).toEqual([0, 0])
    expect(change(0, 'bitcoin')).toEqual([SATOSHIS, -SATOSHIS])
    expect(change(1, 'euros')).toEqual([0, -2000])
    expect(change(1, 'bitcoin')).toEqual([-SATOSHIS, SATOSHIS])
  })

  it('give the money back when Lightning finds no route, and credit nothing', async () => {
    const before = { funds: await funds(), euros: await euros() }
    ours.node.fate = 'FAILED'
    const id = await pay()
    ours.node.fate = undefined
    await expect
      .poll(async () => {
        await a.app.advance({ minutes: 1 })
        return await sent(id)
      })
      .toMatchObject({ status: 'FAILED', failureReason: 'LIGHTNING_PAYMENT_FAILED', refund: { status: 'COMPLETED' } })
    await b.app.advance({ minutes: 6 })
    expect(await received()).toMatchObject({ status: 'FAILED', failureReason: 'QUOTE_EXPIRED' })
    expect({ funds: await funds(), euros: await euros() }).toEqual(before)
  })

  it('do not credit a payment that is reported but not paid', async () => {
    const before = await euros()
    ours.node.fate = 'HELD'
    const id = await pay()
    ours.node.fate = undefined
    expect(await sent(id)).toMatchObject({ status: 'PROCESSING' })
    const forged = await a.uma.settle(
      { ...FORGED, sender: `$northwind@${a.domain}`, receiver: `$alice@${b.domain}` },
      {
        institution: b.domain,
        invoice: `causeway:${bare((await received())?.id as string)}`,
        callback: `http://${b.domain}/uma/settlements/${b.app.platform.platformId}`,
      },
      () => {},
    )
    expect(forged).toMatchObject({ state: 'IN_TRANSIT' })
    expect([await euros(), (await received())?.status]).toEqual([before, 'PROCESSING'])
    ours.node.resolve(invoices().at(-1)?.hash as string, 'SUCCEEDED')
    await a.app.advance({ minutes: 1 })
    expect(await sent(id)).toMatchObject({ status: 'COMPLETED' })
    expect(await euros()).toBe(before + 2000)
  })
  const FORGED = { key: 'forged', platformId: '', currency: 'EUR', amount: 2000n, payerData: {} }

  it('credit a paid invoice although its report is lost', async () => {
    const before = await euros()
    b.wire.passes = (piece) => !piece.startsWith('POST /uma/settlements')
    expect(await sent(await pay())).toMatchObject({ status: 'COMPLETED' })
    expect([await euros(), (await received())?.status]).toEqual([before, 'PROCESSING'])
    await b.app.advance({ minutes: 6 })
    expect([await euros(), (await received())?.status]).toEqual([before + 2000, 'COMPLETED'])
  })

  it('do not pay an invoice that asks for more than the payment is worth', async () => {
    const before = await funds()
    theirs.node.surcharge = 3n
    const id = await pay()
    theirs.node.surcharge = 0n
    expect(await sent(id)).toMatchObject({ status: 'FAILED', failureReason: 'QUOTE_EXECUTION_FAILED' })
    expect([await funds(), ours.node.payments.has(invoices().at(-1)?.hash as string)]).toEqual([before, false])
  })

  it('settle by the callback with a bank that has no node', async () => {
    const [before, paid] = [await euros(without), ours.node.paid.length]
    expect(await sent(await pay(without))).toMatchObject({ status: 'COMPLETED' })
    expect([await euros(without), ours.node.paid.length]).toEqual([before + 2000, paid])
  })
})
