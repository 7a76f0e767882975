/** Banks and mobile money providers that external accounts can be at. */
import type { Contract } from '../../../../contract/contract.ts'
import type { QueryOf } from '../../../../contract/operation.ts'
import type { Discovery } from '../../../../contract/payments/discoveries.ts'
import { BANKS } from '../../../../contract/payments/external-accounts/banks.ts'
import type { Pages } from '../../../infra/db/page.ts'

type Found = Discovery & { readonly id: string }

const BANKS_BY_ID: readonly Found[] = Object.entries(BANKS)
  .flatMap(([currency, countries]) =>
    Object.entries(countries).flatMap(([country, names]) =>
      Object.entries(names).map(([bankName, displayName]) => ({
        id: `${currency} ${country} ${bankName}`,
        bankName,
        displayName,
        country,
        currency,
      })),
    ),
  )
  .sort((a, b) => (a.id < b.id ? -1 : 1))

export function getDiscoveries(pages: Pages, platformId: string, query: QueryOf<Contract['getDiscoveries']>) {
  const { country, currency } = query
  const matches = BANKS_BY_ID.filter(
    (bank) => bank.country === (country ?? bank.country) && bank.currency === (currency ?? bank.currency),
  )
  return pages.list(['getDiscoveries', platformId], query, {
    fetch: async (after = '', count) => matches.filter(({ id }) => id > after).slice(0, count),
    count: async () => matches.length,
    present: ({ id: _, ...bank }) => bank,
  })
}
