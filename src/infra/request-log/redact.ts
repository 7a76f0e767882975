/**
 * Redaction of recorded bodies, by an allow-list over the contract: ids, times, amounts, currencies, booleans and
 * values of fixed lists stay. Every other text is replaced, and fields that the contract does not know are omitted.
 */
import type { TSchema } from 'typebox'
import { contract } from '../../../contract/contract.ts'
import { CURRENCIES } from '../../../contract/currencies.ts'
import type { Operation } from '../../../contract/operation.ts'
import { ITEMS_KEPT, REDACTED } from '../../../contract/platform/api-requests.ts'
import { CurrencyCode } from '../../../contract/schema.ts'

/** The part of JSON Schema that the contract uses. */
interface Schema {
  readonly $id?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly pattern?: string
  readonly format?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly oneOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly discriminator?: { readonly propertyName: string }
}

type Json = Readonly<Record<string, unknown>>
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

const TYPED_ID = /^[A-Z][A-Za-z]+:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** Pattern of currency codes. A value must be a code that exists. */
const CURRENCY = (CurrencyCode as Schema).pattern
/** Texts without a fixed list of values that contain neither secrets nor personal data. */
const PLAIN_TEXTS = new Set(['exchangeRate', 'rate'])
/** Card numbers and identity numbers. */
const ABOUT_PERSONS = new Set(['expMonth', 'expYear', 'ownershipPercentage'])
const DECIMAL = /^\d{1,20}(\.\d{1,20})?$/
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/

/** @param schema of the contract; undefined: nothing of the value is known */
export function redacted(schema: TSchema | undefined, value: unknown): unknown {
  return schema === undefined ? kept(undefined, value) : inside(schema as Schema, value, '')
}

/** @param name of the property that has the value */
function inside(schema: Schema | undefined, value: unknown, name: string): unknown {
  if (Array.isArray(value)) return redactItems(schema, value, name)
  if (isObject(value)) return redactFields(schema, value)
  return kept(schema, value, name)
}

function redactItems(schema: Schema | undefined, values: readonly unknown[], name: string): unknown {
  const items = variantsOf(schema).find((variant) => variant.items)?.items
  const shown = values.slice(0, ITEMS_KEPT).map((value) => inside(items, value, name))
  return values.length > ITEMS_KEPT ? [...shown, `${values.length - ITEMS_KEPT} more`] : shown
}

function redactFields(schema: Schema | undefined, value: Json): unknown {
  const fitting = variantsOf(schema).filter((variant) => fits(variant, value))
  const shown: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(value)) {
    const known = fitting.find(({ properties }) => properties && Object.hasOwn(properties, name))
    if (known) shown[name] = isCurrencyWord(known, name, value) ? field : inside(known.properties?.[name], field, name)
  }
  return fitting.some(({ properties }) => properties) ? shown : REDACTED
}

/** Whether a value is the name or symbol of a currency of the contract. */
function isCurrencyWord({ $id }: Schema, name: string, value: Json): boolean {
  if ($id !== 'Currency' || (name !== 'name' && name !== 'symbol')) return false
  const code = String(value.code)
  const known = Object.hasOwn(CURRENCIES, code) ? CURRENCIES[code as keyof typeof CURRENCIES] : undefined
  return known !== undefined && known[name] === value[name]
}

/** The schemas that a value may have, alternatives and parts resolved. */
function variantsOf(schema: Schema | undefined): readonly Schema[] {
  if (!schema) return []
  const known = variants.get(schema)
  if (known) return known
  const { oneOf = [], anyOf = [], allOf = [] } = schema
  const found = [schema, ...[...oneOf, ...anyOf, ...allOf].flatMap(variantsOf)]
  variants.set(schema, found)
  return found
}
/** Cache by schema of the contract; these live as long as the process. */
const variants = new WeakMap<Schema, readonly Schema[]>()

/** Whether the discriminating values are those of this variant. */
const fits = (schema: Schema, value: Json): boolean => tagsOf(schema).every(([name, tag]) => value[name] === tag)

function tagsOf(schema: Schema): readonly (readonly [name: string, tag: unknown])[] {
  const known = tags.get(schema)
  if (known) return known
  const found = Object.entries(schema.properties ?? {}).flatMap(([name, field]) =>
    field.const === undefined ? [] : [[name, field.const] as const],
  )
  tags.set(schema, found)
  return found
}
const tags = new WeakMap<Schema, readonly (readonly [name: string, tag: unknown])[]>()

function kept(schema: Schema | undefined, value: unknown, name = ''): unknown {
  if (value === null || value === undefined) return value
  if (schema === undefined) return REDACTED
  if (typeof value === 'boolean' || typeof value === 'number')
    return isScalar(schema) && !ABOUT_PERSONS.has(name) ? value : REDACTED
  if (typeof value !== 'string') return REDACTED
  return variantsOf(schema).some((variant) => permits(variant, value, name)) ? value : REDACTED
}

const SCALARS: readonly unknown[] = ['integer', 'number', 'boolean']
const isScalar = (schema: Schema) =>
  variantsOf(schema).some(({ type }) => [type].flat().some((one) => SCALARS.includes(one)))

function permits(schema: Schema, value: string, name: string): boolean {
  if (schema.const !== undefined) return schema.const === value
  if (schema.enum) return schema.enum.includes(value)
  if (schema.format === 'date-time') return MOMENT.test(value)
  if (schema.pattern && TYPED_ID.test(value)) return matcherOf(schema.pattern).test(value)
  if (schema.pattern === CURRENCY || name === 'code' || name === 'currency') return Object.hasOwn(CURRENCIES, value)
  return PLAIN_TEXTS.has(name) && DECIMAL.test(value)
}

const matchers = new Map<string, RegExp>()
function matcherOf(pattern: string): RegExp {
  const known = matchers.get(pattern) ?? new RegExp(pattern, 'u')
  matchers.set(pattern, known)
  return known
}

/** Path of a request with its ids; other parameters are replaced. @param params decoded */
export const redactedPath = ({ path }: Pick<Operation, 'path'>, params: Readonly<Record<string, string>>): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) =>
    TYPED_ID.test(params[name] ?? '') ? (params[name] as string) : REDACTED,
  )

/** A query as numbers and texts; it carries numbers and booleans as text. @param query parameters as received */
export function redactedQuery(schema: TSchema | undefined, query: URLSearchParams): Json | undefined {
  const given = [...new Set(query.keys())].map((name) => {
    const field = (schema as Schema | undefined)?.properties?.[name]
    const [first = ''] = query.getAll(name)
    return [name, field, first] as const
  })
  const known = given.filter(([, field]) => field)
  if (known.length === 0) return undefined
  return Object.fromEntries(
    known.map(([name, field, text]) => [
      name,
      /^(\d{1,15}|true|false)$/.test(text) ? inside(field, JSON.parse(plain(text)), name) : inside(field, text, name),
    ]),
  )
}

/** Without leading zeros, which JSON does not allow. */
const plain = (text: string) => text.replace(/^0+(?=\d)/, '')

/** Caller's data that a message may contain: quoted texts, addresses, long numbers. Ids stay. */
const FROM_OUTSIDE =
  /([A-Z][A-Za-z]+:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})|"(?:[^"\\]|\\.)*(?:"|$)|\S+@\S+|\b\d{7,}\b/g
const sentence = (text: unknown): string =>
  String(text).replace(FROM_OUTSIDE, (_, typedId: string | undefined) => typedId ?? REDACTED)

/** An enumerated word of the contract: `MANAGE`, `DAILY_LIMIT`. */
const WORD = /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/

/** The body of a refusal: its code, its sentences, and every fault with its path. */
export function redactedError(body: unknown): unknown {
  if (!isObject(body)) return REDACTED
  const { status, code, message, reason, details } = body
  const { errors, hint, docs, requestId: _, ...rest } = isObject(details) ? details : ({} as Json)
  const faults = Array.isArray(errors) ? errors.slice(0, ITEMS_KEPT).map(fault) : undefined
  // The message about a single fault repeats the name of its field, which may be the caller's.
  const [only] = faults?.length === 1 ? faults : []
  return {
    status,
    code,
    message: only ? `${only.field} ${only.message}` : sentence(message),
    ...(reason !== undefined && { reason: sentence(reason) }),
    details: {
      ...Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, fact(value)])),
      ...(faults && { errors: faults }),
      ...(hint !== undefined && { hint: sentence(hint) }),
      ...(docs !== undefined && { docs }),
    },
  }
}

const fault = (value: unknown): { field: string; message: string } => {
  const { field, message } = isObject(value) ? value : ({} as Json)
  return { field: knownPath(String(field)), message: sentence(message) }
}

function fact(value: unknown): unknown {
  if (typeof value === 'string') return WORD.test(value) || TYPED_ID.test(value) ? value : REDACTED
  if (Array.isArray(value)) return value.slice(0, ITEMS_KEPT).map(fact)
  if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, fact(inner)]))
  return value
}

/** `destination.accountId`: names of the contract and indexes; a name that a caller made up is replaced. */
const knownPath = (path: string): string =>
  path
    .split(/(?<=[.[\]])|(?=[.[\]])/)
    .map((part) => (/^[.[\]]$|^\d{1,4}$/.test(part) || knownNames().has(part) ? part : REDACTED))
    .join('')

let names: ReadonlySet<string> | undefined
/** Names of all fields and parameters, and of the headers and bodies that faults name. */
function knownNames(): ReadonlySet<string> {
  if (names) return names
  const found = new Set(['body', 'query', 'path', 'file', 'Idempotency-Key', 'Request-Id'])
  const visited = new Set<unknown>()
  const visit = (schema: unknown): void => {
    if (typeof schema !== 'object' || schema === null || visited.has(schema)) return
    visited.add(schema)
    for (const name of Object.keys((schema as Schema).properties ?? {})) found.add(name)
    for (const part of Object.values(schema)) visit(part)
  }
  for (const { body, query, params } of Object.values<Operation>(contract)) [body, query, params].forEach(visit)
  names = found
  return found
}
