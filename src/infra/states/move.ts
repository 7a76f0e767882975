/** Owns every change of a status, and the event that tells of it: both or neither. */
import type { Lifecycle } from '../../../contract/lifecycle.ts'
import { nextState } from '../../core/next-state.ts'
import type { Rows } from '../../engine/rows.ts'
import type { Table } from '../../engine/table.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { keepState } from './kept-state.ts'
import { events, listeners } from './tables.ts'

/** A row with events: its version is the sequence of the last one. A resource without events has none. */
interface Told {
  readonly id: string
  readonly version?: number
}
interface Living extends Told {
  readonly status: string
}

/** What `move` and `tell` must know of a resource. */
export interface Machine<Row extends Living, Name extends string> {
  readonly lifecycle: Lifecycle<Row['status'], Name>
  readonly table: Table<Row>
  /** The whole name of an event: `OUTGOING_PAYMENT.COMPLETED` for COMPLETED; undefined where this kind of row tells nothing of it. */
  readonly eventType: (row: Row, event: string) => string | undefined
  /** The resource as its GET shows it. */
  readonly present: (row: Row, platformId: string) => object
  /**
   * Its events keep only what can change of the row, and are written out when they are read: for resources whose events
   * are most of what the service writes. `writeOut` in domain/events must know it.
   */
  readonly keepsState?: true
  /** What must be true together with the new status; called after each move. */
  readonly follow?: (rows: Rows, row: Row) => void
}

/** The only way a status changes. @throws Refusal INVALID_STATE_TRANSITION when the lifecycle has no such move from here */
export function move<Row extends Living, Name extends string>(
  rows: Rows,
  machine: Machine<Row, Name>,
  row: Row,
  name: Name,
  changes: Partial<Row> = {},
): Row {
  const status = nextState(machine.lifecycle, row.status as Row['status'], name)
  const { event } = machine.lifecycle.moves[name]
  const moved = event
    ? tell(rows, machine, row, event, { ...changes, status } as Partial<Row>)
    : rows.change(machine.table, row, { ...changes, status } as Partial<Row>)
  machine.follow?.(rows, moved)
  return moved
}

/** Changes a row and records an event about it that is no change of status. */
export function tell<Row extends Living, Name extends string>(
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

function recordRow<Row extends Living>(
  rows: Rows,
  { table, present, keepsState }: Pick<Machine<Row, string>, 'table' | 'present' | 'keepsState'>,
  type: string,
  row: Row,
  version: number,
): void {
  const told = { id: row.id, version }
  if (keepsState) recordState(rows, type, told, () => keepState(table, row))
  else record(rows, type, told, () => present(row, rows.platformId))
}

/** Notes what became of an object. `data` is asked for once, when the batch is written: it must not depend on later changes. */
export const record = (rows: Rows, type: string, told: Required<Told>, data: () => object): void =>
  append(rows, type, told, () => JSON.stringify(data()), null)

/** As `record`, keeping only the object's state. @param state text made by `keepState` */
export const recordState = (rows: Rows, type: string, told: Required<Told>, state: () => string): void =>
  append(rows, type, told, null, state)

type LazyText = (() => string) | null

function append(rows: Rows, type: string, { id, version }: Required<Told>, data: LazyText, state: LazyText): void {
  // An endpoint that is disabled takes nothing now, but the next one catches up: an object's cursor says from where.
  const isWanted = Boolean(rows.peek(listeners, rows.platformId)?.endpoint)
  const event = { objectId: id, sequence: version, id: rows.newId(), type, data, state, createdAt: rows.now, isWanted }
  rows.append(events, event)
  if (isWanted) enqueue(rows, 'deliverEvents', rows.now, id)
}

/** Adds a row in its initial state, with the event that tells of it. */
export function begin<Row extends Living, Name extends string>(
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
