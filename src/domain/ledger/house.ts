/**
 * House accounts: accounts of the installation itself, for fees and as the counterpart of money that enters or leaves.
 */
import { HOUSE_ROLES, type HouseRole } from '../../../contract/ledger/house-accounts.ts'
import { tally } from '../../engine/table.ts'

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
