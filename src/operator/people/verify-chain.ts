/**
 * Verification and export of the audit chain: recomputes every hash, in order, up to a head that was recorded
 * elsewhere.
 */
import { createHash } from 'node:crypto'
import { canonicalJson } from '../../core/canonical-json.ts'
import { BrokenChain } from '../../infra/audit/checkpoint-keys.ts'
import { signedHeads } from '../../infra/audit/seal-audit.ts'
import type { Store } from '../../infra/db/store.ts'

/** A row as it is stored. */
export interface AuditRow {
  readonly number: number
  readonly previous: string
  readonly hash: string
  /** Canonical JSON; the hash is over these bytes. */
  readonly entry: string
}

export interface Verification {
  readonly entries: number
  /** `<number>:<hash>` of the last entry; recorded elsewhere, it shows later that no entry before it was changed. */
  readonly head: string
  readonly isIntact: boolean
  /** The first fault. */
  readonly fault?: string
}

/** The hash before the first entry. */
const FIRST_HASH = '0'.repeat(64)
const PAGE = 1000

/** SHA-256 as hex. @param previous hash of the entry before. @param entry its text */
const chainHash = (previous: string, entry: string): string =>
  createHash('sha256').update(`${previous}\n${entry}`).digest('hex')

/** The whole chain, in order. @param after number of the entry after which it begins */
export async function* auditRows({ query }: Pick<Store, 'query'>, after = 0): AsyncGenerator<AuditRow> {
  for (let last = after; ; ) {
    const rows = await query<Omit<AuditRow, 'number'> & { number: bigint }>(
      'select number, previous, hash, entry from audit_chain where number > $1 order by number limit $2',
      [last, PAGE],
    )
    for (const row of rows) yield { ...row, number: Number(row.number) }
    if (rows.length < PAGE) return
    last = Number(rows.at(-1)?.number)
  }
}

/** A line of the export, without its line break. */
export const exportLine = ({ number, previous, hash, entry }: AuditRow): string =>
  `{"number":${number},"previous":"${previous}","hash":"${hash}","entry":${entry}}`

/** The row in a line of an export. @throws Error for any other text */
export function rowIn(line: string): AuditRow {
  const { number, previous, hash, entry } = JSON.parse(line) as AuditRow & { entry: unknown }
  return { number, previous, hash, entry: canonicalJson(entry) }
}

/**
 * Computes every hash again.
 * @param expected `<number>:<hash>` that must be in the chain: without one, a truncation of the chain together with its
 * stored head is not detected
 * @param signed hashes of entries that checkpoints sign, by number
 */
export async function verifyRows(
  rows: AsyncIterable<AuditRow> | Iterable<AuditRow>,
  expected?: string,
  signed: ReadonlyMap<number, string> = new Map(),
): Promise<Verification> {
  let [number, hash] = [0, FIRST_HASH]
  let isFound = expected === undefined || expected === `0:${FIRST_HASH}`
  const wrong = (fault: string): Verification => ({
    entries: number,
    head: `${number}:${hash}`,
    isIntact: false,
    fault,
  })
  for await (const row of rows) {
    if (row.number !== number + 1) return wrong(`Entry ${number + 1} is missing`)
    if (row.previous !== hash) return wrong(`Entry ${row.number} does not follow the one before it`)
    if (chainHash(row.previous, row.entry) !== row.hash) return wrong(`Entry ${row.number} was changed`)
    if (signed.has(row.number) && signed.get(row.number) !== row.hash)
      return wrong(`Entry ${row.number} is not the one that a checkpoint signs`)
    number = row.number
    hash = row.hash
    isFound ||= expected === `${number}:${hash}`
  }
  const last = Math.max(0, ...signed.keys())
  if (last > number) return wrong(`Entry ${last}, which a checkpoint signs, is not in the chain`)
  return isFound
    ? { entries: number, head: `${number}:${hash}`, isIntact: true }
    : wrong(`The noted entry ${expected} is not in the chain`)
}

/** Verifies the chain in the database, to its stored end, with its checkpoints. */
export async function verifyChain(store: Pick<Store, 'query'>, expected?: string): Promise<Verification> {
  let signed: ReadonlyMap<number, string>
  try {
    signed = await signedHeads(store)
  } catch (error) {
    if (!(error instanceof BrokenChain)) throw error
    return { entries: 0, head: `0:${FIRST_HASH}`, isIntact: false, fault: error.message }
  }
  // Read before the rows: entries appended in the meantime have higher numbers.
  const [head] = await store.query<{ number: bigint; hash: string }>('select number, hash from audit_head')
  const end = `${head?.number ?? 0}:${head?.hash ?? ''}`
  const toTheEnd = await verifyRows(auditRows(store), end, signed)
  return toTheEnd.isIntact && expected !== undefined ? verifyRows(auditRows(store), expected) : toTheEnd
}
