/** Map by platform and key. Two lookups are faster than one with a concatenated key. */
export class Keyed<Value> {
  readonly #platforms = new Map<string, Map<string, Value>>()
  /** The platform of the latest access, which is nearly always that of the next. */
  #platformId = ''
  #values = new Map<string, Value>()
  #size = 0

  get size(): number {
    return this.#size
  }

  get(platformId: string, key: string): Value | undefined {
    if (platformId === this.#platformId) return this.#values.get(key)
    return this.#platforms.get(platformId)?.get(key)
  }

  set(platformId: string, key: string, value: Value): void {
    const values = platformId === this.#platformId ? this.#values : this.#valuesOf(platformId)
    const { size } = values
    values.set(key, value)
    this.#size += values.size - size
  }

  delete(platformId: string, key: string): void {
    if (this.#platforms.get(platformId)?.delete(key)) this.#size--
  }

  clear(): void {
    this.#platforms.clear()
    this.#platformId = ''
    this.#values = new Map()
    this.#size = 0
  }

  /** All values by platform, in the order of insertion. */
  values(): Value[] {
    const all: Value[] = []
    for (const values of this.#platforms.values()) for (const value of values.values()) all.push(value)
    return all
  }

  #valuesOf(platformId: string): Map<string, Value> {
    let values = this.#platforms.get(platformId)
    if (!values) this.#platforms.set(platformId, (values = new Map()))
    this.#platformId = platformId
    this.#values = values
    return values
  }
}
