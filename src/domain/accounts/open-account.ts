/** Owns the opening of internal accounts: one for each currency an owner may hold (decision 30). */
import type { InternalAccountType } from '../../../contract/accounts/internal-accounts.ts'
import { CURRENCIES } from '../../../contract/currencies.ts'
import { knownCurrency } from '../../core/currency.ts'
import type { Rows } from '../../engine/rows.ts'
import { enqueue } from '../../infra/jobs/enqueue.ts'
import type { NewWallet } from '../../providers/custodian/port.ts'
import { balances } from '../ledger/balance.ts'
import { claimFresh, claims } from '../platform/claim.ts'
import { type Account, accounts } from './internal-account.ts'
import { storeWalletKey } from './wallet-key.ts'

/** Whose account: a customer's, or with null the platform's own. */
export interface Owner {
  readonly customerId: string | null
  readonly platformCustomerId: string | null
}

const accountClaim = ({ customerId }: Pick<Owner, 'customerId'>, currency: string): string =>
  `account/${customerId ?? 'platform'}/${currency}`

/** The platform's own account in a currency; undefined: it has none. */
export const platformAccount = (rows: Rows, currency: string): string | undefined =>
  rows.find(claims, accountClaim({ customerId: null }, currency))?.holder

/** The ids of a customer's first accounts, one in each currency that has one. */
export function firstAccounts(rows: Rows, customerId: string): string[] {
  const names = Object.keys(CURRENCIES).map((currency) => accountClaim({ customerId }, currency))
  rows.together(...names.map((name) => [claims, name] as const))
  return names.flatMap((name) => rows.find(claims, name)?.holder ?? [])
}

/**
 * Opens the first accounts of an owner who is new or just approved, so that nobody else can be at it.
 * @param wallet a key for the account that is a wallet, if there is one; absent: it is PENDING until a job has made one
 */
export function openAccounts(rows: Rows, owner: Owner, currencies: readonly string[], wallet?: NewWallet): void {
  for (const currency of currencies)
    claimFresh(rows, accountClaim(owner, currency), openAccount(rows, owner, currency, wallet).id)
}

/** Opens an account in each currency in which the owner has never had one. */
export function openMissingAccounts(rows: Rows, owners: readonly (readonly [Owner, currency: string])[]): void {
  rows.together(...owners.map(([owner, currency]) => [claims, accountClaim(owner, currency)] as const))
  for (const [owner, currency] of owners) {
    const name = accountClaim(owner, currency)
    if (!rows.find(claims, name)) rows.add(claims, { name, holder: openAccount(rows, owner, currency).id })
  }
}

/** Opens an account whether or not the owner has one in the currency; the first one is theirs by default. */
export function openFurtherAccount(rows: Rows, owner: Owner, currency: string, wallet?: NewWallet): Account {
  const account = openAccount(rows, owner, currency, wallet)
  const name = accountClaim(owner, currency)
  if (!rows.find(claims, name)) rows.add(claims, { name, holder: account.id })
  return account
}

function openAccount(
  rows: Rows,
  { customerId, platformCustomerId }: Owner,
  currency: string,
  wallet?: NewWallet,
): Account {
  const type = accountType(currency, customerId !== null)
  const account = rows.add(accounts, {
    id: wallet && type === 'EMBEDDED_WALLET' ? wallet.walletId : rows.newId(),
    customerId,
    platformCustomerId,
    type,
    currency,
    createdAt: rows.now,
  })
  rows.add(balances, {
    id: account.id,
    status: type === 'EMBEDDED_WALLET' && !wallet ? 'PENDING' : 'ACTIVE',
    posted: 0n,
    held: 0n,
    privateEnabled: type === 'EMBEDDED_WALLET' ? false : null,
    version: 0,
    updatedAt: rows.now,
  })
  if (type === 'EMBEDDED_WALLET')
    wallet ? storeWalletKey(rows, account.id, wallet) : enqueue(rows, 'provisionWallets', rows.now, account.id)
  return account
}

/** A customer's USDB is in a wallet of their own; everything else the service holds for them. */
function accountType(currency: string, isCustomers: boolean): InternalAccountType {
  if (currency === 'USDB' && isCustomers) return 'EMBEDDED_WALLET'
  return CURRENCIES[knownCurrency(currency)].kind === 'FIAT' ? 'INTERNAL_FIAT' : 'INTERNAL_CRYPTO'
}
