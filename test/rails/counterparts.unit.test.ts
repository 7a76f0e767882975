/** Bank files against third-party software: moov-io/ach for NACHA; pyiso20022 and the published schemas for ISO 20022. */
import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { nachaReturns } from '../../src/providers/rails/banks/ach/nacha-returns.ts'
import { addDays, FEDERAL_RESERVE } from '../../src/providers/rails/banks/calendar.ts'
import type { FileContents } from '../../src/providers/rails/banks/messages.ts'
import type { Scheme } from '../../src/providers/rails/banks/scheme.ts'
import { Bank, IBAN, nachaAnswers, statusReport } from './bank.ts'
import { ACH, keyOf, SEPA } from './rail-setup.ts'

/** A program built from counterparts/ach, and a Python with pyiso20022 and xsdata. */
const { CAUSEWAY_ACH_READER: ach, CAUSEWAY_ISO20022_PYTHON: python } = process.env

/** Names that are longer than the formats allow, or have characters that they do not. */
const NAMES = ['José Müller', 'A & B <Söhne> "Ltd"', 'Ærø Łódź Ελλάς', 'x'.repeat(200)]

function contents({ prepare, reference, fileId }: Scheme, { accountInfo }: typeof SEPA): FileContents {
  const payouts = NAMES.map((fullName, i) => {
    const key = keyOf(i)
    const info = { ...accountInfo, beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName } }
    const text = { reference: `CW${i}`, remittanceInformation: `Invoice ${i} & more`.repeat(4) }
    const prepared = prepare({ key, accountInfo: info, ...text } as never)
    if (!('creditor' in prepared)) throw new Error('The payout was refused')
    return { reference: reference(key, i + 1), amount: BigInt(i) * 100_000_01n + 1n, ...prepared }
  })
  const [{ batch } = { batch: '' }] = payouts
  const madeAt = Date.parse('2026-11-23T21:00:01Z')
  return { id: fileId(7), number: 7, madeAt, executionDay: '2026-11-24', batch, payouts }
}

describe.skipIf(ach === undefined)('moov-io/ach', () => {
  const run = (args: readonly string[], input = '') => execFileSync(ach as string, args, { input, encoding: 'utf8' })
  const file = contents(ACH.scheme, ACH)
  const bytes = ACH.scheme.write(file).toString()

  it('reads every field of a file of payouts', () => {
    const read = JSON.parse(run(['read'], bytes))
    expect(read).toMatchObject({ class: 'PPD', effective: '261124', total: 60_000_010 })
    expect(read.entries).toEqual(
      file.payouts.map(({ reference, amount, creditor, text }) => ({
        code: 22,
        routing: '231380104',
        account: '744-5678-99',
        amount: Number(amount),
        name: creditor.name,
        trace: reference,
        text,
      })),
    )
  })

  it('writes returns and notifications of change that are read in every field', () => {
    const returned = nachaReturns(Buffer.from(run(['return', 'R03'], bytes)))
    expect(returned.returns).toEqual(
      file.payouts.map(({ reference, amount }) => ({
        reference,
        amount,
        reason: { code: 'R03', text: 'Account unknown' },
      })),
    )
    const changed = nachaReturns(Buffer.from(run(['return', 'C01'], bytes)))
    expect(changed.corrections).toEqual(
      file.payouts.map(({ reference }) => ({ reference, code: 'C01', data: '1918171614' })),
    )
  })

  it('has the same banking days for ten years', () => {
    const theirs = run(['banking-days', '2022-01-01', '2031-12-31']).trim().split('\n')
    const days = Array.from({ length: 3_652 }, (_, i) => addDays('2022-01-01', i))
    expect(theirs).toEqual(days.filter((day) => FEDERAL_RESERVE.isBusinessDay(day)))
  })
})

describe.skipIf(python === undefined)('pyiso20022', () => {
  const script = new URL('counterparts/iso20022.py', import.meta.url).pathname
  const run = (command: string, input: string) =>
    execFileSync(python as string, [script, command], { input, encoding: 'utf8' })

  it('reads every field of a file of payouts', () => {
    const file = contents(SEPA.scheme, SEPA)
    const read = JSON.parse(run('read', SEPA.scheme.write(file).toString()))
    expect(read).toMatchObject({ kind: 'pain.001.001.09', id: file.id, count: '4', debtor: IBAN, day: '2026-11-24' })
    expect(read.sum).toBe('600000.10')
    expect(read.orders).toEqual(
      file.payouts.map(({ reference, amount, creditor, text }) => ({
        reference,
        amount: `${amount / 100n}.${String(amount % 100n).padStart(2, '0')}`,
        currency: 'EUR',
        iban: SEPA.to,
        name: creditor.name,
        text,
      })),
    )
  })

  it('has the published schema of payment initiations, which a file of payouts fulfils', () => {
    const text = SEPA.scheme.write(contents(SEPA.scheme, SEPA)).toString()
    expect(run('validate', text).trim()).toBe('pain.001.001.09')
    const faulty = text.replace('<PmtMtd>TRF</PmtMtd>', '<PmtMtd>WIRE</PmtMtd>')
    expect(faulty).not.toBe(text)
    expect(() => run('validate', faulty)).toThrow('PmtMtd')
  })

  it('writes a statement that is read in every field', () => {
    const bookings = [
      { amount: -12_34, endToEnd: 'E1', text: 'Invoice' },
      { amount: 12_34, endToEnd: 'E1', text: 'Invoice', returned: 'AC04' },
      { amount: 5_00, endToEnd: 'NOTPROVIDED', text: 'Rent & more' },
    ]
    const text = run('write', JSON.stringify({ iban: IBAN, day: '2026-11-24', opening: 100_00, bookings }))
    const [statement] = SEPA.scheme.read(Buffer.from(text))
    if (statement?.kind !== 'STATEMENT') throw new Error('It is not a statement')
    expect(statement).toMatchObject({ account: IBAN, currency: 'EUR' })
    expect([statement.opening, statement.closing]).toEqual([
      { day: '2026-11-24', amount: 100_00n },
      { day: '2026-11-24', amount: 105_00n },
    ])
    expect(statement.lines.map(({ amount, endToEnd, returned, texts }) => [amount, endToEnd, returned, texts])).toEqual(
      [
        [-12_34n, 'E1', null, ['Invoice']],
        [12_34n, 'E1', { code: 'AC04', text: null }, ['Invoice']],
        [5_00n, null, null, ['Rent & more']],
      ],
    )
  })

  /** A statement, a notification and a status report of the bank that the other tests use. */
  const messages = (): [string, string, string] => {
    const bank = new Bank()
    const booking = { amount: 5n, text: 'x', returned: 'AC04', debtor: 'A & B', batch: 'B1', endToEnd: 'E1' }
    const orders = [{ reference: 'E1', status: 'RJCT', code: 'AC04' }]
    return [
      bank.statement('2026-11-24', [booking, { amount: -5n }]),
      bank.notification('N1', '2026-11-24', [booking]),
      statusReport('S1', 'F1', { whole: 'PART', reason: 'AM05', orders }),
    ]
  }

  it('finds no fault in the messages of the bank that the other tests use', () => {
    expect(messages().map((message) => run('check', message).trim())).toEqual([
      'camt.053.001.08',
      'camt.054.001.08',
      'pain.002.001.10',
    ])
  })

  it('has the published schemas of messages from a bank, which those of the other tests fulfil', () => {
    const [statement, notification, report] = messages()
    // No package has the schema of pain.002.001.10; what the tests use of it is the same in 001.12.
    const newer = report.replace('pain.002.001.10', 'pain.002.001.12')
    const given = [statement, notification, newer]
    expect(given.map((message) => run('validate', message).trim())).toEqual([
      'camt.053.001.08',
      'camt.054.001.08',
      'pain.002.001.12',
    ])
    const faults = ['<CdtDbtInd>', '<CdtDbtInd>', '<OrgnlMsgNmId>'].map((element, i) => {
      const faulty = (given[i] as string).replace(element, `<Unknown/>${element}`)
      expect(() => run('validate', faulty)).toThrow('Unknown')
      return faulty
    })
    expect(faults).not.toEqual(given)
  })
})

describe.skipIf(ach === undefined)('the bank of the other tests', () => {
  it('writes returns that moov-io/ach finds no fault in', () => {
    const text = nachaAnswers([{ reference: '121042880000001', amount: 5n, code: 'R03' }])
    execFileSync(ach as string, ['check'], { input: text })
  })
})
