/** Security events of requests: which refusals and which operations are written to the security log. */
import type { OperationId } from '../../../contract/contract.ts'
import { elapsed, wallClock } from '../../core/clock.ts'
import type { Refusal } from '../../core/refusal.ts'
import { isoTime } from '../../core/time.ts'
import { auditText } from '../audit/audit-chain.ts'
import { entryFor } from '../audit/security-record.ts'
import type { Caller } from '../operations/handlers.ts'
import type { SecurityEvent, SecurityEventName, SecurityLog } from '../telemetry/security-log.ts'
import type { Answer } from './idempotency/idempotency.ts'

/** Operations that change who may do what. */
const SECURITY_OPERATIONS: Readonly<Partial<Record<OperationId, SecurityEventName>>> = {
  createToken: 'token.created',
  updateToken: 'token.changed',
  rotateTokenSecret: 'token.rotated',
  deleteTokenById: 'token.deleted',
  updatePlatformConfig: 'configuration.changed',
  createAgent: 'agent.created',
  updateAgent: 'agent.changed',
  updateAgentPolicy: 'agent.changed',
  deleteAgent: 'agent.deleted',
}

/** The part of a request that a line records. */
export interface Asked {
  readonly caller: Caller | undefined
  /** Method and route pattern. */
  readonly operation: string
  readonly address: string
  readonly requestId: string
}

const AGAIN_AFTER_MS = 1000
const REMEMBERED_MAX = 10_000

/** @returns a function that writes a line for each security refusal; for rate limits at most one a second per caller */
export function refusalEvents(log: SecurityLog): (refusal: Refusal, asked: Asked) => void {
  const lastLogged = new Map<string, number>()
  const isNew = ({ caller, address }: Asked): boolean => {
    const key = caller?.tokenId ?? address
    const now = elapsed()
    if (now - (lastLogged.get(key) ?? Number.NEGATIVE_INFINITY) < AGAIN_AFTER_MS) return false
    if (lastLogged.size >= REMEMBERED_MAX) lastLogged.clear()
    lastLogged.set(key, now)
    return true
  }
  return (refusal, asked) => {
    const name = eventOf(refusal)
    if (!name || (name === 'limit.reached' && !isNew(asked))) return
    log(name, { outcome: 'refused', ...lineOf(asked), refusal: refusal.code })
  }
}

function eventOf({ status, code, details }: Refusal): SecurityEventName | undefined {
  if (status === 401) return details?.reason === undefined ? 'authentication.refused' : 'signature.refused'
  if (status === 429) return 'limit.reached'
  return code === 'FORBIDDEN' ? 'permission.refused' : undefined
}

/**
 * The entry of an operation that changes who may do what, for the transaction of the change. Its time is that of the call.
 * @returns undefined for other operations
 */
export function operationAudit(
  id: OperationId | undefined,
): ((asked: Omit<Asked, 'caller'>) => (caller: Caller, target: string | undefined) => string) | undefined {
  const name = id && SECURITY_OPERATIONS[id]
  if (!name) return undefined
  return (asked) => {
    const at = isoTime(wallClock())
    return (caller, target) =>
      auditText(entryFor(name, { outcome: 'done', ...lineOf({ ...asked, caller }), target }), at)
  }
}

/** Writes a line for an operation that was executed, not for a replay. */
export function operationEvents(
  log: SecurityLog,
  id: OperationId | undefined,
):
  | ((answer: Answer, asked: Asked, params: Readonly<Record<string, string>>, body: string | Buffer | null) => void)
  | undefined {
  const name = id && SECURITY_OPERATIONS[id]
  if (!name) return undefined
  return ({ status, replayed }, asked, params, body) => {
    if (status >= 300 || status === 202 || replayed) return
    const [named] = Object.values(params)
    const made = named === undefined && body !== null ? (JSON.parse(body.toString()) as { id?: string }).id : undefined
    log(name, { outcome: 'done', ...lineOf(asked), target: named ?? made })
  }
}

const lineOf = ({ caller, operation, address, requestId }: Asked): Omit<SecurityEvent, 'outcome'> => ({
  ...(caller && { platformId: caller.platformId }),
  ...(caller && callerFields(caller)),
  operation,
  address,
  requestId,
})

/** The caller, as a line of a log names it. */
export function callerFields({
  agent,
  operator,
  tokenId,
}: Caller): Pick<SecurityEvent, 'agentId' | 'operator' | 'operatorId' | 'tokenId'> {
  if (agent) return { agentId: agent.id }
  return operator ? { operator: operator.name, operatorId: operator.id } : { tokenId }
}
