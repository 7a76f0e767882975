/**
 * Files from the bank: stored byte for byte, and applied once. A file is identified by its hash, its messages by the
 * bank's own ids, and a statement by the balance with which the one before it ended. A file is applied as a whole or
 * not at all.
 */
import { createHash } from 'node:crypto'
import type { Clock } from '../../../../core/clock.ts'
import type { Query } from '../../../../infra/db/store.ts'
import { applyMessage, EarlierStatementMissing } from '../apply-message.ts'
import { closeBooks, openBooks } from '../books.ts'
import { type BankMessage, UnreadableFile } from '../messages.ts'
import { type Database, type RailRow, stamp, withRailLocked } from '../rail-row.ts'
import type { Scheme } from '../scheme.ts'
import type { Encryption } from './encryption.ts'
import type { Mailbox } from './mailbox.ts'

export interface ReadNeeds {
  readonly database: Database
  readonly scheme: Scheme
  readonly clock: Clock
  readonly inbox: Pick<Mailbox, 'list' | 'read' | 'putAway'>
  /** Absent: files are not encrypted. Otherwise the decrypted bytes are stored. */
  readonly encryption?: Encryption | undefined
}

/** Stores the files in the inbox, then moves them away. A file stays in the inbox until it is stored. */
export async function storeFiles({ database: { query }, scheme, clock, inbox, encryption }: ReadNeeds): Promise<void> {
  for (const name of await inbox.list()) {
    const bytes = await inbox.read(name).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined // another process has stored it and moved it away
      throw error
    })
    if (bytes === undefined) continue
    const { contents, fault } = await opened(encryption, bytes)
    // A file that could not be opened has another hash than the same contents sent encrypted later, which must be read.
    const sha256 = createHash('sha256')
      .update(fault === null ? '' : 'not opened')
      .update(contents)
      .digest('hex')
    const state = fault === null ? 'STORED' : 'REFUSED'
    await query(STORE, [scheme.id, sha256, name, contents, stamp(clock.now()), state, fault], 'store_bank_file')
    await inbox.putAway(name, bytes)
  }
}

/** @returns the decrypted bytes; where decryption or the signature fails, the bytes as received and the reason */
async function opened(encryption: Encryption | undefined, bytes: Buffer) {
  try {
    return { contents: encryption ? await encryption.open(bytes) : bytes, fault: null }
  } catch (error) {
    if (error instanceof UnreadableFile) return { contents: bytes, fault: error.message }
    throw error
  }
}

const STORE = `
  insert into bank_inbox (rail, sha256, name, bytes, received_at, state, fault) values ($1, $2, $3, $4, $5, $6, $7)
  on conflict (rail, sha256) do nothing`

/** Applies the oldest stored file. @returns whether there was one; undefined: another process is doing it */
export const readFile = (needs: ReadNeeds): Promise<boolean | undefined> =>
  withRailLocked(needs.database, needs.scheme.id, async (query, counters) => {
    const [file] = await query<StoredFile>(NEXT, [needs.scheme.id])
    if (file === undefined) return false
    const [state, fault] = await applied(needs, query, counters, file)
    await query(END, [needs.scheme.id, file.sha256, state, fault])
    return true
  })

const NEXT = `
  select sha256, bytes from bank_inbox where rail = $1 and state = 'STORED' order by received_at, name limit 1`
const END = 'update bank_inbox set state = $3, fault = $4 where rail = $1 and sha256 = $2'

interface StoredFile {
  readonly sha256: string
  readonly bytes: Buffer
}

type End = readonly [state: 'READ' | 'REFUSED' | 'WAITING', fault: string | null]

/** Applies all messages to the books before anything is written, so a refused file changes nothing. */
async function applied(
  { scheme, clock }: ReadNeeds,
  query: Query,
  { arrivals, costs }: RailRow,
  { sha256, bytes }: StoredFile,
): Promise<End> {
  const rail = scheme.id
  try {
    const messages = ofAccount(scheme, scheme.read(bytes))
    const kinds = messages.map(({ kind }) => kind)
    const ids = messages.map(({ id }) => id)
    const [known] = await query<{ kind: string; id: string }>(KNOWN, [rail, kinds, ids])
    if (known) throw new UnreadableFile(`${known.kind} ${known.id} was read from another file before`)
    const books = await openBooks(query, rail, messages)
    const before = new Map(books.payouts)
    for (const message of messages) applyMessage(books, message)
    await query(ADD_MESSAGES, [rail, kinds, ids, sha256])
    await closeBooks(query, rail, books, before, { arrivals, costs, now: clock.now() })
    await query(ADD_CORRECTIONS, [rail, JSON.stringify(books.corrections), sha256])
    if (books.statements.length > 0) await query(RETRY, [rail])
    return ['READ', books.faults.join('; ') || null]
  } catch (error) {
    if (error instanceof EarlierStatementMissing) return ['WAITING', error.message]
    if (error instanceof UnreadableFile) return ['REFUSED', error.message]
    throw error
  }
}

/**
 * The messages about the rail's account; a file may contain those of other accounts. @throws UnreadableFile when there
 * are none
 */
function ofAccount({ account, currency }: Scheme, messages: readonly BankMessage[]): readonly BankMessage[] {
  const ours = messages.filter((message) => !('account' in message) || message.account === account)
  if (ours.length === 0) throw new UnreadableFile('It does not contain the account of this rail')
  for (const message of ours)
    if ('currency' in message && message.currency !== currency)
      throw new UnreadableFile(`The account is in ${message.currency}, and the rail in ${currency}`)
  const ids = ours.map(({ kind, id }) => `${kind} ${id}`)
  const long = ours.find(({ id }) => id.length > 100)
  if (long) throw new UnreadableFile(`${long.kind} ${long.id.slice(0, 20)}… has an id of more than 100 characters`)
  const twice = ids.find((id, i) => ids.indexOf(id) !== i)
  if (twice !== undefined) throw new UnreadableFile(`${twice} is in it twice`)
  return ours
}

const KNOWN = `
  select kind, id from bank_messages
  where rail = $1 and (kind, id) in (select * from unnest($2::text[], $3::text[]))`
const ADD_MESSAGES = `
  insert into bank_messages (rail, kind, id, sha256)
  select $1, kind, id, $4 from unnest($2::text[], $3::text[]) as message (kind, id)`
const ADD_CORRECTIONS = `
  insert into bank_corrections (rail, sha256, reference, code, data)
  select $1, $3, reference, code, data from jsonb_to_recordset($2::jsonb)
    as correction (reference text, code text, data text) on conflict do nothing`
const RETRY = `update bank_inbox set state = 'STORED', fault = null where rail = $1 and state = 'WAITING'`
