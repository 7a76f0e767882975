/** Audit chain: append-only entries of who did what, each hashed together with the hash before it. */
import { canonicalJson } from '../../core/canonical-json.ts'
import { wallClock } from '../../core/clock.ts'
import { isoTime } from '../../core/time.ts'
import type { Query } from '../db/store.ts'

export interface AuditEntry {
  readonly actor: AuditActor
  /** `operator.invited`, `token.created`, `tasks settle` */
  readonly action: string
  /** STARTED: the outcome may be missing, because the process ended. */
  readonly outcome: 'STARTED' | 'DONE' | 'REFUSED' | 'FAILED'
  readonly platformId?: string | undefined
  /** Id of the changed resource. */
  readonly target?: string | undefined
  /** The changed fields. Never secrets, never data of customers. */
  readonly before?: object | undefined
  readonly after?: object | undefined
  /** The person's reason, as entered. */
  readonly reason?: string | undefined
  /** Code of the refusal. */
  readonly refusal?: string | undefined
  /** Method and route pattern. */
  readonly operation?: string | undefined
  /** Number of identical events within a minute that were not recorded. */
  readonly repeats?: number | undefined
  readonly address?: string | undefined
  readonly requestId?: string | undefined
}

export interface AuditActor {
  /** UNKNOWN: the caller is not authenticated. */
  readonly kind: 'OPERATOR' | 'COMMAND_LINE' | 'TOKEN' | 'AGENT' | 'PROGRAM' | 'UNKNOWN'
  readonly id?: string | undefined
  /** Name of the operator, or of the account on the machine. */
  readonly name?: string | undefined
}

/**
 * Appends an entry, in one statement or in the transaction of `query`. Appends wait for each other, so nothing that moves
 * money may append: only people, command lines, changes of permissions, and refusals at a limited rate.
 */
export const appendAudit = (query: Query, entry: AuditEntry): Promise<void> => appendText(query, auditText(entry))

/** An entry in the form that is hashed. @param at time of the recorded action; absent: now */
export const auditText = (entry: AuditEntry, at = isoTime(wallClock())): string => canonicalJson({ ...entry, at })

/** Appends an entry that was made before. @param text from `auditText` */
export async function appendText(query: Query, text: string): Promise<void> {
  const [added] = await query<{ number: bigint }>(APPEND, [text])
  if (!added) throw new Error('The end of the audit chain is missing')
}

/** The row lock makes each append read the end that the previous one wrote. */
const APPEND = `
  with head as (select number, hash from audit_head for update),
  added as (
    insert into audit_chain (number, entry, previous, hash)
    select number + 1, $1::text, hash, encode(sha256(convert_to(hash || E'\\n' || $1::text, 'UTF8')), 'hex') from head
    returning number, hash)
  update audit_head set number = added.number, hash = added.hash from added returning audit_head.number`
