/** Account reads of agents. */
import type { Contract } from '../../../../../contract/contract.ts'
import { bareId, wireId } from '../../../../core/ids.ts'
import { notFound } from '../../../../core/refusal.ts'
import type { Engine } from '../../../../engine/engine.ts'
import type { Pages } from '../../../../infra/db/page.ts'
import type { Store } from '../../../../infra/db/store.ts'
import type { Request } from '../../../../infra/operations/handlers.ts'
import type { Rails } from '../../../../providers/rails/port.ts'
import { listCustomerInternalAccounts } from '../../../accounts/queries.ts'
import type { ExternalAccount } from '../../../payments/external-accounts/external-account.ts'
import {
  getCustomerExternalAccountById,
  listCustomerExternalAccounts,
} from '../../../payments/external-accounts/queries.ts'
import { allowedAccounts } from '../../policies/policy.ts'
import { requireReadPermission } from '../agent-caller.ts'

export interface ReadNeeds {
  readonly store: Store
  readonly engine: Engine
  readonly pages: Pages
  readonly rails: Rails
}

/** The accounts of its customer that the policy allows. @throws Refusal UNAUTHORIZED, FORBIDDEN */
export async function agentListInternalAccounts(
  { store, engine, pages, rails }: ReadNeeds,
  request: Request<Contract['agentListInternalAccounts']>,
) {
  const reading = { operation: 'agentListInternalAccounts', permission: 'VIEW_TRANSACTIONS' } as const
  const { customerId, policy } = await requireReadPermission({ store, engine }, request, reading)
  const among = allowedAccounts(policy)?.map(bareId)
  const query = { ...request.query, customerId: wireId('Customer', customerId), ...(among && { among }) }
  return listCustomerInternalAccounts({ store, pages, rails }, request.platformId, query)
}

/** @throws Refusal UNAUTHORIZED, FORBIDDEN */
export async function agentListExternalAccounts(
  { store, engine, pages }: ReadNeeds,
  request: Request<Contract['agentListExternalAccounts']>,
) {
  const reading = { operation: 'agentListExternalAccounts', permission: 'MANAGE_EXTERNAL_ACCOUNTS' } as const
  const { customerId } = await requireReadPermission({ store, engine }, request, reading)
  const query = { ...request.query, customerId: wireId('Customer', customerId) }
  return listCustomerExternalAccounts(store, pages, request.platformId, query)
}

/** @throws Refusal UNAUTHORIZED, FORBIDDEN, EXTERNAL_ACCOUNT_NOT_FOUND */
export async function agentGetExternalAccount(
  { store, engine }: ReadNeeds,
  request: Request<Contract['agentGetExternalAccount']>,
): Promise<ExternalAccount> {
  const { externalAccountId: accountId } = request.params
  const { customerId } = await requireReadPermission({ store, engine }, request, {
    operation: 'agentGetExternalAccount',
    permission: 'MANAGE_EXTERNAL_ACCOUNTS',
    details: { accountId },
  })
  const account = await getCustomerExternalAccountById(store, request.platformId, bareId(accountId))
  if (account.customerId !== customerId) throw notFound('ExternalAccount')
  return account
}
