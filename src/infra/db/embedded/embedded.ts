/** Embedded database: PostgreSQL inside this process, on a data directory or in memory. */
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import pg from 'pg'
import { Connection } from '../connection.ts'
import { readsOver } from '../dialect.ts'
import { laneOn, transactionOn } from '../lane.ts'
import { keyedSettings, sessionSettings } from '../settings.ts'
import { type Access, type Store, withAccess } from '../store.ts'
import { valueTypes } from '../values.ts'
import { DurableFiles, publish } from './embedded-files.ts'
import { EmbeddedSocket } from './embedded-socket.ts'
import { tidy } from './embedded-upkeep.ts'
import { lockFolder } from './lock.ts'

export type EmbeddedStore = Store & Required<Pick<Store, 'dump'>>

interface Options {
  /** The data directory; created if missing. Absent: the data is in memory, and lost when the database is closed. */
  readonly dataDir?: string
  /**
   * The initial content of a database that does not exist yet, as `dump` returned it; a function is called only then.
   */
  readonly snapshot?: Blob | (() => Promise<Blob | undefined>)
  /** In memory only: shared by the databases of one process. */
  readonly program?: Program
}

/** The compiled program of the database, and its files. */
export type Program = Required<Pick<PGliteOptions, 'pgliteWasmModule' | 'fsBundle'>>

/** Loads the program once for several databases, each of which would otherwise compile it. */
export async function loadProgram(): Promise<Program> {
  const folder = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'))
  const read = (name: string) => new Uint8Array(readFileSync(join(folder, name)))
  return { pgliteWasmModule: await WebAssembly.compile(read('pglite.wasm')), fsBundle: new Blob([read('pglite.data')]) }
}

/**
 * Opens the embedded database, and creates it if there is none.
 * @throws Error when another process uses the data directory, or when a commit does not reach the disk
 */
export async function openEmbedded({ dataDir, snapshot, program }: Options): Promise<EmbeddedStore> {
  if (dataDir === undefined) return storeFor(await start({ loadDataDir: await read(snapshot), ...program }), () => {})
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const folder = realpathSync(dataDir)
  const unlock = await lockFolder(folder)
  try {
    const data = join(folder, 'postgres')
    if (!existsSync(data)) await create(data, await read(snapshot))
    const files = new DurableFiles(data)
    const lite = await start({ fs: files }, SYNCED)
    const store = storeFor(lite, unlock)
    await proveDurable(store, files)
    return store
  } catch (error) {
    unlock()
    throw error
  }
}

const read = async (snapshot: Options['snapshot']) => (typeof snapshot === 'function' ? await snapshot() : snapshot)

const settings = (list: readonly string[]) => list.flatMap((setting) => ['-c', setting])
const UNSYNCED = [...PGlite.defaultStartParams, ...settings([...sessionSettings, ...keyedSettings])]
/** `-F` turns fsync off; of the methods to sync the log, only `fsync` arrives at the hook of DurableFiles. */
const SYNCED = [...UNSYNCED.filter((parameter) => parameter !== '-F'), ...settings(['wal_sync_method=fsync'])]

async function start(options: PGliteOptions, startParams = UNSYNCED): Promise<PGlite> {
  return await PGlite.create({ ...options, startParams })
}

/** Builds the database beside its final folder, so that a crash leaves no incomplete database there. */
async function create(data: string, snapshot: Blob | undefined): Promise<void> {
  const building = `${data}.new`
  rmSync(building, { recursive: true, force: true })
  const lite = await start({ fs: new NodeFS(building), loadDataDir: snapshot })
  await lite.exec('checkpoint')
  await lite.close()
  publish(building, data)
}

/** PGlite has a single session: resets what an earlier client left in it. */
const CLEARED = ['rollback', 'discard all']
const clear = async (client: pg.Client) => {
  for (const text of CLEARED) await client.query(text)
}

function storeFor(lite: PGlite, unlock: () => void): EmbeddedStore {
  const connection = new Connection(() => clientOf(lite), clear)
  const script = async (sql: string) => void (await connection.query({ text: sql }))
  // Reads run between batches, on the same connection.
  const query: Store['query'] = async (text, values = [], name) => (await connection.query({ name, text, values })).rows
  const access: Access = {
    reads: readsOver(query),
    query,
    transaction: (work) => transactionOn(connection, work),
    snapshot: (work) => transactionOn(connection, work, { isSnapshot: true }),
  }
  const store: Omit<EmbeddedStore, keyof Access | 'forPlatform'> = {
    kind: 'embedded',
    script,
    lanes: [tidy(laneOn(connection), access)],
    dump: async () => {
      await script('checkpoint')
      return await connection.exclusively(() => lite.dumpDataDir('none'))
    },
    close: async () => {
      try {
        await script('checkpoint')
        await connection.close()
        await lite.close()
      } finally {
        unlock()
      }
    },
  }
  return withAccess(store, () => access)
}

function clientOf(lite: PGlite): pg.Client {
  const stream = () => new EmbeddedSocket(lite)
  const user = { user: 'postgres', password: '', database: 'postgres' }
  return new pg.Client({ ...user, stream, types: valueTypes })
}

/**
 * Commits a row to the log and checks that it was synced: the hook depends on PGlite's internals, and could stop
 * working.
 */
async function proveDurable(store: Store, files: DurableFiles): Promise<void> {
  const before = files.syncs
  await store.query("select pg_logical_emit_message(true, 'causeway', 'durable?')")
  if (files.syncs > before) return
  await store.close()
  throw new Error(
    'The embedded database does not sync its commits to the disk: install the exact version of its package',
  )
}
