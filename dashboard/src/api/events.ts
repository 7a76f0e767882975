/** Queries of the event pages. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { EventType } from '../../../contract/events/events.ts'
import type { DeliveryStatus } from '../../../contract/events/recorded-events.ts'
import { api } from './client.ts'

/** From the page's address; the server rejects unknown values. */
export interface EventFilter {
  readonly type?: string | undefined
  readonly deliveryStatus?: string | undefined
  readonly resourceId?: string | undefined
  readonly createdAfter?: string | undefined
  readonly createdBefore?: string | undefined
  readonly cursor?: string | undefined
  readonly limit: number
}

export const eventsQuery = (filter: EventFilter) =>
  queryOptions({
    queryKey: ['events', filter],
    queryFn: () =>
      api('listEvents', {
        query: {
          ...filter,
          type: filter.type as EventType | undefined,
          deliveryStatus: filter.deliveryStatus as DeliveryStatus | undefined,
        },
      }),
    placeholderData: keepPreviousData,
  })

export const eventQuery = (id: string) =>
  queryOptions({
    queryKey: ['event', id],
    queryFn: () => api('getEventById', { params: { eventId: id as `Webhook:${string}` } }),
  })
