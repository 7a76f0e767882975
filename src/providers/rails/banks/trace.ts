/** Trace of a payout by a bank file: the file, the reference in it and the lines of statements, for people. */
import { isoTime } from '../../../core/time.ts'
import type { Store } from '../../../infra/db/store.ts'
import type { RailFact } from '../port.ts'

interface TraceRow {
  readonly state: string
  readonly reference: string | null
  readonly file: string | null
  readonly sentAt: number | null
  readonly debitLine: string | null
  readonly returnLine: string | null
  readonly reason: string | null
}

export async function tracePayout(
  { query }: Pick<Store, 'query'>,
  rail: string,
  key: string,
): Promise<readonly RailFact[]> {
  const [row] = await query<TraceRow>(TRACE, [rail, key], 'bank_trace')
  if (!row) return []
  const facts: readonly (readonly [string, string | null])[] = [
    ['State', row.state],
    ['Reference', row.reference],
    ['File', row.file],
    ['Sent', row.sentAt === null ? null : isoTime(row.sentAt)],
    ['Debited by', row.debitLine],
    ['Returned by', row.returnLine],
    ['Reason', row.reason],
  ]
  return facts.flatMap(([name, value]) => (value === null ? [] : [{ name, value }]))
}

const TRACE = `
  select p.state, p.reference, f.name as file, f.sent_at as "sentAt", p.debit_line as "debitLine",
    p.return_line as "returnLine", nullif(concat_ws(' ', p.reason_code, p.reason_text), '') as reason
  from bank_payouts p left join bank_files f on f.rail = p.rail and f.number = p.file
  where p.rail = $1 and p.key = $2`
