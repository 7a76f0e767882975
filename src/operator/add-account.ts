/** Owns the opening of a further account for a customer, by the operator (decision 62). */
import { wireId } from '../core/ids.ts'
import { openCustomerAccount } from '../domain/customers/open-customer-account.ts'
import { idIn, type Operator, platformOf } from './operator.ts'

/** @returns the wire id of the account. @throws Refusal USER_NOT_FOUND, CUSTOMER_DELETED, USER_NOT_READY, INVALID_CURRENCY */
export async function addAccount({ store, engine }: Operator, customer: string, currency: string): Promise<string> {
  const customerId = idIn(customer, 'Customer')
  const platformId = await platformOf(store, 'customers', customerId, 'Customer')
  const account = await engine.run(platformId, (rows) => openCustomerAccount(rows, { customerId, currency }))
  return wireId('InternalAccount', account.id)
}
