/**
 * Statement packet: many statements sent together with a single Sync at the end, so after the first that fails the
 * server runs none of the others.
 */
import type pg from 'pg'
import { compiled, returnObject } from '../../core/compiled.ts'
import { valueTypes } from './values.ts'

export interface PacketStatement {
  readonly name?: string | undefined
  readonly text: string
  /** Plain values and lists of them. */
  readonly values?: readonly unknown[] | undefined
}

export interface PacketAnswer {
  readonly rows: Record<string, unknown>[]
  /** The command's tag: `COMMIT`, `INSERT 0 1`. */
  readonly tag: string
}

type Row = Record<string, unknown>
/** Reads a row of an answer from the texts of its fields. */
type Read = (texts: readonly (string | null)[]) => Row
const NOTHING: Read = () => ({})

/** What a connection has prepared. */
export class Prepared {
  /** Readers of the answers, by statement: made when it first runs, and then reused. */
  readonly readers = new Map<string, Read>()
  /** Statements that were sent, and may or may not be prepared on the server. */
  readonly doubtful = new Set<string>()
}

/** The part of the driver's connection that speaks the extended query protocol. */
interface Wire {
  parse(statement: { name: string; text: string }): void
  readonly stream: { write(chunk: Buffer): void }
  describe(what: { type: 'P'; name: string }): void
  execute(what: object): void
  close(what: { type: 'S'; name: string }): void
  sync(): void
}

/** The driver hands over what the server answers, message by message. */
export class Packet {
  /** Called once, with the error or with the answers. */
  callback: (error: unknown, answers: PacketAnswer[]) => void = () => {}
  /** Public for tests of their plans. */
  readonly statements: readonly {
    readonly name: string
    readonly text: string
    readonly values: readonly (Buffer | string | null)[]
  }[]
  readonly #prepared: Prepared
  readonly #answers: PacketAnswer[] = []
  #rows: Record<string, unknown>[] = []
  #read: Read = NOTHING

  constructor(statements: readonly PacketStatement[], prepared: Prepared) {
    // Serialized before the first is sent: nothing may fail once a part has been sent.
    this.statements = statements.map(({ name = '', text, values = [] }) => ({
      name,
      text,
      values: values.map(onTheWire),
    }))
    this.#prepared = prepared
  }

  /** The statement that is being answered. */
  get at(): number {
    return this.#answers.length
  }

  submit(connection: pg.Connection): void {
    const wire = connection as unknown as Wire
    const { readers, doubtful } = this.#prepared
    for (const { name, text, values } of this.statements) {
      const isKnown = readers.has(name)
      if (!isKnown) {
        if (doubtful.has(name)) wire.close({ type: 'S', name })
        wire.parse({ name, text })
        if (name) doubtful.add(name)
      }
      bind(wire, name, values)
      if (!isKnown) wire.describe({ type: 'P', name: '' })
      wire.execute({})
    }
    wire.sync()
    this.#read = this.#knownReader()
  }

  handleRowDescription({ fields }: { fields: readonly { name: string; dataTypeID: number }[] }): void {
    const parsers = fields.map(({ dataTypeID }) => valueTypes.getTypeParser(dataTypeID, 'text'))
    const names = fields.map(({ name }) => name)
    const readText = (_: string, i: number) => `texts[${i}] === null ? null : parsers[${i}](texts[${i}])`
    const read = compiled<(parsers: unknown, texts: unknown) => Row>(
      ['parsers', 'texts'],
      returnObject(names, readText),
    )
    this.#read = (texts) => read(parsers, texts)
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    this.#rows.push(this.#read(fields))
  }

  handleCommandComplete({ text }: { text: string }): void {
    const { name } = this.statements[this.at] as PacketStatement
    if (name) {
      this.#prepared.readers.set(name, this.#read)
      this.#prepared.doubtful.delete(name)
    }
    this.#answers.push({ rows: this.#rows, tag: text })
    this.#rows = []
    this.#read = this.#knownReader()
  }

  handleReadyForQuery(): void {
    this.callback(null, this.#answers)
  }

  handleError(error: unknown): void {
    this.callback(error, this.#answers)
  }

  /** A prepared statement's result has the columns of its first run; for others the server describes them. */
  #knownReader(): Read {
    return this.#prepared.readers.get(this.statements[this.at]?.name ?? '') ?? NOTHING
  }
}

/**
 * The Bind message, https://www.postgresql.org/docs/15/protocol-message-formats.html; the driver's would copy each value
 * twice. Buffers are in the binary format, texts in the text format, and the answer is text.
 */
function bind({ stream }: Wire, name: string, values: readonly (Buffer | string | null)[]): void {
  const bodies = values.map((value) => (typeof value === 'string' ? Buffer.from(value) : value))
  const head = Buffer.allocUnsafe(1 + 4 + 1 + Buffer.byteLength(name) + 1 + 2 + 2 * values.length + 2)
  let size = head.length - 1 + 2
  for (const body of bodies) size += 4 + (body?.length ?? 0)
  let at = head.write('B')
  at = head.writeInt32BE(size, at)
  at += head.write(`\0${name}\0`, at)
  at = head.writeInt16BE(values.length, at)
  for (const value of values) at = head.writeInt16BE(Buffer.isBuffer(value) ? 1 : 0, at)
  head.writeInt16BE(values.length, at)
  stream.write(head)
  for (const body of bodies) {
    const length = Buffer.allocUnsafe(4)
    length.writeInt32BE(body?.length ?? -1)
    stream.write(length)
    if (body) stream.write(body)
  }
  stream.write(ALL_AS_TEXT)
}
const ALL_AS_TEXT = Buffer.alloc(2)

function onTheWire(value: unknown): string | Buffer | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'string' || Buffer.isBuffer(value)) return value
  if (Array.isArray(value)) return `{${value.map(itemOnTheWire)}}`
  if (typeof value === 'object') throw new TypeError('A value of a packet is not a plain value')
  return String(value)
}

/** An element of an array in the text format, quoted so that no character in it has a special meaning. */
function itemOnTheWire(value: unknown): string {
  const text = onTheWire(value)
  if (text === null) return 'NULL'
  const said = Buffer.isBuffer(text) ? `\\x${text.toString('hex')}` : text
  return `"${said.replace(/["\\]/g, '\\$&')}"`
}
