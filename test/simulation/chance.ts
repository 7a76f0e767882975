/** Seeded random numbers (mulberry32). */
export interface Chance {
  /** At least 0 and below 1. */
  next(): number
  /** A whole number, at least 0 and below `n`. */
  below(n: number): number
  of<Item>(items: readonly Item[]): Item
}

export function chanceFrom(seed: number): Chance {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (n: number) => Math.floor(next() * n)
  return { next, below, of: (items) => items[below(items.length)]! }
}
