/**
 * Queue of the engine. A batch is of one platform; platforms that wait take turns. Groups that broke a batch are tried
 * apart, and seldom, so that they cost others little.
 */

/** So many batches of others come before a group that broke one, while there are any. */
const TURNS_BETWEEN = 8

export class Waiting<Item extends { readonly platformId: string }> {
  /** In the order of their turns. */
  readonly #queues = new Map<string, Item[]>()
  #apart: Item[][] = []
  #turns = 0
  #size = 0

  /** Items, those in groups included. */
  get size(): number {
    return this.#size
  }

  push(item: Item): void {
    this.#size++
    const queue = this.#queues.get(item.platformId)
    if (queue) queue.push(item)
    else this.#queues.set(item.platformId, [item])
  }

  /** Items of one platform that were taken before and are next again. */
  putBack(items: readonly Item[]): void {
    const [first] = items
    if (!first) return
    this.#size += items.length
    this.#queues.set(first.platformId, [...items, ...(this.#queues.get(first.platformId) ?? [])])
  }

  /** A group that forms a batch of its own. */
  pushApart(items: readonly Item[]): void {
    this.#size += items.length
    this.#apart.push([...items])
  }

  /** The next batch: items of one platform, at most so many; none when nothing waits. */
  take(most: number): Item[] {
    const batch = this.#isForApart() ? (this.#apart.shift() as Item[]) : this.#takeTurn(most)
    this.#size -= batch.length
    return batch
  }

  /** Takes everything. */
  clear(): Item[] {
    const all = [...this.#apart, ...this.#queues.values()].flat()
    this.#queues.clear()
    this.#apart = []
    this.#size = 0
    return all
  }

  #isForApart(): boolean {
    if (this.#apart.length === 0 || (this.#queues.size > 0 && ++this.#turns < TURNS_BETWEEN)) return false
    this.#turns = 0
    return true
  }

  #takeTurn(most: number): Item[] {
    const [next] = this.#queues
    if (!next) return []
    const [platformId, queue] = next
    this.#queues.delete(platformId)
    if (queue.length <= most) return queue
    this.#queues.set(platformId, queue.slice(most))
    return queue.slice(0, most)
  }
}
