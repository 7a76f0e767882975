/** Queries and calls of the agent pages. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { AgentAction } from '../../../contract/agents/agent-actions.ts'
import type { AgentAuditEntry } from '../../../contract/agents/agent-audit.ts'
import type {
  AgentPolicyQuestion,
  AgentPolicyRequest,
  AgentPolicyUpdateRequest,
} from '../../../contract/agents/agent-policies.ts'
import type { Contract } from '../../../contract/contract.ts'
import type { ReplyOf } from '../../../contract/operation.ts'
import { api } from './client.ts'

/** An internal account of a customer, wallets included. */
export type Holding = ReplyOf<Contract['listCustomerInternalAccounts']>['data'][number]
export type DeviceCode = ReplyOf<Contract['regenerateAgentDeviceCode']>

/** Largest page of the API. */
export const PAGE_MAX = 100

export const agentsQuery = (filter: { readonly cursor?: string | undefined; readonly limit: number }) =>
  queryOptions({
    queryKey: ['agents', filter],
    queryFn: () => api('listAgents', { query: filter }),
    placeholderData: keepPreviousData,
  })

/** An agent with its latest actions and payments. */
export const agentHistoryQuery = (id: string) =>
  queryOptions({
    queryKey: ['agent-history', id],
    queryFn: () => api('getAgentHistory', { params: { agentId: id } }),
  })

export const agentQuery = (id: string) =>
  queryOptions({ queryKey: ['agent', id], queryFn: () => api('getAgentById', { params: { agentId: id } }) })

export const ownerQuery = (id: string) =>
  queryOptions({
    queryKey: ['owner', id],
    queryFn: () => api('getCustomerById', { params: { customerId: id } }),
  })

/** Pending approvals, oldest first. */
export const waitingQuery = (limit: number) =>
  queryOptions({
    queryKey: ['agent-approvals', limit],
    queryFn: () => api('listAgentApprovals', { query: { limit } }),
    placeholderData: keepPreviousData,
  })

/** One action, pending or decided. */
export const actionQuery = (id: string | undefined) =>
  queryOptions({
    queryKey: ['agent-action', id],
    queryFn: () => api('getAgentActionById', { params: { actionId: id as string } }),
    enabled: id !== undefined,
  })

export const deviceCodeQuery = (code: string) =>
  queryOptions({
    queryKey: ['device-code', code],
    queryFn: () => api('getAgentDeviceCodeStatus', { params: { code } }),
  })

export interface AuditFilter {
  readonly agentId?: string | undefined
  /** From the page's address; the server rejects unknown values. */
  readonly decision?: string | undefined
  readonly startDate?: string | undefined
  readonly endDate?: string | undefined
  readonly sortOrder?: 'asc' | 'desc'
  readonly cursor?: string | undefined
  readonly limit: number
}

export const readAuditLog = (filter: AuditFilter) =>
  api('listAgentAuditLog', {
    query: { ...filter, decision: filter.decision as AgentAuditEntry['decision'] | undefined },
  })

export const auditQuery = (filter: AuditFilter) =>
  queryOptions({
    queryKey: ['agent-audit', filter],
    queryFn: () => readAuditLog(filter),
    placeholderData: keepPreviousData,
  })

/** Every entry of one agent or of all, in order. @param onPage receives the number read so far */
export async function wholeAuditLog(
  agentId: string | undefined,
  onPage: (count: number) => void,
): Promise<AgentAuditEntry[]> {
  const entries: AgentAuditEntry[] = []
  for await (const { data } of api.listAgentAuditLog({ agentId, sortOrder: 'asc', limit: PAGE_MAX }).pages()) {
    entries.push(...data)
    onPage(entries.length)
  }
  return entries
}

export const createAgent = (body: { name: string; customerId: `Customer:${string}`; policy: AgentPolicyRequest }) =>
  api('createAgent', { body })

export const updateAgent = (id: string, body: { name?: string; isPaused?: boolean }) =>
  api('updateAgent', { params: { agentId: id }, body })

export const deleteAgent = (id: string) => api('deleteAgent', { params: { agentId: id } })

export const updatePolicy = (id: string, patch: AgentPolicyUpdateRequest) =>
  api('updateAgentPolicy', { params: { agentId: id }, body: patch })

export const askPolicy = (id: string, question: AgentPolicyQuestion) =>
  api('evaluateAgentPolicy', { params: { agentId: id }, body: question })

export const newDeviceCode = (id: string) => api('regenerateAgentDeviceCode', { params: { agentId: id } })

type Decided = Pick<AgentAction, 'id' | 'agentId'>
const paramsOf = ({ id, agentId }: Decided) => ({ agentId, actionId: id })

export const approveAction = (action: Decided) => api('approveAgentAction', { params: paramsOf(action) })

export const rejectAction = (action: Decided, reason: string) =>
  api('rejectAgentAction', { params: paramsOf(action), body: reason ? { reason } : {} })
