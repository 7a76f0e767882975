/** Owns the tables of cards and of what is paid with them. No number or security code of a card is anywhere here. */
import type { cardLifecycle } from '../../../contract/cards/card-lifecycle.ts'
import type { cardTransactionLifecycle } from '../../../contract/cards/card-transaction-lifecycle.ts'
import type { CardDeclineReason, CardMerchant } from '../../../contract/cards/card-transactions.ts'
import type { StateOf } from '../../../contract/lifecycle.ts'
import { int, json, log, money, orNull, type Row, table, text, time, uuid } from '../../engine/table.ts'

export const cards = table(
  'cards',
  {
    id: uuid,
    /** The `state` of the API. */
    status: text<StateOf<typeof cardLifecycle>>(),
    stateReason: orNull(text<'ISSUER_REJECTED' | 'CLOSED_BY_PLATFORM' | 'CLOSED_BY_SERVICE'>()),
    cardholderId: uuid,
    platformCustomerId: text(),
    /** The card's own id where the platform has named none. */
    platformCardId: text(),
    /** Bare ids of accounts, in the order in which they are tried. */
    fundingSources: json<readonly string[]>(),
    currency: text(),
    brand: orNull(text<'VISA' | 'MASTERCARD'>()),
    last4: orNull(text()),
    expMonth: orNull(int),
    expYear: orNull(int),
    issuerRef: orNull(text()),
    version: int,
    createdAt: time,
    updatedAt: time,
    /** Most that one purchase may cost; null: no cap. */
    maxSpend: orNull(money),
    /** Wallets that may pay: account id → id of the ACTIVE delegated key. */
    consents: json<Readonly<Record<string, string>>>(),
  },
  {
    resource: 'Card',
    changing: [
      'status',
      'stateReason',
      'fundingSources',
      'brand',
      'last4',
      'expMonth',
      'expYear',
      'issuerRef',
      'version',
      'updatedAt',
      'maxSpend',
      'consents',
    ],
    recalled: true,
  },
)
export type Card = Row<typeof cards>

export type CardTransactionStatus = StateOf<typeof cardTransactionLifecycle>

/** One purchase. All amounts are minor units of its currency, which is the card's and the funding source's. */
export const cardTransactions = table(
  'card_transactions',
  {
    id: uuid,
    status: text<CardTransactionStatus>(),
    declineReason: orNull(text<CardDeclineReason>()),
    cardId: uuid,
    /** The funding source that pays; of a declined one the first of the card. */
    accountId: uuid,
    customerId: uuid,
    platformCustomerId: text(),
    merchant: json<CardMerchant>(),
    currency: text(),
    authorizedAmount: money,
    /** Money set aside at the funding source; null: none ever was. */
    holdId: orNull(uuid),
    heldAmount: money,
    pullCount: int,
    /** Pulls whose confirmation is awaited. */
    pendingPulls: int,
    /** Taken from the funding source. */
    pulledAmount: money,
    /** Given back to the funding source. */
    creditedAmount: money,
    /** To be given back, but in suspense because the funding source takes nothing. */
    suspendedAmount: money,
    settledCount: int,
    /** Cleared by the merchant. */
    settledAmount: money,
    refundCount: int,
    /** Returned by the merchant. */
    refundedAmount: money,
    issuerTransactionToken: text(),
    lastEventAt: orNull(time),
    version: int,
    createdAt: time,
    updatedAt: time,
  },
  {
    resource: 'CardTransaction',
    changing: [
      'status',
      'authorizedAmount',
      'heldAmount',
      'pullCount',
      'pendingPulls',
      'pulledAmount',
      'creditedAmount',
      'suspendedAmount',
      'settledCount',
      'settledAmount',
      'refundCount',
      'refundedAmount',
      'lastEventAt',
      'version',
      'updatedAt',
    ],
    recalled: true,
  },
)
export type CardTransaction = Row<typeof cardTransactions>

/** Each clearing and each refund, as the network told of it; never changed. `sequence` is that of the transaction's event. */
export const cardRecords = log('card_records', {
  cardTransactionId: uuid,
  sequence: int,
  kind: text<'CLEARING' | 'REFUND' | 'REFUND_REVERSAL'>(),
  amount: money,
  createdAt: time,
})
