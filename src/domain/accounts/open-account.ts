/** Owns the opening of internal accounts: one for each currency an owner may hold (decision 30). */
import { CURRENCIES } from '../../../contract/currencies.ts'
import { knownCurrency } from '../../core/currency.ts'
import type { Rows } from '../../engine/rows.ts'
import { balances } from '../ledger/tables.ts'
import { claimMade } from '../platform/claim.ts'
import { claims } from '../platform/tables.ts'
import { type Account, type AccountType, accounts } from './tables.ts'

/** Whose account: a customer's, or with null the platform's own. */
export interface Owner {
  readonly customerId: string | null
  readonly platformCustomerId: string | null
}

const accountClaim = ({ customerId }: Owner, currency: string): string =>
  `account/${customerId ?? 'platform'}/${currency}`

/** Opens the first accounts of an owner who is new or just approved, so that nobody else can be at it. */
export function openAccounts(rows: Rows, owner: Owner, currencies: readonly string[]): void {
  for (const currency of currencies)
    claimMade(rows, accountClaim(owner, currency), openAccount(rows, owner, currency).id)
}

/** Opens an account in each currency in which the owner has never had one. */
export function openMissingAccounts(rows: Rows, owners: readonly (readonly [Owner, currency: string])[]): void {
  rows.together(...owners.map(([owner, currency]) => [claims, accountClaim(owner, currency)] as const))
  for (const [owner, currency] of owners) {
    const name = accountClaim(owner, currency)
    if (!rows.find(claims, name)) rows.add(claims, { name, holder: openAccount(rows, owner, currency).id })
  }
}

function openAccount(rows: Rows, { customerId, platformCustomerId }: Owner, currency: string): Account {
  const type = accountType(currency, customerId !== null)
  const account = rows.add(accounts, {
    id: rows.newId(),
    customerId,
    platformCustomerId,
    type,
    currency,
    createdAt: rows.now,
  })
  rows.add(balances, {
    id: account.id,
    status: 'ACTIVE',
    posted: 0n,
    held: 0n,
    privateEnabled: type === 'EMBEDDED_WALLET' ? false : null,
    version: 0,
    updatedAt: rows.now,
  })
  return account
}

/** A customer's USDB is in a wallet of their own; everything else the service holds for them. */
function accountType(currency: string, isCustomers: boolean): AccountType {
  if (currency === 'USDB' && isCustomers) return 'EMBEDDED_WALLET'
  return CURRENCIES[knownCurrency(currency)].kind === 'FIAT' ? 'INTERNAL_FIAT' : 'INTERNAL_CRYPTO'
}
