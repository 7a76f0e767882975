/**
 * Customer profile: the personal and business data that the service stores and shows, and passes on for verification.
 */
import type { Static } from 'typebox'
import {
  type BusinessCustomer,
  type CustomerCreateRequest,
  type CustomerUpdateRequest,
  type IndividualCustomer,
  PERSON_FIELDS,
} from '../../../contract/customers/customers.ts'

type Individual = Pick<Static<typeof IndividualCustomer>, (typeof PERSON_FIELDS)[number]>
type Business = Pick<Static<typeof BusinessCustomer>, 'address' | 'businessInfo'>
export type CustomerProfile = Individual & Business

/** The profile after a create or an update: absent fields are unchanged, also inside `businessInfo`. */
export function updatedProfile(
  before: CustomerProfile,
  request: CustomerCreateRequest | CustomerUpdateRequest,
): CustomerProfile {
  if (request.customerType === 'INDIVIDUAL') {
    const given = PERSON_FIELDS.filter((name) => request[name] !== undefined)
    return { ...before, ...Object.fromEntries(given.map((name) => [name, request[name]])) }
  }
  const { address, businessInfo } = request
  const info = businessInfo && ({ ...before.businessInfo, ...businessInfo } as CustomerProfile['businessInfo'])
  return { ...before, ...(address && { address }), ...(info && { businessInfo: info }) }
}
