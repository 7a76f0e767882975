/** Banks of the sandbox: the other platforms that the session may view, with the UMA addresses of their customers. */
import { queryOptions } from '@tanstack/react-query'
import type { Contract } from '../../../../../contract/contract.ts'
import type { ReplyOf } from '../../../../../contract/operation.ts'
import { apiOf } from '../../../api/client.ts'
import { queryClient } from '../../../api/queries.ts'
import { sessionQuery } from '../../../api/session.ts'

/** A platform as an institution of UMA. */
export interface Bank {
  /** Wire id of its configuration. */
  readonly id: string
  readonly name: string
  /** Empty: it has none. */
  readonly umaDomain: string
}

export interface OtherBank extends Bank {
  readonly addresses: readonly { readonly umaAddress: string; readonly name: string }[]
}

/** Maximum number of addresses per platform. */
const ADDRESSES_MAX = 20

/** The platform being viewed first. None for an operator: operators do not pay. */
export async function readBanks(): Promise<readonly Bank[]> {
  const { session } = await queryClient.ensureQueryData(sessionQuery)
  if (!session || session.operator) return []
  const { platformId, platforms } = session
  const banks = platforms.map(async ({ id, name }) => {
    const { umaDomain = '' } = await apiOf(id)('getPlatformConfig')
    return { id, name, umaDomain }
  })
  return (await Promise.all(banks)).sort((a, b) => Number(b.id === platformId) - Number(a.id === platformId))
}

async function readOtherBanks(): Promise<readonly OtherBank[]> {
  const [, ...others] = await readBanks()
  return Promise.all(others.map(async (bank) => ({ ...bank, addresses: await readAddresses(bank.id) })))
}

type Customer = ReplyOf<Contract['listCustomers']>['data'][number]
const isApproved = (customer: Customer) =>
  (customer.customerType === 'BUSINESS' ? customer.kybStatus : customer.kycStatus) === 'APPROVED'

async function readAddresses(platformId: string): Promise<OtherBank['addresses']> {
  const { data } = await apiOf(platformId)('listCustomers', { query: { limit: ADDRESSES_MAX } })
  return data
    .filter(isApproved)
    .map((customer) => ({ umaAddress: customer.umaAddress, name: nameOf(customer) }))
    .reverse()
}

const nameOf = (customer: Customer): string =>
  (customer.customerType === 'BUSINESS' ? customer.businessInfo?.legalName : customer.fullName) ??
  customer.platformCustomerId

export const otherBanksQuery = queryOptions({ queryKey: ['other-banks'], queryFn: readOtherBanks })
