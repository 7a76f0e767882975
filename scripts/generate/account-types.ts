/** Account types page: fields, primary identifier and rails of each. */
import { CURRENCIES } from '../../contract/currencies.ts'
import {
  type AccountFieldSet,
  beneficiaryForm,
  formsOf,
  nameOf,
} from '../../contract/payments/external-accounts/account-forms.ts'
import type { AccountTypeRow } from '../../contract/payments/external-accounts/account-row.ts'
import {
  ACCOUNT_TYPES,
  type AccountType,
  holdsCurrency,
} from '../../contract/payments/external-accounts/account-types.ts'
import type { FormField } from '../../contract/payments/external-accounts/form-fields.ts'
import { code, page, table } from './markdown.ts'

const TYPES = (Object.keys(ACCOUNT_TYPES) as AccountType[]).sort()
const rowOf = (accountType: AccountType): AccountTypeRow => ACCOUNT_TYPES[accountType]

const linkTo = (accountType: AccountType) => `[${code(accountType)}](#${accountType.toLowerCase()})`

const byCurrency = (): string =>
  table(
    ['Currency', 'Name', 'Account types beside `SWIFT_ACCOUNT`'],
    Object.entries(CURRENCIES).map(([currency, { name }]) => [
      code(currency),
      name,
      TYPES.filter((accountType) => rowOf(accountType).currencies !== 'ANY' && holdsCurrency(accountType, currency))
        .map(linkTo)
        .join(', '),
    ]),
  )

const ruleOf = ({ choices, pattern, minLength, maxLength }: FormField): string => {
  if (choices) return choices.map(code).join(' ')
  return pattern ? code(pattern) : `${minLength} to ${maxLength} characters`
}

const fieldsOf = (forms: readonly AccountFieldSet[]): string => {
  const fields = new Map(forms.flatMap((form) => form.fields).map((field) => [field.name, field]))
  const inAll = (name: string) => forms.every((form) => form.fields.find((field) => field.name === name)?.isRequired)
  const inSome = (name: string) => forms.some((form) => form.fields.find((field) => field.name === name)?.isRequired)
  return table(
    ['Field', 'Required', 'What', 'Rule', 'Example'],
    [...fields.values()].map((field) => [
      code(field.name),
      inAll(field.name) ? 'yes' : inSome(field.name) ? 'see below' : '',
      field.hint ? `${field.label}: ${field.hint}` : field.label,
      ruleOf(field),
      field.example ? code(field.example) : '',
    ]),
  )
}

const needsOf = ({ fields }: AccountFieldSet): string =>
  fields
    .filter(({ isRequired }) => isRequired)
    .map(({ name }) => code(name))
    .join(' + ')

const formsSection = (accountType: AccountType, forms: readonly AccountFieldSet[]): string[] => {
  if (forms.length === 1) return []
  const how = rowOf(accountType).formsExclude ? 'Exactly one of these' : 'At least one of these has to be complete'
  return [`${how}:`, ...forms.map((form) => `- ${needsOf(form)}: ${form.rails.map(code).join(', ')}`)]
}

/** Where a country asks a person for more or less than others, beside the name that all ask for. */
function beneficiaryOf(accountType: AccountType): string {
  const { isRequired, fields } = beneficiaryForm(accountType)
  if (!isRequired) return 'Optional: the owner of the wallet, by `fullName` or `legalName`.'
  const asked = fields.INDIVIDUAL
  const common = ['fullName', 'birthDate', 'nationality', 'email', 'phoneNumber', 'countryOfResidence', 'address']
  const needed = asked.filter(({ isRequired }) => isRequired).map(({ name }) => code(name))
  const also = asked.filter(({ name }) => !common.includes(name)).map(({ name }) => code(name))
  return `Of a person ${needed.join(', ')}${also.length > 0 ? `; may have ${also.join(', ')}` : ''}. Of a business \`legalName\`.`
}

function sectionOf(accountType: AccountType): string {
  const forms = formsOf(accountType)
  const { currencies, rails } = rowOf(accountType)
  const identifiers = [...new Set(forms.map(({ identifier }) => code(identifier.name)))]
  return [
    `### ${accountType}\n`,
    `${nameOf(accountType)}.\n`,
    fieldsOf(forms),
    '',
    ...formsSection(accountType, forms),
    ...(forms.length > 1 ? [''] : []),
    `- Currency: ${currencies === 'ANY' ? 'any' : currencies.map(code).join(', ')}`,
    `- Rails: ${rails.map(code).join(', ')}`,
    `- Recognized by: ${identifiers.join(', or ')}`,
    `- Beneficiary: ${beneficiaryOf(accountType)}`,
  ].join('\n')
}

export const accountTypesPage = (): string =>
  page(
    'Account types',
    'What `accountInfo` of an external account is made of: `POST /customers/external-accounts` and `POST /platform/external-accounts`. From [contract/payments/external-accounts/account-types.ts](../../contract/payments/external-accounts/account-types.ts), the table that also makes the schemas and the form of the dashboard.',
    'One field identifies an account: its owner cannot register it twice, and in the sandbox the last three characters of that field (of `name@domain`, those before the `@`) select the beneficiary verification and the outcome of payments. The endings: [the sandbox](../sandbox.md#outcomes-by-suffix).',
    'A beneficiary is an `INDIVIDUAL` or a `BUSINESS`. All may have `email`, `phoneNumber`, `countryOfResidence` and `address`; a person `birthDate` and `nationality`; a business `registrationNumber` and `taxId`.',
    '## By currency',
    byCurrency(),
    'Any of the fiat currencies can be wired to a [`SWIFT_ACCOUNT`](#swift_account), and only so where the table names no other type.',
    '## By type',
    ...TYPES.map(sectionOf),
  )
