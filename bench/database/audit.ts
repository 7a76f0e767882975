/** Check after a run: every acknowledged payment exists, and the ledger balances. */
import { auditors } from '../../test/harness/auditors.ts'
import { onServer } from '../../test/harness/database/postgres.ts'
import type { Kind } from '../work/work.ts'

/** Rows that the acknowledged requests of each kind created. */
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
 * @param done acknowledged pieces of work, by kind
 * @param sessions opened in addition, for the wallets that sign
 * @returns a sentence
 * @throws Error when rows are missing or extra, or an auditor finds a violation
 */
export async function audit(url: string, done: ReadonlyMap<Kind, number>, sessions: number): Promise<string> {
  for (const { name, sql } of auditors) {
    const found = await onServer(url, sql)
    if (found.length > 0) throw new Error(`The ledger is inconsistent: ${name}: ${JSON.stringify(found[0])}`)
  }
  const expected = { payments: 0, sessions, authorizations: 0 }
  for (const [kind, count] of done) {
    const what = leftBy(kind)
    if (what) expected[what] += count
  }
  for (const [what, sql] of Object.entries(LEFT)) {
    const answered = expected[what as keyof typeof LEFT]
    const [row] = await onServer<{ count: number }>(url, sql)
    if (row?.count !== answered)
      throw new Error(`${answered} ${what} were acknowledged, the database has ${row?.count}`)
  }
  const parts = Object.entries(expected).map(([what, count]) => `${count} ${what}`)
  return `${auditors.length} auditors found no violation: ${parts.join(', ')}, each in the database.`
}
