/** Idempotency-Key: one key, one effect, one reply (decision 9). */
import { hash } from 'node:crypto'
import { type Refusal, refuse } from '../../../core/refusal.ts'
import type { Command, Rows } from '../../../engine/rows.ts'
import { int, jsonText, orNull, type Row, table, text, time, uuid } from '../../../engine/table.ts'
import type { Vault } from '../../crypto/secrets.ts'
import type { ShowsRow } from '../../operations/handlers.ts'
import { keepState, restoreState } from '../../state-machines/row-snapshot.ts'

/** The first reply under each key. */
export const idempotencyKeys = table(
  'idempotency_keys',
  {
    key: uuid,
    fingerprint: text(),
    status: int,
    /** The reply as sent; or, for a reply that shows one row, the row's changing columns. */
    reply: jsonText,
    createdAt: time,
    /** The row that the reply shows. */
    shownId: orNull(uuid),
  },
  { key: 'key' },
)
type KeptReply = Row<typeof idempotencyKeys>

/**
 * Replies that show a secret, sealed. They are stored separately from the keys, so that they can be removed after an
 * hour; the key's own row has the id of the object that the secret belongs to.
 */
export const secretReplies = table('secret_replies', { key: uuid, sealed: jsonText, createdAt: time }, { key: 'key' })

/** How long a lost reply with a secret can be replayed (decision 88). */
export const SECRET_LIFE_MS = 60 * 60_000

/** JSON text, or its bytes. */
export type ReplyText = string | Buffer

/** A reply: JSON text that is serialized once and stored as it was sent. */
export interface Answer {
  readonly status: number
  readonly body: ReplyText | (() => ReplyText) | null
  readonly replayed?: boolean
  /** The row that the body shows, where it shows one. */
  readonly row?: { readonly id: string }
  /** Wire id of the object whose secret the body shows, where it shows one. */
  readonly secretOf?: string
}

/** The use of a key by one request. */
export interface KeyUse {
  /** Caller, method, path and key in one: the first half of a SHA-256 in the form of a UUID. */
  readonly key: string
  /** Hash of the request. */
  readonly fingerprint: string
}

/** @param owner of the key: a token, the dashboard or an agent, each with its platform (decision 88) */
export function keyUse(owner: string, method: string, path: string, key: string, body: string): KeyUse {
  const place = hash('sha256', `${owner} ${method} ${path} ${key}`, 'hex')
  return { key: asUuid(place), fingerprint: hash('sha256', body, 'base64url') }
}

/** As a UUID: 16 bytes in the index of the fastest-growing table. */
const asUuid = (hex: string) =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`

/**
 * Statuses that concern the caller or a passing condition, not the operation: a later attempt may succeed, so they do
 * not bind the key.
 */
const NEVER_KEPT = new Set([401, 403, 404, 429])

/** How replies are stored, if not as their text. */
export interface Keeping {
  /** For replies with a secret: seals them. */
  readonly vault?: Vault | undefined
  /** For replies that show one row: its state takes a tenth of the space. */
  readonly shows?: ShowsRow | undefined
}

/**
 * Wraps a command so that its key is claimed, and its reply kept, in the transaction of its effect. What the operation
 * itself refuses is kept as well; a refusal leaves no other trace.
 */
export function once(use: KeyUse | undefined, command: Command<Answer>, keeping: Keeping = {}): Command<Answer> {
  if (!use) return command
  const { shows, vault } = keeping
  return (rows) => {
    const earlier = rows.presume(idempotencyKeys, use.key)
    if (earlier) return replay(rows, earlier, use, keeping)
    const answer = command(rows)
    const { status, body, row, secretOf } = answer
    const { key, fingerprint } = use
    const createdAt = rows.now
    if (vault && secretOf !== undefined && body !== null) {
      rows.add(secretReplies, { key, sealed: () => sealed(vault, key, textOf(body)), createdAt })
      const reply = JSON.stringify({ id: secretOf })
      rows.add(idempotencyKeys, { key, fingerprint, status, reply, createdAt, shownId: null })
      return answer
    }
    if (shows && row) {
      const reply = () => keepState(shows.table, row)
      rows.add(idempotencyKeys, { key, fingerprint, status, reply, createdAt, shownId: row.id })
      return answer
    }
    // Serialized once, for the table and for the caller.
    let made: ReplyText | undefined
    const reply = body === null ? 'null' : typeof body === 'function' ? () => (made ??= body()) : body
    rows.add(idempotencyKeys, { key, fingerprint, status, reply, createdAt, shownId: null })
    return body === null ? answer : { ...answer, body: reply }
  }
}

/** Sealed together with its key, so that a reply moved under another key in the database does not open. */
const sealed = (vault: Vault, key: string, reply: string) => JSON.stringify(vault.seal(JSON.stringify({ key, reply })))

function unsealed(vault: Vault, key: string, kept: ReplyText | (() => ReplyText)): string {
  const found = JSON.parse(vault.open(JSON.parse(textOf(kept))))
  if (found.key !== key) throw new Error('A sealed reply was moved to another key')
  return found.reply
}

const textOf = (reply: ReplyText | (() => ReplyText)): string =>
  (typeof reply === 'function' ? reply() : reply).toString()

/** Refusals that concern the key itself: not stored under it. */
const ABOUT_THE_KEY = new Set(['IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_KEY_IN_USE', 'SECRET_ALREADY_SHOWN'])
/**
 * Refusals decided by the operation: not those of the key, which precede it, and not errors of the installation, after
 * which the operation may have had its effect.
 */
export const isDecision = ({ code, status }: Refusal): boolean => status < 500 && !ABOUT_THE_KEY.has(code)

/** Decisions that bind the key, because they are final. */
export const isKept = (refusal: Refusal): boolean => isDecision(refusal) && !NEVER_KEPT.has(refusal.status)

/** Stores a refusal under its key, in its own command: the refused one was rolled back. The first reply wins. */
export const keep =
  (use: KeyUse, answer: Answer): Command<Answer> =>
  (rows) =>
    once(use, () => answer)(rows)

/** The earlier reply under the key, for operations that act before their command or have none. */
export const earlierAnswer =
  (use: KeyUse | undefined, keeping: Keeping = {}): Command<Answer | undefined> =>
  (rows) => {
    const earlier = use && rows.presume(idempotencyKeys, use.key)
    return earlier && replay(rows, earlier, use, keeping)
  }

function replay(
  rows: Rows,
  { key, fingerprint, status, reply, createdAt, shownId }: KeptReply,
  use: KeyUse,
  { vault, shows }: Keeping,
): Answer {
  if (fingerprint !== use.fingerprint)
    refuse('IDEMPOTENCY_KEY_REUSED', 'This Idempotency-Key was used for another request')
  if (shownId !== null && shows) {
    const row = restoreState(shows.table, rows.peek(shows.table, shownId), textOf(reply))
    return { status, body: JSON.stringify(shows.present(row, rows.platformId)), replayed: true }
  }
  if (vault && status < 400) {
    const secret = rows.now - createdAt < SECRET_LIFE_MS ? rows.find(secretReplies, key) : undefined
    if (!secret)
      refuse('SECRET_ALREADY_SHOWN', 'The reply to this request contained a secret, which is no longer available', {
        id: JSON.parse(textOf(reply)).id,
      })
    return { status, body: unsealed(vault, key, secret.sealed), replayed: true }
  }
  return { status, body: reply === 'null' ? null : reply, replayed: true }
}
