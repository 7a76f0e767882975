/** Names of the two sides of a posting: an account by its owner, a house account by its role. */
import type { PostingSide } from '../../contract/dashboard.ts'
import { wireId } from '../core/ids.ts'
import { HOUSE_ROLES, houseName } from '../domain/ledger/house.ts'

/** @param id bare. @param names of accounts, by wire id */
export function namedAccount(id: string, names: ReadonlyMap<string, string>): Omit<PostingSide, 'after'> {
  const house = houseName(id)
  if (house) return { id, name: `House ${house.role}`, about: HOUSE_ROLES[house.role] }
  const account = wireId('InternalAccount', id)
  return { id: account, name: names.get(account) ?? id }
}
