/** Bank scheme: what SEPA and ACH do differently. */
import type { PaymentInstructions } from '../../../../contract/accounts/instruction-types.ts'
import type { PaymentRail } from '../../../../contract/elements.ts'
import type { AccountType } from '../../../../contract/payments/external-accounts/account-types.ts'
import type { Payout } from '../port.ts'
import type { Calendar } from './calendar.ts'
import type { BankMessage, Creditor, FileContents, Reason } from './messages.ts'

/** A payout as the scheme can carry it, or why it cannot. */
export type Prepared =
  | { readonly creditor: Creditor; readonly text: string; readonly batch: string }
  | { readonly refused: Reason }

export interface Scheme {
  /** The rail's id. */
  readonly id: 'sepa' | 'ach'
  readonly currency: 'EUR' | 'USD'
  readonly accountType: AccountType
  readonly scheme: PaymentRail
  readonly calendar: Calendar
  /** Cents. */
  readonly maxAmount: bigint
  /** Largest sum of a file with more than one payout, in cents. */
  readonly maxFileTotal: bigint
  /** Business days from the making of a file to its execution. */
  readonly leadDays: 0 | 1
  /** Human-readable. */
  readonly settlement: string
  /** Our account at the bank, as its statements name it. */
  readonly account: string
  /** Days after the debit in which a payout may be returned. */
  readonly returnDays: number
  /** @param text in the scheme's characters */
  prepare(payout: Payout): Prepared
  /** Identifies a payout in the bank's answers. @param number of the payout, counted over all rails */
  reference(key: string, number: number): string
  /** Id of the rail's nth file. */
  fileId(number: number): string
  /** @param hash eight hex digits of its contents */
  fileName(number: number, hash: string): string
  write(contents: FileContents): Buffer
  /** @throws UnreadableFile */
  read(bytes: Buffer): readonly BankMessage[]
  /** How to pay into our account. */
  instructions(reference: string): PaymentInstructions
}

/** The refusal of a payout that the scheme cannot carry. */
export const refused = (text: string): Prepared => ({ refused: { code: 'LOCAL', text } })

/** Who owns an account, as far as a payment names them. */
export function ownerOf({ accountInfo }: Payout): { name: string; isBusiness: boolean } {
  const { beneficiary } = accountInfo as { beneficiary?: Readonly<Record<string, string>> }
  const isBusiness = beneficiary?.beneficiaryType === 'BUSINESS'
  return { name: (isBusiness ? beneficiary?.legalName : beneficiary?.fullName) ?? '', isBusiness }
}
