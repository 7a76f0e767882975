/**
 * Status of the rails: routing table, health, holdings, statements and suspense of the connected rails, and this platform's
 * payouts in transit over each.
 */
import type { RailHolding, RailStatement, RailStatus, RailsStatus } from '../../../contract/installation/rails.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { presentCurrency, wireAmount } from '../../core/currency.ts'
import { isoTime } from '../../core/time.ts'
import type { Store } from '../../infra/db/store.ts'
import type { Carriage, Holding, Rail, Rails } from '../../providers/rails/port.ts'

export async function getRails(
  { store, installation, rails }: { readonly store: Store; readonly installation: Store; readonly rails: Rails },
  platformId: string,
): Promise<RailsStatus> {
  const counts = await store.query<{ rail: string; count: number }>(IN_TRANSIT, [platformId])
  const suspended = await installation.query<{ rail: string; count: number }>(IN_SUSPENSE)
  const statements = await installation.query<StatementRow>(STATEMENTS)
  const shown = rails.connected.map(async (rail) => {
    const holdings = (await rail.holdings?.()) ?? []
    const statement = statements.find((row) => row.rail === rail.id)
    return {
      ...shownRail(rail),
      inTransit: countFor(counts, rail.id),
      inSuspense: countFor(suspended, rail.id),
      holdings: holdings.map(shownHolding),
      ...(statement && { statement: shownStatement(statement) }),
    }
  })
  return { rails: await Promise.all(shown) }
}

const countFor = (counts: readonly { rail: string; count: number }[], id: string): number =>
  Number(counts.find(({ rail }) => rail === id)?.count ?? 0)

const shownHolding = ({ currency, float, inFlight, asOf, seenAt }: Holding): RailHolding => ({
  currency: presentCurrency(currency),
  ...(float !== null && { float: String(float) }),
  inFlight: String(inFlight),
  ...(asOf !== null && { asOf }),
  ...(seenAt !== null && { seenAt: isoTime(seenAt) }),
})

interface StatementRow extends Pick<RailStatement, 'name' | 'movements'> {
  readonly rail: string
  readonly currency: string
  readonly difference: bigint
  readonly onTheWay: bigint
  readonly comparedAt: number
}

const shownStatement = ({ name, movements, ...row }: StatementRow): RailStatement => ({
  name,
  movements,
  currency: presentCurrency(row.currency),
  difference: String(row.difference),
  onTheWay: String(row.onTheWay),
  comparedAt: isoTime(row.comparedAt),
})

const STATEMENTS = `
  select distinct on (rail) rail, statement as name, currency, difference, on_the_way as "onTheWay", movements,
    compared_at as "comparedAt"
  from rail_comparisons order by rail, number desc`

const IN_SUSPENSE = `select rail, count(*)::int as count from arrivals
  where suspended_for is not null and released_at is null group by rail`

const IN_TRANSIT = `select r.rail, count(*)::int as count from transactions t join payout_routes r on r.key = t.id::text
  where t.platform_id = $1 and t.status = 'PROCESSING' group by r.rail`

function shownRail(rail: Rail): Pick<RailStatus, 'rail' | 'health' | 'lines'> {
  const lines = new Map<string, RailStatus['lines'][number] & { currencies: string[] }>()
  for (const carriage of rail.carries) {
    const terms = termsOf(carriage)
    const at = JSON.stringify(terms)
    const line = lines.get(at) ?? { ...terms, currencies: [] }
    if (!line.currencies.includes(carriage.currency)) line.currencies.push(carriage.currency)
    lines.set(at, line)
  }
  const { status, detail } = rail.health()
  return { rail: rail.id, health: { status, ...(detail !== undefined && { detail }) }, lines: [...lines.values()] }
}

/** The terms by which lines that differ only in currency are shown as one. */
const termsOf = ({ direction, scheme, minAmount, maxAmount, cutOff, settlement, fee }: Carriage) => ({
  direction,
  scheme,
  ...(minAmount > 1n && { minAmount: wireAmount(minAmount) }),
  ...(maxAmount <= BigInt(LIMITS.amount) && { maxAmount: wireAmount(maxAmount) }),
  ...(cutOff !== undefined && { cutOff }),
  settlement,
  fee,
})
