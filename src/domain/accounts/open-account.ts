/** Owns the opening of internal accounts: one for each currency an owner may hold (decision 30). */
import { CURRENCIES } from '../../../contract/currencies.ts'
import { knownCurrency } from '../../core/currency.ts'
import type { Rows } from '../../engine/rows.ts'
import { balances } from '../ledger/tables.ts'
import { type Account, type AccountType, accounts } from './tables.ts'

/** Whose account: a customer's, or with null the platform's own. */
export interface Owner {
  readonly customerId: string | null
  readonly platformCustomerId: string | null
}

export function openAccount(rows: Rows, { customerId, platformCustomerId }: Owner, currency: string): Account {
  const type = accountType(currency, customerId !== null)
  const account = rows.add(accounts, { id: rows.newId(), customerId, platformCustomerId, type, currency, createdAt: rows.now })
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
