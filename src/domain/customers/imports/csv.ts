/** CSV reader: row by row from a stream. Only a part of the stream and one row are in memory. */
import type { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'

/** Largest row in bytes. Without a limit, an unclosed quotation mark would turn the rest of the file into one row. */
const ROW_MAX = 64 * 1024

/** One row, and the offset of the next one in the stream. */
export interface CsvRow {
  readonly values: readonly string[]
  readonly endByte: number
}

/** A fault that makes the file unusable as a whole. `row` is counted from the header, which is row 0. */
export class CsvFault extends Error {
  override name = 'CsvFault'
  readonly row: number
  constructor(row: number, message: string) {
    super(message)
    this.row = row
  }
}

/** Trims values and skips empty lines. @throws CsvFault */
export async function* csvRows(source: Readable): AsyncGenerator<CsvRow> {
  const parser = source.pipe(
    parse({
      bom: true,
      info: true,
      max_record_size: ROW_MAX,
      record_delimiter: ['\r\n', '\n'],
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
    }),
  )
  source.once('error', (error) => parser.destroy(error))
  try {
    for await (const { record, info } of parser) yield { values: record, endByte: info.bytes }
  } catch (error) {
    if (error instanceof CsvError)
      throw new CsvFault(Number(error.records), `is not valid CSV: ${faults[error.code] ?? 'it is malformed'}`)
    throw error
  } finally {
    source.destroy()
  }
}

const faults: Readonly<Record<string, string>> = {
  CSV_MAX_RECORD_SIZE: `the row is longer than ${ROW_MAX} characters; a quotation mark may be missing`,
  CSV_QUOTE_NOT_CLOSED: 'a quotation mark is not closed',
  CSV_INVALID_CLOSING_QUOTE: 'a closing quotation mark is followed by other characters',
  INVALID_OPENING_QUOTE: 'a quotation mark is in the middle of a value',
}
