/** Customers who can hold a card, from the accounts that are shown. */
import type { OwnedAccount } from '../../../../contract/platform/overview.ts'

export interface Holder {
  readonly id: string
  readonly name: string
}

/** Each customer once, by name. The platform itself holds no cards. */
export function holdersIn(accounts: readonly OwnedAccount[]): Holder[] {
  const names = new Map(
    accounts.flatMap(({ customerId, ownerName }) => (customerId ? [[customerId as string, ownerName] as const] : [])),
  )
  return [...names].map(([id, name]) => ({ id, name })).sort((a, b) => a.name.localeCompare(b.name))
}
