/** Queries of the UMA page. */
import { queryOptions } from '@tanstack/react-query'
import { api } from './client.ts'

/** Asks the institution of the address, on behalf of the sender. Not repeated by itself: each lookup is a message. */
export const lookupQuery = (address: string | undefined, customerId: string | undefined) =>
  queryOptions({
    queryKey: ['uma-lookup', address, customerId],
    queryFn: () => api('lookupUma', { params: { receiverUmaAddress: address ?? '' }, query: { customerId } }),
    enabled: address !== undefined,
    staleTime: 'static',
  })
