/** Owns the decision whether a card pays: from rows alone, in one command, because networks wait two or three seconds at most. */
import type { CardDeclineReason, CardMerchant } from '../../../contract/card-transactions.ts'
import { refuseField } from '../../core/refusal.ts'
import type { Rows } from '../../engine/rows.ts'
import { begin } from '../../infra/states/move.ts'
import { holdMoney } from '../accounts/move-money.ts'
import { customers } from '../customers/tables.ts'
import { covers } from '../ledger/hold.ts'
import { balances } from '../ledger/tables.ts'
import { purchaseMachine } from './purchase-machine.ts'
import { type Card, type CardTransaction, cards } from './tables.ts'

export interface PurchaseRequest {
  /** Bare id. */
  readonly cardId: string
  /** Above zero, minor units of the currency. */
  readonly amount: bigint
  /** Absent: the card's. */
  readonly currency: string | undefined
  readonly merchant: CardMerchant
}

/** What is known outside: a reason to decline, or that the pull will be confirmed later (`confirmPull`). */
export interface OutsideWord {
  readonly decline?: CardDeclineReason
  readonly isPending?: boolean
}

/** A declined purchase is kept and told of, too: an EXCEPTION that moved nothing. @throws Refusal CARD_NOT_FOUND, INVALID_CURRENCY */
export function authorizePurchase(rows: Rows, request: PurchaseRequest, outside: OutsideWord = {}): CardTransaction {
  const { cardId, amount, merchant } = request
  const known = rows.recall(cards, cardId)
  rows.together([cards, cardId], ...(known ? needsOf(known) : []))
  const card = rows.get(cards, cardId)
  const { currency } = card
  if (request.currency !== undefined && request.currency !== currency)
    refuseField('INVALID_CURRENCY', 'currency.code', `is not the card's; that is ${currency}`)
  rows.together(...needsOf(card))
  const source = card.fundingSources.find((id) => covers(rows.get(balances, id), amount))
  const declineReason =
    refusalOf(rows, card) ?? outside.decline ?? (source === undefined ? shortfallOf(rows, card) : null)
  const isApproved = declineReason === null
  const held = isApproved ? holdMoney(rows, source as string, amount) : undefined
  const status = isApproved ? 'AUTHORIZED' : 'EXCEPTION'
  const row: CardTransaction = {
    id: rows.newId(),
    status,
    declineReason,
    cardId,
    accountId: held?.accountId ?? (card.fundingSources[0] as string),
    customerId: card.cardholderId,
    platformCustomerId: card.platformCustomerId,
    merchant,
    currency,
    authorizedAmount: amount,
    holdId: held?.id ?? null,
    heldAmount: held?.amount ?? 0n,
    pullCount: isApproved ? 1 : 0,
    pendingPulls: isApproved && outside.isPending ? 1 : 0,
    ...NOTHING_YET,
    issuerTransactionToken: rows.newId(),
    lastEventAt: isApproved ? rows.now : null,
    version: 0,
    createdAt: rows.now,
    updatedAt: rows.now,
  }
  return begin(rows, purchaseMachine, row, status)
}

const NOTHING_YET = {
  pulledAmount: 0n,
  creditedAmount: 0n,
  suspendedAmount: 0n,
  settledCount: 0,
  settledAmount: 0n,
  refundCount: 0,
  refundedAmount: 0n,
}

const needsOf = ({ cardholderId, fundingSources }: Card) => [
  [customers, cardholderId, 'seen'] as const,
  ...fundingSources.map((id) => [balances, id] as const),
]

const DECLINING = { PENDING_ISSUE: 'CARD_NOT_ISSUED', FROZEN: 'CARD_PAUSED', CLOSED: 'CARD_CLOSED' } as const

/** Why the card pays nothing now, whatever it costs; undefined: it pays. */
export function refusalOf(rows: Rows, { status, cardholderId }: Card): CardDeclineReason | undefined {
  if (status !== 'ACTIVE') return DECLINING[status]
  const cardholder = rows.peek(customers, cardholderId)
  return cardholder?.status === 'APPROVED' && cardholder.deletedAt === null ? undefined : 'CARDHOLDER_NOT_APPROVED'
}

const shortfallOf = (rows: Rows, { fundingSources }: Card): CardDeclineReason =>
  fundingSources.some((id) => rows.get(balances, id).status === 'ACTIVE')
    ? 'INSUFFICIENT_FUNDS'
    : 'FUNDING_SOURCE_NOT_ACTIVE'
