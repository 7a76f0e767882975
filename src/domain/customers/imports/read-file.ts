/** Import file reader: the inspection of the whole file, then its rows chunk by chunk. */
import type { Readable } from 'node:stream'
import { Refusal } from '../../../core/refusal.ts'
import { CsvFault, csvRows } from './csv.ts'
import { correlationId, customerRequest, type NamedRequest, REQUIRED_COLUMNS } from './customer-row.ts'
import type { Import } from './import.ts'
import type { Chunk } from './import-chunk.ts'
import type { FileSummary } from './upload-customers-csv.ts'

/** Rows of a chunk. All are created in one batch, and other callers of the platform wait for it. */
export const CHUNK_ROWS = 100

/** Checks the header and counts the rows. @param source the file from its beginning. @throws CsvFault if it is unusable as a whole */
export async function inspectFile(source: Readable): Promise<FileSummary> {
  let header: Omit<FileSummary, 'total'> | undefined
  let total = 0
  for await (const { values, endByte } of csvRows(source)) {
    if (header) total++
    else header = { columns: checkHeader(values), nextByte: endByte }
  }
  if (!header) throw new CsvFault(0, 'is empty')
  return { ...header, total }
}

function checkHeader(columns: readonly string[]): readonly string[] {
  const missing = REQUIRED_COLUMNS.filter((column) => !columns.includes(column))
  if (missing.length > 0)
    throw new CsvFault(0, `lacks the ${missing.length > 1 ? 'columns' : 'column'} ${missing.join(', ')}`)
  const twice = columns.find((column, i) => column !== '' && columns.indexOf(column) !== i)
  if (twice !== undefined) throw new CsvFault(0, `has the column ${twice.slice(0, 60)} twice`)
  return columns
}

type Position = Pick<Import, 'columns' | 'processed' | 'nextByte'>

/** The next rows. @param source the file from `nextByte` on; no more of it is read than needed */
export async function readChunk(source: Readable, { columns, processed, nextByte }: Position): Promise<Chunk> {
  const rows: Chunk['rows'][number][] = []
  let next = nextByte
  for await (const { values, endByte } of csvRows(source)) {
    if (rows.length === CHUNK_ROWS) return { after: processed, rows, nextByte: next, isLast: false }
    rows.push({
      correlationId: correlationId(columns, values, processed + rows.length + 1),
      request: parseRow(columns, values),
    })
    next = nextByte + endByte
  }
  return { after: processed, rows, nextByte: next, isLast: true }
}

function parseRow(columns: readonly string[], values: readonly string[]): NamedRequest | Refusal {
  try {
    return customerRequest(columns, values)
  } catch (refusal) {
    if (refusal instanceof Refusal) return refusal
    throw refusal
  }
}
