/** List pages: keyset cursors, signed and bound to platform, list and filters (decision 7), and the envelope. */
import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import { LIMITS } from '../../../contract/limits.ts'
import { refuseField } from '../../core/refusal.ts'

export interface PageQuery {
  readonly limit?: number
  readonly cursor?: string
}

export interface Page<Item> {
  readonly data: Item[]
  readonly hasMore: boolean
  readonly nextCursor?: string
  readonly totalCount: number
  readonly isTotalCountEstimated?: true
}

/** A number of matches that was not counted. */
export interface Estimate {
  readonly estimate: number
}

/** Encodes and decodes cursors. A cursor is the id to continue after; ids are UUIDv7, so their order is that of creation. */
export interface Pages {
  /**
   * Fetches one page. `fetch` receives the id to continue after and the number of rows; `count` counts all matches, or estimates many.
   * @throws Refusal INVALID_INPUT for a cursor of another platform, list or filter
   */
  list<Row extends { readonly id: string }, Item>(
    scope: readonly unknown[],
    query: PageQuery & object,
    steps: {
      fetch: (after: string | undefined, count: number) => Promise<readonly Row[]>
      count: () => Promise<number | Estimate>
      present: (row: Row) => Item
    },
  ): Promise<Page<Item>>
  /** A position as an opaque text, signed for its scope. */
  seal(scope: readonly unknown[], position: string): string
  /** @param field that has the text. @throws Refusal INVALID_INPUT for one of another scope */
  unseal(scope: readonly unknown[], sealed: string, field: string): string
}

export function pagesSignedBy(key: KeyObject): Pages {
  const sign = (bound: string, position: string) =>
    createHmac('sha256', key).update(`${bound}\n${position}`).digest().subarray(0, 16)

  const close = (bound: string, position: string) =>
    `${Buffer.from(position).toString('base64url')}.${sign(bound, position).toString('base64url')}`

  /** Undefined for a text that was not signed for this scope. */
  function open(bound: string, sealed: string): string | undefined {
    const [text = '', signature = ''] = sealed.split('.')
    const position = Buffer.from(text, 'base64url').toString()
    const given = Buffer.from(signature, 'base64url')
    return given.length === 16 && timingSafeEqual(given, sign(bound, position)) ? position : undefined
  }

  return {
    async list(scope, query, { fetch, count, present }) {
      const { limit = LIMITS.pageDefault, cursor, ...filters } = query
      const bound = JSON.stringify([scope, Object.entries(filters).sort()])
      const after = cursor === undefined ? undefined : open(bound, cursor)
      if (cursor !== undefined && after === undefined)
        refuseField('INVALID_INPUT', 'cursor', 'is not a cursor of this list')
      const [rows, found] = await Promise.all([fetch(after, limit + 1), count()])
      const total =
        typeof found === 'number'
          ? { totalCount: found }
          : { totalCount: found.estimate, isTotalCountEstimated: true as const }
      const shown = rows.slice(0, limit)
      const last = shown.at(-1)
      if (rows.length <= limit || !last) return { data: shown.map(present), hasMore: false, ...total }
      return { data: shown.map(present), hasMore: true, nextCursor: close(bound, last.id), ...total }
    },
    seal: (scope, position) => close(JSON.stringify(scope), position),
    unseal: (scope, sealed, field) =>
      open(JSON.stringify(scope), sealed) ??
      refuseField('INVALID_INPUT', field, 'is not a position that this operation returned'),
  }
}
