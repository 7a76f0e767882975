/** Receiving account of a simulated payment, by customer id or UMA address, and currency. */
import { bareId } from '../../core/ids.ts'
import { notFound, refuseField, umaAddressNotFound } from '../../core/refusal.ts'
import type { Store } from '../../infra/db/store.ts'
import type { Customer } from '../customers/customer.ts'
import { refuseUnlessApproved } from '../customers/readiness.ts'
import { parseUmaAddress } from '../payments/receivers/find-receiver.ts'

interface Receiver {
  readonly receiverUmaAddress?: string
  readonly customerId?: string
  readonly receivingCurrencyCode: string
}

/** @returns its bare id. @throws Refusal USER_NOT_FOUND, UMA_NOT_FOUND, USER_NOT_READY, INVALID_CURRENCY, INVALID_INPUT */
export async function findReceivingAccount(
  store: Store,
  platformId: string,
  { receiverUmaAddress, customerId, receivingCurrencyCode }: Receiver,
): Promise<string> {
  if (receiverUmaAddress === undefined && customerId === undefined)
    refuseField('INVALID_INPUT', 'receiverUmaAddress', 'is required unless customerId is given')
  const address = receiverUmaAddress === undefined ? undefined : parseUmaAddress(receiverUmaAddress)
  const found = await store.query<Pick<Customer, 'id' | 'umaAddress' | 'status'>>(
    'select id, uma_address as "umaAddress", status from customers where platform_id = $1 and deleted_at is null and (id = $2::uuid or uma_address = $3)',
    [platformId, customerId === undefined ? null : bareId(customerId), address ?? null],
  )
  const customer = customerId === undefined ? found[0] : found.find(({ id }) => id === bareId(customerId))
  if (!customer) throw customerId === undefined ? umaAddressNotFound() : notFound('Customer')
  if (address !== undefined && customer.umaAddress !== address)
    refuseField('INVALID_INPUT', 'receiverUmaAddress', 'must be the UMA address of the customer')
  // Customers have no accounts before they are approved, so a missing account would not be a reason to refuse the currency.
  refuseUnlessApproved(customer)
  const [account] = await store.query<{ id: string }>(
    'select id from accounts where platform_id = $1 and customer_id = $2 and currency = $3 order by id limit 1',
    [platformId, customer.id, receivingCurrencyCode],
  )
  return account
    ? account.id
    : refuseField(
        'INVALID_CURRENCY',
        'receivingCurrencyCode',
        'must be a currency in which the customer has an account',
      )
}
