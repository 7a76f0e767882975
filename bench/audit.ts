/** Check after a run: every acknowledged payment is there, and the books balance. */
import { auditors } from '../test/harness/auditors.ts'
import { onServer } from '../test/harness/database/postgres.ts'
import type { Kind } from './work.ts'

/** What the answered requests of a kind have left, as a count in the database. */
const LEFT = {
  payments: `select count(*)::int as count from transactions where type = 'OUTGOING' and status = 'COMPLETED'`,
  sessions: 'select count(*)::int as count from wallet_sessions',
  authorizations: `select count(*)::int as count from card_transactions where status = 'AUTHORIZED'`,
}

const leftBy = (kind: Kind): keyof typeof LEFT | undefined => {
  if (kind === 'funding') return undefined
  return kind === 'session' ? 'sessions' : kind === 'authorization' ? 'authorizations' : 'payments'
}

/**
 * @param done pieces of work that were answered, by kind
 * @param sessions those that were opened besides, so that others could sign
 * @returns a sentence
 * @throws Error when anything is missing, or too much, or does not add up
 */
export async function audit(url: string, done: ReadonlyMap<Kind, number>, sessions: number): Promise<string> {
  for (const { name, sql } of auditors) {
    const found = await onServer(url, sql)
    if (found.length > 0) throw new Error(`The books are wrong: ${name}: ${JSON.stringify(found[0])}`)
  }
  const expected = { payments: 0, sessions, authorizations: 0 }
  for (const [kind, count] of done) {
    const what = leftBy(kind)
    if (what) expected[what] += count
  }
  for (const [what, sql] of Object.entries(LEFT)) {
    const answered = expected[what as keyof typeof LEFT]
    const [row] = await onServer<{ count: number }>(url, sql)
    if (row?.count !== answered) throw new Error(`${answered} ${what} were answered, ${row?.count} are in the database`)
  }
  const told = Object.entries(expected).map(([what, count]) => `${count} ${what}`)
  return `${auditors.length} auditors find nothing wrong: ${told.join(', ')}, each in the database.`
}
