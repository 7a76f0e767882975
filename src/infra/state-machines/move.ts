/** Status transitions: a change of status and its event, both or neither. */
import type { Lifecycle } from '../../../contract/lifecycle.ts'
import { nextState } from '../../core/next-state.ts'
import type { Rows } from '../../engine/rows.ts'
import type { Table } from '../../engine/table.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { keepState } from './row-snapshot.ts'
import { events, listeners } from './tables.ts'

/** A row with events: its version is the sequence of the last one. A resource without events has none. */
interface Versioned {
  readonly id: string
  readonly version?: number
}
interface Stateful extends Versioned {
  readonly status: string
}

/** Configuration of a resource for `move` and `recordEvent`. */
export interface Machine<Row extends Stateful, Name extends string> {
  readonly lifecycle: Lifecycle<Row['status'], Name>
  readonly table: Table<Row>
  /** Event type for an event's short name: `OUTGOING_PAYMENT.COMPLETED` for COMPLETED; undefined where this row emits no such event. */
  readonly eventType: (row: Row, event: string) => string | undefined
  /** The resource as its GET shows it; absent only with `keepsState`, or where no row emits events. */
  readonly present?: (row: Row, platformId: string) => object
  /**
   * Its events store only the row's changing columns, and are expanded when they are read: for resources whose events are
   * most of what the service writes. `payloadRestorer` in domain/events must support it.
   */
  readonly keepsState?: true
  /** Called after each move: keeps other rows consistent with the new status. */
  readonly follow?: (rows: Rows, row: Row) => void
}

/** The only way to change a status. @throws Refusal INVALID_STATE_TRANSITION when the lifecycle has no such move from here */
export function move<Row extends Stateful, Name extends string>(
  rows: Rows,
  machine: Machine<Row, Name>,
  row: Row,
  name: Name,
  changes: Partial<Row> = {},
): Row {
  const status = nextState(machine.lifecycle, row.status as Row['status'], name)
  const { event } = machine.lifecycle.moves[name]
  const moved = event
    ? recordEvent(rows, machine, row, event, { ...changes, status } as Partial<Row>)
    : rows.change(machine.table, row, { ...changes, status } as Partial<Row>)
  machine.follow?.(rows, moved)
  return moved
}

/** Changes a row and records an event without a change of status. */
export function recordEvent<Row extends Stateful, Name extends string>(
  rows: Rows,
  machine: Machine<Row, Name>,
  row: Row,
  event: string,
  changes: Partial<Row>,
): Row {
  const type = machine.eventType(row, event)
  if (type === undefined) return rows.change(machine.table, row, changes)
  const version = (row.version ?? 0) + 1
  const changed = rows.change(machine.table, row, { ...changes, version } as Partial<Row>)
  recordRow(rows, machine, type, changed, version)
  return changed
}

function recordRow<Row extends Stateful>(
  rows: Rows,
  { table, present, keepsState }: Pick<Machine<Row, string>, 'table' | 'present' | 'keepsState'>,
  type: string,
  row: Row,
  version: number,
): void {
  const subject = { id: row.id, version }
  if (keepsState || !present) recordState(rows, type, subject, () => keepState(table, row))
  else record(rows, type, subject, () => present(row, rows.platformId))
}

/** Appends an event. `data` is called once, when the batch is written: it must not depend on later changes. */
export const record = (rows: Rows, type: string, subject: Required<Versioned>, data: () => object): void =>
  append(rows, type, subject, () => JSON.stringify(data()), null)

/** As `record`, storing only the row's changing columns. @param state text from `keepState` */
export const recordState = (rows: Rows, type: string, subject: Required<Versioned>, state: () => string): void =>
  append(rows, type, subject, null, state)

type LazyText = (() => string) | null

function append(rows: Rows, type: string, { id, version }: Required<Versioned>, data: LazyText, state: LazyText): void {
  // A disabled endpoint receives nothing now, but catches up later from the object's cursor.
  const isWanted = Boolean(rows.peek(listeners, rows.platformId)?.endpoint)
  const event = { objectId: id, sequence: version, id: rows.newId(), type, data, state, createdAt: rows.now, isWanted }
  rows.append(events, event)
  if (isWanted) enqueue(rows, 'deliverEvents', rows.now, id)
}

/** Adds a row in an initial state, with its event. */
export function begin<Row extends Stateful, Name extends string>(
  rows: Rows,
  machine: Machine<Row, Name>,
  row: Row,
  event: string,
): Row {
  if (!machine.lifecycle.initial.includes(row.status))
    throw new Error(`A ${machine.lifecycle.resource} does not begin as ${row.status}`)
  const type = machine.eventType(row, event)
  const version = type === undefined ? 0 : 1
  const added = rows.add(machine.table, { ...row, version })
  if (type !== undefined) recordRow(rows, machine, type, added, version)
  return added
}
