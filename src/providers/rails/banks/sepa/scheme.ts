/** SEPA credit transfers as a bank scheme. */
import type { Payout } from '../../port.ts'
import { TARGET } from '../calendar.ts'
import { isLegible, latinText } from '../latin-text.ts'
import { UnreadableFile } from '../messages.ts'
import { ownerOf, type Prepared, refused, type Scheme } from '../scheme.ts'
import { creditTransfers, type Debtor, SEPA_FILE_MAX, SEPA_MAX } from './credit-transfers.ts'
import { isSepaIban } from './iban.ts'
import { notifications, statements } from './statements.ts'
import { statusReport } from './status-report.ts'
import { readDocument } from './xml.ts'

/** Days after the debit: ten business days for a recall, three for its answer, and a margin for holidays. */
const RETURN_DAYS = 30

export const sepaScheme = (debtor: Debtor): Scheme => ({
  id: 'sepa',
  currency: 'EUR',
  accountType: 'EUR_ACCOUNT',
  scheme: 'SEPA',
  calendar: TARGET,
  maxAmount: SEPA_MAX,
  maxFileTotal: SEPA_FILE_MAX,
  leadDays: 0,
  settlement: 'One TARGET business day',
  account: debtor.iban,
  returnDays: RETURN_DAYS,
  prepare,
  reference: (key) => key.replaceAll('-', '').replace('/', '').slice(0, 35),
  fileId: (number) => `CAUSEWAY-${String(number).padStart(8, '0')}`,
  fileName: (number, hash) => `pain.001-${String(number).padStart(8, '0')}-${hash}.xml`,
  write: (contents) => creditTransfers(debtor, contents),
  read: readSepa,
  instructions: (reference) => ({
    accountOrWalletInfo: {
      accountType: 'EUR_ACCOUNT',
      iban: debtor.iban,
      ...(debtor.bic !== null && { swiftCode: debtor.bic }),
      paymentRails: ['SEPA'],
      reference,
    },
    instructionsNotes: 'Give the reference with the payment, so that it is recognized',
  }),
})

function prepare(payout: Payout): Prepared {
  const { iban, swiftCode } = payout.accountInfo as { iban?: string; swiftCode?: string }
  const account = iban?.toUpperCase() ?? ''
  const { name, isBusiness } = ownerOf(payout)
  const written = latinText(name, 70)
  if (!isSepaIban(account)) return refused('The IBAN is not one of SEPA, or its check digits are wrong')
  if (!isLegible(written)) return refused("The owner's name cannot be written in SEPA's characters")
  const text = [payout.reference, payout.remittanceInformation ?? ''].join(' ')
  return {
    creditor: { name: written, account, bank: swiftCode ?? null, isSavings: false, isBusiness },
    text: latinText(text, 140),
    batch: 'SCT',
  }
}

/** The messages of a file from the bank. @throws UnreadableFile */
export function readSepa(bytes: Buffer) {
  const { kind, message } = readDocument(bytes)
  const [family] = /^[a-z]{4}\.\d{3}/.exec(kind) as RegExpExecArray
  if (family === 'pain.002') return statusReport(message)
  if (family === 'camt.053') return statements(message)
  if (family === 'camt.054') return notifications(message)
  throw new UnreadableFile(`${kind} is not read; pain.002, camt.053 and camt.054 are`)
}
