/** Owns what the end of a merchant's descriptor makes of a purchase in the sandbox. */
import type { CardDeclineReason } from '../../../../contract/cards/card-transactions.ts'

interface PurchaseFate {
  readonly decline?: CardDeclineReason
  /** How the pull from the funding source ends, thirty seconds later. Absent: it is confirmed at once. */
  readonly pull?: 'CONFIRMED' | 'FAILED'
  readonly scenario: string
}

/** By the last three characters. */
export const PURCHASE_FATES: Readonly<Record<string, PurchaseFate>> = {
  '002': { decline: 'INSUFFICIENT_FUNDS', scenario: 'Declined: `INSUFFICIENT_FUNDS`.' },
  '003': { decline: 'CARD_PAUSED', scenario: 'Declined: `CARD_PAUSED`.' },
  '005': { pull: 'CONFIRMED', scenario: 'Approved; the pull stays pending for thirty seconds.' },
  '006': {
    pull: 'FAILED',
    scenario:
      'Approved; thirty seconds later the pull turns out to have failed, and the card transaction is an EXCEPTION. What was cleared until then is owed.',
  },
}

export const PULL_MS = 30_000

export const purchaseFate = (descriptor: string): PurchaseFate | undefined => PURCHASE_FATES[descriptor.slice(-3)]
