/** Audit log listing. */
import type { Contract } from '../../../../contract/contract.ts'
import type { QueryOf } from '../../../../contract/operation.ts'
import { bareId } from '../../../core/ids.ts'
import type { Pages } from '../../../infra/db/page.ts'
import { inOrder, isWithin, readsOf } from '../../../infra/db/reads.ts'
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
  matches = matches.where(isWithin(query))
  return pages.list(['listAgentAuditLog', platformId], query, {
    ...inOrder<AuditEntry>(matches.selectAll(), { order }),
    present: presentAuditEntry,
  })
}
