/** NACHA file of ACH credits: one batch of PPD (to persons) or CCD (to companies) entries, each with a remittance addenda. */
import { type Calendar, type Day, FEDERAL_RESERVE, localDay, localTimeOfDay } from '../calendar.ts'
import { latinText } from '../latin-text.ts'
import type { FileContents, FiledPayout } from '../messages.ts'

/** Our account, as our bank (the ODFI) has registered it. */
export interface AchAccount {
  readonly companyName: string
  /** Ten characters, often 1 and the tax number. Also names the sender of files. */
  readonly companyId: string
  /** Nine digits, of the bank. */
  readonly routingNumber: string
  readonly bankName: string
  /** As the bank's statements name it. */
  readonly accountNumber: string
}

/** Largest amount of one entry, in cents. */
export const ACH_MAX = 9_999_999_999n
/** Largest sum of one file, in cents. */
export const ACH_FILE_MAX = 999_999_999_999n

const left = (text: string, width: number) => text.slice(0, width).padEnd(width)
const zeros = (value: bigint | number, width: number) => String(value).padStart(width, '0')
/** The last ten digits: NACHA truncates entry hashes on the left. */
const hash = (sum: bigint) => zeros(sum % 10_000_000_000n, 10)
const short = (day: Day) => day.slice(2).replaceAll('-', '')
const RECORD = 94
const BLOCK = 10
const SERVICE_CREDITS = '220'

/** Nine digits whose weighted sum is a multiple of ten (ABA). */
export const isRoutingNumber = (text: string): boolean =>
  /^\d{9}$/.test(text) &&
  [...text].reduce((sum, digit, i) => sum + Number(digit) * ([3, 7, 1][i % 3] as number), 0) % 10 === 0

/** Fifteen digits: the ODFI and a number, by which returns name the entry. */
export const traceNumber = ({ routingNumber }: AchAccount, number: number): string =>
  `${routingNumber.slice(0, 8)}${zeros(number % 10_000_000, 7)}`

/** The file in ASCII, padded to whole blocks. Counts, totals and hashes are those of its payouts. */
export function nachaFile(
  originator: AchAccount,
  contents: FileContents,
  calendar: Calendar = FEDERAL_RESERVE,
): Buffer {
  const { companyId, routingNumber } = originator
  const { payouts } = contents
  const odfi = routingNumber.slice(0, 8)
  const total = payouts.reduce((sum, { amount }) => sum + amount, 0n)
  const routings = hash(payouts.reduce((sum, { creditor }) => sum + BigInt((creditor.bank as string).slice(0, 8)), 0n))
  const count = 2 * payouts.length
  const records = [
    fileHeader(originator, contents, calendar),
    batchHeader(originator, contents),
    ...payouts.flatMap(entry),
    `8${SERVICE_CREDITS}${zeros(count, 6)}${routings}${zeros(0, 12)}${zeros(total, 12)}${left(companyId, 10)}${left('', 25)}${odfi}${zeros(1, 7)}`,
  ]
  const blocks = Math.ceil((records.length + 1) / BLOCK)
  records.push(
    `9${zeros(1, 6)}${zeros(blocks, 6)}${zeros(count, 8)}${routings}${zeros(0, 12)}${zeros(total, 12)}${left('', 39)}`,
  )
  while (records.length % BLOCK > 0) records.push('9'.repeat(RECORD))
  const wrong = records.find((record) => !/^[\x20-\x7e]{94}$/.test(record))
  if (wrong !== undefined) throw new Error('A record of a NACHA file has 94 printable ASCII characters')
  return Buffer.from(`${records.join('\n')}\n`, 'ascii')
}

const MODIFIERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

function fileHeader(originator: AchAccount, { id, number, madeAt }: FileContents, calendar: Calendar): string {
  const { routingNumber, bankName, companyId, companyName } = originator
  const made = `${short(localDay(calendar, madeAt))}${localTimeOfDay(calendar, madeAt).replace(':', '')}`
  const modifier = MODIFIERS[number % MODIFIERS.length]
  const names = `${left(latinText(bankName, 23), 23)}${left(latinText(companyName, 23), 23)}`
  return `101 ${routingNumber}${companyId.padStart(10)}${made}${modifier}094101${names}${left(id, 8)}`
}

function batchHeader(originator: AchAccount, { id, batch, executionDay }: FileContents): string {
  const { companyName, companyId, routingNumber } = originator
  const company = `${left(latinText(companyName, 16), 16)}${left(id, 20)}${left(companyId, 10)}`
  const odfi = routingNumber.slice(0, 8)
  return `5${SERVICE_CREDITS}${company}${batch}${left('PAYMENT', 10)}${left('', 6)}${short(executionDay)}   1${odfi}${zeros(1, 7)}`
}

const CHECKING_CREDIT = '22'
const SAVINGS_CREDIT = '32'

function entry({ reference, amount, creditor, text }: FiledPayout): string[] {
  const { name, account, bank, isSavings } = creditor
  const to = `${bank}${left(account, 17)}${zeros(amount, 10)}`
  const code = isSavings ? SAVINGS_CREDIT : CHECKING_CREDIT
  return [
    `6${code}${to}${left(reference, 15)}${left(name, 22)}  1${reference}`,
    `705${left(text, 80)}${zeros(1, 4)}${reference.slice(-7)}`,
  ]
}
