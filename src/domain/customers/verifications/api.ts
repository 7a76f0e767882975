/** Owns what each operation of verifications, beneficial owners and links to verification pages does. */
import { bareId, wireId } from '../../../core/ids.ts'
import { notFound, refuse } from '../../../core/refusal.ts'
import { isoTime } from '../../../core/time.ts'
import type { Pages } from '../../../infra/db/page.ts'
import type { Store } from '../../../infra/db/store.ts'
import type { HandlersOf } from '../../../infra/operations/handlers.ts'
import type { HostedKyc, Identity, KycPage } from '../../../providers/identity/port.ts'
import { getCustomer } from '../queries.ts'
import { customers } from '../tables.ts'
import { applicantOf } from './applicant.ts'
import { createBeneficialOwner } from './create-beneficial-owner.ts'
import { presentBeneficialOwner, presentVerification } from './present.ts'
import {
  customerIdOf,
  getBeneficialOwner,
  getVerification,
  listBeneficialOwners,
  listVerifications,
} from './queries.ts'
import { isToBeAsked, submitVerification } from './submit-verification.ts'
import { changedPerson, updateBeneficialOwner } from './update-beneficial-owner.ts'

type Ids =
  | 'createVerification'
  | 'listVerifications'
  | 'getVerification'
  | 'createBeneficialOwner'
  | 'listBeneficialOwners'
  | 'getBeneficialOwner'
  | 'updateBeneficialOwner'
  | 'createCustomerKycLink'
  | 'getCustomerKycLink'

interface Needs {
  readonly store: Store
  readonly pages: Pages
  readonly identity: Identity
  /** Absent: no provider of verification pages is connected. */
  readonly hostedKyc: HostedKyc | undefined
}

export function verificationApi({ store, pages, identity, hostedKyc }: Needs): HandlersOf<Ids> {
  const openPage = async (page: KycPage) =>
    hostedKyc?.open(page) ?? refuse('NOT_IMPLEMENTED', 'No provider of verification pages is connected')
  return {
    createVerification: {
      prepare: async ({ platformId, body }) => {
        const customer = await getCustomer(store, platformId, bareId(body.customerId))
        const { profile } = customer
        const asked = isToBeAsked(customer)
          ? { profile, verdict: await identity.verify(await applicantOf(store, platformId, customer)) }
          : undefined
        return (rows) => presentVerification(submitVerification(rows, customer.id, asked))
      },
    },
    listVerifications: { read: ({ platformId, query }) => listVerifications(store, pages, platformId, query) },
    getVerification: {
      read: async ({ platformId, params }) =>
        presentVerification(await getVerification(store, platformId, bareId(params.verificationId))),
    },
    createBeneficialOwner: {
      prepare: async ({ body }) => {
        const verdict = await identity.verifyOwner(body.personalInfo)
        return (rows) => presentBeneficialOwner(createBeneficialOwner(rows, body, verdict))
      },
    },
    listBeneficialOwners: { read: ({ platformId, query }) => listBeneficialOwners(store, pages, platformId, query) },
    getBeneficialOwner: {
      read: async ({ platformId, params }) =>
        presentBeneficialOwner(await getBeneficialOwner(store, platformId, bareId(params.beneficialOwnerId))),
    },
    updateBeneficialOwner: {
      prepare: async ({ platformId, params, body }) => {
        const ownerId = bareId(params.beneficialOwnerId)
        const person = changedPerson(await getBeneficialOwner(store, platformId, ownerId), body)
        const asked = person && { person, verdict: await identity.verifyOwner(person) }
        return (rows) => presentBeneficialOwner(updateBeneficialOwner(rows, ownerId, body, asked))
      },
    },
    createCustomerKycLink: {
      prepare: async ({ platformId, params, body }) => {
        const customerId = bareId(params.customerId)
        const { url, expiresAt, token } = await openPage({ platformId, customerId, ...body })
        return (rows) => {
          const customer = rows.peek(customers, customerId)
          if (!customer) throw notFound('Customer')
          if (customer.deletedAt !== null) refuse('CUSTOMER_DELETED', 'The customer is deleted')
          return {
            kycUrl: url,
            expiresAt: isoTime(expiresAt),
            provider: 'SUMSUB',
            ...(token !== undefined && { token }),
          }
        }
      },
    },
    getCustomerKycLink: {
      read: async ({ caller, platformId, query: { platformCustomerId, redirectUri } }) => {
        // It reads nothing: whoever has the link is verified as the customer.
        if (!caller.permissions.includes('MANAGE'))
          refuse('FORBIDDEN', 'This token lacks the permission MANAGE', { requiredPermission: 'MANAGE' })
        const customerId = await customerIdOf(store, platformId, platformCustomerId)
        const { url } = await openPage({ platformId, customerId, ...(redirectUri !== undefined && { redirectUri }) })
        return { customerId: wireId('Customer', customerId), platformCustomerId, kycUrl: url }
      },
    },
  }
}
