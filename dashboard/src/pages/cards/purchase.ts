/** Status of a purchase in words, and its possible next messages. */

import type { Purchase } from '../../../../contract/cards/card-history.ts'
import { CARD_DECLINE_REASONS } from '../../../../contract/cards/card-transactions.ts'

type Transaction = Purchase['transaction']

/** Declined is an EXCEPTION of the API, but one that needs no attention. */
export const shownStatus = ({ status, declineReason }: Transaction): string => {
  if (declineReason) return 'DECLINED'
  return status === 'REFUNDED' ? 'RETURNED' : status
}

export const whyDeclined = ({ declineReason }: Transaction): string | undefined =>
  declineReason && CARD_DECLINE_REASONS[declineReason]

/** More may be cleared. */
export const isOpen = ({ status }: Transaction): boolean => status === 'AUTHORIZED' || status === 'PARTIALLY_SETTLED'

/** What the merchant has received and not refunded: the most that can be returned. Minor units. */
export const netCleared = ({ settlementSummary, refundSummary }: Transaction): number =>
  settlementSummary.totalAmount - refundSummary.totalAmount
