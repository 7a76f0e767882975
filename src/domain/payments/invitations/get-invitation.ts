/** Invitation queries. */
import { notFound } from '../../../core/refusal.ts'
import { readsOf } from '../../../infra/db/reads.ts'
import type { Store } from '../../../infra/db/store.ts'
import type { Invitation, invitations } from './invitation.ts'

/** @throws Refusal INVITATION_NOT_FOUND */
export async function getInvitation(store: Store, platformId: string, code: string): Promise<Invitation> {
  const found = await readsOf<{ invitations: typeof invitations }>(store)
    .selectFrom('invitations')
    .selectAll()
    .where('platformId', '=', platformId)
    .where('code', '=', code)
    .executeTakeFirst()
  if (!found) throw notFound('Invitation')
  return found as Invitation
}
