/** The audit chain as the dashboard shows it. */

export const AUDIT_ACTORS = ['OPERATOR', 'COMMAND_LINE', 'TOKEN', 'AGENT', 'PROGRAM', 'UNKNOWN'] as const
export const AUDIT_OUTCOMES = ['STARTED', 'DONE', 'REFUSED', 'FAILED'] as const

export interface AuditView {
  /** Newest first. */
  readonly entries: readonly AuditEntryView[]
  readonly hasMore: boolean
  /** Every action that the chain has. */
  readonly actions: readonly string[]
}

export interface AuditEntryView {
  readonly number: number
  readonly hash: string
  readonly at: string
  /** UNKNOWN: the caller is not authenticated. */
  readonly actor: {
    readonly kind: (typeof AUDIT_ACTORS)[number]
    readonly id?: string
    readonly name?: string
  }
  readonly action: string
  readonly outcome: (typeof AUDIT_OUTCOMES)[number]
  readonly platformId?: string
  readonly target?: string
  readonly before?: object
  readonly after?: object
  readonly reason?: string
  readonly refusal?: string
  readonly operation?: string
  /** Number of identical entries before this one that were not recorded. */
  readonly repeats?: number
  readonly address?: string
  readonly requestId?: string
}

export interface AuditVerification {
  readonly entries: number
  readonly head: string
  readonly isIntact: boolean
  readonly fault?: string
}
