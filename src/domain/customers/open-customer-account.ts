/** Opening of a further account in a currency that a customer may already hold (decision 62). */
import { refuse, refuseField } from '../../core/refusal.ts'
import { command } from '../../engine/command.ts'
import type { NewWallet } from '../../providers/custodian/port.ts'
import type { Account } from '../accounts/internal-account.ts'
import { openFurtherAccount } from '../accounts/open-account.ts'
import { type Platform, platforms } from '../platform/platform.ts'
import { customers } from './customer.ts'

interface FurtherAccount {
  readonly customerId: string
  readonly currency: string
  readonly wallet?: NewWallet | undefined
}

/** Payments to the customer's address still go to their first account. @throws Refusal USER_NOT_FOUND, CUSTOMER_DELETED, USER_NOT_READY, INVALID_CURRENCY */
export const openCustomerAccount = command({
  reads: (_seen, { customerId }: FurtherAccount) => [[customers, customerId]],
  run(rows, { customerId, currency, wallet }): Account {
    const { platformCustomerId, status, deletedAt } = rows.get(customers, customerId)
    if (deletedAt !== null) refuse('CUSTOMER_DELETED', 'The customer is deleted')
    if (status !== 'APPROVED')
      refuse('USER_NOT_READY', `The customer is ${status}; only approved customers have accounts`)
    const { supportedCurrencies } = rows.peek(platforms, rows.platformId) as Platform
    if (!supportedCurrencies.some(({ currencyCode }) => currencyCode === currency))
      refuseField('INVALID_CURRENCY', 'currency', "is not among the platform's supported currencies")
    return openFurtherAccount(rows, { customerId, platformCustomerId }, currency, wallet)
  },
})
