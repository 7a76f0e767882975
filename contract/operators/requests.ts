/** Requests of operators: made by one, decided by another, as the dashboard shows them. */
import type { PasskeyChallenge, Role } from './operators.ts'

/** Kinds, each with what it does. */
export const REQUEST_KINDS = {
  TASK_SETTLE: 'Move the money that the task is about',
  TASK_RETRY: 'Run the job again',
  TASK_CLOSE: 'Close the task without moving money',
  SUSPENSE_RELEASE: 'Credit an account with the money',
  PAYOUT_RELEASE: 'Release the payout',
  PAYOUT_REJECT: 'Reject the payout, and give its money back',
  PAYOUT_ASK: 'Ask the rail now',
  CARD_RETRY: 'Pull what is owed',
  BANK_BOOK: 'Book the line as a cost',
  BANK_CLOSE: 'Close it without moving money',
  VERIFICATION_APPROVE: 'Approve the customer',
  VERIFICATION_REJECT: 'Reject the customer, who sees the reason',
  ENDPOINT_ENABLE: 'Enable the endpoint',
  DELIVERY_SEND: 'Send the event again',
  DELIVERY_CLOSE: 'Close it without sending the event',
  FREEZE_RELEASE: 'Release what is frozen',
  OPERATOR_INVITE: 'Invite an operator',
  OPERATOR_REMOVE: 'Remove an operator',
} as const
export type RequestKind = keyof typeof REQUEST_KINDS
export const PEOPLE_REQUESTS = ['OPERATOR_INVITE', 'OPERATOR_REMOVE'] as const
export type PeopleRequestKind = (typeof PEOPLE_REQUESTS)[number]

/** Executed immediately for one operator: they neither move nor release money, and change no limits. */
export const DONE_AT_ONCE: readonly RequestKind[] = ['PAYOUT_ASK', 'ENDPOINT_ENABLE', 'DELIVERY_SEND']
/** They may name an account to credit; SUSPENSE_RELEASE must. */
export const CREDITING: readonly RequestKind[] = ['TASK_SETTLE', 'SUSPENSE_RELEASE']

export const DECISIONS = ['APPROVED', 'REJECTED'] as const
export type Decision = (typeof DECISIONS)[number]

export interface RequestView {
  readonly id: string
  readonly kind: RequestKind
  /** Id of an entry of a queue or of what is frozen, or name of an operator. */
  readonly target: string
  /** Fields of the request besides kind and target. */
  readonly input: {
    readonly account?: string
    readonly role?: Role
    /** When the freeze was made that is to be released. */
    readonly since?: string
  }
  readonly reason: string
  readonly requestedBy: string
  readonly requestedAt: string
  /** EXPIRED: not decided within 72 hours. */
  readonly status: 'WAITING' | 'APPROVED' | 'REJECTED' | 'WITHDRAWN' | 'EXPIRED' | 'DONE' | 'FAILED'
  readonly decidedBy: string | null
  readonly decidedAt: string | null
  readonly note: string | null
  readonly failure: string | null
  /** The caller asked for it. */
  readonly isOwn: boolean
}

/** What the second person signs. */
export interface DecisionChallenge extends PasskeyChallenge {
  readonly nonce: string
}

/** Link for a new operator; shown once, to the requester. */
export interface InvitationLink {
  readonly link: string
  readonly expiresAt: string
}
