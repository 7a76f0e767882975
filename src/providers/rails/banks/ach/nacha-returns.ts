/** NACHA files from the bank: returns (addenda 99) and notifications of change (addenda 98). */
import { type BankMessage, type Correction, UnreadableFile } from '../messages.ts'

type Returns = Extract<BankMessage, { kind: 'RETURNS' }>

const RECORD = 94

/**
 * Returns and corrections of our entries. @throws UnreadableFile, also when counts, totals or hashes do not fit the
 * entries
 */
export function nachaReturns(bytes: Buffer): Returns {
  const text = bytes.toString('latin1')
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  const records = lines.map((line) => line.padEnd(RECORD))
  const [header = ''] = records
  if (!header.startsWith('101') || header.slice(34, 39) !== '09410')
    throw new UnreadableFile('It does not begin with the header of a NACHA file')
  const wrong = records.findIndex((record) => record.length !== RECORD || !/^[156789]/.test(record))
  if (wrong >= 0) throw new UnreadableFile(`Record ${wrong + 1} is not a record of 94 characters`)
  refuseOtherTotals(records)
  const returns: Returns['returns'][number][] = []
  const corrections: Correction[] = []
  for (const [i, record] of records.entries()) {
    if (!record.startsWith('7')) continue
    const reference = record.slice(6, 21)
    const code = record.slice(3, 6)
    if (record.startsWith('799'))
      returns.push({ reference, amount: amountBefore(records, i), reason: { code, text: textIn(record, 35, 79) } })
    else if (record.startsWith('798')) corrections.push({ reference, code, data: record.slice(35, 64).trim() })
    else
      throw new UnreadableFile(`Record ${i + 1} is an addenda ${record.slice(1, 3)}, and neither a return nor a change`)
  }
  if (records.filter((record) => record.startsWith('6')).length !== returns.length + corrections.length)
    throw new UnreadableFile('An entry is neither a return nor a notification of change')
  // Destination, origin, date, time and modifier: together they identify a file of a sender.
  return { kind: 'RETURNS', id: header.slice(3, 34).replaceAll(' ', ''), returns, corrections }
}

const textIn = (record: string, from: number, to: number): string | null => record.slice(from, to).trim() || null

/** Amount of the entry to which an addenda belongs, in cents. */
function amountBefore(records: readonly string[], at: number): bigint {
  const entry = records.slice(0, at).findLast((record) => record.startsWith('6'))
  if (entry === undefined) throw new UnreadableFile(`Record ${at + 1} is an addenda without an entry`)
  return whole(entry, 29, 39)
}

function whole(record: string, from: number, to: number): bigint {
  const digits = record.slice(from, to).trim()
  if (!/^\d+$/.test(digits)) throw new UnreadableFile(`"${digits}" is not a number`)
  return BigInt(digits)
}

/** The controls must be the sums of the entries: in a truncated file they are missing or differ. */
function refuseOtherTotals(records: readonly string[]): void {
  const end = records.findIndex((record) => record.startsWith('9') && record !== '9'.repeat(RECORD))
  if (end < 0) throw new UnreadableFile('The file control is missing: the file is cut off')
  refuseOtherSums(records.slice(0, end), (records[end] as string).slice(13, 55), 8)
  let start = 0
  for (const [i, record] of records.entries()) {
    if (!record.startsWith('8')) continue
    refuseOtherSums(records.slice(start, i), record.slice(4, 44), 6)
    start = i + 1
  }
}

/** @param control number of digits of the count of entries and addenda, hash of the routing numbers, debits and credits */
function refuseOtherSums(records: readonly string[], control: string, digits: number): void {
  const entries = records.filter((record) => record.startsWith('6'))
  const addenda = records.filter((record) => record.startsWith('7'))
  const hash = entries.reduce((sum, record) => sum + whole(record, 3, 11), 0n) % 10_000_000_000n
  const total = entries.reduce((sum, record) => sum + whole(record, 29, 39), 0n)
  const isRight =
    whole(control, 0, digits) === BigInt(entries.length + addenda.length) &&
    whole(control, digits, digits + 10) === hash &&
    whole(control, digits + 10, digits + 22) + whole(control, digits + 22, digits + 34) === total
  if (!isRight) throw new UnreadableFile('Count, hash or total of a control record are not those of its entries')
}
