/** PostgreSQL store, directly or behind a transaction pooler: dedicated connections for writes, a pool for reads. */
import pg from 'pg'
import { elapsed } from '../../core/clock.ts'
import { ConnectionLost } from '../../engine/database.ts'
import { answersTo, Connection, classify, isOfOtherTables } from './connection.ts'
import { readsOver } from './dialect.ts'
import { laneOn } from './lane.ts'
import { Packet, type PacketAnswer, Prepared } from './packet.ts'
import { askTime, endCutOff, GREETING, UPKEEP_EVERY_MS } from './postgres-upkeep.ts'
import { ServerTime } from './server-time.ts'
import { keyedSettings, scriptSettings, settingsIn, settingsStatement, startSettings } from './settings.ts'
import { type Access, type PlatformIndependent, type Store, withAccess } from './store.ts'
import { valueTypes } from './values.ts'

/** Timeout for obtaining a connection, in milliseconds: as long as a command waits. A busy machine needs seconds for it. */
const CONNECT_TIMEOUT = 5_000
/** Timeout for a response before the network is considered broken, in milliseconds; the server's own timeouts are shorter. */
const ANSWER_TIMEOUT = 20_000

const laneTimeouts = [
  'lock_timeout=500ms',
  'statement_timeout=10s',
  'idle_in_transaction_session_timeout=10s',
  'transaction_timeout=15s',
]
const readTimeouts = ['statement_timeout=15s']
/** For exports, which wait for the program that receives them. */
const snapshotTimeouts = ['statement_timeout=15s', 'idle_in_transaction_session_timeout=10min']
/** For transactions outside the lanes, which may wait for each other's rows. */
const transactionTimeouts = ['lock_timeout=5s', 'statement_timeout=10s', 'idle_in_transaction_session_timeout=10s']

interface Options {
  /** Writing connections. */
  readonly lanes?: number
  /** Reading connections, at most. */
  readonly readers?: number
}

/**
 * A store on the server that `url` (`postgres://…`) names. Nothing is connected before it is used.
 * @throws TypeError when the url is not one of PostgreSQL; the error does not repeat it, because it holds a password
 */
export async function openPostgres(url: string, { lanes = 2, readers = 8 }: Options = {}): Promise<Store> {
  const { config, settings } = addressOf(url)
  const time = new ServerTime()
  const greet = async (client: pg.Client) => {
    const askedAt = elapsed()
    const { rows } = await client.query(GREETING)
    time.observe(Number(rows[0].now), askedAt, elapsed())
  }
  const ofLanes = settingsStatement('settings', [...keyedSettings, ...laneTimeouts, ...settings])
  const make = () => new Session({ ...config, query_timeout: ANSWER_TIMEOUT })
  const connections = Array.from({ length: lanes }, () => new Connection(make, greet))
  const reading = readingOver({ ...config, max: readers }, settings)
  const { query } = reading.access()
  const upkeep = setInterval(() => {
    // If the server is down, the next run repeats it.
    void Promise.allSettled([askTime(query, time), endCutOff(query)])
  }, UPKEEP_EVERY_MS).unref()
  const store: PlatformIndependent = {
    kind: 'postgres',
    lanes: connections.map((connection) => laneOn(connection, ofLanes)),
    script: (sql) => runScript(config, settings, sql),
    time: { now: () => time.now(), ask: () => askTime(query, time) },
    close: async () => {
      clearInterval(upkeep)
      await Promise.all([reading.end(), ...connections.map((connection) => connection.close())])
    },
  }
  return withAccess(store, reading.access)
}

/** A session whose settings are start parameters, which poolers pass on to the server. */
class Session extends pg.Client {
  getStartupConf(): Record<string, string> {
    const usual = Object.getPrototypeOf(Session.prototype).getStartupConf.call(this)
    return { ...usual, ...startSettings }
  }
}

/**
 * @returns the client's configuration, and the settings in the url: they are applied to each transaction, after our
 * own
 */
function addressOf(url: string): { config: pg.ClientConfig; settings: string[] } {
  const [address, query] = url.split('?')
  const parameters = new URLSearchParams(query)
  const settings = settingsIn(parameters.get('options') ?? '')
  parameters.delete('options')
  const connectionString = `${address}?${parameters}`
  try {
    if (!/^postgres(ql)?:/.test(url)) throw new TypeError()
    new pg.Client(connectionString)
  } catch {
    // The driver's error may repeat what it was given.
    throw new TypeError('DATABASE_URL is not a URL like postgres://user:password@host:5432/database')
  }
  return {
    settings,
    config: {
      connectionString,
      types: valueTypes,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      connectionTimeoutMillis: CONNECT_TIMEOUT,
      fallback_application_name: 'causeway',
    },
  }
}

/** Reads on a pool, each its own transaction that begins with its settings. */
function readingOver(
  config: pg.PoolConfig,
  settings: readonly string[],
): { access(platformId?: string): Access } & Pick<pg.Pool, 'end'> {
  const pool = new pg.Pool({ ...config, Client: Session as never, query_timeout: ANSWER_TIMEOUT })
  pool.on('error', () => {}) // an idle connection broke, and the pool has dropped it
  pool.on('connect', (client) => client.on('error', () => {})) // the pending query gets the error
  const ofLists = settingsStatement('settings', [...readTimeouts, ...settings])
  const ofKeyed = settingsStatement('keyed_settings', [...keyedSettings, ...readTimeouts, ...settings])
  const prepared = new WeakMap<pg.PoolClient, Prepared>()
  const preparedOn = (client: pg.PoolClient): Prepared => {
    const known = prepared.get(client) ?? new Prepared()
    prepared.set(client, known)
    return known
  }
  const inTransaction = (begin: string, timeouts: readonly string[]) => {
    const settingsOf = settingsStatement('', [...timeouts, ...settings])
    return (platformId?: string): Store['transaction'] =>
      async (work) => {
        const client = await pool.connect().catch(fail)
        const ask = async (text: string, values: readonly unknown[] = []) => {
          const [answer] = await answersTo(new Packet([{ text, values }], preparedOn(client)), client).catch(fail)
          return answer as PacketAnswer
        }
        let isOver = false
        try {
          await ask(begin)
          const { text, values } = settingsOf(0, platformId)
          await ask(text, values)
          const result = await work(async (text, values) => (await ask(text, values)).rows as never)
          if ((await ask('commit')).tag !== 'COMMIT') throw new Error('The database rolled the transaction back')
          isOver = true
          return result
        } finally {
          // An open transaction ends with its connection.
          client.release(!isOver)
        }
      }
  }
  const querying =
    (platformId?: string): Store['query'] =>
    async <Row>(text: string, values: readonly unknown[] = [], name?: string): Promise<Row[]> => {
      const client = await pool.connect().catch(fail)
      let error: unknown
      try {
        const first = (name ? ofKeyed : ofLists)(0, platformId)
        const packet = new Packet([first, { name, text, values }], preparedOn(client))
        return (await answersTo(packet, client))[1]?.rows as Row[]
      } catch (reason) {
        error = classify(reason)
        throw error
      } finally {
        client.release(error instanceof ConnectionLost || isOfOtherTables(error))
      }
    }
  const transaction = inTransaction('begin isolation level read committed read write', transactionTimeouts)
  const snapshot = inTransaction('begin isolation level repeatable read read only', snapshotTimeouts)
  return {
    end: () => pool.end(),
    access(platformId) {
      const query = querying(platformId)
      return {
        reads: readsOver(query),
        query,
        transaction: transaction(platformId),
        snapshot: snapshot(platformId),
      }
    },
  }
}

/** On its own connection, without a timeout. */
async function runScript(config: pg.ClientConfig, settings: readonly string[], sql: string): Promise<void> {
  const client = new Session(config)
  client.on('error', () => {}) // the pending script gets the error
  try {
    await client.connect()
    await client.query(`${scriptSettings(settings)};\n${sql}`)
  } catch (error) {
    fail(error)
  } finally {
    await client.end()
  }
}

function fail(error: unknown): never {
  throw classify(error)
}
