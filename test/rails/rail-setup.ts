/** Setup of the tests of bank rails: a database, a folder, a bank at its other end, and a clock that the test moves. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import type { Store } from '../../src/infra/db/store.ts'
import { achScheme } from '../../src/providers/rails/banks/ach/scheme.ts'
import { bankRail } from '../../src/providers/rails/banks/bank-rail.ts'
import type { Encryption } from '../../src/providers/rails/banks/exchange/encryption.ts'
import { folderMailbox, type Mailbox } from '../../src/providers/rails/banks/exchange/mailbox.ts'
import type { Scheme } from '../../src/providers/rails/banks/scheme.ts'
import { sepaScheme } from '../../src/providers/rails/banks/sepa/scheme.ts'
import type { Arrival, Payout, Rail } from '../../src/providers/rails/port.ts'
import { type FreshDatabase, freshDatabase, openStore } from '../harness/database/database.ts'
import { ACH_ACCOUNT, Bank, IBAN } from './bank.ts'

/** Reference by which a deposit names the account. */
export const REFERENCE = `CW01${'ABCD'.repeat(6)}`
/** Keys are ids of payments. */
export const keyOf = (n: number) => `019542f5-b3e7-7d02-8000-${String(n).padStart(12, '0')}`

export interface Kind {
  readonly scheme: Scheme
  readonly cutOff: string
  /** A moment before the cut-off of Monday, 2026-11-23, and one after it. */
  readonly start: number
  readonly afterCutOff: number
  /** The account that the payouts go to, and the text that identifies it in a file. */
  readonly to: string
  readonly accountInfo: Payout['accountInfo']
}

const beneficiary = { beneficiaryType: 'INDIVIDUAL', fullName: 'José Müller' }

const FRENCH = 'FR1420041010050500013M02606'
export const SEPA: Kind = {
  scheme: sepaScheme({ name: 'Causeway GmbH', iban: IBAN, bic: null }),
  cutOff: '15:00',
  start: Date.parse('2026-11-23T11:00:00Z'),
  afterCutOff: Date.parse('2026-11-23T14:00:01Z'),
  to: FRENCH,
  accountInfo: { iban: FRENCH, beneficiary },
}

export const ACH: Kind = {
  scheme: achScheme({
    companyName: 'Causeway Inc',
    companyId: '1234567890',
    routingNumber: '121042882',
    bankName: 'Wells Fargo',
    accountNumber: ACH_ACCOUNT,
  }),
  cutOff: '16:00',
  start: Date.parse('2026-11-23T15:00:00Z'),
  afterCutOff: Date.parse('2026-11-23T21:00:01Z'),
  to: '744-5678-99',
  accountInfo: {
    accountNumber: '744-5678-99',
    routingNumber: '231380104',
    bankAccountType: 'CHECKING',
    beneficiary,
  },
}

const FORGET = [
  'rails',
  'payouts',
  'files',
  'inbox',
  'messages',
  'statements',
  'lines',
  'arrivals',
  'costs',
  'corrections',
]
  .map((name) => `delete from bank_${name}`)
  .join(';')

export interface RailSetup {
  readonly to: string
  readonly afterCutOff: number
  store: Store
  folder: string
  bank: Bank
  now: number
  /** Warnings of the log. */
  warnings: string[]
  /** Resets everything; called before each test. */
  begin(): Promise<void>
  makeRail(using?: Pick<Store, 'query' | 'transaction'>, mailbox?: Mailbox, encryption?: Encryption): Rail
  payout(n: number, amount?: bigint): Payout
  /** Makes, sends and reads files. @returns all arrivals so far */
  work(rail: Rail): Promise<readonly Arrival[]>
}

export function railSetup({ scheme, cutOff, start, afterCutOff, to, accountInfo }: Kind): RailSetup {
  let database: FreshDatabase
  const setup: RailSetup = {
    to,
    afterCutOff,
    store: undefined as unknown as Store,
    folder: '',
    bank: undefined as unknown as Bank,
    now: start,
    warnings: [],
    async begin() {
      await setup.store.script(FORGET)
      setup.folder = mkdtempSync(join(tmpdir(), 'causeway-bank-'))
      setup.bank = new Bank(setup.folder)
      setup.now = start
      setup.warnings = []
    },
    makeRail: (using = setup.store, mailbox = folderMailbox(setup.folder), encryption = undefined) =>
      bankRail({
        scheme,
        mailbox,
        encryption,
        database: using,
        clock: { now: () => setup.now },
        cutOffs: [cutOff],
        onDegraded: (detail) => void setup.warnings.push(detail),
      }),
    payout: (n, amount = 12_34n) => ({
      key: keyOf(n),
      currency: scheme.currency,
      amount,
      rail: null,
      accountType: scheme.accountType,
      accountInfo,
      identifier: to,
      reference: `CW${n}`,
      remittanceInformation: 'Invoice 7',
      purposeOfPayment: null,
      purpose: 'QUOTE',
    }),
    work: async (rail) => (await rail.arrivals?.(undefined))?.arrivals ?? [],
  }
  beforeAll(async () => {
    database = await freshDatabase()
    setup.store = await openStore(database)
  })
  afterAll(async () => {
    await setup.store.close()
    await database.drop()
  })
  beforeEach(() => setup.begin())
  afterEach(() => rmSync(setup.folder, { recursive: true, force: true }))
  return setup
}
