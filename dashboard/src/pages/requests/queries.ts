/** Queries of the request pages. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ApiRequest, RequestOutcome } from '../../../../contract/platform/api-requests.ts'
import { api } from '../../api/client.ts'

/** From the page's address; the server rejects unknown values. */
export interface RequestFilter {
  readonly operation?: string | undefined
  readonly method?: string | undefined
  readonly outcome?: string | undefined
  readonly errorCode?: string | undefined
  readonly tokenId?: string | undefined
  readonly idempotencyKey?: string | undefined
  readonly requestId?: string | undefined
  readonly createdAfter?: string | undefined
  readonly createdBefore?: string | undefined
  readonly cursor?: string | undefined
  readonly limit: number
}

/** A recorded request is not announced to open pages, so the list polls. */
const POLL_MS = 2000

export const requestsQuery = (filter: RequestFilter) =>
  queryOptions({
    queryKey: ['requests', filter],
    refetchInterval: POLL_MS,
    queryFn: () =>
      api('listApiRequests', {
        query: {
          ...filter,
          method: filter.method as ApiRequest['method'] | undefined,
          outcome: filter.outcome as RequestOutcome | undefined,
          tokenId: filter.tokenId as ApiRequest['tokenId'],
        },
      }),
    placeholderData: keepPreviousData,
  })

export const requestQuery = (id: string) =>
  queryOptions({
    queryKey: ['request', id],
    queryFn: () => api('getApiRequestById', { params: { apiRequestId: id as ApiRequest['id'] } }),
  })

/** For the choice of one; a platform has at most 100. */
export const tokensQuery = queryOptions({
  queryKey: ['tokens'],
  queryFn: () => api('listTokens', { query: { limit: 100 } }),
})
