/** Payouts of a bank rail: taken once by their key, and reported from their files and statements. */
import type { Clock } from '../../../core/clock.ts'
import { isoTime } from '../../../core/time.ts'
import type { Payout, PayoutReport, RailFact } from '../port.ts'
import { nextCutOff } from './calendar.ts'
import { failureFor } from './failure-reasons.ts'
import { type Database, stamp } from './rail-row.ts'
import type { Scheme } from './scheme.ts'

interface Row {
  readonly state: 'TAKEN' | 'FILED' | 'ACCEPTED' | 'SETTLED' | 'REJECTED' | 'RETURNED'
  readonly amount: bigint
  readonly due_at: number
  readonly closed: boolean
  readonly closes_at: number | null
  readonly reason_code: string | null
}

/** Interval at which a payout that waits for its bank is queried, in milliseconds. */
const ASK_MS = 15 * 60_000
/** Interval for a payout that may still be returned. */
const WATCH_MS = 24 * 60 * 60_000
const DAY_MS = 86_400_000

export interface BankPayouts {
  send(payout: Payout): Promise<PayoutReport>
  ask(payout: Payout): Promise<PayoutReport>
}

/** @param cutOffs times of day in the bank's local time, `HH:MM` */
export function bankPayouts(database: Database, scheme: Scheme, clock: Clock, cutOffs: readonly string[]): BankPayouts {
  const { query } = database
  const find = async (key: string) =>
    (await query<Row>(FIND, [scheme.id, key, scheme.returnDays * DAY_MS], 'find_bank_payout'))[0]

  const report = async (key: string, row: Row): Promise<PayoutReport> => {
    const now = clock.now()
    switch (row.state) {
      case 'TAKEN':
        return { state: 'IN_TRANSIT', askAgainInMs: Math.max(row.due_at - now, 0) + ASK_MS }
      case 'FILED':
      case 'ACCEPTED':
        return { state: 'IN_TRANSIT', askAgainInMs: ASK_MS }
      case 'REJECTED':
        return { state: 'FAILED', reason: failureFor(row.reason_code, row.state), money: 'BACK' }
      case 'RETURNED':
        return { state: 'RETURNED', reason: failureFor(row.reason_code, row.state) }
      case 'SETTLED': {
        const watchedFor = (row.closes_at as number) - now
        if (watchedFor > 0) return { state: 'DELIVERED', askAgainInMs: Math.min(WATCH_MS, watchedFor) }
        // Money returned after this becomes an arrival without an owner.
        const closed = row.closed || (await query(CLOSE, [scheme.id, key], 'close_bank_payout')).length > 0
        return closed ? { state: 'DELIVERED' } : report(key, (await find(key)) as Row)
      }
    }
  }

  return {
    async send(payout) {
      const prepared = scheme.prepare(payout)
      const now = clock.now()
      const { code = null, text = null } = 'refused' in prepared ? prepared.refused : {}
      const content = 'refused' in prepared ? { creditor: {}, text: '', batch: 'NONE' } : prepared
      await query(
        TAKE,
        [
          ...[scheme.id, payout.key, content.batch, payout.amount, JSON.stringify(content.creditor), content.text],
          ...['refused' in prepared ? 'REJECTED' : 'TAKEN', stamp(now)],
          ...[stamp(nextCutOff(scheme.calendar, now, cutOffs)), code, text],
        ],
        'take_bank_payout',
      )
      const row = (await find(payout.key)) as Row
      if (row.amount !== payout.amount) throw new Error(`The payout ${payout.key} was taken with another amount before`)
      return report(payout.key, row)
    },
    async ask({ key }) {
      const row = await find(key)
      if (!row) throw new Error(`The rail ${scheme.id} has not taken the payout ${key}`)
      return report(key, row)
    },
  }
}

const TAKE = `
  insert into bank_payouts (rail, key, batch, amount, creditor, remittance, state, taken_at, due_at, reason_code, reason_text)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) on conflict (rail, key) do nothing`

const FIND = `
  select state, amount, due_at, closed, reason_code, settled_at + $3::bigint * interval '1 millisecond' as closes_at
  from bank_payouts where rail = $1 and key = $2`

const CLOSE = `update bank_payouts set closed = true where rail = $1 and key = $2 and state = 'SETTLED' returning key`

interface TraceRow {
  readonly state: string
  readonly reference: string | null
  readonly file: string | null
  readonly sentAt: number | null
  readonly debitLine: string | null
  readonly returnLine: string | null
  readonly reason: string | null
}

/** The file, the reference in it and the lines of statements, human-readable. */
export async function tracePayout(
  { query }: Pick<Database, 'query'>,
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
