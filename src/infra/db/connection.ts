/** Database connection: opened on demand, reopened after it broke; sends many statements in one packet. */
import pg from 'pg'
import { ConnectionLost, type Statement } from '../../engine/database.ts'
import { Packet, type PacketAnswer, Prepared } from './packet.ts'

export interface Query extends Partial<Statement> {
  readonly text: string
  /** If it fails, the following statements have another meaning: the outcome of the packet is unknown. */
  readonly vital?: boolean
}

/** SQLSTATEs after which the server closes the connection, or that mean that it accepts none at present. */
const HUNG_UP = /^(08...|57P0.|25P0[34]|53300)$/

/**
 * Distinguishes an error that the database returned from a missing answer.
 * @returns the error itself if it is the answer to a statement, otherwise a ConnectionLost
 */
export function classify(error: unknown, vital = false): unknown {
  if (error instanceof pg.DatabaseError && !HUNG_UP.test(error.code ?? '') && !vital) return error
  return new ConnectionLost((error as Error).message, { cause: error })
}

/** SQLSTATEs of a table that is missing, or was recreated (by a restore) since a statement was prepared for it. */
const OTHER_TABLES = /^(relation ".*" does not exist|cached plan must not change|cache lookup failed for type)/

/**
 * Whether the tables differ from those that the connection prepared statements for: only a new connection can use them.
 */
export const isOfOtherTables = (error: unknown): error is Error =>
  error instanceof pg.DatabaseError && OTHER_TABLES.test(error.message)

/** Sends a packet on a connected client. @throws the error of the driver or the server, `packet.at` its statement */
export const answersTo = (packet: Packet, client: pg.ClientBase): Promise<PacketAnswer[]> =>
  new Promise((resolve, reject) => {
    const { stream } = (client as pg.Client).connection
    packet.callback = (error, answers) => (error ? reject(error) : resolve(answers))
    stream.cork()
    client.query(packet)
    stream.uncork()
  })

interface ServerParameter {
  readonly parameterName: string
  readonly parameterValue: string
}

export class Connection {
  readonly #make: () => pg.Client
  readonly #greet: (client: pg.Client) => Promise<unknown>
  #client: pg.Client | undefined
  /** The texts of named statements. */
  #texts = new Map<string, string>()
  #prepared = new Prepared()
  #last: Promise<unknown> = Promise.resolve()
  #closed = false
  #version = 0

  /**
   * @param make a client that is not connected; called again after the previous one was lost @param greet first action
   * of each client
   */
  constructor(make: () => pg.Client, greet: (client: pg.Client) => Promise<unknown> = async () => {}) {
    this.#make = make
    this.#greet = greet
  }

  /** The server's major version at the last connection. */
  get version(): number {
    return this.#version
  }

  /** Connects, if it is not. @throws ConnectionLost */
  async ready(): Promise<void> {
    this.#client ??= await this.#connect()
  }

  /**
   * Runs tasks one after another in order of arrival, so that no other statement gets between those of a transaction.
   */
  exclusively<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(work)
    this.#last = result.catch(() => {})
    return result
  }

  /**
   * Sends all statements in one packet and waits for their answers. After the first that fails none is run.
   * @param goingOn whether it continues a transaction, which must be on the connection of the previous send
   * @throws ConnectionLost when an answer is missing, otherwise the error that the database answered
   */
  async send(queries: readonly Query[], goingOn = false): Promise<PacketAnswer[]> {
    if (goingOn && this.#client === undefined) throw new ConnectionLost('The connection broke in the transaction')
    this.#client ??= await this.#connect()
    for (const query of queries) this.#check(query)
    const packet = new Packet(queries, this.#prepared)
    try {
      return await answersTo(packet, this.#client)
    } catch (reason) {
      const error = classify(reason, queries[packet.at]?.vital)
      if (error instanceof ConnectionLost || isOfOtherTables(error)) this.drop()
      throw error
    }
  }

  /** One query outside any transaction. */
  async query({ name, text, values }: Query): Promise<pg.QueryResult> {
    return await this.exclusively(async () => {
      this.#client ??= await this.#connect()
      this.#check({ text, values })
      try {
        // Under a name of its own, because the driver does not know the statements that packets have prepared.
        return await this.#client.query({ name: name && `alone_${name}`, text, values: values as unknown[] })
      } catch (reason) {
        const error = classify(reason)
        if (error instanceof ConnectionLost) this.drop()
        throw error
      } finally {
        if (this.#client?.getTransactionStatus() !== 'I') this.drop() // a script left its transaction open
      }
    })
  }

  /** Drops the client, and with it an open transaction; the next send opens another one. */
  drop(): void {
    const client = this.#client
    this.#client = undefined
    client?.connection.stream.destroy()
  }

  async close(): Promise<void> {
    await this.exclusively(async () => {
      this.#closed = true
      const client = this.#client
      this.#client = undefined
      await client?.end()
    })
  }

  async #connect(): Promise<pg.Client> {
    if (this.#closed) throw new Error('The database is closed')
    const client = this.#make()
    const forget = () => {
      if (this.#client === client) this.drop()
    }
    client.on('error', forget) // a waiting statement gets the error
    client.on('end', forget)
    client.connection.on('parameterStatus', ({ parameterName, parameterValue }: ServerParameter) => {
      if (parameterName === 'server_version') this.#version = Number.parseInt(parameterValue, 10)
    })
    try {
      await client.connect()
      await this.#greet(client)
    } catch (error) {
      client.connection.stream.destroy()
      throw classify(error)
    }
    this.#texts = new Map()
    this.#prepared = new Prepared()
    return client
  }

  /**
   * Checks values before anything is sent: the driver would reject a bad one only after it has sent a commit in the
   * same packet.
   */
  #check({ name, text, values = [] }: Query): void {
    if (!values.every((value) => isPlain(value) || (Array.isArray(value) && value.every(isPlain)))) {
      throw new TypeError(`A value of "${name ?? text}" is neither plain nor a list of plain values`)
    }
    if (name === undefined) return
    if ((this.#texts.get(name) ?? text) !== text) throw new Error(`Two statements are called ${name}`)
    this.#texts.set(name, text)
  }
}

const PLAIN = new Set(['string', 'number', 'bigint', 'boolean', 'undefined'])
const isPlain = (value: unknown): boolean => PLAIN.has(typeof value) || value === null || Buffer.isBuffer(value)
