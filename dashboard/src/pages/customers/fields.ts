/** Fields of a customer's form, in sections, from the contract's own schemas. */
import type { TObject } from 'typebox'
import {
  type Customer,
  CustomerCreateRequest,
  CustomerUpdateRequest,
} from '../../../../contract/customers/customers.ts'
import { type FormField, formFields } from '../../../../contract/payments/external-accounts/form-fields.ts'
import { type Group, type Texts, toObject, toTexts } from '../../forms/values.ts'

export type CustomerType = Customer['customerType']

export interface Section {
  readonly title: string
  readonly group: Group
}

/** The parts of a tagged union that its type does not show. */
const variantsOf = (union: unknown) => (union as { readonly oneOf: readonly TObject[] }).oneOf
const VARIANT: Readonly<Record<CustomerType, number>> = { INDIVIDUAL: 0, BUSINESS: 1 }
const fieldsFor = (union: unknown, type: CustomerType): FormField[] =>
  formFields(variantsOf(union)[VARIANT[type]] as TObject)

const BUSINESS = 'businessInfo'
/** Fields that identify a business; the remaining ones describe its activity. */
const IDENTITY = [
  'legalName',
  'registrationNumber',
  'taxId',
  'country',
  'incorporatedOn',
  'entityType',
  'doingBusinessAs',
]
const PERSON = ['fullName', 'birthDate', 'nationality']
const CONTACT = ['email', 'address']
const REFERENCE = ['platformCustomerId', 'umaAddress', 'currencies', 'region']
/** Without these there is no name to show. */
const NEEDED = new Set(['fullName', 'legalName'])

const pick = (fields: readonly FormField[], names: readonly string[]): FormField[] =>
  names
    .flatMap((name) => fields.filter((field) => field.name === name))
    .map((field) => ({ ...field, isRequired: field.isRequired || NEEDED.has(field.name) }))

/** @param before the customer that the form changes; absent: it creates one */
export function sectionsFor(type: CustomerType, before?: Customer): Section[] {
  const union = before ? CustomerUpdateRequest : CustomerCreateRequest
  const fields = kept(fieldsFor(union, type), before)
  const business = fields.find(({ name }) => name === BUSINESS)?.fields ?? []
  const own =
    type === 'INDIVIDUAL'
      ? [{ title: 'Person', group: { path: '', fields: pick(fields, PERSON) } }]
      : [
          { title: 'Business', group: { path: BUSINESS, fields: pick(business, IDENTITY) } },
          {
            title: 'Activity',
            group: { path: BUSINESS, fields: business.filter(({ name }) => !IDENTITY.includes(name)) },
          },
        ]
  return [
    ...own,
    { title: 'Contact', group: { path: '', fields: pick(fields, CONTACT) } },
    { title: 'Your reference, UMA address and currencies', group: { path: '', fields: pick(fields, REFERENCE) } },
  ]
}

/** The API does not remove a stored value, so a form cannot leave it empty. */
function kept(fields: readonly FormField[], before: object = {}): FormField[] {
  const values = before as Readonly<Record<string, unknown>>
  return fields.map((field) => ({
    ...field,
    isRequired: field.isRequired || values[field.name] !== undefined,
    // An address is replaced as a whole.
    fields: field.name === BUSINESS ? kept(field.fields, values[BUSINESS] as object) : field.fields,
  }))
}

export const initialTexts = (sections: readonly Section[], customer: Customer): Texts =>
  Object.assign(
    {},
    ...sections.map(({ group }) => {
      const values = customer as unknown as Readonly<Record<string, unknown>>
      return toTexts(group, (group.path ? values[group.path] : values) as Record<string, unknown> | undefined)
    }),
  )

/** The request's body, without the tag. */
export function buildBody(sections: readonly Section[], texts: Texts): Record<string, unknown> {
  const body: Record<string, unknown> = {}
  for (const { group } of sections) {
    const values = toObject(group, texts)
    if (group.path === '') Object.assign(body, values)
    else body[group.path] = { ...(body[group.path] as object), ...values }
  }
  return body
}
