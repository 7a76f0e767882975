/** Agent action resource: what an agent requested, and its outcome; table, state machine, presenter. */
import { agentActionLifecycle } from '../../../../contract/agents/agent-action-lifecycle.ts'
import type { AgentAction as WireAction } from '../../../../contract/agents/agent-actions.ts'
import type { AgentRule } from '../../../../contract/agents/agent-policies.ts'
import type { StateOf } from '../../../../contract/lifecycle.ts'
import { wireAmount } from '../../../core/currency.ts'
import { bareId, wireId } from '../../../core/ids.ts'
import type { Signer } from '../../../core/signature.ts'
import { isoTime } from '../../../core/time.ts'
import type { Rows } from '../../../engine/rows.ts'
import { int, json, money, orNull, type Row, table, text, time, uuid } from '../../../engine/table.ts'
import type { Machine } from '../../../infra/state-machines/move.ts'
import {
  type ExternalAccount,
  externalAccounts,
  presentExternalAccount,
} from '../../payments/external-accounts/external-account.ts'
import { presentQuote, type Quote, quotes } from '../../payments/quotes/quote.ts'
import { presentTransaction, type Transaction, transactions } from '../../payments/transactions/transaction.ts'

export const agentActions = table(
  'agent_actions',
  {
    id: uuid,
    agentId: uuid,
    customerId: uuid,
    platformCustomerId: text(),
    status: text<StateOf<typeof agentActionLifecycle>>(),
    type: text<WireAction['type']>(),
    /** Set for EXECUTE_QUOTE only. */
    quoteId: orNull(uuid),
    /** Wire ids of the source and destination of a transfer; `destinationId` is also the payee of ADD_EXTERNAL_ACCOUNT. */
    sourceId: orNull(text()),
    destinationId: orNull(text()),
    /** Amount debited, in minor units of `currency`; null: no money moves. */
    amount: orNull(money),
    currency: orNull(text()),
    /** Why approval was needed; null: it was not. */
    approvalRule: orNull(text<AgentRule>()),
    /** Holder who signed for the paying wallet when the action was submitted. */
    signer: orNull(json<Signer>()),
    transactionId: orNull(uuid),
    rejectionReason: orNull(text()),
    failureReason: orNull(text()),
    version: int,
    createdAt: time,
    updatedAt: time,
  },
  {
    resource: 'AgentAction',
    changing: ['status', 'transactionId', 'rejectionReason', 'failureReason', 'version', 'updatedAt'],
  },
)

export type AgentAction = Row<typeof agentActions>

/** @param about what its event shows in addition to the action */
export const actionMachine = (
  about: Omit<ActionView, 'action'> = {},
): Machine<AgentAction, keyof typeof agentActionLifecycle.moves> => ({
  lifecycle: agentActionLifecycle,
  table: agentActions,
  eventType: (_action, event) => (event === 'PENDING_APPROVAL' ? `AGENT_ACTION.${event}` : undefined),
  present: (action, platformId) => presentAction({ ...about, action }, platformId),
})

/** The action with its quote, payee and payment in their current state. */
export function viewAction(rows: Rows, action: AgentAction): ActionView {
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

/** An action with its quote, payee and payment. */
export interface ActionView {
  readonly action: AgentAction
  readonly quote?: Quote | undefined
  readonly externalAccount?: ExternalAccount | undefined
  readonly payment?: Transaction | undefined
}

export function presentAction({ action, quote, externalAccount, payment }: ActionView, platformId: string): WireAction {
  const shown: { [Name in keyof WireAction]: WireAction[Name] | undefined } = {
    id: wireId('AgentAction', action.id),
    agentId: wireId('Agent', action.agentId),
    customerId: wireId('Customer', action.customerId),
    platformCustomerId: action.platformCustomerId,
    status: action.status,
    type: action.type,
    quote: quote && presentQuote(quote),
    transferDetails: transferDetails(action),
    externalAccount: externalAccount && presentExternalAccount(externalAccount),
    transaction: payment && presentTransaction(payment, platformId),
    approvalRule: action.approvalRule ?? undefined,
    rejectionReason: action.rejectionReason ?? undefined,
    failureReason: action.failureReason ?? undefined,
    createdAt: isoTime(action.createdAt),
    updatedAt: isoTime(action.updatedAt),
  }
  return shown as WireAction
}

type Ends = NonNullable<WireAction['transferDetails']>

function transferDetails({ type, amount, currency, sourceId, destinationId }: AgentAction): Ends | undefined {
  if ((type !== 'TRANSFER_OUT' && type !== 'TRANSFER_IN') || amount === null || currency === null) return undefined
  return {
    amount: wireAmount(amount),
    currency,
    sourceAccountId: sourceId as Ends['sourceAccountId'],
    destinationAccountId: destinationId as Ends['destinationAccountId'],
  }
}
