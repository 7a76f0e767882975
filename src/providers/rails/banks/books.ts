/** Working copy of a rail's rows while a file from the bank is applied, and what writes it back. */
import type { Query } from '../../../infra/db/store.ts'
import { depositReference, type KnownFile, type KnownPayout, type MatchedLine, namesIn } from './match-lines.ts'
import type { Balance, BankMessage, Correction, Line, Reason, Verdict } from './messages.ts'
import { type RailRow, stamp } from './rail-row.ts'

type Statement = Extract<BankMessage, { kind: 'STATEMENT' }>

/** The last statement that was read. */
export interface LastStatement {
  readonly number: number
  readonly closing: Balance
}

/** What a file changes. `payouts` are by reference. */
export interface Books {
  readonly payouts: Map<string, KnownPayout>
  readonly reasons: Map<string, Reason>
  readonly files: readonly KnownFile[]
  readonly verdicts: Map<string, Verdict>
  last: LastStatement | undefined
  readonly statements: { readonly number: number; readonly statement: Statement }[]
  readonly lines: (MatchedLine & { readonly statement: number })[]
  readonly corrections: Correction[]
  /** Discrepancies for an operator, although the file was applied. */
  readonly faults: string[]
}

interface PayoutRow extends Omit<KnownPayout, 'file'> {
  readonly file: bigint
}

/**
 * Reads the payouts and files that the messages may name, and the returns that are not booked yet. Locks the payouts.
 */
export async function openBooks(query: Query, rail: string, messages: readonly BankMessage[]): Promise<Books> {
  const names = [...new Set(messages.flatMap(namesOf))]
  const files = await query<{ number: bigint; id: string }>(FILES, [rail, names])
  const rows = await query<PayoutRow>(PAYOUTS, [rail, names, files.map(({ number }) => number)])
  const [last] = await query<{ number: bigint; closing: bigint; closed_on: string }>(LAST, [rail])
  return {
    payouts: new Map(rows.map((row) => [row.reference, { ...row, file: Number(row.file) }])),
    reasons: new Map(),
    files: files.map(({ number, id }) => ({ number: Number(number), id })),
    verdicts: new Map(),
    last: last && { number: Number(last.number), closing: { amount: last.closing, day: last.closed_on } },
    statements: [],
    lines: [],
    corrections: [],
    faults: [],
  }
}

const namesOf = (message: BankMessage): string[] => {
  switch (message.kind) {
    case 'STATUS':
      return [message.fileId, ...message.payouts.map(({ reference }) => reference)]
    case 'RETURNS':
      return message.returns.map(({ reference }) => reference)
    default:
      return message.lines.flatMap(namesIn)
  }
}

const FILES = 'select number, id from bank_files where rail = $1 and id = any($2::text[])'
const PAYOUTS = `
  select key, reference, amount, file, state, debit_line as "debitLine", return_line as "returnLine", closed
  from bank_payouts where rail = $1 and file is not null and (
    reference = any($2::text[]) or file = any($3::bigint[]) or (state = 'RETURNED' and return_line is null))
  order by key for update`
const LAST = `
  select number, closing, closed_on from bank_statements where rail = $1 order by number desc limit 1`

/** Writes the books. @param before the payouts as they were read */
export async function closeBooks(
  query: Query,
  rail: string,
  books: Books,
  before: ReadonlyMap<string, KnownPayout>,
  { arrivals, costs, now }: Pick<RailRow, 'arrivals' | 'costs'> & { readonly now: number },
): Promise<void> {
  const changed = [...books.payouts.values()].filter((payout) => before.get(payout.reference) !== payout)
  if (changed.length > 0) {
    const reasons = changed.map(({ reference }) => books.reasons.get(reference))
    await query(CHANGE, [
      rail,
      ...(['key', 'state', 'debitLine', 'returnLine'] as const).map((name) => changed.map((payout) => payout[name])),
      ...[reasons.map((reason) => reason?.code ?? null), reasons.map((reason) => reason?.text ?? null), stamp(now)],
    ])
  }
  if (books.verdicts.size > 0) await query(JUDGE, [rail, [...books.verdicts.keys()], [...books.verdicts.values()]])
  for (const { number, statement } of books.statements)
    await query(ADD_STATEMENT, [rail, number, ...rowOf(statement), stamp(now)])
  if (books.lines.length > 0) await query(ADD_LINES, [rail, lineRows(books)])
  const charges = books.lines.filter(({ matched, line }) => matched === 'FEE' && line.amount < 0n)
  if (charges.length > 0) {
    await query(ADD_COSTS, [rail, costRows(charges, costs)])
    await query('update bank_rails set costs = costs + $2 where rail = $1', [rail, charges.length])
  }
  const incoming = books.lines.filter(({ matched }) => matched === 'ARRIVAL')
  if (incoming.length === 0) return
  await query(ADD_ARRIVALS, [rail, arrivalRows(incoming, arrivals)])
  await query('update bank_rails set arrivals = arrivals + $2 where rail = $1', [rail, incoming.length])
}

const CHANGE = `
  update bank_payouts set state = change.state, debit_line = change.debit_line, return_line = change.return_line,
    reason_code = coalesce(change.reason_code, bank_payouts.reason_code),
    reason_text = coalesce(change.reason_text, bank_payouts.reason_text),
    settled_at = case when change.state = 'SETTLED' then coalesce(settled_at, $8::timestamptz) else settled_at end
  from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[])
    as change (key, state, debit_line, return_line, reason_code, reason_text)
  where bank_payouts.rail = $1 and bank_payouts.key = change.key`

const JUDGE = `
  update bank_files set verdict = said.verdict from unnest($2::text[], $3::text[]) as said (id, verdict)
  where bank_files.rail = $1 and bank_files.id = said.id`

const ADD_STATEMENT = `
  insert into bank_statements (rail, number, id, opened_on, closed_on, opening, closing, currency, read_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`

const rowOf = ({ id, opening, closing, currency }: Statement) => [
  ...[id, opening.day, closing.day, opening.amount, closing.amount, currency],
]

const ADD_LINES = `
  insert into bank_lines (rail, key, statement, amount, booked_on, matched, payout, details)
  select $1, key, statement, amount, booked_on, matched, payout, details
  from jsonb_to_recordset($2::jsonb) as line (
    key text, statement bigint, amount bigint, booked_on date, matched text, payout text, details jsonb)`

const lineRows = ({ lines }: Books): string =>
  JSON.stringify(
    lines.map(({ key, statement, line, matched, payout }) => {
      const { amount, bookedOn, bankReference, endToEnd, batch, returned, texts, party } = line
      const details = { bankReference, endToEnd, batch, returned, texts, party }
      return { key, statement, amount: String(amount), booked_on: bookedOn, matched, payout, details }
    }),
  )

const ADD_ARRIVALS = `
  insert into bank_arrivals (rail, number, line, amount, reference, payer, booked_on)
  select $1, number, line, amount, reference, payer, booked_on
  from jsonb_to_recordset($2::jsonb) as arrival (
    number bigint, line text, amount bigint, reference text, payer text, booked_on date)`

const arrivalRows = (lines: readonly MatchedLine[], counted: bigint): string =>
  JSON.stringify(
    lines.map(({ key, line }, i) => ({
      number: String(counted + BigInt(i + 1)),
      line: key,
      amount: String(line.amount),
      // Returned money carries the payout's reference, which is not a payee's.
      reference: line.returned ? null : (depositReference(line) ?? null),
      payer: payerOf(line),
      booked_on: line.bookedOn,
    })),
  )

const ADD_COSTS = `
  insert into bank_costs (rail, number, line, amount, about, booked_on)
  select $1, number, line, amount, 'Charge of the bank', booked_on
  from jsonb_to_recordset($2::jsonb) as cost (number bigint, line text, amount bigint, booked_on date)`

const costRows = (lines: readonly MatchedLine[], counted: bigint): string =>
  JSON.stringify(
    lines.map(({ key, line: { amount, bookedOn } }, i) => {
      return { number: String(counted + BigInt(i + 1)), line: key, amount: String(-amount), booked_on: bookedOn }
    }),
  )

const payerOf = ({ party: { name, account } }: Line): string | null =>
  [name, account].filter((part) => part !== null).join(', ') || null
