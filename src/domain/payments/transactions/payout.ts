/** Payout instructions for a rail: the external account and the amount of a payment. */
import { bareId } from '../../../core/ids.ts'
import { referenceOf } from '../../../core/reference.ts'
import { readsOf } from '../../../infra/db/reads.ts'
import type { Store } from '../../../infra/db/store.ts'
import { readRow } from '../../../infra/reads/row-reader.ts'
import type { Payout } from '../../../providers/rails/port.ts'
import { type ExternalAccount, externalAccounts } from '../external-accounts/external-account.ts'
import type { Transaction } from './transaction.ts'

type Tables = { external_accounts: typeof externalAccounts }

/** Also finds a deleted account: payments in progress continue. @returns undefined for an unknown id */
export const findExternalAccount = (
  store: Store,
  platformId: string,
  wireId: string,
): Promise<ExternalAccount | undefined> => readRow(store, externalAccounts, platformId, bareId(wireId))

/** The customer's default deposit account; undefined: payments to their UMA address are not forwarded. */
export async function umaDepositAccount(
  store: Store,
  platformId: string,
  customerId: string,
): Promise<ExternalAccount | undefined> {
  const found = await readsOf<Tables>(store)
    .selectFrom('external_accounts')
    .selectAll()
    .where('platformId', '=', platformId)
    .where('customerId', '=', customerId)
    .where('defaultUmaDepositAccount', '=', true)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  return found as ExternalAccount | undefined
}

/** Instructions for a payment's payout, or for its pull. */
export async function payoutFor(store: Store, platformId: string, payment: Transaction): Promise<Payout> {
  const { type, sourceId, destinationId, destinationCurrency, receivedAmount } = payment
  const end = type === 'INCOMING' ? (sourceId as string) : destinationId
  return {
    ...(await atOtherEnd(store, platformId, payment, end)),
    key: payment.id,
    currency: destinationCurrency,
    amount: receivedAmount,
    remittanceInformation: type === 'INCOMING' ? null : payment.remittanceInformation,
    purposeOfPayment: payment.purposeOfPayment,
    purpose: payment.quoteId === null ? 'TRANSFER' : 'QUOTE',
  }
}

/** Instructions for the pull of a quote's money. Its key differs from that of the payout that follows. */
export async function pullFor(store: Store, platformId: string, payment: Transaction): Promise<Payout> {
  return {
    ...(await atOtherEnd(store, platformId, payment, payment.sourceId as string)),
    key: `${payment.id}/pull`,
    currency: payment.sourceCurrency,
    amount: payment.sentAmount,
    remittanceInformation: null,
    purposeOfPayment: payment.purposeOfPayment,
    purpose: 'TRANSFER',
  }
}

async function atOtherEnd(store: Store, platformId: string, payment: Transaction, wireId: string) {
  const account = await findExternalAccount(store, platformId, wireId)
  if (!account) throw new Error(`The external account of the payment ${payment.id} does not exist`)
  return {
    rail: null,
    accountType: account.accountType,
    accountInfo: account.accountInfo,
    identifier: account.identifier,
    reference: referenceOf(payment.referenceId ?? payment.id),
  }
}
