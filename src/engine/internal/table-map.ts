/** Map by table, log or tally: an array at the part's number, because an index is found faster than a key. */
import type { Part } from '../table.ts'

export class TableMap<Value, Key extends Part = Part> {
  readonly #values: (Value | undefined)[] = []
  readonly #entries: [Key, Value][] = []

  get(part: Key): Value | undefined {
    return this.#values[part.ordinal]
  }

  /** Once for each part. */
  set(part: Key, value: Value): void {
    this.#values[part.ordinal] = value
    this.#entries.push([part, value])
  }

  /** In the order in which they were set. */
  [Symbol.iterator](): Iterator<[Key, Value]> {
    return this.#entries[Symbol.iterator]()
  }
}
