/** Customer approval: an approved customer has an account in each of their currencies. */
import { command } from '../../engine/command.ts'
import { move } from '../../infra/state-machines/move.ts'
import type { NewWallet } from '../../providers/custodian/port.ts'
import { openAccounts } from '../accounts/open-account.ts'
import { type Platform, platforms } from '../platform/platform.ts'
import { type Customer, customerMachine, customers } from './customer.ts'
import { customerCurrencies } from './customer-currencies.ts'

interface Approval {
  readonly customerId: string
  /** As `openAccounts` takes it. */
  readonly wallet?: NewWallet
}

/** @throws Refusal INVALID_STATE_TRANSITION if the customer was approved or rejected before */
export const approveCustomer = command({
  reads: (_seen, { customerId }: Approval) => [[customers, customerId]],
  run(rows, { customerId, wallet }): Customer {
    const customer = rows.get(customers, customerId)
    const platform = rows.peek(platforms, rows.platformId) as Platform
    const approved = move(rows, customerMachine, customer, 'approve', { updatedAt: rows.now })
    const owner = { customerId, platformCustomerId: customer.platformCustomerId }
    openAccounts(rows, owner, customerCurrencies(customer, platform), wallet)
    return approved
  },
})
