/** Verification link by the platform's own customer id. */
import type { Contract } from '../../../../contract/contract.ts'
import type { ReplyOf } from '../../../../contract/operation.ts'
import { wireId } from '../../../core/ids.ts'
import type { Store } from '../../../infra/db/store.ts'
import type { HostedKyc } from '../../../providers/identity/port.ts'
import { findCustomerId } from '../queries.ts'

interface LinkRequest {
  readonly platformCustomerId: string
  readonly redirectUri?: string
}

/** @throws Refusal USER_NOT_FOUND; as `openPage` */
export async function getCustomerKycLink(
  store: Store,
  openPage: HostedKyc['open'],
  platformId: string,
  { platformCustomerId, redirectUri }: LinkRequest,
): Promise<ReplyOf<Contract['getCustomerKycLink']>> {
  const customerId = await findCustomerId(store, platformId, platformCustomerId)
  const { url } = await openPage({ platformId, customerId, ...(redirectUri !== undefined && { redirectUri }) })
  return { customerId: wireId('Customer', customerId), platformCustomerId, kycUrl: url }
}
