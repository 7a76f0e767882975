/** Rows of an import: the conversion of a row to the request that `POST /customers` takes. */
import Type, { type Static } from 'typebox'
import type { CustomerCreateRequest } from '../../../../contract/customers/customers.ts'
import { Email, text, UmaAddress } from '../../../../contract/elements.ts'
import { Country, Day, oneOf } from '../../../../contract/schema.ts'
import { refuse } from '../../../core/refusal.ts'
import { bodyValidator } from '../../../infra/operations/validate.ts'

const shared = {
  umaAddress: UmaAddress,
  platformCustomerId: text(255),
  email: Type.Optional(Email),
  addressLine1: text(255),
  addressLine2: Type.Optional(text(255)),
  city: text(255),
  state: text(255),
  postalCode: text(32),
  country: Country,
}
const CustomerRow = oneOf('customerType', [
  Type.Object({ customerType: Type.Literal('INDIVIDUAL'), ...shared, fullName: text(255), birthDate: Day }),
  Type.Object({
    customerType: Type.Literal('BUSINESS'),
    ...shared,
    businessLegalName: text(255),
    businessRegistrationNumber: Type.Optional(text(100)),
    businessTaxId: Type.Optional(text(100)),
  }),
])
type CustomerRow = Static<typeof CustomerRow>

/** Columns that every row needs. */
export const REQUIRED_COLUMNS = [
  'umaAddress',
  'platformCustomerId',
  'customerType',
  'addressLine1',
  'city',
  'state',
  'postalCode',
  'country',
] as const

const validate = bodyValidator(CustomerRow)

/** The row has both names; no default is derived for it. */
export type NamedRequest = CustomerCreateRequest & { readonly umaAddress: string; readonly platformCustomerId: string }

/** @throws Refusal INVALID_INPUT, whose fields are columns */
export function customerRequest(columns: readonly string[], values: readonly string[]): NamedRequest {
  if (values.length > columns.length)
    refuse('INVALID_INPUT', `The row has ${values.length} values, the header ${columns.length} columns`)
  if (values.some((value) => value.includes('\ufffd'))) refuse('INVALID_INPUT', 'The row is not valid UTF-8')
  const row = Object.fromEntries(columns.flatMap((column, i) => (values[i] ? [[column, values[i]]] : [])))
  validate(row)
  return requestOf(row as CustomerRow)
}

function requestOf(row: CustomerRow): NamedRequest {
  const { umaAddress, platformCustomerId, email, city, state, postalCode, country } = row
  const address = {
    line1: row.addressLine1,
    ...(row.addressLine2 !== undefined && { line2: row.addressLine2 }),
    city,
    state,
    postalCode,
    country,
  }
  const common = { umaAddress, platformCustomerId, ...(email !== undefined && { email }), address }
  if (row.customerType === 'INDIVIDUAL')
    return { customerType: row.customerType, ...common, fullName: row.fullName, birthDate: row.birthDate }
  const { businessLegalName: legalName, businessRegistrationNumber: registrationNumber, businessTaxId: taxId } = row
  return {
    customerType: row.customerType,
    ...common,
    businessInfo: {
      legalName,
      ...(registrationNumber !== undefined && { registrationNumber }),
      ...(taxId !== undefined && { taxId }),
    },
  }
}

/** The name of a row in the list of errors: the platform's own id if it is usable, otherwise `row_<n>`. */
export function correlationId(columns: readonly string[], values: readonly string[], number: number): string {
  const own = values[columns.indexOf('platformCustomerId')] ?? ''
  return own !== '' && own.length <= 255 && !/\p{Cc}/u.test(own) ? own : `row_${number}`
}
