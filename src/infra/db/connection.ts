/** Owns one connection: opened when it is needed, opened anew after it broke, and many statements to one packet. */
import pg from 'pg'
import { ConnectionLost, type Statement } from '../../engine/database.ts'

export interface Query extends Partial<Statement> {
  readonly text: string
  /** What follows in the packet means something else if this one fails: then it is unknown what happened. */
  readonly vital?: boolean
}

/** Answers after which the server hangs up, or that say that it cannot take us now. */
const HUNG_UP = /^(08...|57P0.|25P0[34]|53300)$/

/**
 * Tells what the database answered from the want of an answer.
 * @returns the error itself if it is the answer to a statement, otherwise a ConnectionLost
 */
export function classify(error: unknown, vital = false): unknown {
  if (error instanceof pg.DatabaseError && !HUNG_UP.test(error.code ?? '') && !vital) return error
  return new ConnectionLost((error as Error).message, { cause: error })
}

export class Connection {
  readonly #make: () => pg.Client
  readonly #first: readonly string[]
  #client: pg.Client | undefined
  /** The prepared statements by their names. */
  #texts = new Map<string, string>()
  #last: Promise<unknown> = Promise.resolve()
  #closed = false

  /**
   * @param make a client with `pipeline`, not connected yet; called again whenever the one before is gone
   * @param first what each client runs before anything else
   */
  constructor(make: () => pg.Client, first: readonly string[] = []) {
    this.#make = make
    this.#first = first
  }

  /** Runs works one after another, in the order they came: nothing gets between the statements of a transaction. */
  exclusively<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(work)
    this.#last = result.catch(() => {})
    return result
  }

  /**
   * Sends all queries in one packet and waits for all answers, also after a failure, so that nothing is under way when
   * it returns. Each is answered for itself: those after a failed one do run.
   * @param goingOn on the connection of the send before, and no other: a transaction does not survive its connection
   * @throws ConnectionLost when an answer is missing, otherwise the first error that the database answered
   */
  async send(queries: readonly Query[], goingOn = false): Promise<pg.QueryResult[]> {
    if (goingOn && this.#client === undefined) throw new ConnectionLost('The connection broke in the transaction')
    this.#client ??= await this.#connect()
    const client = this.#client
    for (const query of queries) this.#check(query)
    const { stream } = client.connection
    stream.cork()
    const sent = queries.map(({ name, text, values }) => client.query({ name, text, values: values as unknown[] }))
    stream.uncork()
    const answers = await Promise.allSettled(sent)
    const errors = answers.flatMap((answer, i) => {
      return answer.status === 'rejected' ? [classify(answer.reason, queries[i]!.vital)] : []
    })
    const lost = errors.find((error) => error instanceof ConnectionLost)
    if (lost) this.drop()
    if (errors.length > 0) throw lost ?? errors[0]
    return (answers as PromiseFulfilledResult<pg.QueryResult>[]).map(({ value }) => value)
  }

  /** One query outside any transaction. */
  async query(query: Query): Promise<pg.QueryResult> {
    return await this.exclusively(async () => {
      try {
        return (await this.send([query]))[0]!
      } finally {
        if (this.#client?.getTransactionStatus() !== 'I') this.drop() // a script left its transaction open
      }
    })
  }

  /** Gives the client up, and with it a transaction that is open; the next send opens another one. */
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
    client.on('error', forget) // a statement that was waiting hears of it
    client.on('end', forget)
    try {
      await client.connect()
      for (const text of this.#first) await client.query(text)
    } catch (error) {
      client.connection.stream.destroy()
      throw classify(error)
    }
    this.#texts = new Map()
    return client
  }

  /** Refuses what the driver would notice only after the statements around it, a commit among them, have left. */
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
