/** Applicant: a customer as the provider of identity checks receives it. */
import { wireId } from '../../../core/ids.ts'
import { readsOf } from '../../../infra/db/reads.ts'
import type { Store } from '../../../infra/db/store.ts'
import type { Applicant } from '../../../providers/identity/port.ts'
import { getPlatformConfig } from '../../platform/queries.ts'
import type { beneficialOwners } from '../beneficial-owners/beneficial-owner.ts'
import type { Customer } from '../customer.ts'

type Tables = { beneficial_owners: typeof beneficialOwners }

/** What the provider of identity checks receives about a customer: committed rows, read together. */
export async function loadApplicant(
  store: Store,
  platformId: string,
  { id, type, profile }: Customer,
): Promise<Applicant> {
  const [{ isRegulatedFinancialInstitution: platformIsRegulated }, owners, documents] = await Promise.all([
    getPlatformConfig(store, platformId),
    readsOf<Tables>(store)
      .selectFrom('beneficial_owners')
      .select(['id', 'personalInfo'])
      .where('platformId', '=', platformId)
      .where('customerId', '=', id)
      .orderBy('id')
      .execute(),
    store.query<DocumentFacts>(DOCUMENTS, [platformId, id], 'documents_of_applicant'),
  ])
  return {
    id: wireId('Customer', id),
    type,
    platformIsRegulated,
    profile,
    owners: owners.map((owner) => ({ id: wireId('BeneficialOwner', owner.id), personalInfo: owner.personalInfo })),
    documents: documents.map(({ holderType, holderId, documentType }) => ({
      holder: wireId(holderType, holderId),
      documentType,
    })),
  }
}

interface DocumentFacts {
  readonly holderType: 'Customer' | 'BeneficialOwner'
  readonly holderId: string
  readonly documentType: Applicant['documents'][number]['documentType']
}

/** In SQL, because documents are a layer above. */
const DOCUMENTS = `
  select holder_type as "holderType", holder_id as "holderId", document_type as "documentType" from documents
  where platform_id = $1 and customer_id = $2 order by id`
