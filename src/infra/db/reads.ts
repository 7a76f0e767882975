/** Types of reads: committed rows in Kysely, with the same shape as in commands. */
import type { Kysely, Selectable } from 'kysely'
import type { Log, Row, Table } from '../../engine/table.ts'
import type { Store } from './store.ts'

// biome-ignore lint/suspicious/noExplicitAny: a table of any rows
type Part = Table<any> | Log<any>

/** A database of these tables: `Reads<{ quotes: typeof quotes }>`. Columns in camelCase, with the tenant's. */
export type Reads<Parts extends Record<string, Part>> = Kysely<{
  [Name in keyof Parts]: Selectable<Row<Parts[Name]> & { platformId: string }>
}>

/** Narrows the store's untyped reads to the tables of one room. */
export const readsOf = <Parts extends Record<string, Part>>(store: Pick<Store, 'reads'>): Reads<Parts> => store.reads
