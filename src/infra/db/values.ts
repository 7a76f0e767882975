/** Conversion of database values: exact, and the same from both databases. */
import pg from 'pg'

type Parse = (text: string) => unknown

const { builtins } = pg.types
const MOMENT = /^[1-9]\d{3}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?\+00$/

/**
 * The time in a `timestamptz` as PostgreSQL writes it for a session in UTC (`2026-11-20 09:30:00.123456+00`).
 * @returns whole milliseconds since 1970; finer fractions are truncated
 * @throws RangeError on `infinity` and on years before 1000 or after 9999
 */
export function momentOf(text: string): number {
  if (!MOMENT.test(text)) throw new RangeError(`Not a time between the years 1000 and 9999: ${text}`)
  const part = (from: number, to: number) => Number(text.slice(from, to))
  const milliseconds = text[19] === '.' ? Number(text.slice(20, -3).padEnd(3, '0').slice(0, 3)) : 0
  return Date.UTC(part(0, 4), part(5, 7) - 1, part(8, 10), part(11, 13), part(14, 16), part(17, 19), milliseconds)
}

const asText: Parse = (text) => text
const textArray = pg.types.getTypeParser(1009 as number) as (text: string) => (string | null)[]
const arrayOf = (parse: Parse): Parse => {
  return (text) => textArray(text).map((item) => (item === null ? null : parse(item)))
}

const PARSERS = new Map<number, Parse>([
  [builtins.INT8, BigInt],
  [builtins.TIMESTAMPTZ, momentOf],
  [builtins.DATE, asText],
  [builtins.TIMESTAMP, asText],
  [builtins.INTERVAL, asText],
  [1016, arrayOf(BigInt)], // int8[]
  [1185, arrayOf(momentOf)], // timestamptz[]
  [1182, arrayOf(asText)], // date[]
  [1115, arrayOf(asText)], // timestamp[]
  [1231, arrayOf(asText)], // numeric[]
])

/**
 * How connections read columns: int8 as bigint, timestamptz as milliseconds since 1970, numeric, date and text as
 * text, json and jsonb parsed, bytea as Buffer, smaller numbers as number.
 */
export const valueTypes = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => PARSERS.get(oid) ?? pg.types.getTypeParser(oid, format),
} as pg.CustomTypesConfig
