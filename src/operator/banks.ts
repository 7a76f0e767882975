/** Operator commands for bank rails: open items of files and statements, and the notes that close them. */
import { refuse } from '../core/refusal.ts'
import { isoTime } from '../core/time.ts'
import type { Operator } from './operator.ts'

export interface BankMatter {
  readonly rail: string
  /** `file:`, `line:`, `change:` or `token:`, and the id of the item. */
  readonly id: string
  readonly about: string
  readonly since: string
}

/** Files with faults, unmatched lines, notifications of change, and unknown tokens on chains; oldest first. */
export async function bankMatters({ store }: Operator): Promise<BankMatter[]> {
  const rows = await store.query<Omit<BankMatter, 'since'> & { since: number }>(
    'select rail, id, about, since from bank_matters order by since, rail, id',
  )
  return rows.map(({ since, ...matter }) => ({ ...matter, since: isoTime(since) }))
}

/**
 * Closes an item with a note on what was found. Moves no money.
 * @throws Refusal INVALID_INPUT when no such item is open, or it is a statement that waits for an earlier one
 */
export async function closeBankMatter(
  { store }: Pick<Operator, 'store'>,
  rail: string,
  id: string,
  note: string,
): Promise<void> {
  const [kind = '', ...rest] = id.split(':')
  const close = CLOSE[kind]
  const closed = close ? await store.query(close, [rail, rest.join(':'), note]) : []
  if (closed.length === 0) refuse('INVALID_INPUT', 'There is no such open item, or it waits for an earlier statement')
}

const CLOSE: Readonly<Record<string, string>> = {
  file: `update bank_inbox set note = $3
    where rail = $1 and left(sha256, 16) = $2 and fault is not null and note is null and state <> 'WAITING' returning 1`,
  line: `update bank_lines set note = $3
    where rail = $1 and key = $2 and matched = 'OPEN' and note is null returning 1`,
  change: `update bank_corrections set note = $3
    where rail = $1 and reference || ':' || code = $2 and note is null returning 1`,
  token: `update evm_unknown_tokens set note = $3 where rail = $1 and token = $2 and note is null returning 1`,
}

/**
 * Posts an open line of a statement as a cost of the installation, once: the posting is made within seconds. The line
 * is closed with the note.
 * @throws Refusal INVALID_INPUT when no such line is open
 */
export async function bookBankLine(
  { store }: Pick<Operator, 'store'>,
  rail: string,
  id: string,
  note: string,
): Promise<void> {
  const line = id.startsWith('line:') ? id.slice('line:'.length) : ''
  const booked = await store.transaction(async (query) => {
    const [counters] = await query<{ costs: bigint }>('select costs from bank_rails where rail = $1 for update', [rail])
    if (!counters) return false
    const [cost] = await query(BOOK, [rail, line, note, counters.costs + 1n])
    if (cost) await query('update bank_rails set costs = costs + 1 where rail = $1', [rail])
    return cost !== undefined
  })
  if (!booked) refuse('INVALID_INPUT', 'There is no such open statement line')
}

const BOOK = `
  with closed as (
    update bank_lines set note = $3 where rail = $1 and key = $2 and matched = 'OPEN' and note is null and amount < 0
    returning key, amount, booked_on)
  insert into bank_costs (rail, number, line, amount, about, booked_on)
  select $1, $4, key, -amount, $3, booked_on from closed returning number`

export interface StatementComparison {
  readonly rail: string
  readonly statement: string
  readonly currency: string
  /** Minor units: the balance of the statement, and the ledger's. */
  readonly stated: number
  readonly booked: number
  /** Sum of the movements that only one side has so far. */
  readonly onTheWay: number
  readonly difference: number
  /** Number of movements that differ; their sum may be zero. */
  readonly movements: number
  /** The first of these movements. */
  readonly differing: readonly string[]
  readonly comparedAt: string
}

/** The last statement of each rail compared with the ledger. */
export async function statementComparisons({ store }: Pick<Operator, 'store'>): Promise<StatementComparison[]> {
  const rows = await store.query<ComparisonRow>(COMPARISONS)
  return rows.map(({ stated, booked, onTheWay, difference, differing, comparedAt, ...row }) => ({
    ...row,
    stated: Number(stated),
    booked: Number(booked),
    onTheWay: Number(onTheWay),
    difference: Number(difference),
    differing: differing.map(({ kind, key, ...sides }) => `${kind} ${key}: ${sides.stated}, ledger ${sides.booked}`),
    comparedAt: isoTime(comparedAt),
  }))
}

interface ComparisonRow extends Pick<StatementComparison, 'rail' | 'statement' | 'currency' | 'movements'> {
  readonly stated: bigint
  readonly booked: bigint
  readonly onTheWay: bigint
  readonly difference: bigint
  readonly differing: readonly Readonly<Record<'kind' | 'key' | 'stated' | 'booked', string>>[]
  readonly comparedAt: number
}

const COMPARISONS = `
  select distinct on (rail) rail, statement, currency, stated, booked, on_the_way as "onTheWay", difference, movements, differing,
    compared_at as "comparedAt"
  from rail_comparisons order by rail, number desc`
