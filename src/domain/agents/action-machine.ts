/** Owns agents' actions as things that move, and the form in which they are shown: with their quote and their payment. */

import { agentActionLifecycle } from '../../../contract/agents/agent-action-lifecycle.ts'
import { bareId, wireId } from '../../core/ids.ts'
import type { Rows } from '../../engine/rows.ts'
import type { Machine } from '../../infra/states/move.ts'
import { externalAccounts } from '../payments/external-accounts/tables.ts'
import { quotes } from '../payments/quotes/tables.ts'
import { transactions } from '../payments/transactions/tables.ts'
import { presentAction, type Shown } from './present.ts'
import { type AgentAction, agentActions } from './tables.ts'

/** @param about what its event shows beside the action itself */
export const actionMachine = (
  about: Omit<Shown, 'action'> = {},
): Machine<AgentAction, keyof typeof agentActionLifecycle.moves> => ({
  lifecycle: agentActionLifecycle,
  table: agentActions,
  eventType: (_action, event) => (event === 'PENDING_APPROVAL' ? `AGENT_ACTION.${event}` : undefined),
  present: (action, platformId) => presentAction({ ...about, action }, platformId),
})

/** The action with its quote, its payee and its payment as they are now. */
export function shownAction(rows: Rows, action: AgentAction): Shown {
  const { type, quoteId, destinationId, transactionId } = action
  return {
    action,
    ...(quoteId !== null && { quote: rows.get(quotes, quoteId) }),
    ...(type === 'ADD_EXTERNAL_ACCOUNT' && {
      externalAccount: rows.get(externalAccounts, bareId(destinationId as string)),
    }),
    ...(transactionId !== null && { payment: rows.get(transactions, transactionId) }),
  }
}

export const actionId = ({ id }: AgentAction) => wireId('AgentAction', id)
