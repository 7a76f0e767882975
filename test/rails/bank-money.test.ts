/**
 * Money over a bank rail in production, end to end: a deposit is credited, a payout is sent and delivered, and one is
 * returned.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { InternalAccount } from '../../contract/accounts/internal-accounts.ts'
import { readConfig } from '../../src/composition/config.ts'
import { productionProviders } from '../../src/composition/providers/production.ts'
import { takeArrivals } from '../../src/domain/payments/arrivals/take-arrivals.ts'
import { reconcileRails } from '../../src/domain/payments/reconciliation/reconcile-rails.ts'
import { bankMatters, bookBankLine, statementComparisons } from '../../src/operator/banks.ts'
import { suspendedArrivals } from '../../src/operator/suspense.ts'
import { openTasks, settleTask } from '../../src/operator/tasks.ts'
import { bankRails } from '../../src/providers/rails/banks/bank-rail.ts'
import { type TestApp, testApp } from '../harness/app.ts'
import { houseHolds } from '../harness/books.ts'
import { WALLETS } from '../harness/samples/wallet-settings.ts'
import { Bank, type Booking, IBAN, type Order, statusReport } from './bank.ts'
import { SEPA } from './rail-setup.ts'

const log = pino({ level: 'silent' })
const DAY_MS = 86_400_000

describe('over SEPA files in production', () => {
  let app: TestApp
  let bank: Bank
  let to: string
  const folder = mkdtempSync(join(tmpdir(), 'causeway-bank-'))
  /** The bank's clock. */
  let now = SEPA.start
  const clock = { now: () => now } as never
  const { banks, rates, screeningFile } = readConfig({
    CAUSEWAY_SEPA_FOLDER: folder,
    CAUSEWAY_SEPA_NAME: 'Causeway GmbH',
    CAUSEWAY_SEPA_IBAN: IBAN,
    CAUSEWAY_RATES_URLS: 'https://127.0.0.1:1',
    CAUSEWAY_RATES_QUORUM: '1',
  })

  beforeAll(async () => {
    bank = new Bank(folder)
    const settings = { banks, rates, screeningFile, umaPartners: [], wallets: WALLETS }
    app = await testApp({
      cast: false,
      providers: ({ rates: usual }) => ({ ...productionProviders(clock, log, settings), rates: usual }),
    })
    const beneficiary = {
      beneficiaryType: 'INDIVIDUAL',
      fullName: 'José Müller',
      address: { line1: '1 Rue de la Paix', city: 'Paris', postalCode: '75002', country: 'FR' },
    }
    const accountInfo = { accountType: 'EUR_ACCOUNT', iban: SEPA.to, beneficiary }
    to = (await app.ok('createPlatformExternalAccount', { body: { currency: 'EUR', accountInfo } })).id
  })
  afterAll(async () => {
    expect(await app.audit()).toEqual([])
    await app.close()
    rmSync(folder, { recursive: true })
  })

  /**
   * The rail makes, sends and reads its files, and arrivals are posted. The service does so, too, every five seconds.
   */
  const exchange = async () => {
    await app.store.script('update rail_cursors set leased_until = null')
    const rails = bankRails(banks, { database: app.store, clock, log })
    const { store, engine } = app.app
    await takeArrivals({ store, engine, log, clock: app.clock, rails })
    const reconcile = () => reconcileRails({ store, engine, log, clock, rails })
    await Promise.all([reconcile(), reconcile()])
  }
  /** The latest comparison, more than ten minutes later. */
  const compared = async () => {
    now += 600_000
    await exchange()
    return (await statementComparisons(app))[0]
  }
  /** Books lines and reads the statement, also if the service reads it at the same time. */
  async function book(day: string, bookings: readonly Booking[]) {
    bank.put(`${day}.xml`, bank.statement(day, bookings))
    await expect
      .poll(async () => {
        await exchange()
        return await app.store.query('select state from bank_inbox where name = $1', [`${day}.xml`])
      })
      .toEqual([{ state: 'READ' }])
  }
  const euros = async (): Promise<InternalAccount> => {
    const { data } = await app.ok('listPlatformInternalAccounts', { query: { limit: 100 } })
    return data.find(({ balance }) => balance.currency.code === 'EUR') as InternalAccount
  }
  const held = async () => (await euros()).balance.amount
  const statusOf = async (transactionId: string) =>
    (await app.ok('getTransactionById', { params: { transactionId: transactionId as never } })).status

  /** Pays out of the account, over the cut-off. @returns the transaction and the order to the bank */
  async function payOut(amount: number) {
    const source = { accountId: (await euros()).id }
    const { id } = await app.ok('createTransferOut', { body: { source, destination: { accountId: to }, amount } })
    await app.settle()
    return { id, order: await nextOrder() }
  }
  /** The bank's order of the next cut-off. */
  async function nextOrder(): Promise<Order> {
    now += DAY_MS
    const orders: Order[] = []
    await expect
      .poll(async () => {
        await exchange()
        orders.push(...bank.collect())
        return orders.length
      })
      .toBe(1)
    return orders[0] as Order
  }

  it('credits a deposit by the reference that the account shows, and keeps others in suspense', async () => {
    const [given] = (await euros()).fundingPaymentInstructions
    const info = given?.accountOrWalletInfo as { iban: string; reference: string }
    expect(info.iban).toBe(IBAN)
    const bookings = [{ amount: 500_00n, text: `Savings ${info.reference}`, debtor: 'Maria' }, { amount: 7_00n }]
    await book('2026-11-23', bookings)
    await expect.poll(held).toBe(500_00)
    await expect.poll(() => suspendedArrivals(app.app)).toMatchObject([{ rail: 'sepa', amount: 7_00, currency: 'EUR' }])
  })

  it('delivers a payout when the bank has booked it', async () => {
    const { id, order } = await payOut(120_00)
    expect(order).toMatchObject({ amount: 120_00n, account: SEPA.to, name: 'Jose Muller' })
    expect([await statusOf(id), await held()]).toEqual(['PENDING', 380_00])
    await book('2026-11-24', [{ amount: -120_00n, endToEnd: order.reference }])
    await app.advance({ days: 2 })
    expect([await statusOf(id), await held()]).toEqual(['COMPLETED', 380_00])
    expect(await houseHolds(app, 'rails', 'EUR')).toBe(120_00 - 500_00 - 7_00)
    const outside = await app.app.rails.trace(id.slice('Transaction:'.length))
    expect(outside?.rail).toBe('sepa')
    expect(Object.fromEntries(outside?.facts.map(({ name, value }) => [name, value]) ?? [])).toMatchObject({
      State: 'SETTLED',
      Reference: order.reference,
      File: expect.stringMatching(/\.xml$/),
    })
  })

  it('refunds a payout that is returned days later', async () => {
    const { id, order } = await payOut(80_00)
    const endToEnd = order.reference
    await book('2026-11-25', [{ amount: -80_00n, endToEnd }])
    await app.advance({ days: 2 })
    expect([await statusOf(id), await held()]).toEqual(['COMPLETED', 300_00])
    now += 2 * DAY_MS
    await book('2026-11-27', [{ amount: 80_00n, endToEnd, returned: 'AC04' }])
    await app.advance({ days: 2 })
    expect([await statusOf(id), await held()]).toEqual(['FAILED', 380_00])
  })

  it('keeps money in suspense that paid for a quote whose payout failed, until it is credited to the sender', async () => {
    const quote = await app.ok('createQuote', {
      body: {
        source: { sourceType: 'REALTIME_FUNDING', currency: 'EUR' },
        destination: { destinationType: 'ACCOUNT', accountId: to },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: 60_00,
      },
    })
    const info = quote.paymentInstructions?.[0]?.accountOrWalletInfo as { reference: string }
    const [rails, suspense] = [await houseHolds(app, 'rails', 'EUR'), await houseHolds(app, 'suspense', 'EUR')]
    await book('2026-11-28', [{ amount: 60_00n, text: info.reference, debtor: 'Maria' }])
    await app.settle()
    const order = await nextOrder()
    expect(await statusOf(quote.transactionId)).toBe('PROCESSING')
    bank.put('rejected.xml', statusReport('R1', order.file, { orders: [{ ...order, status: 'RJCT', code: 'AC04' }] }))
    await exchange()
    await app.advance({ days: 2 })
    expect(await app.ok('getTransactionById', { params: { transactionId: quote.transactionId } })).toMatchObject({
      status: 'FAILED',
      refund: { status: 'FAILED' },
    })
    // The bank still has it, and so does the ledger.
    expect([await houseHolds(app, 'rails', 'EUR'), await houseHolds(app, 'suspense', 'EUR')]).toEqual([
      rails - 60_00,
      suspense + 60_00,
    ])
    await expect.poll(compared).toMatchObject({ statement: 'STMT-5', difference: 0, onTheWay: 0, differing: [] })
    const [task] = await openTasks(app.app)
    expect(task).toMatchObject({ subjects: [quote.transactionId], reason: expect.stringContaining('over a rail') })
    const decision = { decidedBy: 'nora', note: 'credited to the sender' }
    const before = await held()
    await expect(settleTask(app.app, task?.id as string, decision)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    await settleTask(app.app, task?.id as string, { ...decision, account: (await euros()).id })
    expect([await held(), await houseHolds(app, 'suspense', 'EUR')]).toEqual([before + 60_00, suspense])
    await expect.poll(compared).toMatchObject({ difference: 0, onTheWay: 0, differing: [] })
  })

  it('agrees with each statement, and books each bank charge once, as a cost', async () => {
    await expect.poll(compared).toMatchObject({ rail: 'sepa', statement: 'STMT-5', difference: 0, onTheWay: 0 })
    await book('2026-11-29', [{ amount: -1_50n, family: 'CHRG' }])
    await expect.poll(compared).toMatchObject({ statement: 'STMT-6', difference: 0, onTheWay: 0 })
    expect(await houseHolds(app, 'costs', 'EUR')).toBe(-1_50)
    const [{ booked = 0, stated = 1 } = {}] = await statementComparisons(app)
    expect([booked, BigInt(stated)]).toEqual([stated, bank.balance])
  })

  it('differs by an unmatched line, until an operator books it with a reason', async () => {
    await book('2026-11-30', [{ amount: -9_00n }])
    const differing = ['OPEN STMT-7/1: -900, ledger 0']
    await expect.poll(compared).toMatchObject({ statement: 'STMT-7', difference: -9_00, differing })
    const metrics = await app.app.server.inject({ url: '/metrics' })
    expect(metrics.body).toContain('causeway_statement_difference{rail="sepa",currency="EUR"} -900')
    expect(metrics.body).toContain(`causeway_rail_float{rail="sepa",currency="EUR"} ${bank.balance}`)
    const [matter] = await bankMatters(app as never)
    expect(matter).toMatchObject({ rail: 'sepa', about: 'A line of -9.00 is matched to nothing' })
    await bookBankLine(app, 'sepa', matter?.id as string, 'Rent of the office')
    await expect(bookBankLine(app, 'sepa', matter?.id as string, 'again')).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    })
    await expect.poll(compared).toMatchObject({ difference: 0, onTheWay: 0, differing: [] })
    expect(await houseHolds(app, 'costs', 'EUR')).toBe(-10_50)
    expect(await bankMatters(app as never)).toEqual([])
  })

  it('differs by an arrival that the ledger does not have an hour after its statement', async () => {
    await book('2026-12-01', [{ amount: 3_00n }])
    await expect.poll(compared).toMatchObject({ statement: 'STMT-8', difference: 0, onTheWay: 0 })
    // As if the report had been lost before it was posted.
    await app.store.script(`update reported_arrivals set key = 'lost' where key = 'STMT-8/1'`)
    await book('2026-12-02', [{ amount: 4_00n }])
    now += 3_600_000
    const differing = ['ARRIVAL STMT-8/1: 300, ledger 0', 'ARRIVAL lost: 0, ledger 300']
    await expect.poll(compared).toMatchObject({ statement: 'STMT-9', difference: 0, movements: 2, differing })
  })
})
