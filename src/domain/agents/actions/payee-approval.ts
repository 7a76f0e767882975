/** Payee approval: an external account that an agent registers is PENDING until the platform decides, then ACTIVE or removed. */
import { AGENT_PAYEES_MAX } from '../../../../contract/agents/agent-policies.ts'
import { bareId, wireId } from '../../../core/ids.ts'
import { notFound, refuse } from '../../../core/refusal.ts'
import type { Rows } from '../../../engine/rows.ts'
import { begin } from '../../../infra/state-machines/move.ts'
import { type ExternalAccount, externalAccounts } from '../../payments/external-accounts/external-account.ts'
import { judgeExternalAccount } from '../../payments/external-accounts/judge-external-account.ts'
import { removeExternalAccount } from '../../payments/external-accounts/remove-external-account.ts'
import { type Agent, agents, policyState } from '../agent.ts'
import { evaluatePolicy, refuseDenied } from '../policies/policy.ts'
import { type AgentAction, actionMachine } from './action.ts'

/** Queues the PENDING account for the platform's decision. */
export const requestPayeeApproval = (rows: Rows, agent: Agent, externalAccount: ExternalAccount): AgentAction =>
  begin(
    rows,
    actionMachine({ externalAccount }),
    {
      id: rows.newId(),
      agentId: agent.id,
      customerId: agent.customerId,
      platformCustomerId: agent.platformCustomerId,
      status: 'PENDING_APPROVAL',
      type: 'ADD_EXTERNAL_ACCOUNT',
      quoteId: null,
      sourceId: null,
      destinationId: wireId('ExternalAccount', externalAccount.id),
      amount: null,
      currency: null,
      approvalRule: 'NEW_PAYEE',
      signer: null,
      transactionId: null,
      rejectionReason: null,
      failureReason: null,
      version: 0,
      createdAt: rows.now,
      updatedAt: rows.now,
    },
    'PENDING_APPROVAL',
  )

/**
 * Activates the payee, and adds it to `allowedPayees` of a policy that lists payees, if the list has room.
 * @returns the changed agent row
 * @throws Refusal AGENT_PAUSED, FORBIDDEN, EXTERNAL_ACCOUNT_NOT_FOUND, ACCOUNT_NOT_ACTIVE (the operator has stopped it)
 */
export function activatePayee(rows: Rows, agent: Agent, action: AgentAction): Agent {
  const question = { permission: 'MANAGE_EXTERNAL_ACCOUNTS' } as const
  refuseDenied(evaluatePolicy(policyState(rows, agent), question), question)
  const account = rows.get(externalAccounts, payeeIdOf(action))
  if (account.deletedAt !== null) throw notFound('ExternalAccount')
  if (account.status === 'PENDING') judgeExternalAccount(rows, { accountId: account.id, decision: 'activate' })
  else if (account.status !== 'ACTIVE') refuse('ACCOUNT_NOT_ACTIVE', `The external account is ${account.status}`)
  const { allowedPayees } = agent.policy
  const listed = allowedPayees?.scope === 'LISTED' ? (allowedPayees.payees ?? []) : undefined
  const id = wireId('ExternalAccount', account.id)
  if (!allowedPayees || !listed || listed.includes(id) || listed.length >= AGENT_PAYEES_MAX) return agent
  const policy = { ...agent.policy, allowedPayees: { ...allowedPayees, payees: [...listed, id] } }
  return rows.change(agents, agent, { policy, updatedAt: rows.now })
}

/** Removes a payee that was not approved, so that the account can be registered again. */
export function removePendingPayee(rows: Rows, action: AgentAction): void {
  const account = rows.find(externalAccounts, payeeIdOf(action))
  if (account?.status === 'PENDING' && account.deletedAt === null)
    removeExternalAccount(rows, account.id, account.customerId === null ? 'platform' : 'customers')
}

const payeeIdOf = ({ destinationId }: AgentAction) => bareId(destinationId as string)
