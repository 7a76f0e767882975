/**
 * Payload restoration: events store only the changing columns of their object; the payload is the current row with
 * those restored.
 */
import type { Store } from '../../infra/db/store.ts'
import { restoreState } from '../../infra/state-machines/row-snapshot.ts'
import type { Funding } from '../accounts/funding-instructions.ts'
import { presentInternalAccount } from '../accounts/internal-account.ts'
import { getInternalAccount } from '../accounts/queries.ts'
import { balances } from '../ledger/balance.ts'
import { getTransactionById } from '../payments/transactions/queries.ts'
import { presentTransaction, transactionMachine } from '../payments/transactions/transaction.ts'

/** Turns a stored state into the JSON of the object as its GET returned it at the time. */
export type RestorePayload = (state: string) => string

/** What payloads are restored from. */
export interface Reading {
  readonly store: Store
  readonly rails: Funding
}

/** @param type of one of the object's events. @throws Error for a type whose events keep no state */
export async function payloadRestorer(
  { store, rails }: Reading,
  platformId: string,
  objectId: string,
  type: string,
): Promise<RestorePayload> {
  if (type.startsWith('INTERNAL_ACCOUNT.')) {
    const account = await getInternalAccount(store, platformId, objectId)
    return (state) =>
      JSON.stringify(
        presentInternalAccount(rails, account, restoreState(balances, account, state), account.sparkAddress),
      )
  }
  if (!/^(OUTGOING|INCOMING)_PAYMENT\./.test(type)) throw new Error(`Events of type ${type} keep no state`)
  const payment = await getTransactionById(store, platformId, objectId)
  return (state) =>
    JSON.stringify(presentTransaction(restoreState(transactionMachine.table, payment, state), platformId))
}
