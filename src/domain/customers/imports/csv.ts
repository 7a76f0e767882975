/** Owns the reading of CSV: row after row out of a stream, never more of it in memory than a part of the stream and one row. */
import type { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'

/** A quote that is never closed would otherwise make one row of the rest of the file. */
const ROW_MAX = 64 * 1024

/** One row, and where the next one begins, counted from the beginning of the stream. */
export interface CsvRow {
  readonly values: readonly string[]
  readonly endByte: number
}

/** What is wrong with the file as a whole; `row` counts from 0, the header. */
export class CsvFault extends Error {
  override name = 'CsvFault'
  readonly row: number
  constructor(row: number, message: string) {
    super(message)
    this.row = row
  }
}

/** Values without the space around them; lines with nothing in them are passed over. @throws CsvFault */
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
      throw new CsvFault(Number(error.records), `is no CSV: ${faults[error.code] ?? 'it is malformed'}`)
    throw error
  } finally {
    source.destroy()
  }
}

const faults: Readonly<Record<string, string>> = {
  CSV_MAX_RECORD_SIZE: `the row is longer than ${ROW_MAX} characters; a quotation mark may be missing`,
  CSV_QUOTE_NOT_CLOSED: 'a quotation mark is not closed',
  CSV_INVALID_CLOSING_QUOTE: 'there is something behind a closing quotation mark',
  INVALID_OPENING_QUOTE: 'a quotation mark is in the middle of a value',
}
