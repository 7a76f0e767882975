/** Bank rail: SEPA or ACH by files that are exchanged with a bank over a mailbox. */
import { readFileSync } from 'node:fs'
import type { Logger } from 'pino'
import type { Clock } from '../../../core/clock.ts'
import { readPrivateFile } from '../../../infra/files/private-file.ts'
import type { Rail, RailHealth } from '../port.ts'
import { achScheme } from './ach/scheme.ts'
import { ageEncryption, type Encryption, pgpEncryption } from './exchange/encryption.ts'
import { folderMailbox, type Mailbox } from './exchange/mailbox.ts'
import { readFile, storeFiles } from './exchange/read-files.ts'
import { deliverFiles, makeFile } from './exchange/send-files.ts'
import { sftpMailbox } from './exchange/sftp-mailbox.ts'
import { openItems } from './open-items.ts'
import { bankPayouts, tracePayout } from './payouts.ts'
import { addRail, type Database } from './rail-row.ts'
import { arrivalsAfter, costsAfter, holdingAt } from './reports.ts'
import type { Scheme } from './scheme.ts'
import { sepaScheme } from './sepa/scheme.ts'
import type { BankSettings, Exchange } from './settings.ts'

export interface BankRailOptions {
  readonly scheme: Scheme
  readonly mailbox: Mailbox
  readonly encryption?: Encryption | undefined
  readonly database: Database
  readonly clock: Clock
  /** Times of day in the bank's local time, `HH:MM`. */
  readonly cutOffs: readonly string[]
  /** Called when the rail becomes DEGRADED, or for another reason than before. */
  readonly onDegraded?: (detail: string) => void
  /** Smallest amount of a payout, in minor units. */
  readonly minAmount?: bigint
}

/** A rail whose files are made, sent and read at each call of `arrivals`, which is called at intervals. */
export function bankRail(options: BankRailOptions): Rail {
  const { scheme, mailbox, encryption, database, clock, cutOffs, minAmount = 1n, onDegraded } = options
  const needs = { database, scheme, clock, outbox: mailbox, inbox: mailbox, encryption }
  let health: RailHealth = { status: 'UP' }
  const { currency, accountType, scheme: name, maxAmount, settlement, calendar } = scheme
  const carriage = { currency, accountTypes: [accountType], scheme: name, minAmount, maxAmount, settlement }
  const { send, ask } = bankPayouts(database, scheme, clock, cutOffs)

  /** Each part fails by itself: an unreachable mailbox must not keep files from being made. */
  const work = async (): Promise<void> => {
    const faults: string[] = []
    const parts = [
      async () => {
        await addRail(database, scheme.id)
        await mailbox.open()
      },
      async () => {
        while (await makeFile(needs)); // until none is due
      },
      () => deliverFiles(needs),
      () => storeFiles(needs),
      async () => {
        while (await readFile(needs)); // until all are read
      },
    ]
    for (const part of parts) await part().catch((error: Error) => faults.push(error.message))
    const open = faults.length > 0 ? undefined : await openItems(database, scheme.id, clock.now())
    const detail = [...faults, ...(open ?? [])].join('; ')
    if (detail !== '' && detail !== health.detail) onDegraded?.(detail)
    health = detail === '' ? { status: 'UP' } : { status: 'DEGRADED', detail }
  }

  return {
    id: scheme.id,
    carries: [
      { ...carriage, direction: 'OUT', cutOff: `${cutOffs.join(', ')} ${calendar.zone}`, fee: 'By the bank' },
      { ...carriage, direction: 'IN', fee: 'By the bank' },
    ],
    send,
    ask,
    fundingInstructions: (payee) => (payee.currency === currency ? [scheme.instructions(payee.reference)] : []),
    async arrivals(after) {
      await work()
      return arrivalsAfter(database, scheme, after)
    },
    costs: (after) => costsAfter(database, scheme, after),
    holdings: async () => [await holdingAt(database, scheme)],
    trace: (key) => tracePayout(database, scheme.id, key),
    health: () => health,
  }
}

interface Parts extends Pick<BankRailOptions, 'database' | 'clock'> {
  readonly log: Logger
}

/** The rails that the settings connect. @throws Error when a key cannot be read, or others may read it */
export const bankRails = ({ sepa, ach }: BankSettings, { log, ...parts }: Parts): readonly Rail[] =>
  [
    sepa && { exchange: sepa, scheme: sepaScheme(sepa.debtor) },
    ach && { exchange: ach, scheme: achScheme(ach.account) },
  ]
    .filter((connected) => connected !== undefined)
    .map(({ exchange: { place, cutOffs, ...keys }, scheme }) =>
      bankRail({
        ...parts,
        scheme,
        cutOffs,
        mailbox:
          typeof place === 'string'
            ? folderMailbox(place)
            : sftpMailbox(place, { privateKey: readPrivateFile(place.keyFile).toString() }),
        encryption: encryptionWith(keys),
        onDegraded: (detail) => log.warn({ rail: scheme.id, reason: detail }, 'a bank rail needs an operator'),
      }),
    )

function encryptionWith({ pgp, age }: Pick<Exchange, 'pgp' | 'age'>): Encryption | undefined {
  if (pgp)
    return pgpEncryption({ bank: readFileSync(pgp.bankKeyFile, 'utf8'), own: readPrivateFile(pgp.keyFile).toString() })
  return age && ageEncryption({ bank: age.bankKey, own: readPrivateFile(age.keyFile).toString() })
}
