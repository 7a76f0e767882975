/** Queries of the customer pages. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Customer } from '../../../contract/customers/customers.ts'
import type { Document } from '../../../contract/customers/documents.ts'
import { api } from './client.ts'

export interface CustomerFilter {
  /** From the page's address; the server rejects unknown values. */
  readonly search?: string | undefined
  readonly type?: string | undefined
  readonly status?: string | undefined
  readonly cursor?: string | undefined
  readonly limit: number
}

export const foundCustomersQuery = ({ type, status, ...filter }: CustomerFilter) =>
  queryOptions({
    queryKey: ['customers', 'found', type, status, filter],
    queryFn: () =>
      api('listCustomers', {
        query: {
          ...filter,
          customerType: type as Customer['customerType'] | undefined,
          status: status as 'APPROVED' | undefined,
        },
      }),
    placeholderData: keepPreviousData,
  })

export const customerQuery = (id: string) =>
  queryOptions({
    queryKey: ['customer', id],
    queryFn: () => api('getCustomerById', { params: { customerId: id } }),
  })

/** Newest first. */
export const verificationsQuery = (customerId: string) =>
  queryOptions({
    queryKey: ['verifications', customerId],
    queryFn: async () => (await api('listVerifications', { query: { customerId, limit: 1 } })).data,
  })

const DOCUMENTS_MAX = 100

/** Documents of the customer and of each beneficial owner. */
export const documentsQuery = (holders: readonly string[]) =>
  queryOptions({
    queryKey: ['documents', holders],
    queryFn: async () => {
      const lists = await Promise.all(
        holders.map((documentHolder) => api('listDocuments', { query: { documentHolder, limit: DOCUMENTS_MAX } })),
      )
      return lists.flatMap(({ data }): Document[] => data)
    },
    placeholderData: keepPreviousData,
  })

/** Number of items of each list on a customer's page. */
export const SHOWN_OF_CUSTOMER = 10

export const customerPaymentsQuery = (customerId: string) =>
  queryOptions({
    queryKey: ['payments', 'of', customerId],
    queryFn: () =>
      api('listTransactions', { query: { customerId: customerId as `Customer:${string}`, limit: SHOWN_OF_CUSTOMER } }),
  })

export const customerAgentsQuery = (customerId: string) =>
  queryOptions({
    queryKey: ['agents', 'of', customerId],
    queryFn: async () => (await api('listAgents', { query: { customerId, limit: SHOWN_OF_CUSTOMER } })).data,
  })

/** Polling interval while the import is in progress: its rows cause no event. */
const IMPORT_MS = 700

export const importQuery = (jobId: string) =>
  queryOptions({
    queryKey: ['import', jobId],
    queryFn: () => api('getBulkCustomerImportJob', { params: { jobId } }),
    refetchInterval: ({ state }) =>
      state.error || state.data?.status === 'COMPLETED' || state.data?.status === 'FAILED' ? false : IMPORT_MS,
  })

export const invitationQuery = (code: string) =>
  queryOptions({
    queryKey: ['invitation', code],
    queryFn: () => api('getInvitation', { params: { invitationCode: code } }),
  })
