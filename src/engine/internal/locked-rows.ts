/**
 * Rows that a session outside this process keeps locked. Commands that need one wait here, outside the lanes, instead
 * of delaying a batch and all its commands.
 */
import { elapsed } from '../../core/clock.ts'
import type { Table } from '../table.ts'
import type { Channel } from './channel.ts'
import type { Claim, InFlightRows } from './in-flight-rows.ts'
import type { RowKey } from './slot.ts'
import { selectLocked } from './sql.ts'

/** How often locked rows are checked, in milliseconds. */
const CHECK_EVERY_MS = 50

interface LockedRow<Caller> extends Claim<Caller> {
  readonly isExternal: true
  readonly row: RowKey
  /** When the waiting commands are refused. */
  deadline: number
}

export class LockedRows<Caller> {
  readonly #inFlight: InFlightRows<Caller>
  readonly #patienceMs: number
  readonly #onDue: () => void
  #locked: LockedRow<Caller>[] = []
  #isPlanned = false

  /** @param onDue called when it is time for `check` */
  constructor(inFlight: InFlightRows<Caller>, patienceMs: number, onDue: () => void) {
    this.#inFlight = inFlight
    this.#patienceMs = patienceMs
    this.#onDue = onDue
  }

  get isAnyWaiting(): boolean {
    return this.#locked.some(({ waiting }) => waiting.length > 0)
  }

  /** Finds the locked rows among these. From now on commands that need one of them leave their batch. @returns how many */
  async find(channel: Channel, rows: readonly RowKey[]): Promise<number> {
    const found = await lockedAmong(channel, rows)
    for (const row of found) {
      const deadline = elapsed() + this.#patienceMs
      const locked: LockedRow<Caller> = { row, rows: [], waiting: [], isExternal: true, deadline }
      this.#inFlight.add(locked, [row])
      this.#locked.push(locked)
    }
    this.#plan()
    return found.length
  }

  /** Checks which rows are still locked. @returns commands that can continue, and commands that have waited too long */
  async check(channel: Channel): Promise<{ freed: Caller[]; refused: Caller[] }> {
    const checked = this.#locked
    const rows = checked.map(({ row }) => row)
    // Without an answer nothing has changed; a batch on the same lane finds out that the database is unreachable.
    const found = await lockedAmong(channel, rows).catch(() => rows)
    const isLocked = ({ row }: LockedRow<Caller>) => found.some((one) => isSameRow(one, row))
    const freed = checked.filter((one) => !isLocked(one))
    for (const one of freed) this.#inFlight.release(one)
    this.#locked = this.#locked.filter((one) => !freed.includes(one))
    this.#isPlanned = false
    this.#plan()
    return { freed: freed.flatMap(({ waiting }) => waiting), refused: this.#overdue() }
  }

  #overdue(): Caller[] {
    const now = elapsed()
    return this.#locked.flatMap((locked) => {
      if (locked.deadline > now) return []
      locked.deadline = now + this.#patienceMs
      return locked.waiting.splice(0)
    })
  }

  #plan(): void {
    if (this.#locked.length === 0 || this.#isPlanned) return
    this.#isPlanned = true
    setTimeout(this.#onDue, CHECK_EVERY_MS).unref()
  }
}

const isSameRow = (a: RowKey, b: RowKey) => a.key === b.key && a.platformId === b.platformId && a.part === b.part

/** In its own database transaction that waits for no lock. */
async function lockedAmong({ lane, bytes }: Channel, rows: readonly RowKey[]): Promise<RowKey[]> {
  const groups = groupedByTableAndPlatform(rows)
  const found: RowKey[] = []
  await lane.atomic(async (send) => {
    bytes.reset()
    const answers = await send(
      groups.map(({ part, platformId, keys }) => selectLocked(bytes, part as Table, platformId, keys)),
    )
    groups.forEach(({ part, platformId }, i) => {
      for (const { key } of answers[i] as any[]) found.push({ part, platformId, key })
    })
    return []
  })
  return found
}

function groupedByTableAndPlatform(rows: readonly RowKey[]): (Omit<RowKey, 'key'> & { keys: string[] })[] {
  const groups = new Map<string, Omit<RowKey, 'key'> & { keys: string[] }>()
  for (const { part, platformId, key } of rows) {
    const group = groups.get(`${part.name} ${platformId}`)
    if (group) group.keys.push(key)
    else groups.set(`${part.name} ${platformId}`, { part, platformId, keys: [key] })
  }
  return [...groups.values()]
}
