/** Owns what a provider is told about a customer who asks to be verified: committed rows, read together. */
import { wireId } from '../../../core/ids.ts'
import { readsOf } from '../../../infra/db/reads.ts'
import type { Store } from '../../../infra/db/store.ts'
import type { Applicant } from '../../../providers/identity/port.ts'
import { getPlatformConfig } from '../../platform/queries.ts'
import type { Customer } from '../tables.ts'
import type { beneficialOwners, documents } from './tables.ts'

type Tables = { beneficial_owners: typeof beneficialOwners; documents: typeof documents }

export async function applicantOf(
  store: Store,
  platformId: string,
  { id, type, profile }: Customer,
): Promise<Applicant> {
  const of = <Name extends keyof Tables>(name: Name) =>
    readsOf<Tables>(store)
      .selectFrom<keyof Tables>(name)
      .where('platformId', '=', platformId)
      .where('customerId', '=', id)
      .orderBy('id')
  const [{ isRegulatedFinancialInstitution: platformIsRegulated }, owners, held] = await Promise.all([
    getPlatformConfig(store, platformId),
    of('beneficial_owners').select(['id', 'personalInfo']).execute(),
    of('documents').select(['holderType', 'holderId', 'documentType']).execute(),
  ])
  return {
    id: wireId('Customer', id),
    type,
    platformIsRegulated,
    profile,
    owners: owners.map((owner) => ({ id: wireId('BeneficialOwner', owner.id), personalInfo: owner.personalInfo })),
    documents: held.map(({ holderType, holderId, documentType }) => ({
      holder: wireId(holderType, holderId),
      documentType,
    })),
  }
}
