/** Queries of the webhooks page. */
import { queryOptions } from '@tanstack/react-query'
import { api } from './client.ts'

export const endpointQuery = queryOptions({
  queryKey: ['webhook-endpoint'],
  queryFn: () => api('getWebhookEndpoint'),
})

/** Exists in the sandbox only. */
export const receiverQuery = queryOptions({
  queryKey: ['webhook-receiver'],
  queryFn: () => api('getSandboxWebhookReceiver'),
})

export const replayQuery = (id: `EventReplay:${string}`) =>
  queryOptions({
    queryKey: ['event-replay', id],
    queryFn: () => api('getEventReplay', { params: { replayId: id } }),
  })
