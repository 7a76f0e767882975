/** Owns what the pages of agents read and write, by the same calls as everybody; and the story of one agent. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { AgentAction } from '../../../contract/agents/agent-actions.ts'
import type { AgentAuditEntry } from '../../../contract/agents/agent-audit.ts'
import type {
  AgentPolicyAnswer,
  AgentPolicyQuestion,
  AgentPolicyRequest,
  AgentPolicyUpdateRequest,
} from '../../../contract/agents/agent-policies.ts'
import type { Agent } from '../../../contract/agents/agents.ts'
import type { Contract } from '../../../contract/contract.ts'
import type { AgentStory } from '../../../contract/dashboard.ts'
import type { ReplyOf } from '../../../contract/operation.ts'
import { API, call, queryText } from './call.ts'

/** An account of a customer, wallet included. */
export type Holding = ReplyOf<Contract['listCustomerInternalAccounts']>['data'][number]
export type DeviceCode = ReplyOf<Contract['regenerateAgentDeviceCode']>

/** The most that the API gives at once. */
export const PAGE_MAX = 100

export const agentsQuery = (filter: { readonly cursor?: string | undefined; readonly limit: number }) =>
  queryOptions({
    queryKey: ['agents', filter],
    queryFn: () => call<ReplyOf<Contract['listAgents']>>('GET', `${API}/agents${queryText({ ...filter })}`),
    placeholderData: keepPreviousData,
  })

/** With what it asked for and paid. */
export const agentStoryQuery = (id: string) =>
  queryOptions({
    queryKey: ['agent-story', id],
    queryFn: () => call<AgentStory>('GET', `/dashboard-api/agents/${id}`),
  })

export const agentQuery = (id: string) =>
  queryOptions({ queryKey: ['agent', id], queryFn: () => call<Agent>('GET', `${API}/agents/${id}`) })

export const ownerQuery = (id: string) =>
  queryOptions({
    queryKey: ['owner', id],
    queryFn: () => call<ReplyOf<Contract['getCustomerById']>>('GET', `${API}/customers/${id}`),
  })

/** What waits for the platform, oldest first. */
export const waitingQuery = (limit: number) =>
  queryOptions({
    queryKey: ['agent-approvals', limit],
    queryFn: () =>
      call<ReplyOf<Contract['listAgentApprovals']>>('GET', `${API}/agents/approvals${queryText({ limit })}`),
    placeholderData: keepPreviousData,
  })

/** One action, decided or not. */
export const actionQuery = (id: string | undefined) =>
  queryOptions({
    queryKey: ['agent-action', id],
    queryFn: () => call<AgentAction>('GET', `/dashboard-api/agent-actions/${id}`),
    enabled: id !== undefined,
  })

export const deviceCodeQuery = (code: string) =>
  queryOptions({
    queryKey: ['device-code', code],
    queryFn: () =>
      call<ReplyOf<Contract['getAgentDeviceCodeStatus']>>('GET', `${API}/agents/device-codes/${code}/status`),
  })

export interface AuditFilter {
  readonly agentId?: string | undefined
  readonly decision?: string | undefined
  readonly startDate?: string | undefined
  readonly endDate?: string | undefined
  readonly sortOrder?: 'asc' | 'desc'
  readonly cursor?: string | undefined
  readonly limit: number
}

export const readAuditLog = (filter: AuditFilter) =>
  call<ReplyOf<Contract['listAgentAuditLog']>>('GET', `${API}/agents/audit-log${queryText({ ...filter })}`)

export const auditQuery = (filter: AuditFilter) =>
  queryOptions({
    queryKey: ['agent-audit', filter],
    queryFn: () => readAuditLog(filter),
    placeholderData: keepPreviousData,
  })

/** Every entry of one agent or of all, in their order. @param read hears how many there are so far */
export async function wholeAuditLog(
  agentId: string | undefined,
  read: (count: number) => void,
): Promise<AgentAuditEntry[]> {
  const entries: AgentAuditEntry[] = []
  let cursor: string | undefined
  do {
    const page = await readAuditLog({ agentId, sortOrder: 'asc', cursor, limit: PAGE_MAX })
    entries.push(...page.data)
    read(entries.length)
    cursor = page.hasMore ? page.nextCursor : undefined
  } while (cursor)
  return entries
}

export const createAgent = (body: { name: string; customerId: string; policy: AgentPolicyRequest }) =>
  call<ReplyOf<Contract['createAgent']>>('POST', `${API}/agents`, body)

export const updateAgent = (id: string, body: { name?: string; isPaused?: boolean }) =>
  call<Agent>('PATCH', `${API}/agents/${id}`, body)

export const deleteAgent = (id: string) => call<void>('DELETE', `${API}/agents/${id}`)

export const updatePolicy = (id: string, patch: AgentPolicyUpdateRequest) =>
  call<Agent>('PATCH', `${API}/agents/${id}/policy`, patch)

export const askPolicy = (id: string, question: AgentPolicyQuestion) =>
  call<AgentPolicyAnswer>('POST', `${API}/agents/${id}/policy/evaluate`, question)

export const newDeviceCode = (id: string) => call<DeviceCode>('POST', `${API}/agents/${id}/device-codes`)

type Decided = Pick<AgentAction, 'id' | 'agentId'>
const actionPath = ({ id, agentId }: Decided) => `${API}/agents/${agentId}/actions/${id}`

export const approveAction = (action: Decided) => call<AgentAction>('POST', `${actionPath(action)}/approve`)

export const rejectAction = (action: Decided, reason: string) =>
  call<AgentAction>('POST', `${actionPath(action)}/reject`, reason ? { reason } : {})
