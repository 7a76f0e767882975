/** Trial balance: what customers and each house account hold, by currency. */
import type { TrialBalance, TrialBalanceLine } from '../../../contract/ledger/balances.ts'
import { HOUSE_ROLES } from '../../../contract/ledger/house-accounts.ts'
import { presentCurrency } from '../../core/currency.ts'
import { houseName } from '../../domain/ledger/house.ts'
import type { Store } from '../../infra/db/store.ts'

/** Balances of customers and of each house account, by currency; each currency sums to zero. */
export async function getTrialBalance(store: Store, platformId: string): Promise<TrialBalance> {
  const sums = await store.query<{ key: string; currency: string | null; amount: string }>(TRIAL_BALANCE, [platformId])
  return { lines: sums.map(trialBalanceLine) }
}

function trialBalanceLine({
  key,
  currency,
  amount,
}: {
  key: string
  currency: string | null
  amount: string
}): TrialBalanceLine {
  if (currency !== null)
    return {
      currency: presentCurrency(currency),
      place: 'customers',
      about: 'Balances of all accounts of the customers and the platform.',
      amount,
    }
  const name = houseName(key)
  if (!name) throw new Error(`${key} is not a house account`)
  return { currency: presentCurrency(name.currency), place: name.role, about: HOUSE_ROLES[name.role], amount }
}

/** One statement, so that all sums are from one snapshot: between two statements money could move. */
const TRIAL_BALANCE = `
  select a.currency as key, a.currency, sum(b.posted)::text as amount
  from balances b join accounts a on a.platform_id = b.platform_id and a.id = b.id
  where b.platform_id = $1 group by a.currency having sum(b.posted) <> 0
  union all
  select key::text, null, sum(amount)::text from house_balances where platform_id = $1 group by key
  order by 1`
