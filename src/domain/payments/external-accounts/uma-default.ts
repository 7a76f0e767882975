/** Default deposit account: the one external account of a customer that receives payments to their UMA address. */
import type { Rows } from '../../../engine/rows.ts'
import { claims } from '../../platform/claim.ts'
import { externalAccounts } from './tables.ts'

const defaultClaim = (customerId: string) => `uma-default/${customerId}`

/** The customer's default at the last commit; undefined: payments to their address stay in their internal account. */
export const umaDefault = (rows: Rows, customerId: string): string | undefined =>
  rows.peek(claims, defaultClaim(customerId))?.holder

/** Makes an account the default and takes that from the present one. */
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

/** After an account is gone, payments to the address go to the customer's internal account again. */
export function dropDefault(rows: Rows, customerId: string, accountId: string): void {
  const held = rows.find(claims, defaultClaim(customerId))
  if (held?.holder === accountId) rows.remove(claims, held)
}
