/** Owns the tools that are operations: every operation that the contract offers to agents, under a name for models. */
import type { ToolAnnotations } from '@modelcontextprotocol/sdk/types.js'
import { AgentAction } from '../../contract/agents/agent-actions.ts'
import type { AgentPermission } from '../../contract/agents/agent-policies.ts'
import { agentMeOperations } from '../../contract/agents/agents-me.ts'
import type { Operation } from '../../contract/operation.ts'
import { type HeaderArgument, headersOf, type InputSchema, inputSchema } from './input-schema.ts'

export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: InputSchema
  readonly annotations: ToolAnnotations
  /** What the policy must permit for it to be offered. */
  readonly permission: AgentPermission | undefined
}

export interface OperationTool extends Tool {
  readonly operationId: AgentOperationId
  readonly operation: Operation
  /** Its arguments that become headers. */
  readonly headers: readonly HeaderArgument[]
}

type AgentOperationId = keyof typeof agentMeOperations
type Telling = { readonly about?: string; readonly hint?: string; readonly withheld?: readonly string[] }

/** What a model should know beyond the contract, or instead of it (`about`); and what it is not offered. */
const TELLINGS: Partial<Record<AgentOperationId, Telling>> = {
  getAgentMe: { hint: 'Your name, customer and policy, and what you have used of its limits, in minor units.' },
  agentEvaluatePolicy: { hint: 'Ask this before you propose a payment that may be too large.' },
  agentListInternalAccounts: { hint: 'These are the accounts that you can pay from, with their balances.' },
  agentListPayees: { hint: 'Look here for whom your user wants to pay, by name.' },
  agentCreateExternalAccount: {
    hint: 'Ask describe_account_type first for the fields of `accountInfo`. What is PENDING cannot be paid before a person has approved it.',
  },
  agentCreateQuote: {
    about:
      "Locks the exchange rate and the fees of a payment for some minutes; no money moves. Then execute_quote pays. The source is an account of the customer's (`sourceType` ACCOUNT); people are paid at an external account of the customer's, or at a UMA address if the platform has given you a `lookupId` for it.",
    // Asking for a price must not be able to pay.
    withheld: ['immediatelyExecute', 'platformFeeOverride'],
  },
  agentExecuteQuote: { hint: 'This pays. What the answer calls PENDING_APPROVAL has not been paid yet.' },
  agentCreateTransferIn: {
    hint: 'Fetches money from an external account into an internal account of the same currency. `amount` must be given.',
  },
  agentCreateTransferOut: {
    hint: 'This pays, from an internal account to an external account of the same currency. Give `amount`: without it everything that can be spent goes out. What the answer calls PENDING_APPROVAL has not been paid yet.',
  },
  agentListActions: {
    hint: 'Everything that you have asked for that moves money or adds a payee, and what became of it.',
  },
  agentGetAction: { hint: 'Says whether the platform has approved it.' },
}

/** `agentCreateQuote` → `create_quote` */
const toolName = (operationId: string): string =>
  operationId
    .replace(/^agent(?=[A-Z])/, '')
    .replace(/[A-Z]/g, (letter, at) => `${at === 0 ? '' : '_'}${letter.toLowerCase()}`)

const movesMoney = ({ method, replies }: Operation) =>
  method !== 'GET' && Object.values(replies).some((schema) => schema === AgentAction)

function operationTool(operationId: AgentOperationId, operation: Operation): OperationTool {
  const { about, hint, withheld = [] } = TELLINGS[operationId] ?? {}
  const { method, summary, description, agentPermission } = operation
  // Whatever changes something needs a permission of the policy; asking the policy does not.
  const hasEffect = method !== 'GET' && agentPermission !== undefined
  const headers = headersOf(operation, hasEffect)
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
