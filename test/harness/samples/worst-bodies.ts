/** Worst request bodies: for a schema of the contract, the largest bodies that the limits allow in the shapes that cost most. */
import { LIMITS } from '../../../contract/limits.ts'
import { objectsIn, sampleOf } from './samples.ts'

type Schema = Record<string, any>

/** Bytes left for the rest of the body around the large part. */
const ROOM = LIMITS.bodyBytes - 16 * 1024

/** As many items as fit into the size. */
const filled = <Item>(room: number, item: (index: number) => Item): Item[] => {
  const length = JSON.stringify(item(99_999)).length + 1
  return Array.from({ length: Math.floor(room / length) }, (_, index) => item(index))
}

/** Items for long lists. */
const ITEMS: Readonly<Record<string, (index: number) => unknown>> = {
  'distinct objects': (index) => ({ [index]: 0 }),
  'equal objects': () => ({ a: 0 }),
  'equal scalars': () => 0,
  'distinct texts': (index) => `x${index}`,
  'empty lists': () => [],
}

/** Characters of long texts; their work in patterns is measured by another test. */
const RUNS = ['a', 'a@a.', '\ud800']
const run = (text: string, length: number) => `${text.repeat(Math.floor(length / text.length))}!`

const typesOf = (schema: Schema): string[] => [schema.type].flat()

/** A value for a field, as large as the room, or undefined where the shape has none for its kind. */
type Fill = (schema: Schema, room: number) => unknown

const fills: Readonly<Record<string, Fill>> = {
  ...Object.fromEntries(
    Object.entries(ITEMS).map(([name, item]): [string, Fill] => [
      `lists of ${name}`,
      (schema, room) => (typesOf(schema).includes('array') ? filled(room, item) : undefined),
    ]),
  ),
  'lists everywhere': (_schema, room) => filled(room, () => ({})),
  'lists as long as allowed, of lists and objects': (schema, room) =>
    typesOf(schema).includes('array')
      ? Array.from({ length: schema.maxItems }, () => crammed(schema.items, room / schema.maxItems))
      : undefined,
  'objects of unknown fields': (_schema, room) =>
    Object.fromEntries(filled(room, (index) => [`f${index}`, 0] as const).map(([name]) => [name, 0])),
  ...Object.fromEntries(
    RUNS.map((text): [string, Fill] => [
      `texts of ${JSON.stringify(text)}`,
      (schema, room) =>
        typesOf(schema).includes('string') ? run(text, room / JSON.stringify(text).length) : undefined,
    ]),
  ),
}

/** An object with an empty list in each of its fields, or such a list itself. */
function crammed(schema: Schema, room: number): unknown {
  const names = Object.keys(schema.properties ?? {})
  if (names.length === 0) return filled(room, () => ({}))
  const share = room / names.length - 20
  return Object.fromEntries(names.map((name) => [name, share > 10 ? filled(share, () => ({})) : 0]))
}

/** The kinds of fields that an object has: two objects of the same kinds cost the same. */
const kindsIn = ({ properties }: Schema): string =>
  [...new Set(Object.values<Schema>(properties).map(kindOf))].sort().join()
const kindOf = ({ type, uniqueItems, items, maxProperties }: Schema): string =>
  [type, uniqueItems, items?.type, maxProperties !== undefined].join('/')

/** Every body with a description; of objects with the same kinds of fields, the first. */
export function* worstBodies(root: Schema): Generator<readonly [shape: string, body: string]> {
  const seen = new Set<string>()
  for (const { schema, path, put } of objectsIn(root)) {
    const kinds = kindsIn(schema)
    if (seen.has(kinds)) continue
    seen.add(kinds)
    const fields = Object.entries<Schema>(schema.properties).filter(([, field]) => !('const' in field))
    const whole = sampleOf(schema) as object
    for (const [shape, fill] of Object.entries(fills)) {
      const share = ROOM / Math.max(1, fields.length)
      const large = fields.flatMap(([name, field]) => {
        const value = fill(field, share)
        return value === undefined ? [] : [[name, value] as const]
      })
      if (large.length > 0) yield [`${path}: ${shape}`, JSON.stringify(put({ ...whole, ...Object.fromEntries(large) }))]
    }
    const unknown = filled(ROOM, (index) => [`f${index}`, 0] as const)
    yield [`${path}: unknown fields`, JSON.stringify(put({ ...whole, ...Object.fromEntries(unknown) }))]
    const near = Object.keys(schema.properties).flatMap((name) =>
      ['x', 'y', 'z'].map((end) => [name + end, 0] as const),
    )
    yield [`${path}: misspelt fields`, JSON.stringify(put({ ...whole, ...Object.fromEntries(near) }))]
  }
}

/** Bodies that are expensive for any schema. */
export function* bodiesOfAnySchema(): Generator<readonly [shape: string, body: string]> {
  const within = LIMITS.bodyDepth - 1
  yield ['lists in lists', `{"a":${'['.repeat(ROOM / 2)}${']'.repeat(ROOM / 2)}}`]
  yield ['objects in objects', `${'{"a":'.repeat(ROOM / 6)}0${'}'.repeat(ROOM / 6)}`]
  yield ['lists as deep as allowed', `[${filled(ROOM, () => nested(within)).map((item) => JSON.stringify(item))}]`]
  yield ['one long name', JSON.stringify({ ['n'.repeat(ROOM)]: 0 })]
  yield ['one name repeated', `{${'"a":0,'.repeat(ROOM / 6)}"a":0}`]
  yield ['parts of JavaScript', `{${'"__proto__":{"a":0},"constructor":0,'.repeat(ROOM / 40)}"a":0}`]
  yield ['a long number', `{"amount":${'9'.repeat(ROOM)}}`]
  yield ['quotes that never end', `{"a":"${'\\"'.repeat(ROOM / 2)}`]
  yield ['spaces', `${' '.repeat(ROOM)}{}`]
}

const nested = (depth: number): unknown => (depth <= 1 ? [] : [nested(depth - 1)])
