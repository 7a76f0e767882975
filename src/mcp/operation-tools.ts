/** Operation tools: every operation that the contract offers to agents, as a tool with a name for models. */
import type { ToolAnnotations } from '@modelcontextprotocol/sdk/types.js'
import { AgentAction } from '../../contract/agents/agent-actions.ts'
import type { AgentPermission } from '../../contract/agents/agent-policies.ts'
import { agentMeOperations } from '../../contract/agents/agents-me.ts'
import type { Operation } from '../../contract/operation.ts'
import { type HeaderArgument, headerArguments, type InputSchema, inputSchema } from './input-schema.ts'

export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: InputSchema
  readonly annotations: ToolAnnotations
  /** Permission that the policy must grant for the tool to be listed; undefined: it is always listed. */
  readonly permission: AgentPermission | undefined
}

export interface OperationTool extends Tool {
  readonly operationId: AgentOperationId
  readonly operation: Operation
  /** The arguments that are sent as headers. */
  readonly headers: readonly HeaderArgument[]
}

type AgentOperationId = keyof typeof agentMeOperations
/** `about` replaces the contract’s description, `hint` follows it, `withheld` are fields that are not offered. */
type ToolText = { readonly about?: string; readonly hint?: string; readonly withheld?: readonly string[] }

const TOOL_TEXTS: Partial<Record<AgentOperationId, ToolText>> = {
  getAgentMe: { hint: 'Your name, customer and policy, and what you have used of its limits, in minor units.' },
  agentEvaluatePolicy: { hint: 'Call this before you propose a payment that may be too large.' },
  agentListInternalAccounts: { hint: 'These are the accounts that you can pay from, with their balances.' },
  agentListPayees: { hint: 'Find the payee that your user names here.' },
  agentCreateExternalAccount: {
    hint: 'Call describe_account_type first for the fields of `accountInfo`. An account that is PENDING cannot be paid before a person has approved it.',
  },
  agentCreateQuote: {
    about:
      'Locks the exchange rate and the fees of a payment for some minutes; no money moves. Then execute_quote pays. The source is an internal account of the customer (`sourceType` ACCOUNT); the payee is an external account of the customer, or a UMA address if the platform has given you a `lookupId` for it.',
    // A request for a price must not be able to pay.
    withheld: ['immediatelyExecute', 'platformFeeOverride'],
  },
  agentExecuteQuote: { hint: 'This pays. An action with the status PENDING_APPROVAL has not been paid yet.' },
  agentCreateTransferIn: {
    hint: 'Pulls money from an external account into an internal account of the same currency. `amount` is required.',
  },
  agentCreateTransferOut: {
    hint: 'This pays, from an internal account to an external account of the same currency. Give `amount`: without it the whole available balance is paid out. An action with the status PENDING_APPROVAL has not been paid yet.',
  },
  agentListActions: {
    hint: 'Every payment and every new payee that you have requested, with its status.',
  },
  agentGetAction: {
    hint: 'Returns the status of one request: whether the platform has approved it, and its transaction.',
  },
}

/** `agentCreateQuote` → `create_quote` */
const toolName = (operationId: string): string =>
  operationId
    .replace(/^agent(?=[A-Z])/, '')
    .replace(/[A-Z]/g, (letter, at) => `${at === 0 ? '' : '_'}${letter.toLowerCase()}`)

const movesMoney = ({ method, replies }: Operation) =>
  method !== 'GET' && Object.values(replies).some((schema) => schema === AgentAction)

function operationTool(operationId: AgentOperationId, operation: Operation): OperationTool {
  const { about, hint, withheld = [] } = TOOL_TEXTS[operationId] ?? {}
  const { method, summary, description, agentPermission } = operation
  // Every operation that changes something needs a permission of the policy; agentEvaluatePolicy, a POST, needs none.
  const hasEffect = method !== 'GET' && agentPermission !== undefined
  const headers = headerArguments(operation, hasEffect)
  return {
    name: toolName(operationId),
    title: summary,
    description: [`${summary}.`, about ?? description, hint].filter(Boolean).join(' '),
    inputSchema: inputSchema(operation, headers, withheld),
    annotations: {
      title: summary,
      readOnlyHint: !hasEffect,
      destructiveHint: movesMoney(operation) || method === 'DELETE',
      idempotentHint: true,
      openWorldHint: movesMoney(operation),
    },
    permission: agentPermission,
    operationId,
    operation,
    headers,
  }
}

export const operationTools: readonly OperationTool[] = Object.entries(agentMeOperations).map(([id, operation]) =>
  operationTool(id as AgentOperationId, operation),
)
