/**
 * Record of refusals in the audit chain, written in the background at a limited rate, and of the entries that commands
 * left in the outbox.
 */
import type { Logger } from 'pino'
import { elapsed } from '../../core/clock.ts'
import type { Committed } from '../../engine/engine.ts'
import type { Store } from '../db/store.ts'
import type { SecurityEvent, SecurityEventName, SecurityLog } from '../telemetry/security-log.ts'
import { type AuditActor, type AuditEntry, appendAudit } from './audit-chain.ts'
import { auditOutbox, chainOutbox } from './audit-outbox.ts'

export interface SecurityRecord {
  readonly write: SecurityLog
  /** Receives each committed batch: entries that it left in the outbox go into the chain. */
  committed(set: Committed): void
  /** Appends the entries that ended processes have left in the outbox, now and at intervals. */
  start(): void
  /** Stops, and waits until everything is written. */
  drained(): Promise<void>
}

/** Events that concern neither people nor permissions, or that come too often to be chained. */
const LOGGED_ONLY: ReadonlySet<SecurityEventName> = new Set(['limit.reached', 'signature.refused', 'travel-rule.kept'])
/** Identical refusals of one caller have one entry in this time. */
const AGAIN_AFTER_MS = 60_000
/** Interval at which the outbox is checked for entries of processes that ended. */
const CHAIN_EVERY_MS = 60_000
/** Maximum number of refusals that this process chains in that time, over all callers. */
const REFUSALS_MAX = 60

/** @param log for entries that could not be written; the event itself is always in the log */
export function securityRecord(store: Pick<Store, 'query' | 'transaction'>, log: Logger): SecurityRecord {
  const isNew = refusalLimit()
  let written: Promise<unknown> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let isChaining = false
  const then = (work: () => Promise<void>, action?: string) => {
    written = written
      .then(work)
      .catch((err) => log.error({ err, ...(action && { action }) }, 'the audit chain could not be written'))
  }
  const append = (entry: AuditEntry) => then(() => appendAudit(store.query, entry), entry.action)
  const chain = () => {
    if (isChaining) return
    isChaining = true
    then(() => {
      isChaining = false
      return chainOutbox(store)
    })
  }
  return {
    write(name, event) {
      // Completed changes are in the outbox, from their own transaction.
      if (LOGGED_ONLY.has(name) || event.outcome === 'done') return
      const repeats = isNew(`${name} ${event.operatorId ?? event.agentId ?? event.tokenId ?? event.address}`)
      if (repeats !== undefined) append({ ...entryFor(name, event), ...(repeats > 0 && { repeats }) })
    },
    committed({ appended }) {
      if (appended.get(auditOutbox)?.length) chain()
    },
    start() {
      chain()
      timer = setInterval(chain, CHAIN_EVERY_MS)
      timer.unref()
    },
    drained() {
      clearInterval(timer)
      return written.then(() => undefined)
    },
  }
}

/** @returns a function that returns how often its key was skipped before; undefined: it is skipped again */
function refusalLimit(): (key: string) => number | undefined {
  const left = new Map<string, number>()
  let since = elapsed()
  return (key) => {
    if (elapsed() - since >= AGAIN_AFTER_MS) {
      since = elapsed()
      for (const [known, count] of left) {
        if (count <= 1) left.delete(known)
        else left.set(known, -count)
      }
    }
    const count = left.get(key)
    if (count === undefined && left.size >= REFUSALS_MAX) return undefined
    if (count !== undefined && count > 0) {
      left.set(key, count + 1)
      return undefined
    }
    left.set(key, 1)
    return count === undefined ? 0 : -count - 1
  }
}

const OUTCOMES = { done: 'DONE', refused: 'REFUSED', failed: 'FAILED' } as const

/** An event as an entry of the audit chain. */
export const entryFor = (name: SecurityEventName, event: SecurityEvent): AuditEntry => ({
  actor: actorOf(event),
  action: name,
  outcome: OUTCOMES[event.outcome],
  platformId: event.platformId,
  target: event.target,
  refusal: event.refusal,
  operation: event.operation,
  address: event.address,
  requestId: event.requestId,
})

function actorOf({ operator, operatorId, agentId, tokenId }: SecurityEvent): AuditActor {
  if (operatorId !== undefined) return { kind: 'OPERATOR', id: operatorId, name: operator }
  if (agentId !== undefined) return { kind: 'AGENT', id: agentId }
  if (tokenId === 'dashboard') return { kind: 'OPERATOR', name: 'Dashboard' }
  return tokenId === undefined ? { kind: 'UNKNOWN' } : { kind: 'TOKEN', id: tokenId }
}
