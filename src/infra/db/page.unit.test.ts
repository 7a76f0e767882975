/** List page tests: every row once, and a cursor works only for the list that it was made for. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newId } from '../../core/ids.ts'
import { secretKeys } from '../crypto/secrets.ts'
import { type PageQuery, pagesSignedBy } from './page.ts'

interface Row {
  readonly id: string
}
const pages = pagesSignedBy(secretKeys(Buffer.alloc(32, 7)).cursors)
const others = pagesSignedBy(secretKeys(Buffer.alloc(32, 8)).cursors)
const rowsOf = (count: number): Row[] =>
  Array.from({ length: count }, () => ({ id: newId(1_800_000_000_000) })).reverse()

/** Newest first, as the lists of the API are. */
const list = (
  rows: readonly Row[],
  query: PageQuery & object,
  scope: unknown[] = ['listThings', 'a platform'],
  signed = pages,
) =>
  signed.list(scope, query, {
    fetch: async (after, count) => rows.filter(({ id }) => after === undefined || id < after).slice(0, count),
    count: async () => rows.length,
    present: ({ id }) => id,
  })
const refusal = { code: 'INVALID_INPUT', details: { errors: [{ field: 'cursor', message: expect.any(String) }] } }

describe('pages', () => {
  it('show every row once, in order, whatever their size', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(60), fc.integer({ min: 1, max: 25 }), async (count, limit) => {
        const rows = rowsOf(count)
        const seen: string[] = []
        for (let cursor: string | undefined, more = true; more; ) {
          const page = await list(rows, { limit, ...(cursor && { cursor }) })
          expect(page.data.length).toBeLessThanOrEqual(limit)
          expect(page.hasMore).toBe(page.nextCursor !== undefined)
          expect(page.totalCount).toBe(count)
          seen.push(...page.data)
          cursor = page.nextCursor
          more = page.hasMore
        }
        expect(seen).toEqual(rows.map(({ id }) => id))
      }),
    )
  })

  it('have 20 rows by default', async () => {
    expect((await list(rowsOf(30), {})).data).toHaveLength(20)
  })

  it('continue where they were when rows are added and removed', async () => {
    const rows = rowsOf(6)
    const { nextCursor } = await list(rows, { limit: 3 })
    const changed = [...rowsOf(2), ...rows.slice(0, 2), ...rows.slice(3)]
    const { data } = await list(changed, { limit: 3, cursor: nextCursor as string })
    expect(data).toEqual(rows.slice(3).map(({ id }) => id))
  })
})

describe('a cursor', () => {
  const rows = rowsOf(5)
  const makeCursor = async (query: object = {}, scope?: unknown[]) =>
    (await list(rows, { limit: 2, ...query }, scope)).nextCursor as string

  it('continues with another page size', async () => {
    expect((await list(rows, { limit: 100, cursor: await makeCursor() })).data).toHaveLength(3)
  })

  it('does not depend on the order of the filters', async () => {
    const cursor = await makeCursor({ status: 'PENDING', currency: 'USD' })
    expect((await list(rows, { cursor, currency: 'USD', status: 'PENDING' } as PageQuery)).data).toHaveLength(3)
  })

  it.each([
    ['another filter', { status: 'COMPLETED' }, undefined],
    ['no filter', {}, undefined],
    ['another list', { status: 'PENDING' }, ['listOthers', 'a platform']],
    ['another platform', { status: 'PENDING' }, ['listThings', 'another platform']],
  ])('is refused with %s', async (_what, query, scope) => {
    const cursor = await makeCursor({ status: 'PENDING' })
    await expect(list(rows, { ...query, cursor }, scope)).rejects.toMatchObject(refusal)
  })

  it('is refused by an installation with another secret', async () => {
    await expect(list(rows, { cursor: await makeCursor() }, undefined, others)).rejects.toMatchObject(refusal)
  })

  it('is refused when any of its characters is changed', async () => {
    const cursor = await makeCursor()
    await fc.assert(
      fc.asyncProperty(fc.nat(cursor.length - 1), fc.constantFrom('A', 'z', '0', '-', '.'), async (at, char) => {
        const changed = cursor.slice(0, at) + char + cursor.slice(at + 1)
        const bytes = (text: string) =>
          text
            .split('.')
            .map((part) => Buffer.from(part, 'base64url').toString('hex'))
            .join()
        fc.pre(bytes(changed) !== bytes(cursor))
        await expect(list(rows, { cursor: changed })).rejects.toMatchObject(refusal)
      }),
    )
  })

  it('is refused when it is not a cursor', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string(), async (cursor) => {
        await expect(list(rows, { cursor })).rejects.toMatchObject(refusal)
      }),
    )
  })
})
