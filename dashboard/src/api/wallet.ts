/** Queries of the wallet and inbox pages, recorded for the call log. */
import { queryOptions } from '@tanstack/react-query'
import type { Contract } from '../../../contract/contract.ts'
import type { ReplyOf } from '../../../contract/operation.ts'
import { recordedApi } from './recorded-calls.ts'

/** Credentials, sessions and emails cause no live update, so open pages poll. */
const ASK_MS = 4000
const MAILS_MS = 2000

export type Wallet = ReplyOf<Contract['listCustomerInternalAccounts']>['data'][number]
export type Credential = ReplyOf<Contract['listAuthCredentials']>['data'][number]
export type Session = ReplyOf<Contract['listAuthSessions']>['data'][number]
export type Mail = ReplyOf<Contract['listSandboxInbox']>['data'][number]

export const WALLETS_SHOWN = 50

/** All wallets, or the one of a customer. */
export const walletsQuery = (customerId?: string) =>
  queryOptions({
    queryKey: ['wallets', customerId ?? 'all'],
    queryFn: () =>
      recordedApi('listCustomerInternalAccounts', {
        query: { type: 'EMBEDDED_WALLET', customerId, limit: customerId ? undefined : WALLETS_SHOWN },
      }),
    // A new customer's wallet is created a moment later.
    refetchInterval: ({ state: { data, error } }) =>
      error || (data?.data.length && data.data.every(({ status }) => status === 'ACTIVE')) ? false : 1000,
  })

export const customerQuery = (id: string) =>
  queryOptions({
    queryKey: ['customer', id],
    queryFn: () => recordedApi('getCustomerById', { params: { customerId: id } }),
  })

export const credentialsQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['credentials', accountId],
    queryFn: async () => (await recordedApi('listAuthCredentials', { query: { accountId } })).data,
    refetchInterval: ASK_MS,
  })

export const sessionsQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['sessions', accountId],
    queryFn: async () => (await recordedApi('listAuthSessions', { query: { accountId } })).data,
    refetchInterval: ASK_MS,
  })

/** @param to an address; without one all mails */
export const inboxQuery = (to?: string) =>
  queryOptions({
    queryKey: ['inbox', to ?? 'all'],
    queryFn: () => recordedApi('listSandboxInbox', { query: { to, limit: WALLETS_SHOWN } }),
    refetchInterval: MAILS_MS,
  })
