/** Readiness rule: money moves only for approved customers. */
import { notFound, refuse } from '../../core/refusal.ts'
import type { Rows } from '../../engine/rows.ts'
import { refuseFrozenOwner } from '../platform/freeze.ts'
import { type Customer, customers } from './customer.ts'

/** @throws Refusal USER_NOT_FOUND, USER_NOT_READY */
export function refuseUnlessReady(rows: Rows, customerId: string): void {
  const customer = rows.peek(customers, customerId)
  if (!customer || customer.deletedAt !== null) throw notFound('Customer')
  refuseUnlessApproved(customer)
}

/** For payments from outside that a customer makes. @param customerId null: the platform itself. @throws Refusal FORBIDDEN, USER_NOT_FOUND, USER_NOT_READY */
export function refuseUnlessCustomerPays(rows: Rows, customerId: string | null): void {
  refuseFrozenOwner(rows, customerId)
  if (customerId !== null) refuseUnlessReady(rows, customerId)
}

/** Whether the owner may pay now. @param customerId null: the platform itself. @throws Refusal FORBIDDEN, ACCOUNT_NOT_ACTIVE, USER_NOT_READY */
export function refuseUnlessPayer(rows: Rows, customerId: string | null): void {
  refuseFrozenOwner(rows, customerId)
  if (customerId !== null) refuseUnlessOwnerReady(rows, customerId)
}

/**
 * For requests that name an account and not its owner: the accounts of a deleted customer are closed (decision 20).
 * @throws Refusal ACCOUNT_NOT_ACTIVE, USER_NOT_READY
 */
function refuseUnlessOwnerReady(rows: Rows, customerId: string): void {
  const owner = rows.peek(customers, customerId)
  if (owner && owner.deletedAt !== null)
    refuse('ACCOUNT_NOT_ACTIVE', 'The account is CLOSED; only an ACTIVE account sends and receives')
  refuseUnlessReady(rows, customerId)
}

/** @throws Refusal USER_NOT_READY */
export function refuseUnlessApproved({ status }: Pick<Customer, 'status'>): void {
  if (status !== 'APPROVED')
    refuse('USER_NOT_READY', `The customer is ${status}; money moves only for approved customers`)
}
