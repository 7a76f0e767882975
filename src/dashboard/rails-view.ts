/** Rails page data: routing table and health of the connected rails, and this platform's payouts in transit over each. */
import type { RailHolding, RailsView, RailView } from '../../contract/dashboard.ts'
import { presentCurrency, wireAmount } from '../core/currency.ts'
import { isoTime } from '../core/time.ts'
import type { Store } from '../infra/db/store.ts'
import type { Carriage, Holding, Rail, Rails } from '../providers/rails/port.ts'

export async function railsView(
  { store, rails }: { readonly store: Store; readonly rails: Rails },
  platformId: string,
): Promise<RailsView> {
  const counts = await store.query<{ rail: string; count: string | number }>(IN_TRANSIT, [platformId])
  const inTransit = new Map(counts.map(({ rail, count }) => [rail, Number(count)]))
  const shown = rails.connected.map(async (rail) => {
    const holdings = (await rail.holdings?.()) ?? []
    return { ...shownRail(rail), inTransit: inTransit.get(rail.id) ?? 0, holdings: holdings.map(shownHolding) }
  })
  return { rails: await Promise.all(shown) }
}

const shownHolding = ({ currency, float, inFlight, asOf, seenAt }: Holding): RailHolding => ({
  currency: presentCurrency(currency),
  float: float === null ? null : String(float),
  inFlight: String(inFlight),
  asOf,
  seenAt: seenAt === null ? null : isoTime(seenAt),
})

const IN_TRANSIT = `select r.rail, count(*)::int as count from transactions t join payout_routes r on r.key = t.id::text
  where t.platform_id = $1 and t.status = 'PROCESSING' group by r.rail`

function shownRail(rail: Rail): Omit<RailView, 'inTransit' | 'holdings'> {
  const lines = new Map<string, RailView['lines'][number] & { currencies: string[] }>()
  for (const carriage of rail.carries) {
    const terms = termsOf(carriage)
    const at = JSON.stringify(terms)
    const line = lines.get(at) ?? { ...terms, currencies: [] }
    if (!line.currencies.includes(carriage.currency)) line.currencies.push(carriage.currency)
    lines.set(at, line)
  }
  const { status, detail } = rail.health()
  return { id: rail.id, health: { status, ...(detail !== undefined && { detail }) }, lines: [...lines.values()] }
}

/** What lines have in common that are shown as one, with their currencies. */
const termsOf = ({ direction, scheme, minAmount, maxAmount, cutOff, settlement, fee }: Carriage) => ({
  direction,
  scheme,
  minAmount: minAmount > 1n ? wireAmount(minAmount) : null,
  maxAmount: maxAmount <= BigInt(Number.MAX_SAFE_INTEGER) ? wireAmount(maxAmount) : null,
  cutOff: cutOff ?? null,
  settlement,
  fee,
})
