/** Verification operations, and links to hosted verification pages. */
import { bareId, wireId } from '../../../core/ids.ts'
import { notFound, refuse } from '../../../core/refusal.ts'
import { isoTime } from '../../../core/time.ts'
import type { Pages } from '../../../infra/db/page.ts'
import type { Store } from '../../../infra/db/store.ts'
import type { HandlersOf } from '../../../infra/operations/handlers.ts'
import type { HostedKyc, Identity, KycPage } from '../../../providers/identity/port.ts'
import { customers } from '../customer.ts'
import { findCustomerId, getCustomerById } from '../queries.ts'
import { loadApplicant } from './applicant.ts'
import { createVerification, needsVerdict } from './create-verification.ts'
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
  /** Absent: no provider of verification pages is connected. */
  readonly hostedKyc: HostedKyc | undefined
}

export function verificationApi({ store, pages, identity, hostedKyc }: Needs): HandlersOf<Ids> {
  const openPage = async (page: KycPage) =>
    hostedKyc?.open(page) ?? refuse('NOT_IMPLEMENTED', 'No provider of verification pages is connected')
  return {
    createVerification: {
      prepare: async ({ platformId, body }) => {
        const customer = await getCustomerById(store, platformId, bareId(body.customerId))
        const { profile } = customer
        const asked = needsVerdict(customer)
          ? { profile, verdict: await identity.verify(await loadApplicant(store, platformId, customer)) }
          : undefined
        return (rows) => presentVerification(createVerification(rows, customer.id, asked))
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
        const customerId = await findCustomerId(store, platformId, platformCustomerId)
        const { url } = await openPage({ platformId, customerId, ...(redirectUri !== undefined && { redirectUri }) })
        return { customerId: wireId('Customer', customerId), platformCustomerId, kycUrl: url }
      },
    },
  }
}
