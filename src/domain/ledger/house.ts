/**
 * House accounts: accounts of the installation itself, for fees and as the counterpart of money that enters or leaves.
 */
import { tally } from '../../engine/table.ts'

/**
 * The installation has one account per role and currency. The order of the keys is persisted: the position of a role is
 * part of its account ids. Never reorder or remove a role; add new ones at the end.
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

const ROLES = Object.keys(HOUSE_ROLES) as HouseRole[]
const PREFIX = '00000000-0000-8000-8'
const known = new Map<string, string>()

/** The id of a house account, the same in every installation: a UUID (version 8) that spells role and currency. */
export function house(role: HouseRole, currency: string): string {
  const name = `${role}/${currency}`
  let id = known.get(name)
  if (!id) {
    const code = Buffer.from(currency, 'ascii').toString('hex').padEnd(12, '0')
    id = `${PREFIX}${ROLES.indexOf(role).toString(16).padStart(3, '0')}-${code}`
    known.set(name, id)
  }
  return id
}

/** Whether the id is that of a house account. */
export const isHouse = (accountId: string): boolean => accountId.startsWith(PREFIX)

/** Role and currency of a house account; undefined for the account of a customer or platform. */
export function houseName(accountId: string): { role: HouseRole; currency: string } | undefined {
  if (!isHouse(accountId)) return undefined
  const role = ROLES[Number.parseInt(accountId.slice(PREFIX.length, PREFIX.length + 3), 16)] as HouseRole
  return { role, currency: Buffer.from(accountId.slice(-12), 'hex').toString('ascii').replaceAll('\0', '') }
}

/** Balances of house accounts as differences, which housekeeping folds. They may be negative. */
export const houseBalances = tally('house_balances')
