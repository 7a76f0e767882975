/** Request validation against the contract: all faults together, each with the path of its field. */
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { TSchema } from 'typebox'
import type { StoredFile, UploadedFile } from '../../../contract/operation.ts'
import { type FieldError, refuseInvalid } from '../../core/refusal.ts'
import { idFault, resourcesOf, unknownId } from './id-faults.ts'
import { UnknownFields } from './unknown-fields.ts'

const options = {
  allErrors: true,
  // The keyword `knows` reports to the UnknownFields that the request is checked with.
  passContext: true,
  discriminator: true,
  strict: false,
  useDefaults: false,
  ownProperties: true,
} as const
/** For bodies: no coercion. */
const bodies = extended(new Ajv2020(options))
/** For parameters, which are text: coerces numbers and booleans only. */
const parameters = extended(new Ajv2020({ ...options, coerceTypes: true }))

function extended(ajv: Ajv2020): Ajv2020 {
  ;(addFormats as unknown as (ajv: Ajv2020, names: string[]) => void)(ajv, ['date', 'email', 'uri', 'int64'])
  return ajv
    .addFormat('date-time', isMoment)
    .addKeyword({ keyword: 'isFile', validate: (_: unknown, value: unknown) => isFile(value) })
    .addKeyword({ keyword: 'knows', type: 'object', schemaType: 'array', errors: false, compile: dropUnknown })
}

/** Removes fields that the contract does not know, so that they are never stored, and reports them. */
function dropUnknown(names: readonly string[]) {
  const known = new Set(names)
  return function (this: UnknownFields, value: Record<string, unknown>, where?: { instancePath: string }): boolean {
    for (const name in value) {
      if (known.has(name)) continue
      if (!this.meet(dotPath(where?.instancePath ?? ''), name, known)) return true
      delete value[name]
    }
    return true
  }
}

/** The only value in a body that is not JSON: a file from the form reader. */
function isFile(value: unknown): boolean {
  const { bytes, fileId } = (value ?? {}) as Partial<UploadedFile & StoredFile>
  return bytes instanceof Uint8Array || typeof fileId === 'string'
}

/** RFC 3339, restricted to what both JavaScript and PostgreSQL accept: no leap seconds, no year zero, no offset beyond 16 hours. */
function isMoment(text: string): boolean {
  const written = /^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-](0\d|1[0-5]):[0-5]\d)$/i.test(text)
  if (!written || Number.isNaN(Date.parse(text))) return false
  // Date.parse reads 30 February as 2 March.
  const day = text.slice(0, 10)
  return new Date(Date.parse(day)).toISOString().startsWith(day)
}

/**
 * Throws a refusal that names every invalid field; drops unknown ones. @param known faults that were found before
 * @returns the paths of the dropped fields
 */
export type Validate = (value: unknown, known?: readonly FieldError[]) => readonly string[]

/** Compiled on first use: some schemas take half a second, which would delay the start. */
function lazily(ajv: Ajv2020, { $id: _, ...schema }: TSchema & { $id?: string }): () => ValidateFunction {
  let check: ValidateFunction | undefined
  return () => (check ??= ajv.compile(closed(schema, ajv) as object))
}

/** @throws Refusal INVALID_INPUT */
export function bodyValidator(schema: TSchema): Validate {
  const compiled = lazily(bodies, schema)
  return (value) => {
    if (value === undefined) refuseInvalid([{ field: 'body', message: 'is required, as JSON' }])
    return checked(compiled(), value, 'body')
  }
}

/** For query strings; values that belong to arrays come as arrays. @throws Refusal INVALID_INPUT */
export function queryValidator(schema: TSchema): Validate {
  const compiled = lazily(parameters, schema)
  return (value, known) => checked(compiled(), value, 'query', known)
}

/** All faults at once: schema errors, misspelt fields, and text that cannot be stored. */
function checked(
  check: ValidateFunction,
  value: unknown,
  root: string,
  known: readonly FieldError[] = [],
): readonly string[] {
  const unknown = new UnknownFields(root)
  const found = check.call(unknown, value) ? [] : faults(check, root)
  const errors = [...known, ...unknown.faults, ...found, ...unstorable(value, root)]
  if (errors.length > 0) refuseInvalid(errors)
  return unknown.ignored
}

/** For path parameters: a malformed id is an unknown id. @throws Refusal `<RESOURCE>_NOT_FOUND` */
export function pathValidator(schema: TSchema): (value: unknown) => void {
  const compiled = lazily(parameters, schema)
  return (value) => {
    const check = compiled()
    if (check.call(new UnknownFields('path'), value)) return
    const error = check.errors?.find(({ keyword }) => keyword === 'pattern')
    const resources = error && resourcesOf(error.params.pattern)
    if (resources) throw unknownId(resources, (value as Record<string, unknown>)[dotPath(error.instancePath)])
    refuseInvalid(faults(check, 'path'))
  }
}

/** How many of Ajv's errors are processed; a reply lists fewer. */
const ERRORS_MAX = 500

function faults(check: ValidateFunction, root: string): FieldError[] {
  const seen = new Set<string>()
  const found: FieldError[] = []
  for (const error of withoutBranches((check.errors ?? []).slice(0, ERRORS_MAX))) {
    const fault = fieldFault(error, root)
    if (!fault || seen.has(`${fault.field} ${fault.message}`)) continue
    seen.add(`${fault.field} ${fault.message}`)
    found.push(fault)
  }
  return found
}

/**
 * For mutually exclusive fields, one is missing or there is more than one; the errors of the single alternatives are
 * omitted.
 */
function withoutBranches(errors: readonly ErrorObject[]): ErrorObject[] {
  let left = [...errors]
  for (const choice of errors) {
    if (choice.keyword !== 'oneOf') continue
    const isWithin = ({ schemaPath }: ErrorObject) => schemaPath.startsWith(`${choice.schemaPath}/`)
    const lacking = errors.filter(isWithin)
    const branches = new Set(lacking.map(({ schemaPath }) => schemaPath.slice(choice.schemaPath.length).split('/')[1]))
    const eachLacksOne =
      branches.size === lacking.length &&
      lacking.every(({ keyword, instancePath }) => keyword === 'required' && instancePath === choice.instancePath)
    if (!choice.params.passingSchemas && !eachLacksOne) continue
    left = left.filter((error) => !isWithin(error))
    choice.params.missing = lacking.map(({ params }) => params.missingProperty)
  }
  return left
}

/** `/source/accountId` → `source.accountId` */
const dotPath = (pointer: string): string =>
  pointer.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~')

function fieldFault({ instancePath, keyword, params, message }: ErrorObject, root: string): FieldError | undefined {
  const path = dotPath(instancePath)
  const inside = (name: string) => (path === '' ? name : `${path}.${name}`)
  const field = path === '' ? root : path
  switch (keyword) {
    case 'required':
      return { field: inside(params.missingProperty), message: 'is required' }
    case 'discriminator': {
      const { tag, tagValue } = params
      return {
        field: inside(tag),
        message:
          tagValue === undefined
            ? 'is required'
            : `must be one of the known values, not ${JSON.stringify(tagValue).slice(0, 60)}`,
      }
    }
    case 'enum':
      return {
        field,
        message: `must be one of ${params.allowedValues.join(', ')}`,
        constraint: { enum: params.allowedValues },
      }
    case 'const':
      return {
        field,
        message: `must be ${JSON.stringify(params.allowedValue)}`,
        constraint: { const: params.allowedValue },
      }
    case 'pattern': {
      const resources = resourcesOf(params.pattern)
      return {
        field,
        message: resources ? idFault(resources) : (message ?? 'is invalid'),
        constraint: { pattern: params.pattern },
      }
    }
    case 'isFile':
      return { field, message: 'must be a file' }
    case 'type':
      return { field, message: `must be ${article(params.type)}`, constraint: { type: params.type } }
    case 'oneOf':
      if (params.passingSchemas) return { field, message: 'gives more than one of the fields that exclude each other' }
      return params.missing?.length > 0
        ? { field, message: `must have one of ${params.missing.join(', ')}` }
        : undefined
    case 'anyOf':
    case 'if':
      return undefined // the nested faults have the detail
    default:
      return {
        field,
        message: message ?? 'is invalid',
        constraint: { [keyword]: params.limit ?? params.format ?? params },
      }
  }
}

const article = (type: string | string[]) => {
  const name = Array.isArray(type) ? type.join(' or ') : type
  return /^[aeiou]/.test(name) ? `an ${name}` : `a ${name}`
}

/**
 * The schema as Ajv checks it: every object knows its fields, and lengths are checked before contents. A named schema
 * is compiled once and referred to: an address is part of a hundred others.
 */
function closed(schema: unknown, ajv: Ajv2020): unknown {
  if (Array.isArray(schema)) return schema.map((item) => closed(item, ajv))
  if (schema === null || typeof schema !== 'object') return schema
  const { $id, examples: _, ...rest } = schema as Record<string, unknown>
  if (typeof $id === 'string') {
    if (!($id in ajv.schemas)) ajv.addSchema(closed(rest, ajv) as object, $id)
    return { $ref: $id }
  }
  if (rest.format === 'binary') return { isFile: true }
  const copy: Record<string, unknown> = Object.fromEntries(
    Object.entries(rest).map(([name, value]) => [
      name,
      name === 'enum' || name === 'const' || name === 'default' ? value : closed(value, ajv),
    ]),
  )
  if (copy.type === 'object' && copy.properties && copy.additionalProperties === undefined)
    copy.knows = Object.keys(copy.properties)
  // Ajv checks uniqueness by hash only where it sees a scalar item type in place; otherwise pair by pair.
  if (copy.uniqueItems) copy.items = closed({ ...(rest.items as object), $id: undefined }, ajv)
  return lengthFirst(copy)
}

const LENGTHS = ['maxItems', 'maxLength', 'maxProperties']

/** Length first: with `allErrors`, Ajv would check every item and run every pattern on input that is too long anyway. */
function lengthFirst(schema: Record<string, unknown>): Record<string, unknown> {
  const name = LENGTHS.find((length) => length in schema)
  if (!name) return schema
  const { type, [name]: max, ...rest } = schema
  // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
  return { type, [name]: max, if: { [name]: max }, then: rest }
}

/** PostgreSQL cannot store U+0000 in text, and a lone surrogate is not a character. */
const unstorable = (value: unknown, root: string): FieldError[] => {
  if (!isSuspect(value)) return []
  const found: FieldError[] = []
  for (const [path, text] of textsIn(value, ''))
    if (found.length < ERRORS_MAX && /\0|\p{Surrogate}/u.test(text))
      found.push({ field: path || root, message: 'must not contain the character U+0000 or half a surrogate pair' })
  return found
}

/** Fast check without building paths: nearly every body is clean. */
function isSuspect(value: unknown): boolean {
  if (typeof value === 'string') return /[\0\ud800-\udfff]/.test(value)
  if (value === null || typeof value !== 'object' || value instanceof Uint8Array) return false
  for (const name in value) if (isSuspect(name) || isSuspect((value as Record<string, unknown>)[name])) return true
  return false
}

/** Every string with the path of its field; for a property name, the path of its object. */
function* textsIn(value: unknown, path: string): Generator<readonly [path: string, text: string]> {
  if (typeof value === 'string') yield [path, value]
  if (value === null || typeof value !== 'object' || value instanceof Uint8Array) return
  for (const [name, inner] of Object.entries(value)) {
    yield [path, name]
    yield* textsIn(inner, path === '' ? name : `${path}.${name}`)
  }
}
