/** Examples of external accounts, built from the examples of their fields. */
import Type, { type TSchema } from 'typebox'
import type { AccountTypeRow } from './account-row.ts'
import { ACCOUNT_TYPES, type AccountType, type ExternalAccountCreateInfo } from './account-types.ts'

const ADDRESS = { line1: '1 Market Street', city: 'San Francisco', state: 'CA', postalCode: '94105', country: 'US' }
const BENEFICIARY = { beneficiaryType: 'INDIVIDUAL', fullName: 'Maria Lopez' }
const REQUIRED = { address: ADDRESS, countryOfResidence: 'US', phoneNumber: '+14155550100' }

const exampleOf = (field: TSchema & { examples?: unknown[]; enum?: unknown[] }) =>
  field.examples?.[0] ?? field.enum?.[0]

/** One complete account for each form of this type, without optional fields that the form does not need. */
export function accountExamples(accountType: AccountType): ExternalAccountCreateInfo[] {
  const {
    fields,
    forms = [{ needs: [] }],
    beneficiary,
  }: Pick<AccountTypeRow, 'fields' | 'beneficiary'> & {
    forms?: readonly { needs: readonly string[] }[]
  } = ACCOUNT_TYPES[accountType]
  const required: readonly string[] = Type.Object(fields).required ?? []
  const owner = beneficiary && {
    beneficiary: { ...BENEFICIARY, ...Object.fromEntries(beneficiary.requires.map((name) => [name, REQUIRED[name]])) },
  }
  return forms.map(({ needs }) => {
    const given = [...new Set([...required, ...needs])].map((name) => [name, exampleOf(fields[name] as TSchema)])
    return { accountType, ...Object.fromEntries(given), ...owner } as ExternalAccountCreateInfo
  })
}
