/**
 * Owns the memory of names that have been used up: half a megabyte a table, however many there were. It forgets: of
 * sixty thousand names about a fifth. And it takes one for another, seldom. Either costs whoever relies on it another
 * try, and nothing else.
 */
const PLACES = 2 ** 17

export class UsedNames {
  #marks: Uint32Array | undefined
  /** What the names of the platform that was asked about last begin with. */
  #platformId = ''
  #start = 0
  #startOfPlace = 0
  #place = 0

  add(platformId: string, name: string): void {
    this.#marks ??= new Uint32Array(PLACES)
    const mark = this.#find(platformId, name)
    this.#marks[this.#place] = mark
  }

  has(platformId: string, name: string): boolean {
    return this.#marks !== undefined && this.#find(platformId, name) === this.#marks[this.#place]
  }

  clear(): void {
    this.#marks = undefined
  }

  /** @returns the name's mark, never 0; where it belongs is in `#place` */
  #find(platformId: string, name: string): number {
    if (platformId !== this.#platformId) {
      this.#platformId = platformId
      this.#start = mixed(FNV_OFFSET, FNV_PRIME, platformId)
      this.#startOfPlace = mixed(OTHER_OFFSET, OTHER_PRIME, platformId)
    }
    const place = mixed(this.#startOfPlace, OTHER_PRIME, name)
    this.#place = (place ^ (place >>> 15)) & (PLACES - 1)
    return mixed(this.#start, FNV_PRIME, name) >>> 0 || 1
  }
}

// FNV-1a, and the same with other numbers, so that what meets in one seldom meets in the other.
const FNV_OFFSET = 0x811c9dc5
const FNV_PRIME = 0x01000193
const OTHER_OFFSET = 0x9e3779b9
const OTHER_PRIME = 0x85ebca6b

function mixed(start: number, prime: number, text: string): number {
  let hash = start
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), prime)
  return hash
}
