/** Owns how events and kept replies keep a row: only the columns that can change; the others are what they are in the row itself. */
import type { Table } from '../../engine/schema.ts'

/** The changing columns of a row as JSON text. Amounts are written as text, because they are exact beyond JSON's numbers. */
export function keepState<Row>(table: Table<Row>, row: Row): string {
  const state: Record<string, unknown> = {}
  for (const name of table.changing) {
    const value = row[name]
    state[name] = typeof value === 'bigint' ? `${value}` : value
  }
  return JSON.stringify(state)
}

/**
 * The row as it was when the state was kept.
 * @param row as it is now, or was at any other time. A column that could not change yet when the state was kept is taken from it
 */
export function restoreState<Row>(table: Table<Row>, row: Row, text: string): Row {
  const state = Object.entries<string | null>(JSON.parse(text)).map(([name, value]) => {
    const isAmount = value !== null && table.columns[name]?.type === 'bigint'
    return [name, isAmount ? BigInt(value) : value]
  })
  return { ...row, ...Object.fromEntries(state) }
}
