/** Description of an audit log entry in words. */
import type { AgentAuditEntry } from '../../../../contract/agents/agent-audit.ts'

const OPERATIONS: Readonly<Record<string, string>> = {
  createAgent: 'Create the agent',
  updateAgent: 'Change the agent',
  deleteAgent: 'Delete the agent',
  updateAgentPolicy: 'Change the policy',
  regenerateAgentDeviceCode: 'Create a device code',
  redeemAgentDeviceCode: 'Connect by device code',
  approveAgentAction: 'Approve an action',
  rejectAgentAction: 'Reject an action',
  agentCreateQuote: 'Create a quote',
  agentExecuteQuote: 'Execute a quote',
  agentCreateTransferIn: 'Transfer in',
  agentCreateTransferOut: 'Transfer out',
  agentCreateExternalAccount: 'Register an external account',
  agentDeleteExternalAccount: 'Delete an external account',
  agentListInternalAccounts: 'View accounts',
  agentListTransactions: 'View payments',
  agentGetTransaction: 'View a payment',
  agentListExternalAccounts: 'View external accounts',
  agentGetExternalAccount: 'View an external account',
}

/** The requested action. Pausing and resuming have their own words. */
export function askedFor({ operation, content }: AgentAuditEntry): string {
  const { details } = JSON.parse(content) as { readonly details?: { readonly isPaused?: boolean } }
  if (operation === 'updateAgent' && details?.isPaused !== undefined)
    return details.isPaused ? 'Pause the agent' : 'Resume the agent'
  return OPERATIONS[operation] ?? operation
}

/** `Agent:…` → the agent itself; `Token:…` → an API token. */
export function actorWord(actor: string): string {
  if (actor.startsWith('Agent:')) return 'the agent'
  if (actor.startsWith('Token:')) return `API token ··${actor.slice(-4)}`
  return { Dashboard: 'this dashboard', DeviceCode: 'a device code', Sandbox: 'the sandbox' }[actor] ?? actor
}

export const OUTCOMES: Readonly<Record<AgentAuditEntry['outcome'], { word: string; look: string }>> = {
  DONE: { word: 'Done', look: 'text-done' },
  WAITING: { word: 'Pending approval', look: 'text-wait' },
  REFUSED: { word: 'Refused', look: 'text-bad' },
  FAILED: { word: 'Failed', look: 'text-bad' },
}
