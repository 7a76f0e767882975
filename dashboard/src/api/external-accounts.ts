/** Queries and calls of the external account pages. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { ApiError } from '../../../client/api-error.ts'
import type { ExternalAccountCreateRequest } from '../../../client/operations.generated.ts'
import type { ExternalAccount } from '../../../contract/payments/external-accounts/external-accounts.ts'
import { api } from './client.ts'

/** The API has separate operations for accounts of customers and of the platform. */
export type OwnerKind = 'customers' | 'platform'

export const ownerKindOf = ({ customerId }: Pick<ExternalAccount, 'customerId'>): OwnerKind =>
  customerId ? 'customers' : 'platform'

export interface ExternalAccountFilter {
  readonly owner: OwnerKind
  readonly customerId?: string | undefined
  readonly cursor?: string | undefined
  readonly limit: number
}

export const externalAccountsQuery = ({ owner, ...filter }: ExternalAccountFilter) =>
  queryOptions({
    queryKey: ['external-accounts', owner, filter],
    queryFn: () => {
      const { customerId, ...page } = filter
      return owner === 'customers'
        ? api('listCustomerExternalAccounts', { query: { ...page, customerId } })
        : api('listPlatformExternalAccounts', { query: page })
    },
    placeholderData: keepPreviousData,
  })

/** @param owner `platform`, `customers`, or anything else where only the id is known */
export const externalAccountQuery = (owner: string | undefined, id: string) =>
  queryOptions({
    queryKey: ['external-account', owner, id],
    queryFn: () => findExternalAccount(owner, id),
  })

async function findExternalAccount(owner: string | undefined, id: string): Promise<ExternalAccount> {
  const params = { externalAccountId: id }
  if (owner !== 'platform')
    try {
      return await api('getCustomerExternalAccountById', { params })
    } catch (error) {
      if (owner === 'customers' || !(error instanceof ApiError) || error.status !== 404) throw error
    }
  return await api('getPlatformExternalAccountById', { params })
}

export const CUSTOMERS_SHOWN = 100

/** The newest customers, for selection. */
export const customersQuery = queryOptions({
  queryKey: ['customers'],
  queryFn: () => api('listCustomers', { query: { limit: CUSTOMERS_SHOWN } }),
})

export const registerAccount = (body: ExternalAccountCreateRequest): Promise<ExternalAccount> =>
  ownerKindOf(body) === 'customers'
    ? api('createCustomerExternalAccount', { body })
    : api('createPlatformExternalAccount', { body })

export const deleteAccount = async (account: ExternalAccount): Promise<void> =>
  ownerKindOf(account) === 'customers'
    ? api('deleteCustomerExternalAccountById', { params: { externalAccountId: account.id } })
    : api('deletePlatformExternalAccountById', { params: { externalAccountId: account.id } })
