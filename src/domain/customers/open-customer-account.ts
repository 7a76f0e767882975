/** Owns the opening of a further account in a currency that a customer may hold already (decision 62). */
import { refuse, refuseField } from '../../core/refusal.ts'
import type { Rows } from '../../engine/rows.ts'
import type { NewWallet } from '../../providers/custodian/port.ts'
import type { Account } from '../accounts/internal-account.ts'
import { openFurtherAccount } from '../accounts/open-account.ts'
import { type Platform, platforms } from '../platform/platform.ts'
import { customers } from './customer.ts'

/** Payments to the customer's address still go to the account that was there first. @throws Refusal USER_NOT_FOUND, CUSTOMER_DELETED, USER_NOT_READY, INVALID_CURRENCY */
export function openCustomerAccount(rows: Rows, customerId: string, currency: string, wallet?: NewWallet): Account {
  const { platformCustomerId, status, deletedAt } = rows.get(customers, customerId)
  if (deletedAt !== null) refuse('CUSTOMER_DELETED', 'The customer is deleted')
  if (status !== 'APPROVED')
    refuse('USER_NOT_READY', `The customer is ${status}; only approved customers have accounts`)
  const { supportedCurrencies } = rows.peek(platforms, rows.platformId) as Platform
  if (!supportedCurrencies.some(({ currencyCode }) => currencyCode === currency))
    refuseField('INVALID_CURRENCY', 'currency', "is not among the platform's supported currencies")
  return openFurtherAccount(rows, { customerId, platformCustomerId }, currency, wallet)
}
