/** Rail cost: what a bank or network charged the operator, booked to the house account *costs*. Its table and command. */
import { command } from '../../../engine/command.ts'
import { money, type Row, table, text, time, uuid } from '../../../engine/table.ts'
import { house } from '../../ledger/house.ts'
import { post } from '../../ledger/post.ts'

/** Rows of the installation itself, like arrivals without a payee. */
export const railCosts = table(
  'rail_costs',
  {
    id: uuid,
    rail: text(),
    /** Of the rail's report. */
    key: text(),
    currency: text(),
    /** Minor units of the currency. */
    amount: money,
    about: text(),
    /** When the bank or network charged it. */
    chargedAt: time,
    createdAt: time,
  },
  { resource: 'RailCost' },
)

/**
 * Books a cost: it left the money outside, and the operator pays it. A cost that is already booked changes nothing.
 */
export const bookRailCost = command({
  reads: (_seen, cost: Omit<Row<typeof railCosts>, 'createdAt'>) => [[railCosts, cost.id]],
  run(rows, cost): void {
    if (rows.find(railCosts, cost.id)) return
    const { id, currency, amount } = cost
    post(rows, { id, version: 0 }, [{ from: house('costs', currency), to: house('rails', currency), currency, amount }])
    rows.add(railCosts, { ...cost, createdAt: rows.now })
  },
})
