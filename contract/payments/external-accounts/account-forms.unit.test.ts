/**
 * Account form tests: a form asks for exactly what the schema accepts, for every account type and each way to name a
 * bank.
 */
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { CURRENCIES, type KnownCurrency } from '../../currencies.ts'
import { type AccountFieldSet, accountTypesFor, beneficiaryForm, formsOf, nameOf } from './account-forms.ts'
import { primaryIdentifier } from './account-identifier.ts'
import { ACCOUNT_TYPES, type AccountType, ExternalAccountCreateInfo } from './account-types.ts'
import { expectation, type FormField, fieldFault, tidied } from './form-fields.ts'

const ajv = new Ajv2020({ discriminator: true, allErrors: true })
;(addFormats as unknown as (ajv: Ajv2020) => void)(ajv)
const accepts = ajv.compile(
  JSON.parse(JSON.stringify(ExternalAccountCreateInfo, (key, value) => (key === '$id' ? undefined : value))),
)
const types = Object.keys(ACCOUNT_TYPES) as AccountType[]

/** Input of a person who follows the examples. */
const typed = (fields: readonly FormField[], all: boolean): Record<string, unknown> =>
  Object.fromEntries(
    fields
      .filter(({ isRequired }) => all || isRequired)
      .map((field) => [field.name, field.fields.length > 0 ? typed(field.fields, all) : textFor(field)]),
  )
const textFor = ({ name, choices, example, format }: FormField): string =>
  choices?.[0] ?? example ?? (format === 'date' ? '1990-01-15' : `any ${name}`)

function* accountsOf(accountType: AccountType, all: boolean) {
  const owners = beneficiaryForm(accountType)
  for (const { fields } of formsOf(accountType)) {
    const account: Record<string, unknown> = { accountType, ...typed(fields, all) }
    if (!owners.isRequired) yield account
    if (!owners.isRequired && !all) continue
    for (const [beneficiaryType, asked] of Object.entries(owners.fields))
      yield { ...account, beneficiary: { beneficiaryType, ...typed(asked, all) } }
  }
}

describe('the form of an account', () => {
  it.each(types)('%s asks for every required field, and for none that is not accepted', (accountType) => {
    for (const all of [false, true])
      for (const account of accountsOf(accountType, all))
        expect(accepts(account), `${JSON.stringify(account)}: ${JSON.stringify(accepts.errors)}`).toBe(true)
  })

  it.each(types)('%s is recognized by the field that the form names', (accountType) => {
    for (const { identifier, fields } of formsOf(accountType))
      expect(primaryIdentifier(typed(fields, false))).toBe(textFor(identifier))
  })

  it('has a unique name for every type', () => {
    expect(new Set(types.map(nameOf)).size).toBe(types.length)
  })

  it('reports what the schema refuses without a request', () => {
    for (const accountType of types)
      for (const { fields } of formsOf(accountType))
        for (const field of fields) {
          expect(fieldFault(field, textFor(field)), `${accountType}.${field.name}`).toBeUndefined()
          expect(fieldFault(field, '') === undefined, `${accountType}.${field.name}`).toBe(!field.isRequired)
          if (field.pattern || field.choices) expect(fieldFault(field, '§')).toBe(expectation(field))
          else
            expect(fieldFault(field, '§'.repeat(field.maxLength + 1))).toMatch(/^Expected: at most \d+ characters\.$/)
        }
  })

  it('describes each field in words and with an example', () => {
    const [way] = formsOf('MXN_ACCOUNT')
    const { identifier } = way as AccountFieldSet
    expect([identifier.label, fieldFault(identifier, '12')]).toEqual([
      'CLABE',
      'Expected: 18 digits, such as 032180000118359719.',
    ])
    expect(tidied(identifier, ' 0321 8000 0118 3597 19 ')).toBe('032180000118359719')
  })
})

describe('accountTypesFor', () => {
  it('offers the type of the currency first and a wire last; nothing on a chain is wired', () => {
    expect(accountTypesFor('USD')).toEqual(['USD_ACCOUNT', 'SLV_ACCOUNT', 'SWIFT_ACCOUNT'])
    expect(accountTypesFor('BTC')).toEqual(['LIGHTNING', 'SPARK_WALLET'])
    for (const currency of Object.keys(CURRENCIES) as KnownCurrency[])
      expect(accountTypesFor(currency), currency).not.toEqual([])
  })
})
