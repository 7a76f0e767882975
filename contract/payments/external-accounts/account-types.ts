/** External account types: the whole table, and the schemas generated from it. */
import Type, { type Static, type TObject, type TProperties, type TSchema } from 'typebox'
import type { PaymentRail } from '../../elements.ts'
import { choice, oneOf } from '../../schema.ts'
import type { AccountTypeRow } from './account-row.ts'
import { BANK_ACCOUNT_TYPES } from './account-types-bank.ts'
import { MOBILE_ACCOUNT_TYPES } from './account-types-mobile.ts'
import { WALLET_ACCOUNT_TYPES } from './account-types-wallet.ts'
import { BusinessBeneficiary, IndividualBeneficiary, individualBeneficiary } from './beneficiaries.ts'

export const ACCOUNT_TYPES = { ...BANK_ACCOUNT_TYPES, ...MOBILE_ACCOUNT_TYPES, ...WALLET_ACCOUNT_TYPES } as const
export type AccountType = keyof typeof ACCOUNT_TYPES
type Writable<T> = { -readonly [Key in keyof T]: T[Key] }
type Row<Name extends AccountType> = (typeof ACCOUNT_TYPES)[Name]

type Fields<Name extends AccountType> =
  Row<Name> extends { fields: infer Own extends TProperties } ? Writable<Static<TObject<Own>>> : never
type Extra<Name extends AccountType> =
  Row<Name> extends { beneficiary: { extra: infer Facts extends TProperties } } ? Static<TObject<Facts>> : unknown
type Owner<Name extends AccountType> =
  Row<Name> extends { beneficiary: false }
    ? { beneficiary?: Static<typeof IndividualBeneficiary> | Static<typeof BusinessBeneficiary> }
    : { beneficiary: (Static<typeof IndividualBeneficiary> & Extra<Name>) | Static<typeof BusinessBeneficiary> }
type Rails<Name extends AccountType> =
  Row<Name> extends { beneficiary: false } ? unknown : { paymentRails: Row<Name>['rails'][number][] }

export type ExternalAccountCreateInfo = {
  [Name in AccountType]: { accountType: Name } & Fields<Name> & Owner<Name>
}[AccountType]
export type ExternalAccountInfo = {
  [Name in AccountType]: { accountType: Name } & Fields<Name> & Owner<Name> & Rails<Name>
}[AccountType]

const rows: readonly (readonly [AccountType, AccountTypeRow])[] = (Object.keys(ACCOUNT_TYPES) as AccountType[])
  .sort()
  .map((accountType) => [accountType, ACCOUNT_TYPES[accountType]])

/** `USD_ACCOUNT` → `Usd`, `SPARK_WALLET` → `SparkWallet`: the stem of the type's schema names. */
export const stemOf = (accountType: AccountType) =>
  accountType
    .replace(/_ACCOUNT$/, '')
    .split('_')
    .map((word) => word[0] + word.slice(1).toLowerCase())
    .join('')

/** Of a wallet, as far as the platform knows it: the travel rule requires the name for large payouts. */
const walletOwner = Type.Optional(oneOf('beneficiaryType', [IndividualBeneficiary, BusinessBeneficiary]))

const beneficiaries = new Map(
  rows.map(([accountType, row]) => [
    accountType,
    row.beneficiary
      ? oneOf('beneficiaryType', [
          individualBeneficiary(`${stemOf(accountType)}Beneficiary`, row.beneficiary),
          BusinessBeneficiary,
        ])
      : walletOwner,
  ]),
)
const ownerOf = (accountType: AccountType): TSchema => beneficiaries.get(accountType) as TSchema

function createInfo([accountType, row]: (typeof rows)[number]): TObject {
  const beneficiary = ownerOf(accountType)
  const forms = row.forms?.map(({ needs }) => ({ required: needs }))
  return Type.Object(
    { accountType: Type.Literal(accountType), ...row.fields, beneficiary },
    {
      $id: `${stemOf(accountType)}${row.beneficiary ? 'ExternalAccountCreateInfo' : 'ExternalAccountInfo'}`,
      ...(forms && { [row.formsExclude ? 'oneOf' : 'anyOf']: forms }),
    },
  )
}

function info(entry: (typeof rows)[number]): TObject {
  const [accountType, row] = entry
  if (!row.beneficiary) return createInfo(entry)
  const paymentRails = Type.Array(choice(row.rails), { description: 'Networks that reach this account' })
  return Type.Object(
    { accountType: Type.Literal(accountType), ...row.fields, beneficiary: ownerOf(accountType), paymentRails },
    { $id: `${stemOf(accountType)}ExternalAccountInfo` },
  )
}

export const ExternalAccountCreateInfo = Type.Unsafe<ExternalAccountCreateInfo>(
  oneOf('accountType', rows.map(createInfo), {
    $id: 'ExternalAccountCreateInfo',
    description: 'The account, in the terms of its country or network',
  }),
)
export const ExternalAccountInfo = Type.Unsafe<ExternalAccountInfo>(
  oneOf('accountType', rows.map(info), {
    $id: 'ExternalAccountInfo',
    description: 'The registered account, and the rails that reach it',
  }),
)

/** Whether an account of this type may hold the currency. */
export function holdsCurrency(accountType: AccountType, currency: string): boolean {
  const { currencies }: AccountTypeRow = ACCOUNT_TYPES[accountType]
  return currencies === 'ANY' || currencies.some((code) => code === currency)
}

/** The rails that reach this account: those of its complete forms, or all of its type. */
export function railsOf(account: { readonly accountType: AccountType }): PaymentRail[] {
  const { forms, rails }: AccountTypeRow = ACCOUNT_TYPES[account.accountType]
  const complete = forms?.filter(({ needs }) => needs.every((name) => name in account))
  return complete ? [...new Set(complete.flatMap((form) => form.rails))] : [...rails]
}
