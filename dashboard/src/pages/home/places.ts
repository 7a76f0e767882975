/** Places of the trial balance: the columns of the table, in order, with their titles. */
import type { TrialBalanceLine } from '../../../../contract/ledger/balances.ts'

const TITLES: Readonly<Record<string, string>> = {
  customers: 'Accounts',
  fees: 'Fees',
  platformFees: 'Platform fees',
  fx: 'FX',
  transit: 'In transit',
  cards: 'Cards',
  suspense: 'Suspense',
  costs: 'Costs',
  rails: 'Rails',
}
const ORDER = Object.keys(TITLES)

/** Places that are house accounts, by role. */
export const HOUSE_PLACES: readonly string[] = ORDER.filter((place) => place !== 'customers')

/** Every place that holds something; one without a title comes last, under its own name. */
export function placesOf(lines: readonly Pick<TrialBalanceLine, 'place'>[]): string[] {
  const held = new Set(lines.map(({ place }) => place))
  return [...ORDER.filter((place) => held.has(place)), ...[...held].filter((place) => !ORDER.includes(place)).sort()]
}

export const placeTitle = (place: string): string => TITLES[place] ?? place
