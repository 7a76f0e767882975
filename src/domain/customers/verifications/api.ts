/** Verification operations, and links to verification pages: what each one does. */
import { bareId } from '../../../core/ids.ts'
import { refuse } from '../../../core/refusal.ts'
import type { Pages } from '../../../infra/db/page.ts'
import type { Store } from '../../../infra/db/store.ts'
import type { HandlersOf } from '../../../infra/operations/handlers.ts'
import type { HostedKyc, Identity } from '../../../providers/identity/port.ts'
import { getCustomerById } from '../queries.ts'
import { loadApplicant } from './applicant.ts'
import { createCustomerKycLink } from './create-customer-kyc-link.ts'
import { createVerification, needsVerdict } from './create-verification.ts'
import { getCustomerKycLink } from './get-customer-kyc-link.ts'
import { getVerification, listVerifications } from './queries.ts'
import { presentVerification } from './verification.ts'

type Ids =
  | 'createVerification'
  | 'listVerifications'
  | 'getVerification'
  | 'createCustomerKycLink'
  | 'getCustomerKycLink'

interface Needs {
  readonly store: Store
  readonly pages: Pages
  readonly identity: Identity
  /** Undefined if no provider of verification pages is connected. */
  readonly hostedKyc: HostedKyc | undefined
}

export const verificationApi = ({ store, pages, identity, hostedKyc }: Needs): HandlersOf<Ids> => {
  const openPage: HostedKyc['open'] = async (page) =>
    hostedKyc?.open(page) ?? refuse('NOT_IMPLEMENTED', 'No provider of verification pages is connected')
  return {
    createVerification: {
      prepare: async ({ platformId, body }) => {
        const customer = await getCustomerById(store, platformId, bareId(body.customerId))
        const { id: customerId, profile } = customer
        const answer = needsVerdict(customer)
          ? { profile, verdict: await identity.verify(await loadApplicant(store, platformId, customer)) }
          : undefined
        return (rows) => presentVerification(createVerification(rows, { customerId, answer }))
      },
    },
    listVerifications: { read: ({ platformId, query }) => listVerifications(store, pages, platformId, query) },
    getVerification: {
      read: async ({ platformId, params }) =>
        presentVerification(await getVerification(store, platformId, bareId(params.verificationId))),
    },
    createCustomerKycLink: {
      prepare: async ({ platformId, params, body }) => {
        const customerId = bareId(params.customerId)
        const page = await openPage({ platformId, customerId, ...body })
        return (rows) => createCustomerKycLink(rows, { customerId, page })
      },
    },
    getCustomerKycLink: {
      read: async ({ caller, platformId, query }) => {
        // More than a read: the link lets its holder be verified as the customer.
        if (!caller.permissions.includes('MANAGE'))
          refuse('FORBIDDEN', 'This token lacks the permission MANAGE', { requiredPermission: 'MANAGE' })
        return getCustomerKycLink(store, openPage, platformId, query)
      },
    },
  }
}
