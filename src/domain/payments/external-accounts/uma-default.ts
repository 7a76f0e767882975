/** Default deposit account: the one external account of a customer that receives payments to their UMA address. */
import type { Rows } from '../../../engine/rows.ts'
import { claims } from '../../platform/name-claim.ts'
import { externalAccounts } from './external-account.ts'

/** Name whose holder is the customer's default. */
export const defaultClaim = (customerId: string) => `uma-default/${customerId}`

/** Bare id of the customer's default at the last commit; undefined: payments to their UMA address stay in their internal account. */
export const umaDefault = (rows: Rows, customerId: string): string | undefined =>
  rows.peek(claims, defaultClaim(customerId))?.holder

/** Makes an account the customer's default; it replaces the current default, if there is one. */
export function moveDefault(rows: Rows, customerId: string, accountId: string): void {
  const held = rows.find(claims, defaultClaim(customerId))
  if (!held) {
    rows.add(claims, { name: defaultClaim(customerId), holder: accountId })
    return
  }
  const before = rows.find(externalAccounts, held.holder)
  if (before) rows.change(externalAccounts, before, { defaultUmaDepositAccount: false, updatedAt: rows.now })
  rows.change(claims, held, { holder: accountId })
}

/** When the default is deleted, payments to the UMA address stay in the customer's internal account again. */
export function dropDefault(rows: Rows, customerId: string, accountId: string): void {
  const held = rows.find(claims, defaultClaim(customerId))
  if (held?.holder === accountId) rows.remove(claims, held)
}
