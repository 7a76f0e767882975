/** Query client, and the queries that several pages share. */
import { keepPreviousData, QueryClient, queryOptions } from '@tanstack/react-query'
import type { Party } from '../../../contract/accounts/parties.ts'
import type { Contract } from '../../../contract/contract.ts'
import { LIMITS } from '../../../contract/limits.ts'
import type { ReplyOf } from '../../../contract/operation.ts'
import type { Transaction } from '../../../contract/payments/transactions.ts'
import { api } from './client.ts'

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // The server may run on this machine, which needs no network.
      networkMode: 'always',
      // The client retries.
      retry: false,
    },
    mutations: { networkMode: 'always' },
  },
})

export const overviewQuery = queryOptions({
  queryKey: ['overview'],
  queryFn: () => api('getOverview'),
})

export const trialBalanceQuery = queryOptions({
  queryKey: ['trial-balance'],
  queryFn: async () => (await api('getTrialBalance')).lines,
})

export const attentionQuery = queryOptions({
  queryKey: ['attention'],
  queryFn: async () => (await api('getAttention')).items,
})

export const moneyFlowQuery = queryOptions({ queryKey: ['money-flow'], queryFn: () => api('getMoneyFlow') })

export const firstStepsQuery = queryOptions({ queryKey: ['first-steps'], queryFn: () => api('getFirstSteps') })

/** Health changes without an event, so the page polls. */
export const railsQuery = queryOptions({
  queryKey: ['rails'],
  refetchInterval: 5000,
  queryFn: () => api('getRails'),
})

/** Blocks are mined without an event, so the pages of a chain poll. */
const BLOCK_MS = 2000

export const chainQuery = (id: string) =>
  queryOptions({
    queryKey: ['chain', id],
    refetchInterval: BLOCK_MS,
    queryFn: () => api('getChain', { params: { railId: id } }),
  })

export const blockQuery = (id: string, number: string) =>
  queryOptions({
    queryKey: ['block', id, number],
    queryFn: () => api('getChainBlock', { params: { railId: id, number } }),
  })

export const chainTransactionQuery = (id: string, hash: string) =>
  queryOptions({
    queryKey: ['chain-transaction', id, hash],
    refetchInterval: BLOCK_MS,
    queryFn: () => api('getChainTransaction', { params: { railId: id, hash } }),
  })

/** From the page's address; the server rejects unknown values. */
export interface PaymentFilter {
  readonly status?: string | undefined
  readonly type?: string | undefined
  readonly customerId?: string | undefined
  readonly accountIdentifier?: string | undefined
  readonly reference?: string | undefined
  readonly startDate?: string | undefined
  readonly endDate?: string | undefined
  readonly currency?: string | undefined
  /** In minor units of the currency. */
  readonly minAmount?: number | undefined
  readonly maxAmount?: number | undefined
  readonly cursor?: string | undefined
  readonly limit: number
}

export const paymentQueryFor = (filter: PaymentFilter) => ({
  ...filter,
  status: filter.status as Transaction['status'] | undefined,
  type: filter.type as Transaction['type'] | undefined,
  customerId: filter.customerId as Transaction['customerId'] | undefined,
})

export const paymentsQuery = (filter: PaymentFilter) =>
  queryOptions({
    queryKey: ['payments', filter],
    queryFn: () => api('listTransactions', { query: paymentQueryFor(filter) }),
    placeholderData: keepPreviousData,
  })

export const paymentQuery = (id: string) =>
  queryOptions({
    queryKey: ['payment', id],
    queryFn: () => api('getTransactionHistory', { params: { transactionId: id } }),
  })

/** @param ids those of other kinds, such as UMA addresses, are left out */
async function readParties(ids: readonly string[] | undefined): Promise<Party[]> {
  const accounts = ids?.filter((id): id is Party['id'] => ACCOUNT_ID.test(id)).slice(0, LIMITS.parties)
  if (accounts?.length === 0) return []
  return (await api('getParties', { query: accounts ? { id: accounts } : {} })).parties
}
const ACCOUNT_ID = /^(Internal|External)Account:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The accounts with these ids; without ids, those that can be paid. */
export const partiesQuery = (ids?: readonly string[]) =>
  queryOptions({
    queryKey: ['parties', ids ?? 'all'],
    queryFn: () => readParties(ids),
    enabled: ids === undefined || ids.length > 0,
    placeholderData: keepPreviousData,
  })

const CLOCK_MS = 5000
/** Polling interval while the clock is being moved. */
const MOVING_MS = 500

/** The sandbox's clock. Production has none: the browser's clock is used. */
export const clockQuery = queryOptions({
  queryKey: ['clock'],
  // Moving the clock causes no event when no job was due, so the page polls.
  refetchInterval: ({ state }) => (state.error ? false : state.data?.moving ? MOVING_MS : CLOCK_MS),
  queryFn: async () => {
    const { now, frozen, due, moving } = await api('getSandboxClock')
    return { aheadMs: Date.parse(now) - Date.now(), frozenAt: frozen ? Date.parse(now) : undefined, due, moving }
  },
})

type ClockReply = ReplyOf<Contract['getSandboxClock']>
/** A scheduled job. */
export type Due = ClockReply['due'][number]
