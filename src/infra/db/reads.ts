/** Reads: committed rows in Kysely, with the same shape as in commands, and what list queries share: time filters, order, count. */
import {
  type Expression,
  expressionBuilder,
  type Kysely,
  type Selectable,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely'
import { firstIdAt } from '../../core/ids.ts'
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

/** Bounds of a list, ISO 8601, inclusive at both ends. */
export interface TimeBounds {
  readonly createdAfter?: string
  readonly createdBefore?: string
  /** As createdAfter and createdBefore, in lists that name them so. */
  readonly startDate?: string
  readonly endDate?: string
  readonly updatedAfter?: string
  readonly updatedBefore?: string
}

/**
 * Condition that a row was created and changed within these bounds. An id has its millisecond of creation in it, so
 * creation is bounded by the primary key.
 * @param id the column, with its table where the query joins several
 */
export function isWithin(bounds: TimeBounds, id = 'id'): Expression<SqlBool> {
  const { createdAfter = bounds.startDate, createdBefore = bounds.endDate, updatedAfter, updatedBefore } = bounds
  const conditions: Expression<SqlBool>[] = []
  if (createdAfter) conditions.push(sql`${sql.ref(id)} >= ${firstIdAt(Date.parse(createdAfter))}`)
  if (createdBefore) conditions.push(sql`${sql.ref(id)} < ${firstIdAt(Date.parse(createdBefore) + 1)}`)
  if (updatedAfter) conditions.push(sql`${sql.ref('updatedAt')} >= ${updatedAfter}::timestamptz`)
  if (updatedBefore) conditions.push(sql`${sql.ref('updatedAt')} <= ${updatedBefore}::timestamptz`)
  return expressionBuilder().and(conditions)
}

/**
 * Fetches and counts the rows of a query, for `Pages.list`, in order of their ids, which is that of creation.
 * @param selected all matches, with the columns of `Row` selected
 * @param id the column, with its table where the query joins several
 */
export function inOrder<Row>(
  // biome-ignore lint/suspicious/noExplicitAny: any tables; `Row` says what is selected
  selected: SelectQueryBuilder<any, any, any>,
  { order = 'desc', id = 'id' }: { readonly order?: 'asc' | 'desc'; readonly id?: string } = {},
) {
  return {
    fetch: (after: string | undefined, count: number) =>
      (after === undefined ? selected : selected.where(id, order === 'desc' ? '<' : '>', after))
        .orderBy(id, order)
        .limit(count)
        .execute() as Promise<Row[]>,
    count: async (): Promise<number> => {
      const matches = selected.clearSelect().select((is) => is.fn.countAll().as('count'))
      return Number((await matches.executeTakeFirstOrThrow()).count)
    },
  }
}
