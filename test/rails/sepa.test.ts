/** SEPA rail against a bank in a folder: files out, reports and statements in. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { bankMatters, closeBankMatter } from '../../src/operator/banks.ts'
import { folderMailbox } from '../../src/providers/rails/banks/exchange/mailbox.ts'
import { IBAN, statusReport } from './bank.ts'
import { REFERENCE, railSetup, SEPA } from './rail-setup.ts'

const setup = railSetup(SEPA)
const { makeRail, work } = setup

describe('a SEPA payout', () => {
  it('waits for the cut-off, leaves in one file with the others, and is delivered by the statement', async () => {
    const rail = makeRail()
    const sent = await Promise.all([1, 2, 3].map((n) => rail.send(setup.payout(n))))
    expect(sent.map(({ state }) => state)).toEqual(['IN_TRANSIT', 'IN_TRANSIT', 'IN_TRANSIT'])
    await work(rail)
    expect(setup.bank.collect()).toEqual([])
    setup.now = setup.afterCutOff
    await work(rail)
    await work(rail)
    const orders = setup.bank.collect()
    expect(orders.map(({ amount, account, name }) => [amount, account, name])).toEqual(
      Array(3).fill([12_34n, setup.to, 'Jose Muller']),
    )
    expect(setup.bank.files).toHaveLength(1)
    setup.bank.put('status.xml', statusReport('S1', orders[0]?.file as string, { whole: 'ACCP' }))
    await work(rail)
    expect((await rail.ask(setup.payout(1))).state).toBe('IN_TRANSIT')
    const bookings = orders.map(({ reference, amount }) => ({ endToEnd: reference, amount: -amount }))
    setup.bank.put('statement.xml', setup.bank.statement('2026-11-23', bookings))
    await work(rail)
    for (const n of [1, 2, 3]) expect(await rail.ask(setup.payout(n))).toMatchObject({ state: 'DELIVERED' })
    expect(rail.health()).toEqual({ status: 'UP' })
  })

  it('that is sent after the cut-off goes into the file of the next business day', async () => {
    const rail = makeRail()
    setup.now = Date.parse('2026-12-24T14:00:01Z')
    await rail.send(setup.payout(1))
    setup.now = Date.parse('2026-12-28T13:59:59Z')
    await work(rail)
    expect(setup.bank.collect()).toEqual([])
    setup.now = Date.parse('2026-12-28T14:00:01Z')
    await work(rail)
    expect(setup.bank.collect()).toHaveLength(1)
    expect(setup.bank.files[0]?.text).toContain('<Dt>2026-12-28</Dt>')
  })

  it.each([
    ['an IBAN with wrong check digits', { iban: 'FR1520041010050500013M02606' }, 'José'],
    ['an IBAN outside of SEPA', { iban: 'AE070331234567890123456' }, 'José'],
    ['a name that SEPA cannot write', { iban: setup.to }, '王小明'],
  ])('with %s fails before it is in a file', async (_what, info, fullName) => {
    const rail = makeRail()
    const accountInfo = { ...info, beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName } }
    const report = await rail.send({ ...setup.payout(1), accountInfo })
    expect(report).toEqual({ state: 'FAILED', reason: 'QUOTE_EXECUTION_FAILED', money: 'BACK' })
    setup.now = setup.afterCutOff
    await work(rail)
    expect(setup.bank.collect()).toEqual([])
  })

  it('that the bank rejects fails, and the others of its file continue', async () => {
    const rail = makeRail()
    await rail.send(setup.payout(1))
    await rail.send(setup.payout(2))
    setup.now = setup.afterCutOff
    await work(rail)
    const [one, two] = setup.bank.collect()
    const orders = [{ reference: one?.reference as string, status: 'RJCT', code: 'AC04' }]
    setup.bank.put('status.xml', statusReport('S1', one?.file as string, { whole: 'PART', orders }))
    setup.bank.put(
      'z.xml',
      setup.bank.statement('2026-11-23', [{ endToEnd: two?.reference as string, amount: -12_34n }]),
    )
    await work(rail)
    expect(await rail.ask(setup.payout(1))).toEqual({
      state: 'FAILED',
      reason: 'COUNTERPARTY_POST_TX_FAILED',
      money: 'BACK',
    })
    expect((await rail.ask(setup.payout(2))).state).toBe('DELIVERED')
  })

  it('that is returned by the bank is refunded once, whether a notification or the statement reports it first', async () => {
    const rail = makeRail()
    await rail.send(setup.payout(1))
    setup.now = setup.afterCutOff
    await work(rail)
    const reference = setup.bank.collect()[0]?.reference as string
    setup.bank.put('1.xml', setup.bank.statement('2026-11-23', [{ endToEnd: reference, amount: -12_34n }]))
    const back = { endToEnd: reference, amount: 12_34n, returned: 'AC04', text: REFERENCE }
    setup.bank.put('2.xml', setup.bank.notification('N1', '2026-11-25', [back]))
    await work(rail)
    expect(await rail.ask(setup.payout(1))).toEqual({ state: 'RETURNED', reason: 'COUNTERPARTY_POST_TX_FAILED' })
    setup.bank.put('3.xml', setup.bank.statement('2026-11-25', [back]))
    expect(await work(rail)).toEqual([])
    setup.bank.put('4.xml', setup.bank.statement('2026-11-26', [back]))
    // A second return is money without an owner.
    expect((await work(rail)).map(({ amount, reference }) => [amount, reference])).toEqual([[12_34n, undefined]])
  })

  it('stays in transit when the bank contradicts itself, and its debit is an open item', async () => {
    const rail = makeRail()
    await rail.send(setup.payout(1))
    setup.now = setup.afterCutOff
    await work(rail)
    const [order] = setup.bank.collect()
    const reference = order?.reference as string
    setup.bank.put('1.xml', setup.bank.statement('2026-11-23', [{ endToEnd: reference, amount: -12_34n }]))
    await work(rail)
    setup.bank.put('2.xml', statusReport('S1', order?.file as string, { orders: [{ reference, status: 'RJCT' }] }))
    setup.bank.put('3.xml', setup.bank.statement('2026-11-24', [{ endToEnd: reference, amount: -12_34n }]))
    await work(rail)
    expect((await rail.ask(setup.payout(1))).state).toBe('DELIVERED')
    expect(rail.health()).toMatchObject({ status: 'DEGRADED', detail: expect.stringContaining('after it was debited') })
    expect(rail.health().detail).toContain('A line of -12.34 is matched to nothing')
  })

  it('that the bank refuses as a duplicate stays in transit: the first one may have been paid', async () => {
    const rail = makeRail()
    await rail.send(setup.payout(1))
    setup.now = setup.afterCutOff
    await work(rail)
    const file = setup.bank.collect()[0]?.file as string
    setup.bank.put('1.xml', statusReport('S1', file, { whole: 'RJCT', reason: 'AM05' }))
    await work(rail)
    expect((await rail.ask(setup.payout(1))).state).toBe('IN_TRANSIT')
    expect(rail.health().detail).toContain('is refused as a duplicate, and may have been paid before: ask the bank')
  })

  it('that the bank has settled is not refunded on a later rejection', async () => {
    const rail = makeRail()
    await rail.send(setup.payout(1))
    setup.now = setup.afterCutOff
    await work(rail)
    const [order] = setup.bank.collect()
    for (const [id, status] of Object.entries({ S1: 'ACSC', S2: 'RJCT' })) {
      const orders = [{ reference: order?.reference as string, status }]
      setup.bank.put(`${id}.xml`, statusReport(id, order?.file as string, { orders }))
    }
    await work(rail)
    expect((await rail.ask(setup.payout(1))).state).toBe('DELIVERED')
    expect(rail.health().detail).toContain('is reported as rejected after it was debited')
  })

  it('that the bank has not booked for five days is reported', async () => {
    const rail = makeRail()
    await rail.send(setup.payout(1))
    setup.now = setup.afterCutOff
    await work(rail)
    setup.now += 5 * 86_400_000 - 1
    await work(rail)
    expect(rail.health()).toEqual({ status: 'UP' })
    setup.now += 2
    await work(rail)
    expect(rail.health().detail).toMatch(/^pain\.001-00000001-[0-9a-f]{8}\.xml was sent five days ago/)
  })

  it('is delivered where the bank books its file as a whole', async () => {
    const rail = makeRail()
    await rail.send(setup.payout(1))
    await rail.send(setup.payout(2, 5n))
    setup.now = setup.afterCutOff
    await work(rail)
    const batch = setup.bank.collect()[0]?.file as string
    setup.bank.put('1.xml', setup.bank.statement('2026-11-23', [{ batch, amount: -12_39n }]))
    await work(rail)
    expect([(await rail.ask(setup.payout(1))).state, (await rail.ask(setup.payout(2))).state]).toEqual([
      'DELIVERED',
      'DELIVERED',
    ])
  })

  it('that is sent twice is in one file once', async () => {
    const rails = [makeRail(), makeRail()]
    await Promise.all(rails.flatMap((rail) => [rail.send(setup.payout(1)), rail.send(setup.payout(1))]))
    setup.now = setup.afterCutOff
    await Promise.all(rails.map(work))
    await Promise.all(rails.map((rail) => rail.send(setup.payout(1))))
    await Promise.all(rails.map(work))
    expect(setup.bank.collect()).toHaveLength(1)
  })
})

describe('a file of the bank', () => {
  it('is read once: the same bytes, and the same message in other bytes', async () => {
    const rail = makeRail()
    const text = setup.bank.statement('2026-11-23', [{ amount: 5_00n, text: REFERENCE }])
    setup.bank.put('a.xml', text)
    await work(rail)
    setup.bank.put('b.xml', text)
    setup.bank.put('c.xml', text.replace('<GrpHdr>', ' <GrpHdr>'))
    const answer = await work(rail)
    expect(answer.map(({ amount }) => amount)).toEqual([5_00n])
    expect(rail.health().detail).toBe('c.xml is REFUSED: STATEMENT STMT-1 was read from another file before')
    expect(readdirSync(join(setup.folder, 'in'))).toEqual([])
  })

  it('may contain fees, which are posted separately; other debits are reported', async () => {
    const rail = makeRail()
    const bookings = [{ amount: -5_00n, family: 'CHRG' }, { amount: -7_00n }]
    setup.bank.put('a.xml', setup.bank.statement('2026-11-23', bookings))
    expect(await work(rail)).toEqual([])
    expect(rail.health().detail).toBe('A line of -7.00 is matched to nothing')
    const lines = await setup.store.query('select amount, matched from bank_lines order by key')
    expect(lines).toEqual([
      { amount: -5_00n, matched: 'FEE' },
      { amount: -7_00n, matched: 'OPEN' },
    ])
  })

  it('has open items that an operator closes with a note, except for a statement that waits', async () => {
    const rail = makeRail()
    setup.bank.put('a.xml', 'hello')
    setup.bank.put('b.xml', setup.bank.statement('2026-11-23', [{ amount: -7_00n }]))
    setup.bank.statement('2026-11-24', [{ amount: 1n }])
    setup.bank.put('d.xml', setup.bank.statement('2026-11-25', []))
    await work(rail)
    const matters = await bankMatters(setup as never)
    expect(matters.map(({ rail, about }) => [rail, about.split(':')[0]])).toEqual([
      ['sepa', 'a.xml is REFUSED'],
      ['sepa', 'd.xml is WAITING'],
      ['sepa', 'A line of -7.00 is matched to nothing'],
    ])
    const ids = matters.map(({ id }) => id) as [string, string, string]
    await closeBankMatter(setup, 'sepa', ids[0], 'A test of the bank')
    await closeBankMatter(setup, 'sepa', ids[2], 'Rent of the office')
    for (const id of [...ids, 'else:1'])
      await expect(closeBankMatter(setup, 'sepa', id, 'again')).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    await work(rail)
    expect(rail.health().detail).toMatch(/^d.xml is WAITING: [^;]*$/)
  })

  it('that was truncated is read when it arrives complete', async () => {
    const rail = makeRail()
    const text = setup.bank.statement('2026-11-23', [{ amount: 5_00n }])
    setup.bank.put('a.xml', text.slice(0, text.length / 2))
    expect(await work(rail)).toEqual([])
    setup.bank.put('a.xml', text)
    expect(await work(rail)).toHaveLength(1)
  })

  it('waits for the statement before it', async () => {
    const rail = makeRail()
    const days = ['2026-11-23', '2026-11-24', '2026-11-25'].map((day) => setup.bank.statement(day, [{ amount: 1_00n }]))
    setup.bank.put('1.xml', days[0] as string)
    setup.bank.put('3.xml', days[2] as string)
    expect(await work(rail)).toHaveLength(1)
    expect(rail.health().detail).toContain('3.xml is WAITING')
    await work(rail)
    expect(setup.warnings).toHaveLength(1)
    setup.bank.put('2.xml', days[1] as string)
    expect(await work(rail)).toHaveLength(3)
    expect(rail.health().status).toBe('UP')
  })

  it.each([
    ['cut off', (text: string) => text.slice(0, -30)],
    ['of another account', (text: string) => text.replace(IBAN, setup.to)],
    [
      'whose lines do not lead to its balance',
      (text: string) => text.replace('<Amt Ccy="EUR">5.00', '<Amt Ccy="EUR">6.00'),
    ],
    ['with entities', (text: string) => text.replace('<Document', '<!DOCTYPE x [<!ENTITY a "b">]><Document')],
    ['of another kind', () => 'hello'],
  ])('that is %s changes nothing, and is reported', async (_what, spoil) => {
    const rail = makeRail()
    setup.bank.put('a.xml', spoil(setup.bank.statement('2026-11-23', [{ amount: 5_00n }])))
    expect(await work(rail)).toEqual([])
    expect(rail.health()).toMatchObject({ status: 'DEGRADED', detail: expect.stringMatching(/^a.xml is REFUSED: /) })
  })

  it('that has the name of a file being stored is read, too', async () => {
    const mailbox = folderMailbox(setup.folder)
    const [first, second] = ['2026-11-23', '2026-11-24'].map((day) => setup.bank.statement(day, [{ amount: 1n }]))
    const read: typeof mailbox.read = async (name) => {
      const bytes = await mailbox.read(name)
      if (bytes.equals(Buffer.from(first as string))) setup.bank.put('a.xml', second as string)
      return bytes
    }
    const rail = makeRail(setup.store, { ...mailbox, read })
    setup.bank.put('a.xml', first as string)
    await work(rail)
    expect(await work(rail)).toHaveLength(2)
    expect(readdirSync(join(setup.folder, 'in'))).toEqual([])
  })

  it('that is not complete yet is ignored', async () => {
    const rail = makeRail()
    setup.bank.put('a.xml.part', setup.bank.statement('2026-11-23', [{ amount: 5_00n }]))
    expect(await work(rail)).toEqual([])
    expect(readdirSync(join(setup.folder, 'in'))).toEqual(['a.xml.part'])
  })
})

describe('the holding of the rail', () => {
  it('is the balance of the last statement, with the payouts that it still contains', async () => {
    const rail = makeRail()
    const none = { currency: 'EUR', float: null, inFlight: 0n, asOf: null, seenAt: null }
    expect(await rail.holdings?.()).toEqual([none])
    for (const n of [1, 2, 3]) await rail.send(setup.payout(n))
    expect(await rail.holdings?.()).toEqual([{ ...none, inFlight: 3n * 12_34n }])
    setup.now = setup.afterCutOff
    await work(rail)
    const [one, two, three] = setup.bank.collect()
    const settled = [{ reference: two?.reference as string, status: 'ACSC' }]
    const rejected = [{ reference: three?.reference as string, status: 'RJCT', code: 'AC04' }]
    setup.bank.put('1.xml', statusReport('S1', one?.file as string, { orders: [...settled, ...rejected] }))
    setup.bank.put(
      '2.xml',
      setup.bank.statement('2026-11-23', [{ endToEnd: one?.reference as string, amount: -12_34n }]),
    )
    await work(rail)
    // The second one is settled, but not on a statement yet.
    expect(await rail.holdings?.()).toEqual([
      { currency: 'EUR', float: 1_000_000_00n - 12_34n, inFlight: 12_34n, asOf: 'statement STMT-1', seenAt: setup.now },
    ])
  })
})

describe('an arrival', () => {
  it('carries the payer’s reference, however the bank formatted it, unless there are several', async () => {
    const rail = makeRail()
    const texts = [
      `Rent ${REFERENCE.toLowerCase()} Nov`,
      `${REFERENCE.slice(0, 20)} ${REFERENCE.slice(20)}`,
      `RF ${REFERENCE}`,
      'thanks',
      `${REFERENCE} CW${'1'.repeat(26)}`,
    ]
    setup.bank.put(
      'a.xml',
      setup.bank.statement(
        '2026-11-23',
        texts.map((text, i) => ({ amount: BigInt(i + 1), text, debtor: 'A & B' })),
      ),
    )
    const first = await work(rail)
    expect(first.map(({ reference }) => reference)).toEqual([...Array(3).fill(REFERENCE), undefined, undefined])
    expect(first[0]).toMatchObject({ currency: 'EUR', amount: 1n, payer: 'A & B' })
    expect((await rail.arrivals?.('3'))?.arrivals.map(({ amount }) => amount)).toEqual([4n, 5n])
  })
})
