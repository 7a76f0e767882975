/** Owns what a rail is told of a payment: the account at the other end, and how much. */
import { bareId } from '../../core/ids.ts'
import { readsOf } from '../../infra/db/reads.ts'
import type { Store } from '../../infra/db/store.ts'
import type { Payout } from '../../providers/rails/port.ts'
import type { ExternalAccount, externalAccounts } from '../external-accounts/tables.ts'
import { referenceOf } from './reference.ts'
import type { Transaction } from './tables.ts'

type Tables = { external_accounts: typeof externalAccounts }

/** Also an account that was deleted since: what is under way to it goes on. Undefined: there never was one. */
export async function findExternalAccount(
  store: Store,
  platformId: string,
  wireId: string,
): Promise<ExternalAccount | undefined> {
  const reads = readsOf<Tables>(store)
  const found = await reads
    .selectFrom('external_accounts')
    .selectAll()
    .where('platformId', '=', platformId)
    .where('id', '=', bareId(wireId))
    .executeTakeFirst()
  return found as ExternalAccount | undefined
}

/** The payout, or the fetching, that a payment consists of. */
export async function payoutOf(store: Store, platformId: string, payment: Transaction): Promise<Payout> {
  const isIncoming = payment.type === 'INCOMING'
  const account = await findExternalAccount(
    store,
    platformId,
    (isIncoming ? payment.sourceId : payment.destinationId) as string,
  )
  if (!account) throw new Error(`The external account of the payment ${payment.id} is gone`)
  return {
    key: payment.id,
    currency: payment.destinationCurrency,
    amount: payment.receivedAmount,
    rail: null,
    accountType: account.accountType,
    accountInfo: account.accountInfo,
    identifier: account.identifier,
    reference: referenceOf(payment.id),
    purpose: payment.quoteId === null ? 'TRANSFER' : 'QUOTE',
  }
}
