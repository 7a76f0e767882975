/** Display name, identifier and beneficiary check of an external account. */
import { formsOf, nameOf } from '../../../../contract/payments/external-accounts/account-forms.ts'
import { identifierAmong } from '../../../../contract/payments/external-accounts/account-identifier.ts'
import type { ExternalAccount } from '../../../../contract/payments/external-accounts/external-accounts.ts'

export interface Named {
  readonly label: string
  readonly value: string
}

const ABBREVIATIONS = new Set(['ACH', 'FAST', 'NEFT', 'RTGS', 'RTP', 'SEPA', 'SPEI', 'SWIFT', 'UPI'])
const SPELT: Readonly<Record<string, string>> = { FEDNOW: 'FedNow', PAYNOW: 'PayNow' }

/** `MOBILE_MONEY` → `Mobile money`, `SEPA_INSTANT` → `SEPA instant` */
export const railWord = (rail: string): string =>
  rail
    .split('_')
    .map((word, place) => {
      if (ABBREVIATIONS.has(word)) return word
      return SPELT[word] ?? (place === 0 ? word.charAt(0) + word.slice(1).toLowerCase() : word.toLowerCase())
    })
    .join(' ')

/** Its owner's name, otherwise the platform's name for it, otherwise its kind. */
export function titleOf({ accountInfo, platformAccountId }: ExternalAccount): string {
  const owner = 'beneficiary' in accountInfo ? accountInfo.beneficiary : undefined
  const name = owner && ('fullName' in owner ? owner.fullName : owner.legalName)
  return name ?? platformAccountId ?? nameOf(accountInfo.accountType)
}

/** The identifier of the account. Every account has one. */
export function identifierOf({ accountInfo }: ExternalAccount): Named {
  const name = identifierAmong(Object.keys(accountInfo)) as keyof typeof accountInfo
  return { label: fieldLabel(accountInfo.accountType, name), value: String(accountInfo[name]) }
}

/** All identifying fields of the account, in the order of the table. */
export function detailsOf({ accountInfo }: ExternalAccount): Named[] {
  const given: Readonly<Record<string, unknown>> = accountInfo
  const fields = formsOf(accountInfo.accountType).flatMap(({ fields }) => fields)
  const names = [...new Set(fields.map(({ name }) => name))].filter((name) => name in given)
  return names.map((name) => ({ label: fieldLabel(accountInfo.accountType, name), value: String(given[name]) }))
}

const fieldLabel = (accountType: ExternalAccount['accountInfo']['accountType'], name: string): string =>
  formsOf(accountType)
    .flatMap(({ fields }) => fields)
    .find((field) => field.name === name)?.label ?? name

type Verification = NonNullable<ExternalAccount['beneficiaryVerificationStatus']>

/** Meaning of the bank's answer for the payer. */
export const VERIFICATIONS: Readonly<Record<Verification, { readonly word: string; readonly means: string }>> = {
  MATCHED: { word: 'Name matches', means: 'The bank confirms this name for the account.' },
  PARTIAL_MATCH: {
    word: 'Name is similar',
    means: 'The bank has a similar name for the account. Check it before you pay.',
  },
  NOT_MATCHED: {
    word: 'Name does not match',
    means: 'The bank has a different name for the account. Confirm the payee before you pay.',
  },
  UNSUPPORTED: { word: 'Name not checked', means: 'Beneficiary verification is not available for this account.' },
  CHECKED_BY_RECEIVING_FI: {
    word: 'Name checked on arrival',
    means: 'The receiving bank checks the name when a payment arrives.',
  },
  PENDING: { word: 'Name being checked', means: 'The bank has not confirmed the name yet.' },
}
