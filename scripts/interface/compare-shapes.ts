/** Type comparison, field by field. */
import { type Facts, type Fields, marksOf, type Shape } from './facts.ts'

/** Callers write requests and read replies, so ours may accept more in requests and return less in replies. */
export type Way = 'request' | 'reply'

interface Field {
  readonly shape: Shape
  readonly required: boolean
  readonly inReplies: boolean
}
type Schemas = Facts['schemas']

/** Reports a difference: its place, and its kind. */
export type Say = (where: string, what: string) => void

/** Compares a published type with ours. `where` locates the difference: `POST /quotes body`. */
export function shapeComparison(theirs: Schemas, ours: Schemas, say: Say) {
  const shapes = (where: string, their: Shape, our: Shape, way: Way): void => {
    const [left, right] = [named(theirs, their), named(ours, our)]
    if (isUnion(left)) cases(where, left.by, left.cases, right, way)
    else if (isFixed(left) && isFixed(right)) values(where, left.enum, right.enum, way)
    else if (isList(left) && isList(right)) shapes(`${where}[]`, left.list, right.list, way)
    else objects(where, left, right, way)
  }

  const cases = (where: string, by: string, their: Fields, our: Shape, way: Way) => {
    const union = isUnion(our) && our.by === by ? our.cases : undefined
    const only = asObject(ours, our)?.[by]?.shape
    for (const [value, shape] of Object.entries(their)) {
      if (union && !union[value]) say(`${where}[${value}]`, 'absent here')
      else if (union) objects(`${where}[${value}]`, shape, union[value] as Shape, way, by)
      else if (way === 'request' || !isFixed(only) || only.enum.includes(value))
        objects(`${where}[${value}]`, shape, our, way, by)
    }
  }

  /** @param tag field whose value is part of `where` already */
  const objects = (where: string, their: Shape, our: Shape, way: Way, tag?: string) => {
    const [left, right] = [asObject(theirs, their), asObject(ours, our)]
    const [there, here] = [wordFor(named(theirs, their)), wordFor(named(ours, our))]
    if (left && right) fields(where, left, right, way, tag)
    else if (way === 'reply' ? !within(here, there) : !within(there, here)) say(where, `${there} there, ${here} here`)
  }

  const fields = (where: string, their: Record<string, Field>, our: Record<string, Field>, way: Way, tag?: string) => {
    const dot = where.endsWith(' ') ? where : `${where}.`
    for (const [name, { shape, required, inReplies }] of Object.entries(their)) {
      if (way === 'request' && inReplies) continue
      const mine = our[name]
      if (!mine) {
        say(dot + name, required ? 'absent here, required there' : 'absent here')
        continue
      }
      if (required && !mine.required) say(dot + name, 'required there, optional here')
      if (way === 'request' && !required && mine.required) say(dot + name, 'optional there, required here')
      if (name !== tag) shapes(dot + name, shape, mine.shape, way)
    }
    for (const [name, { required }] of Object.entries(our))
      if (way === 'request' && required && !(name in their)) say(dot + name, 'unknown there, required here')
  }

  const values = (where: string, their: readonly unknown[], our: readonly unknown[], way: Way) => {
    for (const value of their) if (!our.includes(value)) say(`${where}=${value}`, 'absent here')
    if (way === 'reply') for (const value of our) if (!their.includes(value)) say(`${where}=${value}`, 'unknown there')
  }

  return shapes
}

const isUnion = (shape: Shape) => typeof shape === 'object' && 'cases' in shape
const isList = (shape: Shape) => typeof shape === 'object' && 'list' in shape
const isFixed = (shape: Shape | undefined) => typeof shape === 'object' && 'enum' in shape

const named = (schemas: Schemas, shape: Shape): Shape =>
  typeof shape === 'string' && shape.startsWith('#') ? named(schemas, schemas[shape.slice(1)] as Shape) : shape

/** A union as one object: a field is required if every case requires it. Undefined for types without fields. */
function asObject(schemas: Schemas, shape: Shape): Record<string, Field> | undefined {
  const object = named(schemas, shape)
  if (typeof object === 'string') return undefined
  if ('fields' in object) return fieldsOf(object.fields)
  const choices = 'cases' in object ? Object.values(object.cases) : 'any' in object ? object.any : []
  const parts = choices.map((choice) => asObject(schemas, choice)).filter((part) => part !== undefined)
  if (parts.length === 0) return undefined
  const names = new Set(parts.flatMap((part) => Object.keys(part)))
  return Object.fromEntries(
    [...names].map((name) => {
      const found = parts.flatMap((part) => part[name] ?? [])
      const shapes = found.map((field) => named(schemas, field.shape))
      return [
        name,
        {
          shape: shapes.every(isFixed) ? { enum: [...new Set(shapes.flatMap((fixed) => fixed.enum))] } : shapes[0]!,
          required: found.length === parts.length && found.every(({ required }) => required),
          inReplies: found.every(({ inReplies }) => inReplies),
        },
      ]
    }),
  )
}

const fieldsOf = (fields: Fields): Record<string, Field> =>
  Object.fromEntries(
    Object.entries(fields).map(([key, shape]) => {
      const { name, ...marks } = marksOf(key)
      return [name, { shape, ...marks }]
    }),
  )

const wordFor = (shape: Shape): string => {
  if (typeof shape === 'string') return shape
  return isFixed(shape) ? 'fixed values' : isList(shape) ? 'a list' : 'object'
}

/** Whether every value of the one type is one of the other, as far as their names tell. */
const within = (narrow: string, wide: string): boolean =>
  narrow === wide ||
  wide === 'any' ||
  wide.split('|').includes(narrow) ||
  (wide === 'string' && ['date', 'date-time', 'fixed values'].includes(narrow)) ||
  (wide === 'number' && narrow === 'integer')
