/** Acting as an agent: this window becomes a program of the agent, with its own access token. */
import type { Client } from '../../../../../client/api.ts'
import type { AgentAction } from '../../../../../contract/agents/agent-actions.ts'
import type { Contract } from '../../../../../contract/contract.ts'
import type { ReplyOf } from '../../../../../contract/operation.ts'
import { newDeviceCode } from '../../../api/agents.ts'
import { type RecordedCall, type RecordedCalls, recordingClient } from '../../../api/recorded-calls.ts'
import { createStore, type Store, useStore } from '../../../api/store.ts'

export interface Acting {
  readonly agentId: string
  /** Calls with the agent's access token only, as a program would. */
  readonly api: Client
  readonly calls: RecordedCalls
  /** Kept while another page is shown, such as the one that approves it. */
  readonly payment: Store<ActedPayment>
}

export interface ActedPayment {
  readonly quote?: AgentQuote
  /** Once it is executed. */
  readonly action?: AgentAction
}

export type AgentQuote = ReplyOf<Contract['agentCreateQuote']>
export type Payee = ReplyOf<Contract['agentListPayees']>['data'][number]

const acting = createStore<Acting | undefined>(undefined)

/** Undefined unless this window acts as that agent. */
export function useActing(agentId: string): Acting | undefined {
  const current = useStore(acting)
  return current?.agentId === agentId ? current : undefined
}

/** Creates a device code and redeems it. The access token stays in the memory of this window. @throws ApiError */
export async function actAs(agentId: string): Promise<void> {
  const { code } = await newDeviceCode(agentId)
  const calls: RecordedCalls = createStore<readonly RecordedCall[]>([])
  const redeeming = recordingClient(calls, 'NONE', {})
  const { accessToken } = await redeeming('redeemAgentDeviceCode', { params: { code } })
  const api = recordingClient(calls, 'AGENT', { credentials: { accessToken } })
  await api('getAgentMe')
  acting.set({ agentId, api, calls, payment: createStore<ActedPayment>({}) })
}

/** Forgets the access token. */
export const stopActing = (): void => acting.set(undefined)
