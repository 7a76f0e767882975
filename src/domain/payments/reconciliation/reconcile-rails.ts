/** Reconciliation of rails: books what banks and networks charged, then compares statements with the ledger. */
import { createHash } from 'node:crypto'
import type { Rail } from '../../../providers/rails/port.ts'
import { INSTALLATION } from '../arrivals/arrival.ts'
import type { IntakeNeeds } from '../arrivals/take-arrivals.ts'
import { compareStatements } from './compare-statements.ts'
import { bookRailCost } from './rail-cost.ts'

/** One run. Several processes may run it concurrently. */
export async function reconcileRails(needs: IntakeNeeds): Promise<void> {
  const { rails, log } = needs
  for (const rail of rails)
    await takeCosts(needs, rail).catch((error: unknown) =>
      log.error({ err: error, rail: rail.id }, 'booking the costs of a rail failed; retrying with the next run'),
    )
  await compareStatements(needs)
}

/**
 * The cursor is moved after the costs of a page are booked: each is booked once by its id, even when it is read again.
 */
async function takeCosts({ store, engine }: IntakeNeeds, rail: Rail): Promise<void> {
  if (!rail.costs) return
  const { id } = rail
  await store.query('insert into rail_cursors (rail) values ($1) on conflict (rail) do nothing', [id])
  const [at] = await store.query<{ after: string | null }>(AFTER, [id], 'rail_costs_after')
  const after = at?.after ?? undefined
  const { costs, cursor } = await rail.costs(after)
  if (cursor === after) return
  for (const { key, currency, amount, about, chargedAt } of costs) {
    if (amount <= 0n) throw new Error(`The rail ${id} reports ${amount} minor units as the cost ${key}`)
    const cost = { id: idOfCost(id, key), rail: id, key, currency, amount, about, chargedAt }
    await engine.run(INSTALLATION, (rows) => bookRailCost(rows, cost))
  }
  await store.query('update rail_cursors set costs_after = $2 where rail = $1', [id, cursor])
}

const AFTER = 'select costs_after as after from rail_cursors where rail = $1'

/** The same for each report of a cost: a UUID of version 8 (RFC 9562). */
function idOfCost(rail: string, key: string): string {
  const hex = createHash('sha256').update(`${rail}\n${key}`).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  )
}
