/** Engine for tests: jars of coins in a fresh database, and lanes that record what they send and break on request. */
import { randomUUID } from 'node:crypto'
import { movableClock } from '../../src/core/clock.ts'
import { refuse } from '../../src/core/refusal.ts'
import { ConnectionLost, type Lane, type Statement } from '../../src/engine/database.ts'
import { Engine, type EngineOptions } from '../../src/engine/engine.ts'
import type { Command } from '../../src/engine/rows.ts'
import {
  int,
  json,
  jsonText,
  log,
  money,
  orNull,
  type Row,
  table,
  tally,
  text,
  time,
  uuid,
} from '../../src/engine/table.ts'
import type { Store } from '../../src/infra/db/store.ts'
import { type FreshDatabase, freshDatabase, openStore } from './database/database.ts'

/** Rows that never change, with names from outside, like an Idempotency-Key. */
export const notes = table('notes', { name: text(), body: jsonText }, { key: 'name' })
/** Rows that never change, and are cached between batches. */
export const labels = table('labels', { id: uuid, text: text() }, { cached: true })
export const jars = table(
  'jars',
  { id: uuid, owner: text(), coins: money, next: orNull(json<{ readonly id: string }>()), openedAt: orNull(time) },
  { resource: 'InternalAccount', changing: ['coins', 'next', 'openedAt'] },
)
export type Jar = Row<typeof jars>
/** Rows that are assumed to be as they were last seen. */
export const lids = table(
  'lids',
  { id: uuid, turns: int },
  { resource: 'Transaction', changing: ['turns'], cached: true },
)
export const sums = tally('sums')
export const drops = log('drops', { jarId: uuid, id: uuid, coins: money })

export const jarSchema = [notes, labels, jars, lids, sums, drops] as const

export const JAR_TABLES = `
  create table notes (platform_id uuid, name text, body text not null, primary key (platform_id, name));
  create table labels (platform_id uuid, id uuid, text text not null, primary key (platform_id, id));
  create table jars (platform_id uuid, id uuid, owner text not null, coins bigint not null check (coins >= 0), written bigint not null default 0, next json, opened_at timestamptz,
    primary key (platform_id, id));
  create table lids (platform_id uuid, id uuid, turns int not null, written bigint not null default 0, primary key (platform_id, id));
  create table sums (platform_id uuid, key uuid, amount bigint not null);
  create table drops (platform_id uuid, jar_id uuid, id uuid, coins bigint not null);`

/** The house account in which every coin is counted. */
export const HOUSE = '00000000-0000-8000-8000-000000000000'

export const addJar =
  (id: string, coins = 0n, next: string | null = null): Command<Jar> =>
  (rows) =>
    rows.add(jars, { id, owner: `of ${id}`, coins, next: next === null ? null : { id: next }, openedAt: null })

/** Puts coins into a jar, or takes them out below zero. */
export const drop =
  (id: string, coins: bigint): Command<bigint> =>
  (rows) => {
    const jar = rows.get(jars, id)
    if (jar.coins + coins < 0n) refuse('INSUFFICIENT_BALANCE', 'The jar does not hold enough')
    rows.append(drops, { jarId: id, id: rows.newId(), coins })
    rows.tally(sums, HOUSE, -coins)
    return rows.change(jars, jar, { coins: jar.coins + coins, openedAt: rows.now }).coins
  }

export const addLid =
  (id: string, turns = 0): Command<unknown> =>
  (rows) =>
    rows.add(lids, { id, turns })

/** Turns a counter again. */
export const turn =
  (id: string): Command<number> =>
  (rows) => {
    const lid = rows.get(lids, id)
    return rows.change(lids, lid, { turns: lid.turns + 1 }).turns
  }

/** Wraps a command so that it executes once for a note of this name. */
export const noted =
  (name: string, command: Command<unknown>): Command<string> =>
  (rows) => {
    const earlier = rows.presume(notes, name)
    if (earlier) return textOf(earlier.body)
    const body = JSON.stringify(command(rows), (_, value) => (typeof value === 'bigint' ? Number(value) : value))
    rows.add(notes, { name, body: () => body })
    return body
  }
type JsonText = string | Buffer
export const textOf = (body: JsonText | (() => JsonText)): string => String(typeof body === 'function' ? body() : body)

/** Failure of one transaction, after all its statements and before the commit. */
export type Trouble =
  | undefined
  /** The connection breaks. */
  | 'lost while reading'
  | 'lost before the commit'
  | 'lost after the commit'
  /** The database answers with an error of this SQLSTATE. */
  | { readonly code: string }
  /** The commit waits for this. */
  | (() => Promise<unknown>)

export interface WatchedLane extends Lane {
  /** Names of statements, by transaction and packet. The last packet travels with the commit. */
  readonly transactions: string[][][]
  /** Errors of the database. */
  readonly errors: string[]
  /** Failures of the next transactions, one each. */
  readonly troubles: Trouble[]
}

/** Thrown inside a transaction so that it is rolled back. */
class Struck extends Error {}

export function watched(inner: Lane): WatchedLane {
  const lane: WatchedLane = {
    transactions: [],
    errors: [],
    troubles: [],
    async atomic(work) {
      const packets: string[][] = []
      lane.transactions.push(packets)
      const trouble = lane.troubles.shift()
      const note = (statements: readonly Statement[]) => {
        const names = statements.map(({ name }) => name)
        if (names[0] !== 'row_types') packets.push(names) // queried once per engine, whatever its commands
      }
      try {
        const answers = await inner.atomic(async (send) => {
          const last = await work((statements) => {
            note(statements)
            if (trouble === 'lost while reading') throw new Struck()
            return send(statements)
          })
          note(last)
          if (typeof trouble === 'function') await trouble()
          if (typeof trouble === 'function' || trouble === undefined || trouble === 'lost after the commit') return last
          if (last.length > 0) await send(last)
          throw Object.assign(new Struck(), trouble)
        })
        if (trouble === 'lost after the commit') throw new ConnectionLost(trouble)
        return answers
      } catch (error: any) {
        if (error instanceof Struck && typeof trouble === 'string') throw new ConnectionLost(trouble)
        if (typeof error.code === 'string') lane.errors.push(error.code)
        throw error
      }
    },
  }
  return lane
}

/** A lane on which only locked rows are committed, as if other processes always changed them. */
export const contested = (inner: Lane): Lane => ({
  ...inner,
  atomic: (work) =>
    inner.atomic(async (send) => {
      let isLocked = false
      const last = await work((statements) => {
        isLocked ||= statements.some(({ name }) => name.startsWith('lock_'))
        return send(statements)
      })
      if (!isLocked && last.some(({ name }) => /^(prove|change|remove)_/.test(name)))
        throw Object.assign(new Error('contested'), { code: '40001' })
      return last
    }),
})

/** A lane whose errors name no row. */
export const silent = (inner: Lane): Lane => ({
  ...inner,
  atomic: (work) =>
    inner.atomic(work).catch((error) => {
      throw Object.assign(error, { detail: undefined })
    }),
})

export interface JarWorld {
  readonly database: FreshDatabase
  readonly store: Store
  /** One for each lane of the store. */
  readonly lanes: readonly WatchedLane[]
  /** A new platform id. */
  platform(): string
  engine(options?: Partial<EngineOptions>): Engine
  /** The rows of a table, of one tenant. */
  rows<Found = any>(name: string, platformId: string): Promise<Found[]>
  close(): Promise<void>
}

export async function jarWorld(): Promise<JarWorld> {
  const database = await freshDatabase()
  const store = await openStore(database)
  await store.script(JAR_TABLES)
  const lanes = store.lanes.map(watched)
  const clock = movableClock()
  return {
    database,
    store,
    lanes,
    platform: randomUUID,
    engine: (options) => new Engine({ schema: jarSchema, lanes: lanes.slice(0, 1), clock, ...options }),
    rows: (name, platformId) => store.query(`select * from ${name} where platform_id = $1`, [platformId]),
    async close() {
      await store.close()
      await database.drop()
    },
  }
}

/** Outcome of each: a reply, the code of a refusal, or the message of an error. */
export async function outcomes(promises: readonly Promise<unknown>[]): Promise<unknown[]> {
  const settled = await Promise.allSettled(promises)
  return settled.map((result) =>
    result.status === 'fulfilled' ? result.value : (result.reason.code ?? result.reason.message),
  )
}

/** An array of `count` results of `make`. */
export const times = <Made>(count: number, make: (i: number) => Made): Made[] =>
  Array.from({ length: count }, (_, i) => make(i))
