/** Owns the approval of a customer: from then on they hold accounts. */
import type { Rows } from '../../engine/rows.ts'
import { move } from '../../infra/states/move.ts'
import type { NewWallet } from '../../providers/custodian/port.ts'
import { openAccounts } from '../accounts/open-account.ts'
import { type Platform, platforms } from '../platform/platform.ts'
import { customerCurrencies } from './create-customer.ts'
import { type Customer, customerMachine, customers } from './customer.ts'

/** @param wallet as `openAccounts` takes it. @throws Refusal INVALID_STATE_TRANSITION when the customer was approved or rejected before */
export function approveCustomer(rows: Rows, customerId: string, wallet?: NewWallet): Customer {
  const customer = rows.get(customers, customerId)
  const platform = rows.peek(platforms, rows.platformId) as Platform
  const approved = move(rows, customerMachine, customer, 'approve', { updatedAt: rows.now })
  openAccounts(
    rows,
    { customerId, platformCustomerId: customer.platformCustomerId },
    customerCurrencies(customer, platform),
    wallet,
  )
  return approved
}
