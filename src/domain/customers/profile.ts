/** Customer profile: the personal and business data that the service stores and shows, and hands over for verification. */
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
export function updatedProfile(
  before: CustomerProfile,
  request: CustomerCreateRequest | CustomerUpdateRequest,
): CustomerProfile {
  if (request.customerType === 'INDIVIDUAL') {
    const { fullName, birthDate, nationality, address } = request
    return { ...before, ...withoutUndefined({ fullName, birthDate, nationality, address }) }
  }
  const { address, businessInfo } = request
  const info = businessInfo && ({ ...before.businessInfo, ...businessInfo } as CustomerProfile['businessInfo'])
  return { ...before, ...withoutUndefined({ address, businessInfo: info }) }
}

const withoutUndefined = <Fields extends object>(fields: Fields): Partial<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Fields>
