/** Audit log listing. */
import type { Contract } from '../../../../contract/contract.ts'
import type { QueryOf } from '../../../../contract/operation.ts'
import { bareId, firstIdAt } from '../../../core/ids.ts'
import type { Pages } from '../../../infra/db/page.ts'
import { readsOf } from '../../../infra/db/reads.ts'
import type { Store } from '../../../infra/db/store.ts'
import { type AuditEntry, type auditEntries, presentAuditEntry } from './audit-log.ts'

type Tables = { agentAuditEntries: typeof auditEntries }

export function listAgentAuditLog(
  store: Store,
  pages: Pages,
  platformId: string,
  query: QueryOf<Contract['listAgentAuditLog']>,
) {
  const order = query.sortOrder ?? 'desc'
  let matches = readsOf<Tables>(store).selectFrom('agentAuditEntries').where('platformId', '=', platformId)
  if (query.agentId) matches = matches.where('agentId', '=', bareId(query.agentId))
  if (query.decision) matches = matches.where('decision', '=', query.decision)
  if (query.startDate) matches = matches.where('id', '>=', firstIdAt(Date.parse(query.startDate)))
  if (query.endDate) matches = matches.where('id', '<', firstIdAt(Date.parse(query.endDate) + 1))
  return pages.list(['listAgentAuditLog', platformId], query, {
    fetch: (after, count) =>
      (after ? matches.where('id', order === 'desc' ? '<' : '>', after) : matches)
        .selectAll()
        .orderBy('id', order)
        .limit(count)
        .execute() as Promise<AuditEntry[]>,
    count: async () =>
      Number((await matches.select((is) => is.fn.countAll().as('count')).executeTakeFirstOrThrow()).count),
    present: presentAuditEntry,
  })
}
