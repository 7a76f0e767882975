/** Owns the facts about a customer that the service keeps and shows but does not act on. */
import type { Static } from 'typebox'
import type {
  BusinessCustomer,
  CustomerCreateRequest,
  CustomerUpdateRequest,
  IndividualCustomer,
} from '../../../contract/customers/customers.ts'

type Individual = Pick<Static<typeof IndividualCustomer>, 'fullName' | 'birthDate' | 'nationality' | 'address'>
type Business = Pick<Static<typeof BusinessCustomer>, 'address' | 'businessInfo'>
export type CustomerProfile = Individual & Business

/** The profile after a create or an update: absent fields stay as they were, also inside `businessInfo`. */
export function profileOf(
  request: CustomerCreateRequest | CustomerUpdateRequest,
  before: CustomerProfile = {},
): CustomerProfile {
  if (request.customerType === 'INDIVIDUAL') {
    const { fullName, birthDate, nationality, address } = request
    return { ...before, ...given({ fullName, birthDate, nationality, address }) }
  }
  const { address, businessInfo } = request
  const info = businessInfo && ({ ...before.businessInfo, ...businessInfo } as CustomerProfile['businessInfo'])
  return { ...before, ...given({ address, businessInfo: info }) }
}

const given = <Fields extends object>(fields: Fields): Partial<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Fields>
