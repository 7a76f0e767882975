/** LRU map: evicts the entry that was used least recently. */
export class LruMap<Key, Value> {
  readonly #most: number
  /** In order of use, the latest last. */
  readonly #values = new Map<Key, Value>()

  /** @param most entries that are kept */
  constructor(most: number) {
    this.#most = most
  }

  get(key: Key): Value | undefined {
    const value = this.#values.get(key)
    if (value !== undefined) this.set(key, value)
    return value
  }

  set(key: Key, value: Value): void {
    this.#values.delete(key)
    this.#values.set(key, value)
    if (this.#values.size > this.#most) this.#values.delete(this.#values.keys().next().value as Key)
  }
}
