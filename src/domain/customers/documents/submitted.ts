/** Owns the rule that what a verification rests on stays as it was submitted. */
import { refuse } from '../../../core/refusal.ts'
import type { Rows } from '../../../engine/rows.ts'
import type { Store } from '../../../infra/db/store.ts'
import { standingOf } from '../verifications/current-verification.ts'
import type { Document } from '../verifications/tables.ts'

/** Verifications that were submitted before a document was there, so that they never rest on it. */
export type Earlier = ReadonlySet<string>

/** Once submitted, a verification stays submitted: what is read here holds for a command that runs later. */
export async function submittedEarlier(store: Store, platformId: string, documentId: string): Promise<Earlier> {
  const found = await store.query<{ id: string }>(SUBMITTED_EARLIER, [platformId, documentId])
  return new Set(found.map(({ id }) => id))
}

/**
 * A document is as old as its id, however often it was replaced. A verification that first waited in RESOLVE_ERRORS was
 * submitted with its event, any other one when it began.
 */
const SUBMITTED_EARLIER = `
  select v.id from documents d
    join verifications v on v.platform_id = d.platform_id and v.customer_id = d.customer_id
    left join events e
      on e.platform_id = v.platform_id and e.object_id = v.id and e.type = 'VERIFICATION.IN_PROGRESS'
  where d.platform_id = $1 and d.id = $2 and v.status <> 'RESOLVE_ERRORS'
    and coalesce(e.id, case when v.version = 1 then v.id end) < d.id`

/** Nothing is submitted meanwhile, for the customer is locked. @throws Refusal CONFLICT */
export function refuseIfSubmitted(rows: Rows, { customerId }: Document, earlier: Earlier): void {
  const { current } = standingOf(rows, customerId)
  if (current && current.status !== 'RESOLVE_ERRORS' && !earlier.has(current.id))
    refuse(
      'CONFLICT',
      `The verification that rests on this document is ${current.status}; hand in another document instead`,
    )
}
