/** Operator commands for bank rails: open matters of files and statements, and the notes that close them. */
import { refuse } from '../core/refusal.ts'
import { isoTime } from '../core/time.ts'
import type { Operator } from './operator.ts'

export interface BankMatter {
  readonly rail: string
  /** `file:`, `line:` or `change:`, and which. */
  readonly id: string
  readonly about: string
  readonly since: string
}

/** Files with faults, lines that are matched to nothing, and notifications of change; the oldest first. */
export async function bankMatters({ store }: Operator): Promise<BankMatter[]> {
  const rows = await store.query<Omit<BankMatter, 'since'> & { since: number }>(
    'select rail, id, about, since from bank_matters order by since, rail, id',
  )
  return rows.map(({ since, ...matter }) => ({ ...matter, since: isoTime(since) }))
}

/**
 * Closes a matter with a note on what was found out. Moves no money.
 * @throws Refusal INVALID_INPUT when no such matter is open, or it is a statement that waits for an earlier one
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
  if (closed.length === 0) refuse('INVALID_INPUT', 'No such matter is open, or it waits for an earlier statement')
}

const CLOSE: Readonly<Record<string, string>> = {
  file: `update bank_inbox set note = $3
    where rail = $1 and left(sha256, 16) = $2 and fault is not null and note is null and state <> 'WAITING' returning 1`,
  line: `update bank_lines set note = $3
    where rail = $1 and key = $2 and matched = 'OPEN' and note is null returning 1`,
  change: `update bank_corrections set note = $3
    where rail = $1 and reference || ':' || code = $2 and note is null returning 1`,
}
