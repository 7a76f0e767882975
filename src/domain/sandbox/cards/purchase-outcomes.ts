/** Purchase outcomes of the sandbox, chosen by the last three characters of the merchant's descriptor. */
import type { CardDeclineReason } from '../../../../contract/cards/card-transactions.ts'

interface PurchaseOutcome {
  readonly decline?: CardDeclineReason
  /** How the pull from the funding source ends after thirty seconds. Absent: it is confirmed immediately. */
  readonly pull?: 'CONFIRMED' | 'FAILED'
  readonly scenario: string
}

/** By the last three characters. */
export const PURCHASE_OUTCOMES: Readonly<Record<string, PurchaseOutcome>> = {
  '002': { decline: 'INSUFFICIENT_FUNDS', scenario: 'Declined: `INSUFFICIENT_FUNDS`.' },
  '003': { decline: 'CARD_PAUSED', scenario: 'Declined: `CARD_PAUSED`.' },
  '005': { pull: 'CONFIRMED', scenario: 'Approved; the pull is pending for thirty seconds.' },
  '006': {
    pull: 'FAILED',
    scenario:
      'Approved; the pull fails after thirty seconds, and the card transaction becomes an EXCEPTION. What was cleared until then is owed.',
  },
}

export const PULL_MS = 30_000

export const purchaseOutcome = (descriptor: string): PurchaseOutcome | undefined =>
  PURCHASE_OUTCOMES[descriptor.slice(-3)]
