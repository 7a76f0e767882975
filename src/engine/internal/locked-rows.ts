/**
 * Rows that somebody outside this process keeps locked. Commands that need one wait for it here, beside the lanes,
 * instead of making a batch wait with all its commands.
 */
import { elapsed } from '../../core/clock.ts'
import type { Lane } from '../database.ts'
import type { Table } from '../table.ts'
import type { Bytes } from './binary.ts'
import type { Hold, Holders } from './in-flight-rows.ts'
import type { Asked } from './slot.ts'
import { keyOf, selectLocked } from './sql.ts'

/** How often locked rows are looked at, in milliseconds. */
const LOOK_EVERY_MS = 50

interface LockedRow<Caller> extends Hold<Caller> {
  readonly row: Asked
  readonly isOutside: true
  /** When those who wait are refused. */
  deadline: number
}

export class LockedRows<Caller> {
  readonly #holders: Holders<Caller>
  readonly #patienceMs: number
  readonly #onDue: () => void
  #locked: LockedRow<Caller>[] = []
  #isPlanned = false

  /** @param onDue is called when it is time for `look` */
  constructor(holders: Holders<Caller>, patienceMs: number, onDue: () => void) {
    this.#holders = holders
    this.#patienceMs = patienceMs
    this.#onDue = onDue
  }

  get isAnyoneWaiting(): boolean {
    return this.#locked.some(({ waiting }) => waiting.length > 0)
  }

  /** Finds the locked ones among rows. From now on commands that need one of them stand aside. @returns how many */
  async find(lane: Lane, bytes: Bytes, rows: readonly Asked[]): Promise<number> {
    const found = await lockedAmong(lane, bytes, rows)
    for (const row of found) {
      const deadline = elapsed() + this.#patienceMs
      const hold: LockedRow<Caller> = { row, rows: [], waiting: [], isOutside: true, deadline }
      this.#holders.take(hold, [row])
      this.#locked.push(hold)
    }
    this.#plan()
    return found.length
  }

  /** Looks whether rows are locked still. @returns who can go on, and who has waited too long */
  async look(lane: Lane, bytes: Bytes): Promise<{ freed: Caller[]; refused: Caller[] }> {
    const looked = this.#locked
    // Where the database does not answer, nothing has changed; whoever commits on the lane says that it is away.
    const found = await lockedAmong(
      lane,
      bytes,
      looked.map(({ row }) => row),
    ).catch(() => looked.map(({ row }) => row))
    const locked = new Set(found.map(nameOf))
    const freed = looked.filter(({ row }) => !locked.has(nameOf(row)))
    for (const hold of freed) this.#holders.release(hold)
    this.#locked = this.#locked.filter((hold) => !freed.includes(hold))
    this.#isPlanned = false
    this.#plan()
    return { freed: freed.flatMap(({ waiting }) => waiting), refused: this.#late() }
  }

  #late(): Caller[] {
    const now = elapsed()
    return this.#locked
      .filter(({ deadline }) => deadline <= now)
      .flatMap((hold) => {
        hold.deadline = now + this.#patienceMs
        return hold.waiting.splice(0)
      })
  }

  #plan(): void {
    if (this.#locked.length === 0 || this.#isPlanned) return
    this.#isPlanned = true
    setTimeout(this.#onDue, LOOK_EVERY_MS).unref()
  }
}

const nameOf = ({ part, platformId, key }: Asked) => `${part.name} ${platformId} ${key}`

/** In a transaction of its own, that waits for nobody. */
async function lockedAmong(lane: Lane, bytes: Bytes, rows: readonly Asked[]): Promise<Asked[]> {
  const tables = [...new Set(rows.map(({ part }) => part as Table))]
  const found: Asked[] = []
  await lane.atomic(async (send) => {
    bytes.reset()
    const answers = await send(
      tables.map((table) => selectLocked(bytes, table, rows.filter(({ part }) => part === table).map(keyOf))),
    )
    tables.forEach((part, i) => {
      for (const { platformId, key } of answers[i] as any[]) found.push({ part, platformId, key })
    })
    return []
  })
  return found
}
