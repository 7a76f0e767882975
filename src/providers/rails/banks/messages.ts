/** Bank messages: contents of files to and from a bank, independent of their formats. */
import type { Day } from './calendar.ts'

/** A payout in a file. */
export interface FiledPayout {
  /** Identifies the payout in the bank's answers: EndToEndId or trace number. Unique at the rail. */
  readonly reference: string
  /** Minor units. */
  readonly amount: bigint
  readonly creditor: Creditor
  /** What the receiver's statement shows, in the scheme's characters. */
  readonly text: string
}

/** Who is paid, in the scheme's characters. */
export interface Creditor {
  readonly name: string
  /** IBAN, or account number. */
  readonly account: string
  /** BIC or routing number; null: follows from the IBAN. */
  readonly bank: string | null
  readonly isSavings: boolean
  readonly isBusiness: boolean
}

/** Contents of a file. The same contents give the same bytes. */
export interface FileContents {
  /** Unique at the bank, at most 35 characters; the bank's answers name it. */
  readonly id: string
  /** Counts the files of the rail from 1. */
  readonly number: number
  /** Milliseconds since 1970. */
  readonly madeAt: number
  readonly executionDay: Day
  /** The scheme's code of the kind of payouts; a file has one kind. */
  readonly batch: string
  readonly payouts: readonly FiledPayout[]
}

/** A line of a bank statement. */
export interface Line {
  /** The bank's own reference: the same in a notification and in the statement. Null: it gave none. */
  readonly bankReference: string | null
  /** Minor units; positive: money came in. */
  readonly amount: bigint
  readonly bookedOn: Day
  /** The payer's reference; on a payout or its return, the one that we gave. */
  readonly endToEnd: string | null
  /** The id of our file, where the line is the total of a batch. */
  readonly batch: string | null
  /** Why our payout was returned; null: not a return. */
  readonly returned: Reason | null
  /** A charge of the bank itself. */
  readonly isCharge: boolean
  /** What the payer wrote, the reference first. */
  readonly texts: readonly string[]
  readonly party: { readonly name: string | null; readonly account: string | null }
}

/** Why a bank refused or sent back, by the scheme's code. */
export interface Reason {
  readonly code: string
  readonly text: string | null
}

export interface Balance {
  readonly day: Day
  /** Minor units; negative: overdrawn. */
  readonly amount: bigint
}

/** What a bank reports of an order. SETTLED: it has debited our account, so that only a return brings the money back. */
export type Verdict = 'ACCEPTED' | 'SETTLED' | 'REJECTED'

/** One message of a bank. `id` is the sender's own: a second message of that kind with the same id is the same message. */
export type BankMessage =
  | {
      readonly kind: 'STATUS'
      readonly id: string
      /** Of our file. */
      readonly fileId: string
      /** Verdict on the whole file; undefined: each payout has its own. */
      readonly whole?: Verdict
      readonly reason?: Reason
      readonly payouts: readonly {
        readonly reference: string
        readonly status: Verdict
        readonly reason?: Reason
      }[]
    }
  | {
      readonly kind: 'STATEMENT'
      readonly id: string
      /** IBAN or account number. */
      readonly account: string
      readonly currency: string
      readonly opening: Balance
      readonly closing: Balance
      readonly lines: readonly Line[]
    }
  | {
      readonly kind: 'NOTIFICATION'
      readonly id: string
      readonly account: string
      readonly currency: string
      readonly lines: readonly Line[]
    }
  | {
      readonly kind: 'RETURNS'
      readonly id: string
      readonly returns: readonly { readonly reference: string; readonly amount: bigint; readonly reason: Reason }[]
      readonly corrections: readonly Correction[]
    }

/** A change that the receiver's bank requests for later payouts. */
export interface Correction {
  readonly reference: string
  readonly code: string
  readonly data: string
}

/** A file that cannot be read as what it claims to be. Nothing of it may be applied. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile'
}
