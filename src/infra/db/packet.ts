/**
 * Owns many statements in one packet: sent together, answered together. One synchronization ends it, so after the first
 * statement that fails the server runs none of the others.
 */
import type pg from 'pg'
import { blankOf } from '../../engine/blank.ts'
import { valueTypes } from './values.ts'

export interface PacketStatement {
  readonly name?: string | undefined
  readonly text: string
  /** Plain values; lists are for statements that are sent alone. */
  readonly values?: readonly unknown[] | undefined
}

export interface PacketAnswer {
  readonly rows: Record<string, unknown>[]
  /** The command's tag: `COMMIT`, `INSERT 0 1`. */
  readonly tag: string
}

/** Reads the fields of an answer, in order. */
interface Reader {
  readonly fields: readonly { readonly name: string; readonly parse: (text: string) => unknown }[]
  readonly blank: Record<string, unknown>
}
const NO_FIELDS: Reader = { fields: [], blank: {} }

/** What a connection has prepared. */
export class Prepared {
  /** Readers of the answers, by statement: known once it has run, and from then on not asked for again. */
  readonly readers = new Map<string, Reader>()
  /** Statements that were sent and of which nobody knows whether the server has prepared them. */
  readonly doubtful = new Set<string>()
}

/** The part of the driver's connection that speaks the extended query protocol. */
interface Wire {
  parse(statement: { name: string; text: string }): void
  bind(portal: { statement: string; values: readonly unknown[] }): void
  describe(what: { type: 'P'; name: string }): void
  execute(what: object): void
  close(what: { type: 'S'; name: string }): void
  sync(): void
}

/** The driver hands over what the server answers, message by message. */
export class Packet {
  /** Called once: with the error and the number of its statement, or with the answers. */
  callback: (error: unknown, answers: PacketAnswer[]) => void = () => {}
  readonly #statements: readonly { readonly name: string; readonly text: string; readonly values: readonly unknown[] }[]
  readonly #prepared: Prepared
  readonly #answers: PacketAnswer[] = []
  #rows: Record<string, unknown>[] = []
  #reader: Reader = NO_FIELDS

  constructor(statements: readonly PacketStatement[], prepared: Prepared) {
    // Now, because nothing may go wrong any more when the first of them is on its way.
    this.#statements = statements.map(({ name = '', text, values = [] }) => ({
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
    for (const { name, text, values } of this.#statements) {
      const isKnown = readers.has(name)
      if (!isKnown) {
        if (doubtful.has(name)) wire.close({ type: 'S', name })
        wire.parse({ name, text })
        if (name) doubtful.add(name)
      }
      wire.bind({ statement: name, values })
      if (!isKnown) wire.describe({ type: 'P', name: '' })
      wire.execute({})
    }
    wire.sync()
    this.#reader = this.#knownReader()
  }

  handleRowDescription({ fields }: { fields: readonly { name: string; dataTypeID: number }[] }): void {
    this.#reader = {
      fields: fields.map(({ name, dataTypeID }) => ({ name, parse: valueTypes.getTypeParser(dataTypeID, 'text') })),
      blank: blankOf(fields.map(({ name }) => name)),
    }
  }

  handleDataRow({ fields: texts }: { fields: readonly (string | null)[] }): void {
    const { fields, blank } = this.#reader
    const row = { ...blank }
    for (let i = 0; i < fields.length; i++) {
      const { name, parse } = fields[i] as Reader['fields'][number]
      const text = texts[i] as string | null
      if (text !== null) row[name] = parse(text)
    }
    this.#rows.push(row)
  }

  handleCommandComplete({ text }: { text: string }): void {
    const { name } = this.#statements[this.at] as PacketStatement
    if (name) {
      this.#prepared.readers.set(name, this.#reader)
      this.#prepared.doubtful.delete(name)
    }
    this.#answers.push({ rows: this.#rows, tag: text })
    this.#rows = []
    this.#reader = this.#knownReader()
  }

  handleReadyForQuery(): void {
    this.callback(null, this.#answers)
  }

  handleError(error: unknown): void {
    this.callback(error, this.#answers)
  }

  /** A prepared statement's answer has the form it had the first time; another one's form is told with it. */
  #knownReader(): Reader {
    return this.#prepared.readers.get(this.#statements[this.at]?.name ?? '') ?? NO_FIELDS
  }
}

function onTheWire(value: unknown): string | Buffer | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'string' || Buffer.isBuffer(value)) return value
  if (typeof value === 'object') throw new TypeError('A value of a packet is no plain value')
  return String(value)
}
