/**
 * Queue of commands. A batch is of one platform, and waiting platforms take turns. Groups that the database rejected
 * as part of a batch form batches of their own, rarely, so that they cost other commands little.
 */

/** Batches of other commands between two such groups, while other commands wait. */
const TURNS_BETWEEN = 16

export class Queue<Item extends { readonly platformId: string }> {
  /** In the order of their turns. */
  readonly #platforms = new Map<string, Item[]>()
  #groups: Item[][] = []
  #turns = 0
  #size = 0

  /** Items, including those in groups. */
  get size(): number {
    return this.#size
  }

  /** The first item of each platform, or of one; groups are not included. */
  firsts(platformId?: string): Item[] {
    const lists = platformId === undefined ? [...this.#platforms.values()] : [this.#platforms.get(platformId) ?? []]
    return lists.flatMap((items) => items.slice(0, 1))
  }

  push(...items: readonly Item[]): void {
    this.#size += items.length
    for (const item of items) {
      const waiting = this.#platforms.get(item.platformId)
      if (waiting) waiting.push(item)
      else this.#platforms.set(item.platformId, [item])
    }
  }

  /** Puts items of one platform in front of its other items. */
  putBack(items: readonly Item[]): void {
    const [first] = items
    if (!first) return
    this.#size += items.length
    this.#platforms.set(first.platformId, [...items, ...(this.#platforms.get(first.platformId) ?? [])])
  }

  /** A group that forms its own batch. */
  pushGroup(items: Item[]): void {
    this.#size += items.length
    this.#groups.push(items)
  }

  /** The next batch: items of one platform, up to a limit; none when the queue is empty. */
  take(most: number): Item[] {
    const batch = this.#isGroupDue() ? (this.#groups.shift() as Item[]) : this.#takeTurn(most)
    this.#size -= batch.length
    return batch
  }

  takeAll(): Item[] {
    const all = [...this.#groups, ...this.#platforms.values()].flat()
    this.#platforms.clear()
    this.#groups = []
    this.#size = 0
    return all
  }

  #isGroupDue(): boolean {
    if (this.#groups.length === 0 || (this.#platforms.size > 0 && ++this.#turns < TURNS_BETWEEN)) return false
    this.#turns = 0
    return true
  }

  #takeTurn(most: number): Item[] {
    const [next] = this.#platforms
    if (!next) return []
    const [platformId, waiting] = next
    this.#platforms.delete(platformId)
    if (waiting.length <= most) return waiting
    this.#platforms.set(platformId, waiting.slice(most))
    return waiting.slice(0, most)
  }
}
