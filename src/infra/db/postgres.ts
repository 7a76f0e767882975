/** Owns the way to a PostgreSQL server: dedicated connections that write, a pool that reads. */
import pg from 'pg'
import { Connection, classify } from './connection.ts'
import { readsOver } from './dialect.ts'
import { laneOn } from './lane.ts'
import { laneSettings, sessionSettings } from './settings.ts'
import { storeOn } from './single.ts'
import type { Store } from './store.ts'
import { valueTypes } from './values.ts'

/** How long anybody waits for a connection, in milliseconds. */
const CONNECT_TIMEOUT = 2_000
/** How long an answer may take before the network is taken for broken, in milliseconds; the server gives up earlier. */
const ANSWER_TIMEOUT = 20_000

const laneTimeouts = ['lock_timeout=500ms', 'statement_timeout=10s', 'idle_in_transaction_session_timeout=10s']
const readTimeouts = ['statement_timeout=15s']

interface Options {
  /** Writing connections. */
  readonly lanes?: number
  /** Reading connections, at most. */
  readonly readers?: number
  /** One single connection for everything, for servers that grant no more. */
  readonly pool?: 1
}

/**
 * A store on the server that `url` (`postgres://…`) names. Nothing is connected before it is used.
 * @throws TypeError when the url is not one of PostgreSQL; the error does not repeat it, because it holds a password
 */
export async function openPostgres(url: string, { lanes = 2, readers = 8, pool }: Options = {}): Promise<Store> {
  checkAddress(url)
  const laneConfig = configOf(url, [...sessionSettings, ...laneSettings, ...laneTimeouts])
  if (pool === 1) {
    const connection = new Connection(() => new pg.Client(laneConfig))
    return { kind: 'postgres', ...storeOn(connection), close: () => connection.close() }
  }
  const make = () => new pg.Client({ ...laneConfig, query_timeout: ANSWER_TIMEOUT })
  const connections = Array.from({ length: lanes }, () => new Connection(make))
  const readPool = poolOf(url, readers)
  const query = async <Row>(text: string, values: readonly unknown[] = [], name?: string): Promise<Row[]> => {
    const result = await readPool.query({ name, text, values: values as unknown[] }).catch(fail)
    return result.rows as Row[]
  }
  return {
    kind: 'postgres',
    lanes: connections.map(laneOn),
    reads: readsOver(query),
    query,
    script: (sql) => runScript(url, sql),
    close: async () => {
      await Promise.all([readPool.end(), ...connections.map((connection) => connection.close())])
    },
  }
}

function checkAddress(url: string): void {
  try {
    if (/^postgres(ql)?:/.test(url)) return void new pg.Client(url)
  } catch {} // the driver's error may repeat what it was given
  throw new TypeError('DATABASE_URL is not a URL like postgres://user:password@host:5432/database')
}

function poolOf(url: string, max: number): pg.Pool {
  const config = configOf(url, [...sessionSettings, ...readTimeouts])
  const pool = new pg.Pool({ ...config, max, query_timeout: ANSWER_TIMEOUT })
  pool.on('error', () => {}) // an idle connection broke, and the pool has let it go
  return pool
}

/** Settings travel with the connection's start, before those of the url, which win. */
function configOf(url: string, settings: readonly string[]): pg.ClientConfig {
  const [address, query] = url.split('?')
  const parameters = new URLSearchParams(query)
  const given = parameters.get('options') ?? ''
  parameters.set('options', [...settings.map((setting) => `-c ${setting}`), given].join(' ').trim())
  return {
    connectionString: `${address}?${parameters}`,
    types: valueTypes,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
  }
}

/** On a connection of its own, that takes as long as it takes. */
async function runScript(url: string, sql: string): Promise<void> {
  const client = new pg.Client(configOf(url, sessionSettings))
  client.on('error', () => {}) // the script hears of it
  try {
    await client.connect()
    await client.query(sql)
  } catch (error) {
    fail(error)
  } finally {
    await client.end()
  }
}

function fail(error: unknown): never {
  throw classify(error)
}
