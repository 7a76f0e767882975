/**
 * Purchase authorization: decided in one command without calling other systems, because networks wait two to three
 * seconds at most.
 */
import type { CardDeclineReason, CardMerchant } from '../../../../contract/cards/card-transactions.ts'
import { LIMITS } from '../../../../contract/limits.ts'
import { refuseField } from '../../../core/refusal.ts'
import { command, type Read } from '../../../engine/command.ts'
import type { Rows } from '../../../engine/rows.ts'
import { begin } from '../../../infra/state-machines/move.ts'
import { holdMoney } from '../../accounts/move-money.ts'
import { customers } from '../../customers/customer.ts'
import { balances } from '../../ledger/balance.ts'
import { covers } from '../../ledger/hold.ts'
import { isOwnerFrozen } from '../../platform/freeze.ts'
import { type Card, cards } from '../card.ts'
import { mayDebit } from '../delegated-keys/consents.ts'
import { fundingSourceReads } from '../funding-sources.ts'
import { type CardTransaction, purchaseMachine } from './purchase.ts'

/** The issuer's part of the decision: a reason to decline, or that the pull will be confirmed later (`confirmPull`). */
export interface IssuerDecision {
  readonly decline?: CardDeclineReason
  readonly isPending?: boolean
}

export interface PurchaseRequest {
  /** Bare id. */
  readonly cardId: string
  /** Above zero, minor units of `currency`. */
  readonly amount: bigint
  /** The card's currency, or USD for a card in USDB; absent: the card's. */
  readonly currency: string | undefined
  readonly merchant: CardMerchant
  /** Absent: the issuer has no objection, and the pull is final. */
  readonly issuer?: IssuerDecision
}

/** A declined purchase is stored and reported as well: an EXCEPTION that moved no money. @throws Refusal CARD_NOT_FOUND, INVALID_CURRENCY, AMOUNT_OUT_OF_RANGE */
export const authorizePurchase = command({
  reads(seen, { cardId }: PurchaseRequest) {
    const card = seen.lastSeen(cards, cardId)
    const reads: Read[] = [[cards, cardId]]
    if (card) reads.push([customers, card.cardholderId, 'peek'], ...fundingSourceReads(card.fundingSources))
    return reads
  },
  run(rows, request): CardTransaction {
    const { cardId, merchant, issuer } = request
    const card = rows.get(cards, cardId)
    const { currency } = card
    const amount = toCardCurrency(card, request)
    const source = card.fundingSources.find((id) => mayDebit(rows, card, id) && covers(rows.get(balances, id), amount))
    const declineReason =
      declineReasonOfCard(rows, card, amount) ??
      issuer?.decline ??
      (source === undefined ? declineReasonOfSources(rows, card) : null)
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
      pendingPulls: isApproved && issuer?.isPending ? 1 : 0,
      ...NO_MONEY_MOVED,
      issuerTransactionToken: rows.newId(),
      lastEventAt: isApproved ? rows.now : null,
      version: 0,
      createdAt: rows.now,
      updatedAt: rows.now,
    }
    return begin(rows, purchaseMachine, row, status)
  },
})

/** Minor units of USDB per cent of USD: merchants ask in dollars, and USDB has six decimals. */
const USDB_PER_CENT = 10_000n

function toCardCurrency(card: Card, { amount, currency = card.currency }: PurchaseRequest): bigint {
  if (currency === card.currency) return amount
  if (card.currency !== 'USDB' || currency !== 'USD')
    refuseField('INVALID_CURRENCY', 'currency.code', `must be the currency of the card, ${card.currency}`)
  const converted = amount * USDB_PER_CENT
  if (converted > BigInt(LIMITS.amount))
    refuseField('AMOUNT_OUT_OF_RANGE', 'amount', `must be at most ${BigInt(LIMITS.amount) / USDB_PER_CENT} cents`)
  return converted
}

const NO_MONEY_MOVED = {
  pulledAmount: 0n,
  creditedAmount: 0n,
  suspendedAmount: 0n,
  settledCount: 0,
  settledAmount: 0n,
  refundCount: 0,
  refundedAmount: 0n,
}

const DECLINED_BY_STATUS = { PENDING_ISSUE: 'CARD_NOT_ISSUED', FROZEN: 'CARD_PAUSED', CLOSED: 'CARD_CLOSED' } as const

/**
 * Why the card declines an amount, whatever its funding sources hold; undefined: it does not decline.
 * @param total of the whole purchase, in minor units
 */
export function declineReasonOfCard(
  rows: Rows,
  { status, cardholderId, maxSpend }: Card,
  total: bigint,
): CardDeclineReason | undefined {
  if (status !== 'ACTIVE') return DECLINED_BY_STATUS[status]
  if (isOwnerFrozen(rows, cardholderId)) return 'CARD_PAUSED'
  const cardholder = rows.peek(customers, cardholderId)
  if (cardholder?.status !== 'APPROVED' || cardholder.deletedAt !== null) return 'CARDHOLDER_NOT_APPROVED'
  return maxSpend !== null && total > maxSpend ? 'SPENDING_LIMIT_EXCEEDED' : undefined
}

function declineReasonOfSources(rows: Rows, card: Card): CardDeclineReason {
  if (card.fundingSources.some((id) => !mayDebit(rows, card, id))) return 'FUNDING_SOURCE_NOT_AUTHORIZED'
  return card.fundingSources.some((id) => rows.get(balances, id).status === 'ACTIVE')
    ? 'INSUFFICIENT_FUNDS'
    : 'FUNDING_SOURCE_NOT_ACTIVE'
}
