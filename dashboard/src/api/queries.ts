/** Owns what the pages read: each question to the server once, under a key that all pages share. */
import { keepPreviousData, QueryClient, queryOptions } from '@tanstack/react-query'
import type { Contract } from '../../../contract/contract.ts'
import type { Overview, Party, PaymentStory } from '../../../contract/dashboard.ts'
import type { ReplyOf } from '../../../contract/operation.ts'
import { API, call, queryText, Refused } from './call.ts'

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // A laptop without a network still reaches the server that runs on it.
      networkMode: 'always',
      retry: (count, error) => !(error instanceof Refused) && count < 2,
    },
    mutations: { networkMode: 'always' },
  },
})

export const overviewQuery = queryOptions({
  queryKey: ['overview'],
  queryFn: () => call<Overview>('GET', '/dashboard-api/overview'),
})

export interface PaymentFilter {
  readonly status?: string | undefined
  readonly cursor?: string | undefined
  readonly limit: number
}

export const paymentsQuery = (filter: PaymentFilter) =>
  queryOptions({
    queryKey: ['payments', filter],
    queryFn: () => call<ReplyOf<Contract['listTransactions']>>('GET', `${API}/transactions${queryText({ ...filter })}`),
    placeholderData: keepPreviousData,
  })

export const paymentQuery = (id: string) =>
  queryOptions({
    queryKey: ['payment', id],
    queryFn: () => call<PaymentStory>('GET', `/dashboard-api/payments/${id}`),
  })

/** The accounts with these ids; without ids, those that can be paid. */
export const partiesQuery = (ids?: readonly string[]) =>
  queryOptions({
    queryKey: ['parties', ids ?? 'all'],
    queryFn: () => call<Party[]>('GET', `/dashboard-api/parties${queryText({ ids: ids?.join(',') })}`),
    enabled: ids === undefined || ids.length > 0,
    placeholderData: keepPreviousData,
  })

const CLOCK_MS = 5000
/** While the clock is being moved. */
const MOVING_MS = 500

/** The sandbox's clock can be moved; production has none, and the machine's is taken. */
export const clockQuery = queryOptions({
  queryKey: ['clock'],
  // Nobody is told when it is moved past nothing.
  refetchInterval: ({ state }) => (state.error ? false : state.data?.moving ? MOVING_MS : CLOCK_MS),
  queryFn: async () => {
    const { now, frozen, due, moving } = await call<ClockReply>('GET', `${API}/sandbox/clock`)
    return { aheadMs: Date.parse(now) - Date.now(), frozenAt: frozen ? Date.parse(now) : undefined, due, moving }
  },
})

type ClockReply = ReplyOf<Contract['getSandboxClock']>
/** Work that is planned for a moment. */
export type Due = ClockReply['due'][number]
