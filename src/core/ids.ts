/** Ids: UUIDs of version 7 in the database, `<Resource>:<uuid>` on the wire. */
import { randomBytes } from 'node:crypto'

const IDS_AT_ONCE = 1024
const ENTROPY_BYTES = 6
/** Random hexadecimal digits, twelve per id. */
let entropy = ''
let used = 0
let lastMoment = 0
let inMoment = 0

/**
 * A UUID version 7 (RFC 9562): sorts by time of creation, within one process also inside a millisecond.
 * So a table's primary key is its list order, and index inserts stay on the rightmost pages.
 * @param now milliseconds since 1970
 */
export function newId(now: number): string {
  if (used === entropy.length) {
    entropy = randomBytes(IDS_AT_ONCE * ENTROPY_BYTES).toString('hex')
    used = 0
  }
  const random = entropy.slice(used, (used += 2 * ENTROPY_BYTES))
  inMoment = now === lastMoment ? inMoment + 1 : 0
  lastMoment = now
  return uuidv7(now, inMoment, random)
}

/** Ids from a seed, for simulations that must repeat exactly. */
export function seededIds(seed: number): (now: number) => string {
  let state = seed >>> 0 || 1
  let count = 0
  const next = () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0).toString(16).padStart(8, '0')
  }
  return (now) => uuidv7(now, count++, (next() + next()).slice(-12))
}

/**
 * The sequence has 24 bits, so that the order holds while a clock is frozen; 48 random bits make the ids of several
 * processes distinct. No id ends in 00 and a digit: such endings have a meaning in the sandbox.
 */
function uuidv7(now: number, sequence: number, random: string): string {
  const tail = random.startsWith('00', 9) ? `${random.slice(0, 9)}f${random.slice(10)}` : random
  if (now !== prefixMoment) {
    const time = now.toString(16).padStart(12, '0')
    prefix = `${time.slice(0, 8)}-${time.slice(8)}-7`
    prefixMoment = now
  }
  const order = (0x1000000 + (sequence & 0xffffff)).toString(16)
  return `${prefix}${order.slice(1, 4)}-8${order.slice(4)}-${tail}`
}
/** Prefix of all ids of one millisecond. */
let prefixMoment = Number.NaN
let prefix = ''

const LAST_MOMENT = 2 ** 48 - 1

/** The least UUID of a given time, for time filters on a key. */
export const firstIdAt = (moment: number): string => {
  const time = Math.min(Math.max(moment, 0), LAST_MOMENT).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`
}

/** The time in a version 7 UUID, in milliseconds since 1970. */
export const momentOf = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)

export type WireId<Resource extends string> = `${Resource}:${string}`

/** `wireId('Quote', uuid)` → `Quote:<uuid>`. */
export const wireId = <Resource extends string>(resource: Resource, uuid: string): WireId<Resource> =>
  `${resource}:${uuid}`

/** The UUID inside a wire id, whose form the contract's schema has already checked. */
export const bareId = (id: string): string => id.slice(id.indexOf(':') + 1)
