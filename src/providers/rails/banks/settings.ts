/** Settings of the bank rails, as the environment gives them. */
import { posix, resolve } from 'node:path'
import type { AchAccount } from './ach/nacha-file.ts'
import { isRoutingNumber } from './ach/nacha-file.ts'
import type { SftpPlace } from './exchange/sftp-mailbox.ts'
import type { Debtor } from './sepa/credit-transfers.ts'
import { isBic, isSepaIban } from './sepa/iban.ts'

/** Settings of one bank rail. */
export interface Exchange {
  /** A folder with `out`, `in` and the folders beside them; or an SFTP server. */
  readonly place: string | (SftpPlace & { readonly keyFile: string })
  /** At most one of `pgp` and `age`; both undefined: files are not encrypted. */
  readonly pgp: { readonly keyFile: string; readonly bankKeyFile: string } | undefined
  readonly age: { readonly keyFile: string; readonly bankKey: string } | undefined
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
    about:
      'Folder in which files are exchanged with your bank, or `sftp://user@host:22/folder`; connects SEPA credit transfers in production',
    default: 'none',
  },
  CAUSEWAY_SEPA_SFTP_KEY_FILE: {
    about: 'Private key for the SFTP server, in OpenSSH format without a passphrase, readable by the service alone',
    default: 'none',
  },
  CAUSEWAY_SEPA_SFTP_HOST_KEY: {
    about: 'Fingerprint of the key of the SFTP server, `SHA256:…` as `ssh-keygen -l` shows it',
    default: 'none',
  },
  CAUSEWAY_SEPA_PGP_KEY_FILE: {
    about:
      'Your private OpenPGP key, armored, without a passphrase: signs files for the bank and decrypts those of the bank',
    default: 'none',
  },
  CAUSEWAY_SEPA_PGP_BANK_KEY_FILE: {
    about: 'Public OpenPGP key of the bank, armored; with it files are encrypted, and those of the bank must be',
    default: 'none',
  },
  CAUSEWAY_SEPA_AGE_KEY_FILE: {
    about: 'Your private age key, as `age-keygen` writes it: decrypts files of the bank, instead of OpenPGP',
    default: 'none',
  },
  CAUSEWAY_SEPA_AGE_BANK_KEY: {
    about: 'Public age key of the bank, `age1…`; with it files are encrypted, and those of the bank must be',
    default: 'none',
  },
  CAUSEWAY_SEPA_NAME: { about: 'Name of the owner of your account in euros', default: '' },
  CAUSEWAY_SEPA_IBAN: { about: 'IBAN of your account in euros, without spaces', default: '' },
  CAUSEWAY_SEPA_BIC: { about: 'BIC of your bank, where it requires one', default: 'none' },
  CAUSEWAY_SEPA_CUT_OFFS: {
    about: 'When files are made on TARGET business days: times in Frankfurt, `HH:MM`, separated by commas',
    default: '14:30',
  },
  CAUSEWAY_ACH_FOLDER: {
    about:
      'Folder in which files are exchanged with your bank, or `sftp://user@host:22/folder`; connects ACH credits in production',
    default: 'none',
  },
  CAUSEWAY_ACH_SFTP_KEY_FILE: {
    about: 'Private key for the SFTP server, in OpenSSH format without a passphrase, readable by the service alone',
    default: 'none',
  },
  CAUSEWAY_ACH_SFTP_HOST_KEY: {
    about: 'Fingerprint of the key of the SFTP server, `SHA256:…` as `ssh-keygen -l` shows it',
    default: 'none',
  },
  CAUSEWAY_ACH_PGP_KEY_FILE: {
    about:
      'Your private OpenPGP key, armored, without a passphrase: signs files for the bank and decrypts those of the bank',
    default: 'none',
  },
  CAUSEWAY_ACH_PGP_BANK_KEY_FILE: {
    about: 'Public OpenPGP key of the bank, armored; with it files are encrypted, and those of the bank must be',
    default: 'none',
  },
  CAUSEWAY_ACH_AGE_KEY_FILE: {
    about: 'Your private age key, as `age-keygen` writes it: decrypts files of the bank, instead of OpenPGP',
    default: 'none',
  },
  CAUSEWAY_ACH_AGE_BANK_KEY: {
    about: 'Public age key of the bank, `age1…`; with it files are encrypted, and those of the bank must be',
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
    if (!isRight(value)) faults.push(`${name} is ${shown(value)}; it must be: ${BANK_VARIABLES[name].about}`)
    return value
  }
  const exchange = (folder: string, rail: 'SEPA' | 'ACH'): Exchange => {
    const cutOffs = `CAUSEWAY_${rail}_CUT_OFFS` as const
    const times = (value: string) => (value || BANK_VARIABLES[cutOffs].default).split(',').map((time) => time.trim())
    const isTime = (time: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(time)
    const given = read(cutOffs, (value) => times(value).every(isTime))
    const [keyFile, bankKeyFile] = [`CAUSEWAY_${rail}_PGP_KEY_FILE`, `CAUSEWAY_${rail}_PGP_BANK_KEY_FILE`] as const
    const [ageKeyFile, ageBankKey] = [`CAUSEWAY_${rail}_AGE_KEY_FILE`, `CAUSEWAY_${rail}_AGE_BANK_KEY`] as const
    const isAny = (...names: readonly Name[]) => names.some((name) => (env[name] ?? '') !== '')
    const [hasPgp, hasAge] = [isAny(keyFile, bankKeyFile), isAny(ageKeyFile, ageBankKey)]
    if (hasPgp && hasAge)
      faults.push(`CAUSEWAY_${rail}_AGE_* and CAUSEWAY_${rail}_PGP_* are both given; files are encrypted in one way`)
    return {
      place: folder.startsWith('sftp:') ? server(folder, rail) : resolve(folder),
      pgp: hasPgp ? { keyFile: read(keyFile, isGiven), bankKeyFile: read(bankKeyFile, isGiven) } : undefined,
      age: hasAge ? { keyFile: read(ageKeyFile, isGiven), bankKey: read(ageBankKey, isAgeKey) } : undefined,
      cutOffs: times(given),
    }
  }
  const server = (url: string, rail: 'SEPA' | 'ACH'): Exchange['place'] => {
    const at = sftpPlace(url)
    if (!at) faults.push(`CAUSEWAY_${rail}_FOLDER is not an address of the form sftp://user@host:22/folder`)
    const hostKey = read(`CAUSEWAY_${rail}_SFTP_HOST_KEY`, (value) => /^SHA256:[A-Za-z0-9+/]{43}$/.test(value))
    return { ...(at as NonNullable<typeof at>), hostKey, keyFile: read(`CAUSEWAY_${rail}_SFTP_KEY_FILE`, isGiven) }
  }
  const { CAUSEWAY_SEPA_FOLDER: sepa = '', CAUSEWAY_ACH_FOLDER: ach = '' } = env
  return {
    sepa:
      sepa === ''
        ? undefined
        : {
            ...exchange(sepa, 'SEPA'),
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
            ...exchange(ach, 'ACH'),
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

/** Keeps a private key that was given in the place of a public one out of the log. */
const shown = (value: string) =>
  value === '' ? 'missing' : /^AGE-SECRET-KEY/i.test(value) ? 'a private key' : `"${value}"`

const textUpTo = (longest: number) => (value: string) =>
  value.length <= longest && /^[A-Za-z0-9][A-Za-z0-9/?:().,'+ -]*$/.test(value)

/** Bech32 of an X25519 key; longer ones are of post-quantum hybrids. */
const isAgeKey = (value: string) => /^age1[02-9ac-hj-np-z]{58,}$/.test(value)

const isGiven = (value: string) => value !== ''

/**
 * `?out=…&in=…&read=…&upload=…` name other folders below that of the address. `read=`: files of the bank stay in `in`.
 * Without `upload`, files are uploaded to `out`.
 */
function sftpPlace(text: string): Omit<SftpPlace, 'hostKey'> | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || url.hostname === '' || url.username === '' || url.password !== '' || url.hash !== '') return undefined
  const folder = (name: string) =>
    posix.join(decodeURIComponent(url.pathname) || '/', url.searchParams.get(name) ?? name)
  return {
    host: url.hostname,
    port: Number(url.port || 22),
    user: decodeURIComponent(url.username),
    out: folder('out'),
    upload: url.searchParams.has('upload') ? folder('upload') : folder('out'),
    in: folder('in'),
    read: url.searchParams.get('read') === '' ? undefined : folder('read'),
  }
}
