/** Beneficiaries: the owners of external accounts. */
import Type, { type TObject } from 'typebox'
import { Address, Email, text } from '../../elements.ts'
import { Country, Day } from '../../schema.ts'
import type { AccountTypeRow } from './account-row.ts'

const phoneNumber = text(32)
const contact = {
  email: Type.Optional(Email),
  phoneNumber: Type.Optional(phoneNumber),
  countryOfResidence: Type.Optional(Country),
  address: Type.Optional(Address),
}
/** The same fields, required. */
const requiredContact = { phoneNumber, countryOfResidence: Country, address: Address }

const person = {
  beneficiaryType: Type.Literal('INDIVIDUAL'),
  fullName: text(255, { examples: ['Maria Lopez'] }),
  birthDate: Type.Optional(Day),
  nationality: Type.Optional(Country),
  ...contact,
}

export const IndividualBeneficiary = Type.Object(person, { $id: 'IndividualBeneficiary' })

export const BusinessBeneficiary = Type.Object(
  {
    beneficiaryType: Type.Literal('BUSINESS'),
    legalName: text(255, { examples: ['Northwind Ltd'] }),
    registrationNumber: Type.Optional(text(100)),
    taxId: Type.Optional(text(100)),
    ...contact,
  },
  { $id: 'BusinessBeneficiary' },
)

/** A person with the fields that one country requires; the common schema where it requires no others. */
export function individualBeneficiary(
  $id: string,
  { requires, extra }: Exclude<AccountTypeRow['beneficiary'], false>,
): TObject {
  if (requires.length === 0 && !extra) return IndividualBeneficiary
  const required = Object.fromEntries(requires.map((name) => [name, requiredContact[name]]))
  return Type.Object({ ...person, ...required, ...extra }, { $id })
}
