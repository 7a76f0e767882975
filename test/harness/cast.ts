/** Cast of the sandbox: the people and accounts that tests refer to by name. */
import type { InternalAccount } from '../../contract/accounts/internal-accounts.ts'
import type { Quote } from '../../contract/payments/quotes.ts'
import type { TestApp } from './app.ts'

/** An account of the seeded cast: Northwind Ltd (funded in USD) or Alice. */
export async function accountOf(
  { ok }: TestApp,
  platformCustomerId: 'northwind' | 'alice',
  currency: string,
): Promise<InternalAccount> {
  const { data } = await ok('listCustomers', { query: { platformCustomerId } })
  const { data: accounts } = await ok('listCustomerInternalAccounts', {
    query: { customerId: data[0]?.id as string, currency },
  })
  return accounts[0] as InternalAccount
}

/** Available balance of an account in minor units. */
export async function balanceOf({ ok }: TestApp, account: Pick<InternalAccount, 'id'>): Promise<number> {
  const [customers, platform] = await Promise.all([
    ok('listCustomerInternalAccounts', { query: { limit: 100 } }),
    ok('listPlatformInternalAccounts', { query: { limit: 100 } }),
  ])
  return [...customers.data, ...platform.data].find(({ id }) => id === account.id)?.balance.amount as number
}

let clabes = 0

/** Registers another CLABE of Maria's, whose last three digits choose the outcome of payouts to it. */
export async function clabe({ ok }: TestApp, suffix: string): Promise<string> {
  const { id } = await ok('createPlatformExternalAccount', {
    body: {
      currency: 'MXN',
      accountInfo: {
        accountType: 'MXN_ACCOUNT',
        clabeNumber: `032180${String(++clabes).padStart(9, '0')}${suffix}`,
        beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'María García' },
      },
    },
  })
  return id
}

/** A quote from one account to another, with the sending amount locked by default. */
export function quoteBetween(
  { ok }: TestApp,
  sourceId: string,
  destinationId: string,
  amount = 50_000,
  more: Record<string, unknown> = {},
): Promise<Quote> {
  return ok('createQuote', {
    body: {
      source: { sourceType: 'ACCOUNT', accountId: sourceId },
      destination: { destinationType: 'ACCOUNT', accountId: destinationId },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: amount,
      ...more,
    },
  })
}
