/** Account opening: an owner's first account in a currency, and further ones (decision 30). */
import type { InternalAccountType } from '../../../contract/accounts/internal-accounts.ts'
import { CURRENCIES } from '../../../contract/currencies.ts'
import { knownCurrency } from '../../core/currency.ts'
import { command, type Read } from '../../engine/command.ts'
import type { Rows } from '../../engine/rows.ts'
import { enqueue } from '../../infra/jobs/enqueue.ts'
import type { NewWallet } from '../../providers/custodian/port.ts'
import { balances } from '../ledger/balance.ts'
import { claimFresh, claims } from '../platform/name-claim.ts'
import { type Account, accounts } from './internal-account.ts'
import { storeWalletKey } from './wallet-key.ts'

/** Whose account it is: a customer's or, with null, the platform's own. */
export interface Owner {
  readonly customerId: string | null
  readonly platformCustomerId: string | null
}

/** The claim on an owner's first account in a currency: two accounts cannot both be the first. */
const accountClaim = ({ customerId }: Pick<Owner, 'customerId'>, currency: string): string =>
  `account/${customerId ?? 'platform'}/${currency}`

/** The id of the platform's own account in a currency; undefined if it has none. */
export const findPlatformAccount = (rows: Rows, currency: string): string | undefined =>
  rows.find(claims, accountClaim({ customerId: null }, currency))?.holder

const firstAccountClaims = (customerId: string): string[] =>
  Object.keys(CURRENCIES).map((currency) => accountClaim({ customerId }, currency))

/** What `findFirstAccounts` reads. */
export const firstAccountReads = (customerId: string): Read[] =>
  firstAccountClaims(customerId).map((name) => [claims, name])

/** The ids of a customer's first accounts, one in each currency that has one. */
export const findFirstAccounts = (rows: Rows, customerId: string): string[] =>
  firstAccountClaims(customerId).flatMap((name) => rows.find(claims, name)?.holder ?? [])

/**
 * Opens the first accounts of an owner that was created or approved in the same batch, so no other command can have
 * opened any.
 * @param wallet a key for the account that is a wallet; absent: that account is PENDING until a job has provided one
 */
export function openAccounts(rows: Rows, owner: Owner, currencies: readonly string[], wallet?: NewWallet): void {
  for (const currency of currencies)
    claimFresh(rows, accountClaim(owner, currency), openAccount(rows, owner, currency, wallet).id)
}

/** Opens an account in each currency in which the owner has never had one. */
export const openMissingAccounts = command({
  reads: (_seen, owners: readonly (readonly [Owner, currency: string])[]) =>
    owners.map(([owner, currency]): Read => [claims, accountClaim(owner, currency)]),
  run(rows, owners): void {
    for (const [owner, currency] of owners) {
      const name = accountClaim(owner, currency)
      if (!rows.find(claims, name)) rows.add(claims, { name, holder: openAccount(rows, owner, currency).id })
    }
  },
})

/** Opens an account whether or not the owner has one in the currency; the first one stays the owner's default. */
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

/** A customer's USDB is held in an embedded wallet; everything else the service holds for its owner. */
function accountType(currency: string, isCustomers: boolean): InternalAccountType {
  if (currency === 'USDB' && isCustomers) return 'EMBEDDED_WALLET'
  return CURRENCIES[knownCurrency(currency)].kind === 'FIAT' ? 'INTERNAL_FIAT' : 'INTERNAL_CRYPTO'
}
