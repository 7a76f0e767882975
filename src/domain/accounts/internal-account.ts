/** Internal account resource: table, presenter, state machine. The row never changes; money and status are in the ledger's balance. */
import { internalAccountLifecycle } from '../../../contract/accounts/internal-account-lifecycle.ts'
import type { InternalAccount, InternalAccountType } from '../../../contract/accounts/internal-accounts.ts'
import { presentMoney } from '../../core/currency.ts'
import { wireId } from '../../core/ids.ts'
import { refuse } from '../../core/refusal.ts'
import { isoTime } from '../../core/time.ts'
import type { Rows } from '../../engine/rows.ts'
import { orNull, type Row, table, text, time, uuid } from '../../engine/table.ts'
import { type Machine, move } from '../../infra/state-machines/move.ts'
import { type Balance, balances } from '../ledger/balance.ts'
import { type Funding, fundingInstructions } from './funding-instructions.ts'

export const accounts = table(
  'accounts',
  {
    id: uuid,
    /** Null: the platform's own account. */
    customerId: orNull(uuid),
    platformCustomerId: orNull(text()),
    type: text<InternalAccountType>(),
    currency: text(),
    createdAt: time,
  },
  { resource: 'InternalAccount', cached: true },
)
export type Account = Row<typeof accounts>

/** @param sparkAddress of a wallet; undefined if the account is not a wallet, or has no key yet */
export function presentInternalAccount(
  funding: Funding,
  account: Account,
  balance: Balance,
  sparkAddress?: string,
): InternalAccount {
  const shown: { [Name in keyof InternalAccount]: InternalAccount[Name] | undefined } = {
    id: wireId('InternalAccount', account.id),
    type: account.type,
    status: balance.status,
    balance: presentMoney(balance.posted - balance.held, account.currency),
    totalBalance: presentMoney(balance.posted, account.currency),
    fundingPaymentInstructions: fundingInstructions(funding, account, sparkAddress),
    customerId: account.customerId === null ? undefined : wireId('Customer', account.customerId),
    privateEnabled: balance.privateEnabled ?? undefined,
    createdAt: isoTime(account.createdAt),
    updatedAt: isoTime(balance.updatedAt),
  }
  return shown as InternalAccount
}

/** The status is in the balance; everything else that events show is read with the account when they are sent. */
export const accountMachine: Machine<Balance, keyof typeof internalAccountLifecycle.moves> = {
  lifecycle: internalAccountLifecycle,
  table: balances,
  eventType: (_balance, event) => `INTERNAL_ACCOUNT.${event}`,
  keepsState: true,
}

/** Stops an account: it sends nothing, and what arrives for it goes to suspense. @throws Refusal INVALID_STATE_TRANSITION unless it is ACTIVE */
export const freezeAccount = (rows: Rows, accountId: string): Balance =>
  move(rows, accountMachine, rows.get(balances, accountId), 'freeze', { updatedAt: rows.now })

/** Reverses `freezeAccount`. An account that was closed since then stays closed. */
export function releaseAccount(rows: Rows, accountId: string): void {
  const balance = rows.get(balances, accountId)
  if (balance.status === 'FROZEN') move(rows, accountMachine, balance, 'unfreeze', { updatedAt: rows.now })
}

/** Closes an empty account; a closed one stays closed. @throws Refusal CONFLICT while it holds money */
export function closeAccount(rows: Rows, accountId: string): void {
  const account = rows.get(accounts, accountId)
  const balance = rows.get(balances, accountId)
  if (balance.status === 'CLOSED') return
  if (balance.posted !== 0n) refuse('CONFLICT', `The ${account.currency} account still holds money; pay it out first`)
  move(rows, accountMachine, balance, 'close', { updatedAt: rows.now })
}
