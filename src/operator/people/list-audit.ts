/** Reads of the audit chain for a page: newest first, filtered. */
import type { AuditView } from '../../../contract/operators/audit.ts'
import type { Store } from '../../infra/db/store.ts'

const PAGE = 50

export interface AuditFilter {
  readonly actor?: string | undefined
  readonly action?: string | undefined
  readonly outcome?: string | undefined
  /** Text in the name of the actor, case-insensitive. */
  readonly name?: string | undefined
  /** Entries before this number. */
  readonly before?: number | undefined
}

/** 50 entries, and whether there are earlier ones. */
export async function listAudit({ query }: Pick<Store, 'query'>, filter: AuditFilter): Promise<AuditView> {
  const { actor, action, outcome, name, before } = filter
  const [rows, actions] = await Promise.all([
    query<{ number: bigint; hash: string; entry: string }>(LIST, [
      actor ?? null,
      action ?? null,
      outcome ?? null,
      name ?? null,
      before ?? null,
    ]),
    query<{ action: string }>('select distinct action from audit_chain order by action'),
  ])
  return {
    entries: rows
      .slice(0, PAGE)
      .map((row) => ({ number: Number(row.number), hash: row.hash, ...JSON.parse(row.entry) })),
    hasMore: rows.length > PAGE,
    actions: actions.map((row) => row.action),
  }
}

const LIST = `
  select number, hash, entry from audit_chain
  where ($1::text is null or actor = $1) and ($2::text is null or action = $2) and ($3::text is null or outcome = $3)
    and ($4::text is null or position(lower($4) in lower(actor_name)) > 0) and ($5::bigint is null or number < $5)
  order by number desc limit ${PAGE + 1}`
