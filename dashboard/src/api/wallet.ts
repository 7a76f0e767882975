/** Owns what the wallet and inbox pages read, by the same calls as everybody. */
import { queryOptions } from '@tanstack/react-query'
import type { Contract } from '../../../contract/contract.ts'
import type { ReplyOf } from '../../../contract/operation.ts'
import { queryText } from './call.ts'
import { send } from './calls.ts'

/** Nobody is told of credentials, sessions and mails, so open pages ask. */
const ASK_MS = 4000
const MAILS_MS = 2000

const read = async <Operation extends keyof Contract>(
  path: string,
  query: Readonly<Record<string, string | number | undefined>> = {},
) => (await send({ method: 'GET', path: `${path}${queryText(query)}` })).body as ReplyOf<Contract[Operation]>

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
      read<'listCustomerInternalAccounts'>('/customers/internal-accounts', {
        type: 'EMBEDDED_WALLET',
        customerId,
        limit: customerId ? undefined : WALLETS_SHOWN,
      }),
    // A new customer's wallet is made a moment later.
    refetchInterval: ({ state: { data, error } }) =>
      error || (data?.data.length && data.data.every(({ status }) => status === 'ACTIVE')) ? false : 1000,
  })

export const customerQuery = (id: string) =>
  queryOptions({ queryKey: ['customer', id], queryFn: () => read<'getCustomerById'>(`/customers/${id}`) })

export const credentialsQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['credentials', accountId],
    queryFn: async () => (await read<'listAuthCredentials'>('/auth/credentials', { accountId })).data,
    refetchInterval: ASK_MS,
  })

export const sessionsQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['sessions', accountId],
    queryFn: async () => (await read<'listAuthSessions'>('/auth/sessions', { accountId })).data,
    refetchInterval: ASK_MS,
  })

/** @param to an address; without one all mails */
export const inboxQuery = (to?: string) =>
  queryOptions({
    queryKey: ['inbox', to ?? 'all'],
    queryFn: () => read<'listSandboxInbox'>('/sandbox/inbox', { to, limit: WALLETS_SHOWN }),
    refetchInterval: MAILS_MS,
  })
