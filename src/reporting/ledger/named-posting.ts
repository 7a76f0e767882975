/** Postings with the names of their two sides: an account by its owner, a house account by its role. */
import { HOUSE_ROLES } from '../../../contract/ledger/house-accounts.ts'
import type { NamedAccount, NamedPosting, PostingSide } from '../../../contract/ledger/postings.ts'
import { presentMoney, wireAmount } from '../../core/currency.ts'
import { wireId } from '../../core/ids.ts'
import { isoTime } from '../../core/time.ts'
import { houseName } from '../../domain/ledger/house.ts'
import type { Posting } from '../../domain/ledger/post.ts'

/** @param id bare. @param names of accounts, by wire id */
export function namedAccount(id: string, names: ReadonlyMap<string, string>): NamedAccount {
  const house = houseName(id)
  if (house)
    return {
      id: wireId('HouseAccount', id),
      name: `House ${house.role}`,
      houseAccount: house.role,
      about: HOUSE_ROLES[house.role],
    }
  const account = wireId('InternalAccount', id)
  return { id: account, name: names.get(account) ?? id }
}

/** @param names of accounts, by wire id */
export function namedPosting(
  {
    line,
    debitAccount,
    creditAccount,
    currency,
    amount,
    debitAfter,
    creditAfter,
    createdAt,
  }: Omit<Posting, 'transactionId'>,
  names: ReadonlyMap<string, string>,
): NamedPosting {
  const side = (id: string, after: bigint | null): PostingSide => ({
    ...namedAccount(id, names),
    ...(after !== null && { after: wireAmount(after) }),
  })
  return {
    line,
    ...presentMoney(amount, currency),
    from: side(debitAccount, debitAfter),
    to: side(creditAccount, creditAfter),
    at: isoTime(createdAt),
  }
}
