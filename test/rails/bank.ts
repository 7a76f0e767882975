/** A bank for tests: takes files from the outbox of a folder, and puts status reports and statements into its inbox. */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const IBAN = 'DE89370400440532013000'
export const ACH_ACCOUNT = '4000123456'

/** An order that the bank has taken from a file. */
export interface Order {
  readonly file: string
  readonly reference: string
  readonly amount: bigint
  readonly account: string
  readonly name: string
  /** What the receiver's statement shows. */
  readonly text: string
}

/** A line for a statement. */
export interface Booking {
  /** Cents; positive: in. */
  readonly amount: bigint
  readonly endToEnd?: string
  readonly batch?: string
  readonly text?: string
  readonly returned?: string
  readonly debtor?: string
  /** Bank transaction code; by default that of a credit transfer or its return. */
  readonly family?: string
}

const money = (cents: bigint) => {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}
const side = (amount: bigint) => (amount < 0n ? 'DBIT' : 'CRDT')
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

export class Bank {
  readonly #folder: string
  /** Every order that it has taken, in order of arrival. */
  readonly orders: Order[] = []
  readonly files: { name: string; text: string }[] = []
  balance: bigint
  #statements = 0

  /** @param folder absent: it only writes messages */
  constructor(folder?: string, balance = 100_000_000n) {
    this.#folder = folder ?? ''
    this.balance = balance
    if (folder === undefined) return
    for (const name of ['out', 'in']) mkdirSync(join(folder, name), { recursive: true })
  }

  /** Takes the complete files in the outbox. @returns the new orders */
  collect(): Order[] {
    const found: Order[] = []
    for (const name of readdirSync(join(this.#folder, 'out')).sort()) {
      if (name.endsWith('.part')) continue
      const path = join(this.#folder, 'out', name)
      const text = readFileSync(path, 'utf8')
      this.files.push({ name, text })
      found.push(...ordersIn(text))
      rmSync(path)
    }
    this.orders.push(...found)
    return found
  }

  /** Writes a complete file into the inbox. */
  put(name: string, text: string): void {
    const path = join(this.#folder, 'in', name)
    writeFileSync(`${path}.tmp`, text)
    renameSync(`${path}.tmp`, path)
  }

  /** A statement of a day: it begins with the balance before. */
  statement(day: string, bookings: readonly Booking[], account = IBAN, currency = 'EUR'): string {
    const opening = this.balance
    this.balance = bookings.reduce((sum, { amount }) => sum + amount, opening)
    const id = `STMT-${++this.#statements}`
    const bal = (type: string, amount: bigint) =>
      `<Bal><Tp><CdOrPrtry><Cd>${type}</Cd></CdOrPrtry></Tp><Amt Ccy="${currency}">${money(amount)}</Amt><CdtDbtInd>${side(amount)}</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`
    return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>
<GrpHdr><MsgId>M-${id}</MsgId><CreDtTm>${day}T20:00:00Z</CreDtTm></GrpHdr>
<Stmt><Id>${id}</Id><CreDtTm>${day}T20:00:00Z</CreDtTm>
<Acct><Id>${account.length > 15 ? `<IBAN>${account}</IBAN>` : `<Othr><Id>${account}</Id></Othr>`}</Id><Ccy>${currency}</Ccy></Acct>
${bal('OPBD', opening)}${bal('CLBD', this.balance)}
${bookings.map((booking, i) => entry(booking, day, currency, `${id}-${i}`)).join('\n')}
</Stmt></BkToCstmrStmt></Document>`
  }

  /** A notification of the same bookings, before the statement. */
  notification(id: string, day: string, bookings: readonly Booking[]): string {
    return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.054.001.08"><BkToCstmrDbtCdtNtfctn>
<GrpHdr><MsgId>M-${id}</MsgId><CreDtTm>${day}T12:00:00Z</CreDtTm></GrpHdr>
<Ntfctn><Id>${id}</Id><CreDtTm>${day}T12:00:00Z</CreDtTm><Acct><Id><IBAN>${IBAN}</IBAN></Id><Ccy>EUR</Ccy></Acct>
${bookings.map((booking, i) => entry(booking, day, 'EUR', `${id}-${i}`)).join('\n')}
</Ntfctn></BkToCstmrDbtCdtNtfctn></Document>`
  }
}

const entry = (
  { amount, endToEnd, batch, text, returned, debtor, family }: Booking,
  day: string,
  currency: string,
  id: string,
) =>
  `<Ntry><Amt Ccy="${currency}">${money(amount)}</Amt><CdtDbtInd>${side(amount)}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${day}</Dt></BookgDt><ValDt><Dt>${day}</Dt></ValDt><AcctSvcrRef>${id}</AcctSvcrRef><BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>${amount < 0n ? 'ICDT' : 'RCDT'}</Cd><SubFmlyCd>${family ?? (returned ? 'RRTN' : 'ESCT')}</SubFmlyCd></Fmly></Domn></BkTxCd><NtryDtls>${
    batch ? `<Btch><PmtInfId>${batch}</PmtInfId></Btch>` : ''
  }<TxDtls><Refs>${endToEnd ? `<EndToEndId>${endToEnd}</EndToEndId>` : '<EndToEndId>NOTPROVIDED</EndToEndId>'}</Refs><Amt Ccy="${currency}">${money(amount)}</Amt><CdtDbtInd>${side(amount)}</CdtDbtInd>${
    debtor ? `<RltdPties><Dbtr><Pty><Nm>${escaped(debtor)}</Nm></Pty></Dbtr></RltdPties>` : ''
  }${text ? `<RmtInf><Ustrd>${escaped(text)}</Ustrd></RmtInf>` : ''}${
    returned ? `<RtrInf><Rsn><Cd>${returned}</Cd></Rsn></RtrInf>` : ''
  }</TxDtls></NtryDtls></Ntry>`

/** A status report about a whole file, or about single orders. */
export const statusReport = (
  id: string,
  file: string,
  {
    whole,
    reason,
    orders = [],
  }: { whole?: string; reason?: string; orders?: readonly { reference: string; status: string; code?: string }[] },
) => `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt>
<GrpHdr><MsgId>${id}</MsgId><CreDtTm>2026-11-23T16:00:00Z</CreDtTm></GrpHdr>
<OrgnlGrpInfAndSts><OrgnlMsgId>${file}</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId>${whole ? `<GrpSts>${whole}</GrpSts>` : ''}${reason ? `<StsRsnInf><Rsn><Cd>${reason}</Cd></Rsn></StsRsnInf>` : ''}</OrgnlGrpInfAndSts>
<OrgnlPmtInfAndSts><OrgnlPmtInfId>${file}</OrgnlPmtInfId>
${orders.map(({ reference, status, code }) => `<TxInfAndSts><OrgnlEndToEndId>${reference}</OrgnlEndToEndId><TxSts>${status}</TxSts>${code ? `<StsRsnInf><Rsn><Cd>${code}</Cd></Rsn></StsRsnInf>` : ''}</TxInfAndSts>`).join('\n')}
</OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>`

const first = (text: string, pattern: RegExp): string => pattern.exec(text)?.[1] ?? ''

/** The orders of a SEPA or a NACHA file, read without the program's own code. */
function ordersIn(text: string): Order[] {
  if (text.startsWith('101')) return nachaOrders(text)
  const file = first(text, /<MsgId>([^<]*)</)
  return text
    .split('<CdtTrfTxInf>')
    .slice(1)
    .map((part) => ({
      file,
      reference: first(part, /<EndToEndId>([^<]*)</),
      amount: BigInt(first(part, /<InstdAmt[^>]*>([\d.]*)</).replace('.', '')),
      account: first(part, /<IBAN>([^<]*)</),
      name: first(part, /<Nm>([^<]*)</),
      text: first(part, /<Ustrd>([^<]*)</),
    }))
}

function nachaOrders(text: string): Order[] {
  const records = text.split('\n')
  const file = (records[1] as string).slice(20, 40).trim()
  return records.flatMap((record, i) =>
    !record.startsWith('6')
      ? []
      : [
          {
            text: (records[i + 1] as string).slice(3, 83).trim(),
            file,
            reference: record.slice(79, 94),
            amount: BigInt(record.slice(29, 39)),
            account: record.slice(12, 29).trim(),
            name: record.slice(54, 76).trim(),
          },
        ],
  )
}

/** A return (R…) or a notification of change (C…) for the entry with that trace number. */
export interface Answer {
  readonly reference: string
  readonly amount: bigint
  readonly code: string
  /** The corrected account data. */
  readonly data?: string
}

/** A NACHA file of answers, written by the layout of the rules and without the program's own code. */
export function nachaAnswers(answers: readonly Answer[], modifier = 'A'): string {
  const digits = (value: bigint | number, width: number) => String(value).padStart(width, '0')
  const total = answers.reduce((sum, { amount }) => sum + amount, 0n)
  const entries = answers.flatMap(({ reference, amount, code, data = '' }, i) => {
    const trace = `23138010${digits(i + 1, 7)}`
    const kind = code.startsWith('R') ? '799' : '798'
    const said = code.startsWith('R')
      ? `${' '.repeat(6)}23138010${' '.repeat(44)}`
      : `${' '.repeat(6)}23138010${data.padEnd(29)}${' '.repeat(15)}`
    return [
      `621121042882${'744-5678-99'.padEnd(17)}${digits(amount, 10)}${''.padEnd(15)}${'JOSE MULLER'.padEnd(22)}  1${trace}`,
      `${kind}${code}${reference}${said}${trace}`,
    ]
  })
  const hash = digits((12104288n * BigInt(answers.length)) % 10_000_000_000n, 10)
  const sums = `${hash}${digits(0, 12)}${digits(total, 12)}`
  const records = [
    `101 1210428821234567890261125080${'0'}${modifier}094101${'Causeway Inc'.padEnd(23)}${'Wells Fargo'.padEnd(23)}${' '.repeat(8)}`,
    `5220${'Causeway Inc'.padEnd(16)}${' '.repeat(20)}1234567890PPD${'PAYMENT'.padEnd(10)}${' '.repeat(6)}261125   1231380100000001`,
    ...entries,
    `8220${digits(entries.length, 6)}${sums}1234567890${' '.repeat(25)}231380100000001`,
    `9${digits(1, 6)}${digits(1, 6)}${digits(entries.length, 8)}${sums}${' '.repeat(39)}`,
  ]
  return `${records.map((record) => record.slice(0, 94).padEnd(94)).join('\n')}\n`
}
