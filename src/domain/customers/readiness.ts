/** Owns the rule that money moves only for customers who are approved. */
import { notFound, refuse } from '../../core/refusal.ts'
import type { Rows } from '../../engine/rows.ts'
import { customers } from './tables.ts'

/** @throws Refusal USER_NOT_READY, USER_NOT_FOUND */
export function refuseUnlessReady(rows: Rows, customerId: string): void {
  const customer = rows.peek(customers, customerId)
  if (!customer || customer.deletedAt !== null) throw notFound('Customer')
  if (customer.status !== 'APPROVED')
    refuse('USER_NOT_READY', `The customer is ${customer.status}; money moves only for approved customers`)
}
