/** Owns what the pages of external accounts read and write, by the same calls as everybody. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Contract } from '../../../contract/contract.ts'
import type { ReplyOf } from '../../../contract/operation.ts'
import type {
  ExternalAccount,
  ExternalAccountCreateRequest,
} from '../../../contract/payments/external-accounts/external-accounts.ts'
import { API, call, queryText } from './call.ts'

/** The API keeps the accounts of customers apart from those of the platform. */
export type OwnerKind = 'customers' | 'platform'

export const ownerKindOf = ({ customerId }: Pick<ExternalAccount, 'customerId'>): OwnerKind =>
  customerId ? 'customers' : 'platform'

const pathOf = (owner: OwnerKind) => `${API}/${owner}/external-accounts`

export interface ExternalAccountFilter {
  readonly owner: OwnerKind
  readonly customerId?: string | undefined
  readonly cursor?: string | undefined
  readonly limit: number
}

export const externalAccountsQuery = ({ owner, ...filter }: ExternalAccountFilter) =>
  queryOptions({
    queryKey: ['external-accounts', owner, filter],
    queryFn: () =>
      call<ReplyOf<Contract['listCustomerExternalAccounts']>>('GET', `${pathOf(owner)}${queryText(filter)}`),
    placeholderData: keepPreviousData,
  })

export const externalAccountQuery = (owner: OwnerKind, id: string) =>
  queryOptions({
    queryKey: ['external-account', owner, id],
    queryFn: () => call<ExternalAccount>('GET', `${pathOf(owner)}/${id}`),
  })

export const CUSTOMERS_SHOWN = 100

/** The newest customers, to choose from. */
export const customersQuery = queryOptions({
  queryKey: ['customers'],
  queryFn: () =>
    call<ReplyOf<Contract['listCustomers']>>('GET', `${API}/customers${queryText({ limit: CUSTOMERS_SHOWN })}`),
})

export const registerAccount = (request: ExternalAccountCreateRequest): Promise<ExternalAccount> =>
  call('POST', pathOf(ownerKindOf(request)), request)

export const deleteAccount = (account: ExternalAccount): Promise<void> =>
  call('DELETE', `${pathOf(ownerKindOf(account))}/${account.id}`)
