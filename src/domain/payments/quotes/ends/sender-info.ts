/** Sender information: the fields that the receiving side requires, from the request and from the customer's record. */
import type { QuoteRequest } from '../../../../../contract/payments/quotes.ts'
import { type FieldError, refuse } from '../../../../core/refusal.ts'
import type { Rows } from '../../../../engine/rows.ts'
import { type Customer, customers } from '../../../customers/customer.ts'
import type { Lookup } from '../../receivers/lookup.ts'

/** The customer's details by the field names of the contract. */
function knownDetails({ type, email, profile }: Customer): Record<string, string | undefined> {
  const { fullName, birthDate, nationality, address, businessInfo } = profile
  const line =
    address &&
    [address.line1, address.line2, address.city, address.state, address.postalCode, address.country]
      .filter(Boolean)
      .join(', ')
  return {
    FULL_NAME: fullName ?? businessInfo?.legalName,
    BIRTH_DATE: birthDate,
    NATIONALITY: nationality,
    EMAIL: email ?? undefined,
    POSTAL_ADDRESS: line,
    COUNTRY_OF_RESIDENCE: address?.country,
    USER_TYPE: type,
    TAX_ID: businessInfo?.taxId,
    REGISTRATION_NUMBER: businessInfo?.registrationNumber,
    COMPANY_LEGAL_NAME: businessInfo?.legalName,
    BUSINESS_TYPE: businessInfo?.businessType,
  }
}

/** @returns null when the receiver requires nothing. @throws Refusal MISSING_MANDATORY_USER_INFO that names every missing field */
export function senderInfo(
  rows: Rows,
  lookup: Lookup | undefined,
  customerId: string | null,
  request: QuoteRequest,
): Readonly<Record<string, string>> | null {
  const wanted = lookup?.requiredPayerData ?? []
  if (wanted.length === 0) return null
  const customer = customerId === null ? undefined : rows.peek(customers, customerId)
  const known = customer ? knownDetails(customer) : {}
  const missing: FieldError[] = []
  const info: Record<string, string> = {}
  for (const { name, mandatory } of wanted) {
    const given = name === 'PURPOSE_OF_PAYMENT' ? request.purposeOfPayment : request.senderCustomerInfo?.[name]
    const value = given ?? known[name]
    if (value !== undefined && value !== null && value !== '') info[name] = String(value)
    else if (mandatory) missing.push({ field: `senderCustomerInfo.${name}`, message: 'is required by the receiver' })
  }
  if (missing.length > 0)
    refuse('MISSING_MANDATORY_USER_INFO', 'The receiver requires more details of the sender', { errors: missing })
  return info
}
