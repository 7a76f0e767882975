/** Argument faults: every violation of the contract’s schemas in the arguments of a tool call. */
import type { TSchema } from 'typebox'
import { Errors } from 'typebox/value'

export interface ArgumentFault {
  /** Dot path from the arguments' root. */
  readonly field: string
  readonly message: string
}

/** Most items of an array for which the schema states no maximum. */
const ITEMS_MAX = 100
/** Most faults that are reported for one value. */
const FAULTS_MAX = 100

/** The keywords of the contract's schemas that are read here. */
type Schema = TSchema & {
  readonly const?: unknown
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly discriminator?: { readonly propertyName: string }
  readonly oneOf?: readonly Schema[]
  readonly items?: Schema
  readonly maxItems?: number
  readonly maxLength?: number
}

/** Every fault with its path. Of alternatives (`oneOf`), only those of the one that the discriminator selects. */
export function faultsIn(schema: Schema, value: unknown, field: string): ArgumentFault[] {
  const { properties, required = [], discriminator, oneOf, items } = schema
  const long = tooLong(schema, value)
  if (long) return [{ field, message: long }]
  if (items && Array.isArray(value))
    return value.flatMap((item, at) => faultsIn(items, item, `${field}.${at}`)).slice(0, FAULTS_MAX)
  if (!properties && !discriminator) return faultsOfPlain(schema, value, field)
  if (!isObject(value)) return [{ field, message: 'must be an object' }]
  if (discriminator) {
    const tag = discriminator.propertyName
    const selected = oneOf?.find(({ properties }) => properties?.[tag]?.const === value[tag])
    if (selected) return faultsIn(selected, value, field)
    const message = value[tag] === undefined ? 'is required' : 'must be one of the known values'
    return [{ field: `${field}.${tag}`, message }]
  }
  return [
    ...required
      .filter((name) => value[name] === undefined)
      .map((name) => ({ field: `${field}.${name}`, message: 'is required' })),
    ...Object.entries(properties ?? {})
      .filter(([name]) => value[name] !== undefined)
      .flatMap(([name, schema]) => faultsIn(schema, value[name], `${field}.${name}`)),
  ]
}

/** Of a value that is too long, neither items nor format are checked: that bounds the work. */
function tooLong({ maxItems = ITEMS_MAX, maxLength = Number.POSITIVE_INFINITY }: Schema, value: unknown) {
  if (Array.isArray(value) && value.length > maxItems) return `must not have more than ${maxItems} items`
  if (typeof value === 'string' && value.length > maxLength) return `must not have more than ${maxLength} characters`
  return undefined
}

const faultsOfPlain = (schema: TSchema, value: unknown, field: string): ArgumentFault[] =>
  Errors(schema, value)
    .slice(0, FAULTS_MAX)
    .map(({ instancePath, message }) => ({
      field: field + instancePath.replaceAll('/', '.'),
      message,
    }))

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
