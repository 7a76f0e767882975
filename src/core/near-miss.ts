/** Near misses of names: distinguishes a misspelt field from an unknown one (decision 82). */

/** Longer names are not compared: no field of the contract is that long. */
const LENGTH_MAX = 64

/**
 * The known name that was probably meant: equal except for case and separators, or within an edit distance of 2 (1
 * below five characters, 0 below three). Names that differ only in digits are different names. Costs at most the
 * product of both lengths for each known name.
 */
export function nearMiss(name: string, known: Iterable<string>): string | undefined {
  if (name.length > LENGTH_MAX) return undefined
  const meant = plain(name)
  let nearest: string | undefined
  let best = 3
  for (const candidate of known) {
    const other = plain(candidate)
    if (meant === other) return candidate
    if (withoutDigits(meant) === withoutDigits(other)) continue
    const length = Math.min(meant.length, other.length)
    const limit = Math.min(length < 3 ? 0 : length < 5 ? 1 : 2, best - 1)
    if (Math.abs(meant.length - other.length) > limit) continue
    const found = distance(meant, other, limit)
    if (found > limit) continue
    nearest = candidate
    best = found
  }
  return nearest
}

const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '')
const withoutDigits = (name: string) => name.replace(/\d/g, '')

/** Insertions, deletions, substitutions and swaps of neighbours; gives up above `limit`. */
function distance(a: string, b: string, limit: number): number {
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      let cost = Math.min(at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + (same ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) cost = Math.min(cost, at(before, j - 2) + 1)
      row.push(cost)
    }
    if (Math.min(...row) > limit) return limit + 1
    before = last
    last = row
  }
  return at(last, b.length)
}

const at = (row: readonly number[], index: number) => row[index] as number
