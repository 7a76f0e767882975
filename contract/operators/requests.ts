/** Requests of operators: what one asks for and another one decides, as the dashboard shows them. */
import type { PasskeyChallenge, Role } from './operators.ts'

export const TASK_REQUESTS = ['TASK_SETTLE', 'TASK_RETRY', 'TASK_CLOSE'] as const
export type TaskRequestKind = (typeof TASK_REQUESTS)[number]
export const PEOPLE_REQUESTS = ['OPERATOR_INVITE', 'OPERATOR_REMOVE'] as const
export type PeopleRequestKind = (typeof PEOPLE_REQUESTS)[number]
export const FREEZE_REQUESTS = ['FREEZE_RELEASE'] as const
export type FreezeRequestKind = (typeof FREEZE_REQUESTS)[number]
export type RequestKind = TaskRequestKind | PeopleRequestKind | FreezeRequestKind

export const DECISIONS = ['APPROVED', 'REJECTED'] as const
export type Decision = (typeof DECISIONS)[number]

export interface RequestView {
  readonly id: string
  readonly kind: RequestKind
  /** Id of a task or of what is frozen, or name of an operator. */
  readonly target: string
  /** What is asked for, beside the kind and the target. */
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

export interface TaskView {
  readonly id: string
  readonly platform: string
  readonly subjects: readonly string[]
  readonly reason: string
  readonly since: string
  readonly advice: string
  /** What can be asked for. */
  readonly kinds: readonly TaskRequestKind[]
}

export interface TaskList {
  readonly tasks: readonly TaskView[]
  /** Those that wait, and the latest that were decided; newest first. */
  readonly requests: readonly RequestView[]
}

/** Link for a new operator; shown once, to the one who asked for it. */
export interface InvitationLink {
  readonly link: string
  readonly expiresAt: string
}
