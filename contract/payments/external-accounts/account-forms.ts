/** Account types as forms: derived from the one table, for the dashboard and the documentation. */
import Type from 'typebox'
import { CURRENCIES, type KnownCurrency } from '../../currencies.ts'
import type { PaymentRail } from '../../elements.ts'
import { identifierAmong } from './account-identifier.ts'
import type { AccountTypeRow } from './account-row.ts'
import { ACCOUNT_TYPES, type AccountType, holdsCurrency } from './account-types.ts'
import { BusinessBeneficiary, individualBeneficiary } from './beneficiaries.ts'
import { type FormField, formFields } from './form-fields.ts'

/** One complete set of fields that identifies an account. */
export interface AccountFieldSet {
  /** The field that identifies the account; its suffix chooses the outcome in the sandbox. */
  readonly identifier: FormField
  readonly rails: readonly PaymentRail[]
  /** Required fields come first. */
  readonly fields: readonly FormField[]
}

const rowOf = (accountType: AccountType): AccountTypeRow => ACCOUNT_TYPES[accountType]

export const nameOf = (accountType: AccountType): string => rowOf(accountType).name

/** The forms of this type: one, or several to choose from. */
export function formsOf(accountType: AccountType): readonly AccountFieldSet[] {
  const { fields, rails, forms = [{ needs: [], rails }] } = rowOf(accountType)
  const all = formFields(Type.Object(fields))
  return forms.map(({ needs, rails }) => {
    const elsewhere = forms.flatMap((form) => form.needs).filter((name) => !needs.includes(name))
    const own = all
      .filter(({ name }) => !elsewhere.includes(name))
      .map((field) => ({ ...field, isRequired: field.isRequired || needs.includes(field.name) }))
      .sort((a, b) => Number(b.isRequired) - Number(a.isRequired))
    const named = identifierAmong(own.filter(({ isRequired }) => isRequired).map(({ name }) => name))
    return { identifier: own.find(({ name }) => name === named) as FormField, rails, fields: own }
  })
}

export type BeneficiaryType = 'INDIVIDUAL' | 'BUSINESS'

export interface BeneficiaryForm {
  /** False for a wallet: with none of its fields filled in, its owner is not named. */
  readonly isRequired: boolean
  readonly fields: Readonly<Record<BeneficiaryType, readonly FormField[]>>
}

export function beneficiaryForm(accountType: AccountType): BeneficiaryForm {
  const { beneficiary } = rowOf(accountType)
  const fields = {
    INDIVIDUAL: formFields(individualBeneficiary('', beneficiary || { requires: [] })),
    BUSINESS: formFields(BusinessBeneficiary),
  }
  const optional = (all: readonly FormField[]) => all.map((field) => ({ ...field, isRequired: false }))
  return beneficiary
    ? { isRequired: true, fields }
    : { isRequired: false, fields: { INDIVIDUAL: optional(fields.INDIVIDUAL), BUSINESS: optional(fields.BUSINESS) } }
}

/** Account types that support a currency, those of the currency alone first. Currencies on a chain cannot be wired. */
export const accountTypesFor = (currency: KnownCurrency): AccountType[] =>
  (Object.keys(ACCOUNT_TYPES) as AccountType[])
    .filter((accountType) => holdsCurrency(accountType, currency))
    .filter((accountType) => rowOf(accountType).currencies !== 'ANY' || CURRENCIES[currency].kind === 'FIAT')
    .sort((a, b) => rank(a, currency) - rank(b, currency))

/** For dollars `USD_ACCOUNT` precedes `SLV_ACCOUNT`, and both precede a wire. */
const rank = (accountType: AccountType, currency: string): number =>
  rowOf(accountType).currencies === 'ANY' ? 2 : accountType.startsWith(currency) ? 0 : 1
