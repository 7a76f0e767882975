/** Query strings of an operation: repeated parameters and commas make lists, any other repetition is an error. */
import Type, { type TObject } from 'typebox'
import type { FieldError } from '../../core/refusal.ts'
import { UnknownFields } from '../operations/unknown-fields.ts'
import { queryValidator } from '../operations/validate.ts'

interface ReadQuery {
  readonly values: Record<string, unknown>
  /** Parameters that have no effect. */
  readonly ignored: readonly string[]
}

const NOTHING: ReadQuery = { values: {}, ignored: [] }

/** @param schema absent: the operation takes no parameters. @returns a reader that throws Refusal INVALID_INPUT */
export function queryReader(schema: TObject | undefined): (query: URLSearchParams) => ReadQuery {
  const { properties } = schema ?? Type.Object({})
  const validate = schema && queryValidator(schema)
  const known = Object.entries(properties as Record<string, { type?: string }>)
  const names = new Set(Object.keys(properties))
  return (query) => {
    if (query.size === 0 && !validate) return NOTHING
    const values: Record<string, unknown> = {}
    const unknown = new UnknownFields('query')
    const repeated: FieldError[] = []
    for (const [name, { type }] of known) {
      const given = query.getAll(name)
      if (given.length === 0) continue
      if (type === 'array') values[name] = given.flatMap((text) => text.split(','))
      else values[name] = given[0]
      if (type !== 'array' && given.length > 1) repeated.push({ field: name, message: 'is given more than once' })
    }
    for (const name of new Set(query.keys())) if (!names.has(name) && !unknown.meet('', name, names)) break
    validate?.(values, [...repeated, ...unknown.faults])
    return { values, ignored: unknown.ignored }
  }
}
