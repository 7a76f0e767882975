/** House accounts: the roles of the accounts that the ledger has beside those of customers and platforms. */

/**
 * There is one account per role and currency. The order of the keys is persisted: the position of a role is part of its
 * account ids. Never reorder or remove a role; add new ones at the end.
 */
export const HOUSE_ROLES = {
  fees: 'Fees that the service has earned.',
  fx: 'The other side of currency conversions: one currency in, the other out.',
  transit: 'Payouts that a rail has accepted and not delivered yet.',
  rails: 'External networks: money that came in and went out over the rails. The balance is minus what customers hold.',
  suspense: 'Money that could not reach its owner; an operator must resolve it.',
  cards: 'Card purchases between funding sources and networks. The balance is minus what funding sources still owe.',
  platformFees: 'Platform fees of payments in progress, less what platforms owe for returned payments.',
  costs: 'What banks and networks charged the installation for carrying money. The balance is minus what it paid.',
} as const
export type HouseRole = keyof typeof HOUSE_ROLES
