/** Queries of the card and balance pages. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Card } from '../../../contract/cards/cards.ts'
import { api } from './client.ts'

export interface CardFilter {
  /** From the page's address; the server rejects unknown values. */
  readonly state?: string | undefined
  readonly cardholderId?: string | undefined
  readonly accountId?: string | undefined
  readonly cursor?: string | undefined
  readonly limit: number
}

export const cardsQuery = (filter: CardFilter) =>
  queryOptions({
    queryKey: ['cards', filter],
    queryFn: () => api('listCards', { query: { ...filter, state: filter.state as Card['state'] | undefined } }),
    placeholderData: keepPreviousData,
  })

export const cardQuery = (id: string | undefined) =>
  queryOptions({
    queryKey: ['card', id],
    queryFn: () => api('getCardHistory', { params: { id: id as string } }),
    enabled: id !== undefined,
  })

/** Delegated keys of a card, revoked ones included. */
export const delegatedKeysQuery = (cardId: string) =>
  queryOptions({
    queryKey: ['delegated-keys', cardId],
    queryFn: async () => (await api('listDelegatedKeys', { query: { cardId } })).data,
  })

export const purchaseQuery = (id: string | undefined) =>
  queryOptions({
    queryKey: ['purchase', id],
    queryFn: () => api('getCardTransactionHistory', { params: { id: id as string } }),
    enabled: id !== undefined,
  })

/** One page of the API is enough: no customer has more accounts. */
const ACCOUNTS = 100

/** All accounts of a customer, wallet included. */
export const holdingsQuery = (customerId: string | undefined) =>
  queryOptions({
    queryKey: ['holdings', customerId],
    queryFn: async () => (await api('listCustomerInternalAccounts', { query: { customerId, limit: ACCOUNTS } })).data,
    enabled: customerId !== undefined,
  })
