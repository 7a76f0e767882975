/** CSV reader tests: exact values and offsets from a stream, which is read no further than needed. */
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { CsvFault, csvRows } from './csv.ts'

const FILE = '\ufeffname,note\r\n"Ana ""A""","two\nlines, é 🙂"\r\n\r\n  Bo  ,\r\n"",x,y\nlast,one'
const bytes = Buffer.from(FILE)

/** The file in pieces of a fixed size, which split rows and characters anywhere. */
const inPieces = (size: number, from = 0) =>
  Readable.from(
    (function* () {
      for (let at = from; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
    })(),
  )
const all = async (source: Readable) => {
  const rows = []
  for await (const row of csvRows(source)) rows.push(row)
  return rows
}
const faultOf = async (text: string) => {
  try {
    return await all(Readable.from([Buffer.from(text)]))
  } catch (error) {
    return error
  }
}

describe('csvRows', () => {
  it.each([1, 2, 3, 7, 1000])('reads the same rows from pieces of %d bytes', async (size) => {
    const rows = await all(inPieces(size))
    expect(rows.map(({ values }) => values)).toEqual([
      ['name', 'note'],
      ['Ana "A"', 'two\nlines, é 🙂'],
      ['Bo', ''],
      ['', 'x', 'y'],
      ['last', 'one'],
    ])
    expect(rows.at(-1)?.endByte).toBe(bytes.length)
  })

  it('continues at the end of any row', async () => {
    const rows = await all(inPieces(4))
    for (const [i, { endByte }] of rows.entries()) {
      const rest = await all(inPieces(5, endByte))
      expect(rest.map(({ values }) => values)).toEqual(rows.slice(i + 1).map(({ values }) => values))
    }
  })

  it.each([
    ['a,b\n"c,d\n', 'a quotation mark is not closed', 1],
    ['a,b\nc,d"e"\n', 'a quotation mark is in the middle of a value', 1],
    ['a,b\nc,d\n"e"f,g\n', 'a closing quotation mark is followed by other characters', 2],
    [`a,b\n"${'x'.repeat(70_000)}`, 'the row is longer than 65536 characters', 1],
  ])('throws with the row of the fault: %#', async (text, message, row) => {
    const fault = await faultOf(text)
    expect(fault).toBeInstanceOf(CsvFault)
    expect(fault).toMatchObject({ row, message: expect.stringContaining(message) })
  })

  it('throws if its source fails', async () => {
    const source = new Readable({ read: () => source.destroy(new Error('the disk is gone')) })
    await expect(all(source)).rejects.toThrow('the disk is gone')
  })

  it('reads no more from the source than needed, of 100,000 rows', async () => {
    let drawn = 0
    const rows = function* () {
      for (; drawn < 100_000; drawn++) yield Buffer.from(`customer-${drawn},${'x'.repeat(100)}\n`)
    }
    const source = Readable.from(rows(), { highWaterMark: 1 })
    let read = 0
    let farthest = 0
    for await (const { values } of csvRows(source)) {
      expect(values[0]).toBe(`customer-${read}`)
      read++
      farthest = Math.max(farthest, drawn - read)
      if (read === 5_000) break
    }
    expect(farthest).toBeLessThan(200)
    expect(drawn).toBeLessThan(5_200)
    expect(source.destroyed).toBe(true)
  })
})
