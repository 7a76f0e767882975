/** Settings of the bank rails, as the environment gives them. */
import { resolve } from 'node:path'
import type { AchAccount } from './ach/nacha-file.ts'
import { isRoutingNumber } from './ach/nacha-file.ts'
import type { Debtor } from './sepa/credit-transfers.ts'
import { isBic, isSepaIban } from './sepa/iban.ts'

/** What every bank rail needs. */
export interface Exchange {
  /** With `out`, `in` and what lies beside them. */
  readonly folder: string
  /** Of a day in the bank's local time, `HH:MM`. */
  readonly cutOffs: readonly string[]
}

/** Undefined: the rail is not connected. */
export interface BankSettings {
  readonly sepa: (Exchange & { readonly debtor: Debtor }) | undefined
  readonly ach: (Exchange & { readonly account: AchAccount }) | undefined
}

export const BANK_VARIABLES = {
  CAUSEWAY_SEPA_FOLDER: {
    about: 'Folder in which files are exchanged with your bank; connects SEPA credit transfers in production',
    default: 'none',
  },
  CAUSEWAY_SEPA_NAME: { about: 'Name of the owner of your account in euros', default: '' },
  CAUSEWAY_SEPA_IBAN: { about: 'IBAN of your account in euros, without blanks', default: '' },
  CAUSEWAY_SEPA_BIC: { about: 'BIC of your bank, where it demands one', default: 'none' },
  CAUSEWAY_SEPA_CUT_OFFS: {
    about: 'When files are made on TARGET business days: times in Frankfurt, `HH:MM`, separated by commas',
    default: '14:30',
  },
  CAUSEWAY_ACH_FOLDER: {
    about: 'Folder in which files are exchanged with your bank; connects ACH credits in production',
    default: 'none',
  },
  CAUSEWAY_ACH_COMPANY_NAME: {
    about: 'Your name as the bank has registered it for ACH, up to 16 characters',
    default: '',
  },
  CAUSEWAY_ACH_COMPANY_ID: { about: 'Your company id at the bank, ten characters', default: '' },
  CAUSEWAY_ACH_BANK_NAME: { about: 'Name of your bank, up to 23 characters', default: '' },
  CAUSEWAY_ACH_ROUTING_NUMBER: { about: 'Routing number of your bank, nine digits', default: '' },
  CAUSEWAY_ACH_ACCOUNT_NUMBER: { about: 'Your account there, up to 17 digits', default: '' },
  CAUSEWAY_ACH_CUT_OFFS: {
    about:
      'When files are made on banking days of the Federal Reserve: times in New York, `HH:MM`, separated by commas',
    default: '16:00',
  },
} as const

type Name = keyof typeof BANK_VARIABLES
type Environment = Readonly<Record<string, string | undefined>>

/** @param faults gets a sentence for every variable that is missing or wrong; then what is returned is not to be used */
export function readBankSettings(env: Environment, faults: string[]): BankSettings {
  const read = (name: Name, isRight: (value: string) => boolean): string => {
    const value = env[name] ?? ''
    if (!isRight(value))
      faults.push(`${name} is ${value === '' ? 'missing' : `"${value}"`}; it must be: ${BANK_VARIABLES[name].about}`)
    return value
  }
  const exchange = (folder: string, name: 'CAUSEWAY_SEPA_CUT_OFFS' | 'CAUSEWAY_ACH_CUT_OFFS'): Exchange => {
    const times = (value: string) => (value || BANK_VARIABLES[name].default).split(',').map((time) => time.trim())
    const isTime = (time: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(time)
    const given = read(name, (value) => times(value).every(isTime))
    return { folder: resolve(folder), cutOffs: times(given) }
  }
  const { CAUSEWAY_SEPA_FOLDER: sepa = '', CAUSEWAY_ACH_FOLDER: ach = '' } = env
  return {
    sepa:
      sepa === ''
        ? undefined
        : {
            ...exchange(sepa, 'CAUSEWAY_SEPA_CUT_OFFS'),
            debtor: {
              name: read('CAUSEWAY_SEPA_NAME', textUpTo(70)),
              iban: read('CAUSEWAY_SEPA_IBAN', isSepaIban),
              bic: read('CAUSEWAY_SEPA_BIC', (value) => value === '' || isBic(value)) || null,
            },
          },
    ach:
      ach === ''
        ? undefined
        : {
            ...exchange(ach, 'CAUSEWAY_ACH_CUT_OFFS'),
            account: {
              companyName: read('CAUSEWAY_ACH_COMPANY_NAME', textUpTo(16)),
              companyId: read('CAUSEWAY_ACH_COMPANY_ID', (value) => /^[A-Za-z0-9]{10}$/.test(value)),
              bankName: read('CAUSEWAY_ACH_BANK_NAME', textUpTo(23)),
              routingNumber: read('CAUSEWAY_ACH_ROUTING_NUMBER', isRoutingNumber),
              accountNumber: read('CAUSEWAY_ACH_ACCOUNT_NUMBER', (value) => /^\d{1,17}$/.test(value)),
            },
          },
  }
}

const textUpTo = (longest: number) => (value: string) =>
  value.length <= longest && /^[A-Za-z0-9][A-Za-z0-9/?:().,'+ -]*$/.test(value)
