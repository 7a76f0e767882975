/** Merchants of the terminal. The last three characters of a name select an outcome in the sandbox. */
import type { CardDeclineReason, CardMerchant } from '../../../../contract/cards/card-transactions.ts'

export interface Merchant extends CardMerchant {
  readonly mcc: string
  readonly category: string
  /** Typical amount there, in major units. */
  readonly usual: string
  /** Suggestion for a test, or the fixed outcome. */
  readonly about: string
  /** The name's last characters select an outcome in the sandbox. */
  readonly hasFixedOutcome?: true
}

export const MERCHANTS: readonly Merchant[] = [
  {
    descriptor: 'BLUE BOTTLE COFFEE',
    mcc: '5814',
    country: 'US',
    category: 'Coffee bar',
    usual: '12.50',
    about: 'Clear more than was authorized: a tip.',
  },
  {
    descriptor: 'HARBOR STREET BISTRO',
    mcc: '5812',
    country: 'US',
    category: 'Restaurant',
    usual: '84.00',
    about: 'A tip of twenty percent is usual.',
  },
  {
    descriptor: 'NORTHLINE FUEL',
    mcc: '5542',
    country: 'US',
    category: 'Fuel pump',
    usual: '100.00',
    about: 'Authorizes a fixed amount; clear the actual amount and release the rest.',
  },
  {
    descriptor: 'GRAND PACIFIC HOTEL',
    mcc: '7011',
    country: 'US',
    category: 'Hotel',
    usual: '320.00',
    about: 'Another night: raise the authorized amount.',
  },
  {
    descriptor: 'PARCEL & CO ONLINE',
    mcc: '5964',
    country: 'DE',
    category: 'Mail order',
    usual: '60.00',
    about: 'Ships in parts: clear twice. Customers also return items.',
  },
  {
    descriptor: 'GOLDSMITH 002',
    mcc: '5944',
    country: 'FR',
    category: 'Jeweller',
    usual: '900.00',
    about: 'Always declined: INSUFFICIENT_FUNDS.',
    hasFixedOutcome: true,
  },
  {
    descriptor: 'CASINO ROYAL 003',
    mcc: '7995',
    country: 'MC',
    category: 'Casino',
    usual: '50.00',
    about: 'Always declined: CARD_PAUSED.',
    hasFixedOutcome: true,
  },
  {
    descriptor: 'SLOW FERRY LINES 005',
    mcc: '4411',
    country: 'GR',
    category: 'Ferry',
    usual: '35.00',
    about: 'Approved; the pull is confirmed after thirty seconds.',
    hasFixedOutcome: true,
  },
  {
    descriptor: 'CITY CAR RENTAL 006',
    mcc: '7512',
    country: 'US',
    category: 'Car rental',
    usual: '75.00',
    about: 'Approved; after thirty seconds the pull fails. Clear it before then, and the amount is owed.',
    hasFixedOutcome: true,
  },
]

/** `BLUE BOTTLE COFFEE` → `BB` */
export const initialsOf = ({ descriptor }: Merchant): string =>
  descriptor
    .split(' ')
    .filter((word) => /^[A-Z]/.test(word))
    .slice(0, 2)
    .map((word) => word[0])
    .join('')

/** How to cause each decline reason. */
export const WAYS_TO_DECLINE: Readonly<Record<CardDeclineReason, string>> = {
  INSUFFICIENT_FUNDS: 'Pay more than any one source holds, or at the goldsmith’s.',
  CARD_PAUSED: 'Freeze the card on its page, or pay at the casino.',
  CARD_CLOSED: 'Close the card on its page. This cannot be undone.',
  CARD_NOT_ISSUED: 'Issue a card whose card id ends in 001 or 005, and tap it at once.',
  CARDHOLDER_NOT_APPROVED: 'Delete the customer when their accounts are empty, and tap the card.',
  FUNDING_SOURCE_NOT_AUTHORIZED: 'Pay with a card whose wallet has not given consent.',
  SPENDING_LIMIT_EXCEEDED: 'Pay more than the `maxSpendPerTransaction` of the card.',
  FUNDING_SOURCE_NOT_ACTIVE:
    'All funding sources are frozen or closed. The sandbox has no call for that while the customer exists.',
}
