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
import type { Estimate } from './page.ts'
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

/** Most matches that are counted; beyond, the number is what the planner expects. */
export const COUNTED_MAX = 10_000

/** How many rows the database expects, from its statistics of the tables. */
async function plannedRows(selected: { explain(format: 'json'): Promise<unknown[]> }): Promise<number> {
  const [row] = (await selected.explain('json')) as [object]
  const [found] = Object.values(row)
  const [{ Plan: plan }] = typeof found === 'string' ? JSON.parse(found) : found
  return plan['Plan Rows']
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
    count: async (): Promise<number | Estimate> => {
      const bounded = selected
        .clearSelect()
        .select(sql`1`.as('one'))
        .limit(COUNTED_MAX + 1)
      // Evaluated once, whatever the first row of the tables is; without a row there is no match either.
      const counting = selected
        .clearSelect()
        .clearWhere()
        .select(sql<bigint>`(select count(*) from ${bounded} as bounded)`.as('count'))
        .limit(1)
      const count = Number((await counting.executeTakeFirst())?.count ?? 0)
      return count <= COUNTED_MAX ? count : { estimate: Math.max(count, await plannedRows(selected)) }
    },
  }
}
