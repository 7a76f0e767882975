/** ACH rail against a bank in a folder: NACHA files out, returns, notifications of change and statements in. */
import { describe, expect, it } from 'vitest'
import type { Payout } from '../../src/providers/rails/port.ts'
import { ACH_ACCOUNT, type Booking, nachaAnswers } from './bank.ts'
import { ACH, REFERENCE, railSetup } from './rail-setup.ts'

const setup = railSetup(ACH)
const { makeRail, work } = setup

/** The bank takes the file of these payouts. */
async function sent(payouts: readonly Payout[]) {
  const rail = makeRail()
  for (const payout of payouts) await rail.send(payout)
  setup.now = setup.afterCutOff
  await work(rail)
  return { rail, orders: setup.bank.collect() }
}
const statement = (day: string, bookings: readonly Booking[]) =>
  setup.bank.put(`${day}.xml`, setup.bank.statement(day, bookings, ACH_ACCOUNT, 'USD'))
const [first, second] = [setup.payout(1), setup.payout(2, 5_00n)]

describe('an ACH payout', () => {
  it('leaves after the cut-off, takes effect on the next banking day, and is delivered by the statement', async () => {
    const { rail, orders } = await sent([first, second])
    expect(orders.map(({ amount, account, name }) => [amount, account, name])).toEqual([
      [12_34n, setup.to, 'Jose Muller'],
      [5_00n, setup.to, 'Jose Muller'],
    ])
    expect(setup.bank.files.map(({ text }) => text.split('\n')[1]?.slice(69, 75))).toEqual(['261124'])
    expect((await rail.ask(first)).state).toBe('IN_TRANSIT')
    statement('2026-11-24', [{ amount: -17_34n, batch: orders[0]?.file as string }])
    await work(rail)
    for (const payout of [first, second]) expect((await rail.ask(payout)).state).toBe('DELIVERED')
    expect(rail.health()).toEqual({ status: 'UP' })
  })

  it('takes effect after Thanksgiving and the weekend', async () => {
    setup.now = Date.parse('2026-11-25T21:00:01Z')
    const rail = makeRail()
    await rail.send(first)
    setup.now = Date.parse('2026-11-27T21:00:01Z')
    await work(rail)
    setup.bank.collect()
    expect(setup.bank.files[0]?.text.split('\n')[1]?.slice(69, 75)).toBe('261130')
  })

  it('to a company and one to a person are in separate files', async () => {
    const beneficiary = { beneficiaryType: 'BUSINESS', legalName: 'Northwind Ltd' }
    await sent([first, { ...second, accountInfo: { ...second.accountInfo, beneficiary } }])
    expect(setup.bank.files.map(({ text }) => text.split('\n')[1]?.slice(50, 53))).toEqual(['PPD', 'CCD'])
  })

  it.each([
    ['a routing number with the wrong check digit', { routingNumber: '231380105' }],
    ['an account number that is too long', { accountNumber: '1'.repeat(18) }],
  ])('with %s fails before it is in a file', async (_what, wrong) => {
    const { rail, orders } = await sent([{ ...first, accountInfo: { ...first.accountInfo, ...wrong } }])
    expect(await rail.ask(first)).toEqual({ state: 'FAILED', reason: 'QUOTE_EXECUTION_FAILED', money: 'BACK' })
    expect(orders).toEqual([])
  })
})

describe('a return', () => {
  it('refunds its payout once, however it is booked', async () => {
    const { rail, orders } = await sent([first, second])
    const [one, two] = orders.map(({ reference }) => reference) as [string, string]
    statement('2026-11-24', [{ amount: -17_34n, batch: orders[0]?.file as string }])
    const answers = [
      { reference: one, amount: 12_34n, code: 'R03' },
      { reference: two, amount: 5_00n, code: 'R02' },
    ]
    setup.bank.put('returns.ach', nachaAnswers(answers))
    await work(rail)
    const report = { state: 'RETURNED', reason: 'COUNTERPARTY_POST_TX_FAILED' }
    for (const payout of [first, second]) expect(await rail.ask(payout)).toEqual(report)
    statement('2026-11-25', [{ amount: 17_34n, returned: 'R03' }])
    expect(await work(rail)).toEqual([])
    expect(rail.health()).toEqual({ status: 'UP' })
    setup.bank.put('again.ach', nachaAnswers(answers, 'B'))
    await work(rail)
    expect(rail.health().detail).toContain(`${one} was returned, and had been refunded before`)
    expect(await rail.ask(first)).toEqual(report)
  })

  it('of an unknown entry, or with another amount, changes nothing and is reported', async () => {
    const { rail, orders } = await sent([first])
    const reference = orders[0]?.reference as string
    const answers = [
      { reference: '121042889999999', amount: 12_34n, code: 'R03' },
      { reference, amount: 12_33n, code: 'R03' },
    ]
    setup.bank.put('returns.ach', nachaAnswers(answers))
    await work(rail)
    expect((await rail.ask(first)).state).toBe('IN_TRANSIT')
    expect(rail.health().detail).toBe(
      `returns.ach is READ: 121042889999999 was returned, and is not a payout of this rail; ${reference} was returned with another amount`,
    )
  })

  it.each([
    ['cut off', (text: string) => text.slice(0, 94 * 4)],
    ['with another total', (text: string) => text.replace('000000001234', '000000001235')],
    ['without a reason', (text: string) => text.replace('799R03', '705R03')],
  ])('in a file that is %s changes nothing, and is read when the complete file arrives', async (_what, spoil) => {
    const { rail, orders } = await sent([first])
    const text = nachaAnswers([{ reference: orders[0]?.reference as string, amount: 12_34n, code: 'R03' }])
    setup.bank.put('returns.ach', spoil(text))
    await work(rail)
    expect((await rail.ask(first)).state).toBe('IN_TRANSIT')
    expect(rail.health().detail).toMatch(/^returns.ach is REFUSED: /)
    setup.bank.put('returns.ach', text)
    await work(rail)
    expect((await rail.ask(first)).state).toBe('RETURNED')
  })
})

it('keeps a notification of change for the operator, and the payout continues', async () => {
  const { rail, orders } = await sent([first])
  const reference = orders[0]?.reference as string
  setup.bank.put('changes.ach', nachaAnswers([{ reference, amount: 0n, code: 'C01', data: '1918171614' }]))
  await work(rail)
  expect((await rail.ask(first)).state).toBe('IN_TRANSIT')
  expect(rail.health()).toEqual({ status: 'DEGRADED', detail: `Notification of change C01 for ${reference}` })
  const kept = await setup.store.query('select reference, code, data from bank_corrections')
  expect(kept).toEqual([{ reference, code: 'C01', data: '1918171614' }])
})

it('a deposit arrives with the reference that the payer gave', async () => {
  const rail = makeRail()
  statement('2026-11-24', [{ amount: 70_00n, text: `PAYROLL ${REFERENCE}` }])
  expect(await work(rail)).toMatchObject([{ currency: 'USD', amount: 70_00n, reference: REFERENCE }])
})
