/** US ACH credits as a bank scheme: NACHA files out, NACHA returns and camt statements in. */
import type { Payout } from '../../port.ts'
import { FEDERAL_RESERVE } from '../calendar.ts'
import { isLegible, latinText } from '../latin-text.ts'
import { ownerOf, type Prepared, refused, type Scheme } from '../scheme.ts'
import { readSepa } from '../sepa/scheme.ts'
import { ACH_FILE_MAX, ACH_MAX, type AchAccount, isRoutingNumber, nachaFile, traceNumber } from './nacha-file.ts'
import { nachaReturns } from './nacha-returns.ts'

/**
 * Returns of wrong and closed accounts take two banking days; an unauthorized credit may be returned for sixty days.
 */
const RETURN_DAYS = 65

export const achScheme = (account: AchAccount): Scheme => ({
  id: 'ach',
  currency: 'USD',
  accountType: 'USD_ACCOUNT',
  scheme: 'ACH',
  calendar: FEDERAL_RESERVE,
  maxAmount: ACH_MAX,
  maxFileTotal: ACH_FILE_MAX,
  // An entry effective on the day of the file would be Same Day ACH.
  leadDays: 1,
  settlement: 'One banking day of the Federal Reserve',
  account: account.accountNumber,
  returnDays: RETURN_DAYS,
  prepare,
  reference: (_key, number) => traceNumber(account, number),
  fileId: (number) => `CW${String(number).padStart(6, '0')}`,
  fileName: (number, hash) => `credits-${String(number).padStart(8, '0')}-${hash}.ach`,
  write: (contents) => nachaFile(account, contents),
  read: (bytes) => (bytes.subarray(0, 3).toString('latin1') === '101' ? [nachaReturns(bytes)] : readSepa(bytes)),
  instructions: (reference) => ({
    accountOrWalletInfo: {
      accountType: 'USD_ACCOUNT',
      accountNumber: account.accountNumber,
      routingNumber: account.routingNumber,
      bankName: account.bankName,
      paymentRails: ['ACH'],
      reference,
    },
    instructionsNotes: 'Give the reference with the payment, so that it is recognized',
  }),
})

function prepare(payout: Payout): Prepared {
  const { accountNumber, routingNumber, bankAccountType } = payout.accountInfo as Readonly<Record<string, string>>
  const { name, isBusiness } = ownerOf(payout)
  const written = latinText(name, 22)
  if (!isRoutingNumber(routingNumber ?? '')) return refused('The routing number has the wrong check digit')
  if (!/^[A-Za-z0-9-]{1,17}$/.test(accountNumber ?? ''))
    return refused('An account number of ACH has at most 17 letters, digits and hyphens')
  if (!isLegible(written)) return refused("The owner's name cannot be written in ACH's characters")
  const text = [payout.reference, payout.remittanceInformation ?? ''].join(' ')
  return {
    creditor: {
      name: written,
      account: accountNumber as string,
      bank: routingNumber as string,
      isSavings: bankAccountType === 'SAVINGS',
      isBusiness,
    },
    text: latinText(text, 80),
    batch: isBusiness ? 'CCD' : 'PPD',
  }
}
