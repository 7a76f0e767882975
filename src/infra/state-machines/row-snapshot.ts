/** Row snapshots in events and stored replies: only the columns that can change; the others are read from the row itself. */
import { compiled, memoized, returnObject } from '../../core/compiled.ts'
import type { Table } from '../../engine/table.ts'

/** The changing columns of a row as JSON text. Amounts are written as text, because they are exact beyond JSON's numbers. */
export const keepState = <Row>(table: Table<Row>, row: Row): string => JSON.stringify(stateOf(table)(row))

const stateOf = memoized((table: Table) =>
  compiled<(row: unknown) => object>(
    ['row'],
    returnObject(table.changing, (name) =>
      table.columns[name]?.type === 'bigint'
        ? `row.${name} == null ? row.${name} : String(row.${name})`
        : `row.${name}`,
    ),
  ),
)

/**
 * The row as it was at the snapshot.
 * @param row as it is now, or was at any other time; it supplies the columns that the snapshot lacks
 */
export function restoreState<Row>(table: Table<Row>, row: Row, text: string): Row {
  const state = Object.entries<string | null>(JSON.parse(text)).map(([name, value]) => {
    const isAmount = value !== null && table.columns[name]?.type === 'bigint'
    return [name, isAmount ? BigInt(value) : value]
  })
  return { ...row, ...Object.fromEntries(state) }
}
