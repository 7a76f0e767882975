/**
 * Files to the bank: made at the cut-off, stored byte for byte, and put into the outbox once.
 *
 * MADE: the payouts and the bytes of their file are stored in one transaction. STAGED: the complete file is on disk
 * beside the outbox. SENT: it was renamed into the outbox. A rename happens once: a STAGED file that is no longer
 * beside the outbox was renamed, also if the process died before it recorded that and the bank has taken the file
 * since.
 */
import { createHash } from 'node:crypto'
import type { Clock } from '../../../../core/clock.ts'
import { businessDayFrom, businessDaysAfter, type Day, localDay } from '../calendar.ts'
import type { FiledPayout } from '../messages.ts'
import { type Database, stamp, withRailLocked } from '../rail-row.ts'
import type { Scheme } from '../scheme.ts'
import type { Encryption } from './encryption.ts'
import type { Mailbox } from './mailbox.ts'

/** Maximum number of payouts in a file. */
const FILE_MAX = 5_000

interface DueRow {
  readonly key: string
  readonly number: bigint
  readonly amount: bigint
  readonly batch: string
  readonly creditor: FiledPayout['creditor']
  readonly remittance: string
}

export interface SendNeeds {
  readonly database: Database
  readonly scheme: Scheme
  readonly clock: Clock
  readonly outbox: Pick<Mailbox, 'stage' | 'discard' | 'release'>
  /** Absent: files are not encrypted. */
  readonly encryption?: Encryption | undefined
}

/** Creates a file of payouts whose cut-off has passed. @returns their number; undefined: another process is doing it */
export const makeFile = ({ database, scheme, clock }: SendNeeds): Promise<number | undefined> =>
  withRailLocked(database, scheme.id, async (query, { files }) => {
    const { id: rail } = scheme
    const now = clock.now()
    const due = upTo(scheme.maxFileTotal, await query<DueRow>(DUE, [rail, stamp(now), FILE_MAX]))
    const [first] = due
    if (first === undefined) return 0
    const payouts = due.map(({ key, number, amount, creditor, remittance: text }) => {
      return { key, reference: scheme.reference(key, Number(number)), amount, creditor, text }
    })
    const number = Number(files) + 1
    const id = scheme.fileId(number)
    const executionDay = executionDayAt(scheme, now)
    const bytes = scheme.write({ id, number, madeAt: now, executionDay, batch: first.batch, payouts })
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    // The name contains a part of the hash, so a file never replaces another one in the outbox.
    const name = scheme.fileName(number, sha256.slice(0, 8))
    const total = payouts.reduce((sum, { amount }) => sum + amount, 0n)
    await query('update bank_rails set files = files + 1 where rail = $1', [rail])
    await query(ADD_FILE, [rail, number, id, name, bytes, sha256, due.length, total, stamp(now)])
    const names = [payouts.map(({ key }) => key), payouts.map(({ reference }) => reference)]
    await query(FILE_PAYOUTS, [rail, number, ...names])
    return due.length
  })

/** The day on which the bank is to execute a file that is made now. */
function executionDayAt({ calendar, leadDays }: Scheme, now: number): Day {
  const today = localDay(calendar, now)
  return leadDays === 0 ? businessDayFrom(calendar, today) : businessDaysAfter(calendar, today, leadDays)
}

/** The first payouts whose sum is at most `max`; at least one. */
function upTo(max: bigint, due: readonly DueRow[]): readonly DueRow[] {
  let sum = 0n
  const end = due.findIndex(({ amount }, i) => {
    sum += amount
    return i > 0 && sum > max
  })
  return end < 0 ? due : due.slice(0, end)
}

/** Due payouts of one batch kind, that of the first one. */
const DUE = `
  select key, number, amount, batch, creditor, remittance from bank_payouts
  where rail = $1 and state = 'TAKEN' and due_at <= $2 and batch = (
    select batch from bank_payouts where rail = $1 and state = 'TAKEN' and due_at <= $2 order by number limit 1)
  order by number limit $3`

const ADD_FILE = `
  insert into bank_files (rail, number, id, name, bytes, sha256, payouts, total, state, made_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, 'MADE', $9)`

const FILE_PAYOUTS = `
  update bank_payouts set state = 'FILED', file = $2, reference = named.reference
  from unnest($3::text[], $4::text[]) as named (key, reference)
  where bank_payouts.rail = $1 and bank_payouts.key = named.key`

interface FileRow {
  readonly number: bigint
  readonly name: string
  readonly bytes: Buffer
  readonly state: 'MADE' | 'STAGED'
  readonly staged_as: string | null
}

/**
 * Moves the files that have not been sent into the outbox, in order. Several processes may do so at once: each step
 * takes effect once.
 */
export async function deliverFiles({
  database: { query },
  scheme,
  clock,
  outbox,
  encryption,
}: SendNeeds): Promise<void> {
  const rail = scheme.id
  for (const { number, name, bytes, ...file } of await query<FileRow>(UNSENT, [rail], 'unsent_bank_files')) {
    let stagedAs = file.staged_as
    if (stagedAs === null) {
      stagedAs = await outbox.stage(encryption ? await encryption.seal(bytes) : bytes)
      const chosen = await query(STAGED, [rail, number, stagedAs], 'stage_bank_file')
      // Another process was first: only its copy may be sent, because the bank may already have taken it.
      if (chosen.length === 0) {
        await outbox.discard(stagedAs)
        continue
      }
    }
    await outbox.release(stagedAs, `${name}${encryption?.suffix ?? ''}`)
    await query(SENT, [rail, number, stamp(clock.now())], 'send_bank_file')
  }
}

const UNSENT = `
  select number, name, bytes, state, staged_as from bank_files where rail = $1 and state <> 'SENT' order by number`
const STAGED = `
  update bank_files set state = 'STAGED', staged_as = $3 where rail = $1 and number = $2 and state = 'MADE'
  returning number`
const SENT = `update bank_files set state = 'SENT', sent_at = $3 where rail = $1 and number = $2 and state = 'STAGED'`
