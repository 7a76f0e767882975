/** Owns what the pages of cards and balances read. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Contract } from '../../../contract/contract.ts'
import type { AccountLedger, CardStory, PurchaseStory } from '../../../contract/dashboard.ts'
import type { ReplyOf } from '../../../contract/operation.ts'
import { API, call, queryText } from './call.ts'

export interface CardFilter {
  readonly state?: string | undefined
  readonly cardholderId?: string | undefined
  readonly accountId?: string | undefined
  readonly cursor?: string | undefined
  readonly limit: number
}

export const cardsQuery = (filter: CardFilter) =>
  queryOptions({
    queryKey: ['cards', filter],
    queryFn: () => call<ReplyOf<Contract['listCards']>>('GET', `${API}/cards${queryText({ ...filter })}`),
    placeholderData: keepPreviousData,
  })

export const cardQuery = (id: string | undefined) =>
  queryOptions({
    queryKey: ['card', id],
    queryFn: () => call<CardStory>('GET', `/dashboard-api/cards/${id}`),
    enabled: id !== undefined,
  })

/** Consents of wallets to pay for a card, ended ones too. */
export const delegatedKeysQuery = (cardId: string) =>
  queryOptions({
    queryKey: ['delegated-keys', cardId],
    queryFn: async () =>
      (await call<ReplyOf<Contract['listDelegatedKeys']>>('GET', `${API}/auth/delegated-keys${queryText({ cardId })}`))
        .data,
  })

export const purchaseQuery = (id: string | undefined) =>
  queryOptions({
    queryKey: ['purchase', id],
    queryFn: () => call<PurchaseStory>('GET', `/dashboard-api/card-transactions/${id}`),
    enabled: id !== undefined,
  })

/** More accounts than the API gives at once nobody has. */
const ACCOUNTS = 100

/** All accounts of a customer, wallet included. */
export const holdingsQuery = (customerId: string | undefined) =>
  queryOptions({
    queryKey: ['holdings', customerId],
    queryFn: async () =>
      (
        await call<ReplyOf<Contract['listCustomerInternalAccounts']>>(
          'GET',
          `${API}/customers/internal-accounts${queryText({ customerId, limit: ACCOUNTS })}`,
        )
      ).data,
    enabled: customerId !== undefined,
  })

export const ledgerQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['ledger', accountId],
    queryFn: () => call<AccountLedger>('GET', `/dashboard-api/accounts/${accountId}/ledger`),
  })
