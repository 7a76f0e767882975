/** Routing table: what the connected rails carry, in the order in which they were configured. */
import type { CarriageNeed, ConnectedCarriage, Rail, RailTable } from './port.ts'

/** @throws Error when two rails have the same id, or one has an invalid id */
export function railTable(rails: readonly Pick<Rail, 'id' | 'carries' | 'fundingInstructions'>[]): RailTable {
  refuseBadIds(rails.map(({ id }) => id))
  const carriages = rails.flatMap(({ id, carries }) => carries.map((carriage) => ({ rail: id, ...carriage })))
  const lines = new Map<string, ConnectedCarriage[]>()
  for (const carriage of carriages) {
    const at = lineOf(carriage)
    lines.set(at, [...(lines.get(at) ?? []), carriage])
  }
  return {
    carriages,
    carries: (need) => (lines.get(lineOf(need)) ?? []).some((carriage) => meets(carriage, need)),
    fundingInstructions: (payee) => rails.flatMap((rail) => rail.fundingInstructions?.(payee) ?? []),
  }
}

const lineOf = ({ direction, currency }: Pick<CarriageNeed, 'direction' | 'currency'>) => `${direction}/${currency}`

/** Whether one line of the table carries what is needed. */
export function meets(
  { direction, currency, accountTypes, scheme, minAmount, maxAmount }: Rail['carries'][number],
  need: CarriageNeed,
): boolean {
  if (direction !== need.direction || currency !== need.currency) return false
  if (need.accountType !== undefined && !accountTypes.some((type) => type === need.accountType)) return false
  if (need.scheme != null && scheme !== need.scheme) return false
  return need.amount === undefined || (need.amount >= minAmount && need.amount <= maxAmount)
}

function refuseBadIds(ids: readonly string[]): void {
  for (const [i, id] of ids.entries()) {
    if (!/^[a-z][a-z0-9-]{0,39}$/.test(id)) throw new Error(`"${id}" is not a rail id`)
    if (ids.indexOf(id) !== i) throw new Error(`Two rails have the id ${id}`)
  }
}
