/** Institutions with UMA addresses, and whether the platform allows payments with each. */
import type { Contract } from '../../../../contract/contract.ts'
import { isKnownCurrency } from '../../../../contract/currencies.ts'
import type { QueryOf } from '../../../../contract/operation.ts'
import type { UmaProvider } from '../../../../contract/payments/uma-providers.ts'
import { presentCurrency } from '../../../core/currency.ts'
import type { Pages } from '../../../infra/db/page.ts'
import type { Store } from '../../../infra/db/store.ts'
import type { Institution } from '../../../providers/institutions/port.ts'
import { getPlatformConfig } from '../../platform/queries.ts'
import { blockedDomains } from './queries.ts'

type Query = QueryOf<Contract['getAvailableUmaProviders']>
type Listed = Institution & { readonly id: string; readonly isAllowed: boolean }

interface Needs {
  readonly store: Store
  readonly pages: Pages
  readonly institutions: readonly Institution[]
}

/** One page of the platform itself and the known institutions, ordered by domain. */
export async function getAvailableUmaProviders(
  { store, pages, institutions }: Needs,
  platformId: string,
  query: Query,
) {
  const { name, umaDomain, supportedCurrencies } = await getPlatformConfig(store, platformId)
  const own = {
    domain: umaDomain,
    name,
    regions: [],
    currencies: supportedCurrencies.map(({ currencyCode }) => currencyCode),
  }
  const blocked = await blockedDomains(store, platformId)
  const matches = [own, ...institutions.filter(({ domain }) => domain !== umaDomain)]
    .map((provider): Listed => ({ ...provider, id: provider.domain, isAllowed: !blocked.has(provider.domain) }))
    .filter((provider) => isMatch(provider, query))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
  const isAscending = query.sortOrder === 'asc'
  const ordered = isAscending ? matches : matches.reverse()
  const isAfter = (id: string, after: string) => (isAscending ? id > after : id < after)
  return pages.list(['getAvailableUmaProviders', platformId], query, {
    fetch: async (after, count) =>
      ordered.filter(({ id }) => after === undefined || isAfter(id, after)).slice(0, count),
    count: async () => ordered.length,
    present: presentProvider,
  })
}

const isMatch = (
  { regions, currencies, isAllowed }: Listed,
  { countryCode, currencyCode, hasBlockedProviders }: Query,
): boolean =>
  (countryCode === undefined || regions.includes(countryCode)) &&
  (currencyCode === undefined || currencies.includes(currencyCode)) &&
  (isAllowed || hasBlockedProviders !== false)

const presentProvider = ({ domain, name, regions, currencies, logoUrl, lei, isAllowed }: Listed): UmaProvider => ({
  name,
  domain,
  supportedRegions: [...regions],
  supportedCurrencies: currencies.filter(isKnownCurrency).map(presentCurrency),
  ...(logoUrl !== undefined && { logoUrl }),
  ...(lei !== undefined && { lei }),
  allowListStatus: isAllowed,
})
