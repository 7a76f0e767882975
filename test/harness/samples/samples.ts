/** Sample requests made from the contract's schemas: a complete one of each kind, and every way in which a field can be wrong. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

type Schema = Record<string, any>

const ajv = new Ajv2020({ strict: false, discriminator: true })
;(addFormats as unknown as (ajv: Ajv2020) => void)(ajv)
const compiled = new Map<Schema, ValidateFunction>()

/** Whether a value matches a schema of the contract. */
export function accepts(schema: Schema, value: unknown): boolean {
  let check = compiled.get(schema)
  // Ajv treats `$id` as an address, and rejects duplicates.
  const plain = () => JSON.parse(JSON.stringify(schema, (key, part) => (key === '$id' ? undefined : part)))
  if (!check) compiled.set(schema, (check = ajv.compile(plain())))
  return check(value) as boolean
}

const FORMATS: Record<string, string> = {
  'date-time': '2025-10-03T15:00:00.000Z',
  date: '1990-01-15',
  email: 'alice@example.com',
  uri: 'https://example.com/',
}

/** A valid value with every field that it can have. */
export function sampleOf(schema: Schema): unknown {
  if ('const' in schema) return schema.const
  if (schema.discriminator) return sampleOf(schema.oneOf[0])
  if (schema.examples) return schema.examples[0]
  if (schema.enum) return schema.enum[0]
  if (Array.isArray(schema.type)) return sampleOf({ ...schema, type: schema.type[0] })
  if (schema.type === 'object')
    return Object.fromEntries(fieldsOf(schema).map(([name, field]) => [name, sampleOf(field)]))
  if (schema.type === 'array') return [sampleOf(schema.items)]
  if (schema.type === 'integer' || schema.type === 'number') return Math.max(schema.minimum ?? 1, 1)
  if (schema.type === 'boolean') return true
  return FORMATS[schema.format] ?? 'a'.repeat(schema.minLength ?? 1)
}

/** Fields that are valid together: of mutually exclusive forms, those of the first. */
function fieldsOf({ properties = {}, oneOf = [] }: Schema): [string, Schema][] {
  const [first, ...others] = oneOf.map((form: Schema) => form.required as string[])
  const excluded = new Set(others.flat().filter((name: string) => !first?.includes(name)))
  return Object.entries<Schema>(properties).filter(([name]) => !excluded.has(name))
}

/** A value at a path. */
interface Spot {
  /** Dot path from the root; empty for the root. */
  readonly path: string
  readonly schema: Schema
  /** The whole request with another value at this path. */
  readonly put: (value: unknown) => unknown
}

/** Every object within a body, each variant of each union once; a named schema is visited once. */
export function* objectsIn(root: Schema): Generator<Spot> {
  const seen = new Set<string>()
  yield* walk({ path: '', schema: root, put: (value) => value })

  function* walk({ path, schema, put }: Spot): Generator<Spot> {
    if (schema.discriminator) {
      for (const variant of schema.oneOf) yield* walk({ path, schema: variant, put })
    } else if (schema.type === 'array') {
      yield* walk({ path: `${path}.0`, schema: schema.items, put: (value) => put([value]) })
    } else if (schema.type === 'object' && schema.properties) {
      if (schema.$id && seen.has(schema.$id)) return
      if (schema.$id) seen.add(schema.$id)
      yield { path, schema, put }
      const whole = sampleOf(schema) as Record<string, unknown>
      for (const [name, field] of fieldsOf(schema))
        yield* walk({
          path: path === '' ? name : `${path}.${name}`,
          schema: field,
          put: (value) => put({ ...whole, [name]: value }),
        })
    }
  }
}

/** Values that some field must refuse, as JSON text, because not all of them survive as a value. */
export const WRONG: Readonly<Record<string, unknown>> = {
  null: null,
  true: true,
  zero: 0,
  seven: 7,
  'one below zero': -1,
  'a fraction': 1.5,
  'one beyond 9e15': 9_000_000_000_000_001,
  'an integer that JavaScript cannot hold': 2 ** 53 + 2,
  'a number as text': '5',
  'another text': 'text',
  'an empty text': '',
  'a very long text': 'x'.repeat(5_000),
  'a text with U+0000': 'a\u0000b',
  'half a surrogate pair': 'a\ud800b',
  'the id of another resource': 'Nothing:019542f5-b3e7-7d02-8000-000000000001',
  'an id in capitals': 'CUSTOMER:019542F5-B3E7-7D02-8000-000000000001',
  'an array': [],
  'an array of null': [null],
  'an object': {},
}

/** Whether PostgreSQL could store it as text. */
const isStorable = (value: unknown): boolean => typeof value !== 'string' || !/\0|\p{Surrogate}/u.test(value)

/** An object in which every field that refuses this value has it, and the paths of these fields. */
export function spoiled({ path, schema, put }: Spot, value: unknown): { body: unknown; fields: string[] } | undefined {
  const wrong = fieldsOf(schema).filter(
    ([, field]) => !('const' in field) && !(accepts(field, value) && isStorable(value)),
  )
  if (wrong.length === 0) return undefined
  const whole = sampleOf(schema) as Record<string, unknown>
  const body = put({ ...whole, ...Object.fromEntries(wrong.map(([name]) => [name, value])) })
  return { body, fields: wrong.map(([name]) => (path === '' ? name : `${path}.${name}`)) }
}

/** A deep copy with a further field in every object. */
export function withUnknownFields(value: unknown, canary: string): unknown {
  if (Array.isArray(value)) return value.map((item) => withUnknownFields(item, canary))
  if (value === null || typeof value !== 'object') return value
  const copy = Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, withUnknownFields(inner, canary)]),
  )
  return { ...copy, [canary]: { [canary]: canary }, [`${canary}Again`]: canary }
}
