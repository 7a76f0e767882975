/** Security log: one line for each refused caller and each change of who may do what, without secrets or personal data. */
import type { Logger } from 'pino'

/** Every event, for the documentation. */
export const SECURITY_EVENTS = {
  'authentication.refused': 'A request came with no credentials, or with wrong ones (401)',
  'permission.refused': 'A token lacks the permission for an operation, or an agent the permission of its policy (403)',
  'signature.refused': "A wallet's signature, or the answer to its challenge, was wrong (401)",
  'limit.reached': 'A caller or an address exceeded its limit (429); at most one line a second for each of them',
  'token.created': 'A token was created; `target` is its id',
  'token.changed': 'The name, expiry or allowed addresses of a token were changed; `target` is its id',
  'token.rotated': 'A token was given a new secret; `target` is its id',
  'token.deleted': 'A token was deleted; `target` is its id',
  'configuration.changed': "A platform's settings were changed",
  'agent.created': 'An agent was created; `target` is its id',
  'agent.changed': 'The name, policy or state of an agent was changed; `target` is its id',
  'agent.deleted': 'An agent was deleted; `target` is its id',
  'travel-rule.kept':
    'Originator and beneficiary of a payout were stored before it was submitted; `target` is the id of the payment',
  'operator.command': 'An operator ran a command that changes data; `operation` is its name',
} as const
export type SecurityEventName = keyof typeof SECURITY_EVENTS

export interface SecurityEvent {
  readonly outcome: 'done' | 'refused' | 'failed'
  readonly platformId?: string | undefined
  /** The caller: a token, an agent, or an operator, by their name or that of the account on the machine. */
  readonly tokenId?: string | undefined
  readonly agentId?: string | undefined
  readonly operator?: string | undefined
  /** Id of the operator who is signed in to the dashboard. */
  readonly operatorId?: string | undefined
  /** Method and route pattern, or the operator's command. */
  readonly operation?: string | undefined
  /** Id of what was made, changed or deleted. */
  readonly target?: string | undefined
  /** Code of the refusal. */
  readonly refusal?: string | undefined
  readonly address?: string | undefined
  readonly requestId?: string | undefined
}

export type SecurityLog = (name: SecurityEventName, event: SecurityEvent) => void

/** Changes are logged at `info`, refusals at `warn`. */
export const securityLog =
  (log: Logger): SecurityLog =>
  (name, event) =>
    log[event.outcome === 'done' ? 'info' : 'warn']({ security: name, ...event }, 'security')
