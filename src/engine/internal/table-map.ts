/** Owns what is kept for each table, log or tally: found by the part's number, because a place in a list is found faster than a key of a map. */
import type { Part } from '../table.ts'

export class ByPart<Value, Of extends Part = Part> {
  readonly #places: (Value | undefined)[] = []
  readonly #entries: [Of, Value][] = []

  get(part: Of): Value | undefined {
    return this.#places[part.ordinal]
  }

  /** Once for each part. */
  set(part: Of, value: Value): void {
    this.#places[part.ordinal] = value
    this.#entries.push([part, value])
  }

  /** In the order in which they were set. */
  [Symbol.iterator](): Iterator<[Of, Value]> {
    return this.#entries[Symbol.iterator]()
  }
}
