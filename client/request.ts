/** HTTP requests by operation name: method, path, headers and body, built from the contract. */
import type { Contract, OperationId } from '../contract/contract.ts'
import type { BodyOf, Operation, ParamsOf, QueryOf } from '../contract/operation.ts'
import { ROUTES } from './routes.generated.ts'

/** Ids are accepted as plain strings: they often come from an address or a database. */
type Plain<Value> = Value extends `${string}:${string}` ? string : Value
type PlainFields<Fields> = { readonly [Name in keyof Fields]: Plain<Fields[Name]> | OptionalOf<Fields, Name> }
type OptionalOf<Fields, Name extends keyof Fields> = {} extends Pick<Fields, Name> ? undefined : never

/** In a multipart form, `file` is a `Blob`; a `File` keeps its name. */
type SentBody<Op extends Operation> = Op extends { multipart: unknown }
  ? Omit<BodyOf<Op>, 'file'> & { readonly file: Blob }
  : BodyOf<Op>

type Part<Name extends string, Value> = [Value] extends [undefined]
  ? {}
  : undefined extends Value
    ? { readonly [Key in Name]?: Value }
    : { readonly [Key in Name]: Value }
type OptionalPart<Name extends string, Value> = {} extends Value
  ? { readonly [Key in Name]?: Value }
  : Part<Name, Value>

/** Input of an operation. `idempotencyKey`: 1 to 255 characters, the same for every attempt. */
export type Input<Id extends OperationId> = OptionalPart<'params', PlainFields<ParamsOf<Contract[Id]>>> &
  OptionalPart<'query', PlainFields<QueryOf<Contract[Id]>>> &
  Part<'body', SentBody<Contract[Id]>> &
  (Contract[Id] extends { method: 'GET' } | { noIdempotencyKey: true }
    ? {}
    : { readonly idempotencyKey?: string | undefined }) & {
    readonly headers?: Readonly<Record<string, string>>
    readonly signal?: AbortSignal | undefined
  }

/** Input of any operation, not type-checked: for programs that receive operation and input from elsewhere. */
export interface AnyInput {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
  readonly idempotencyKey?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal | undefined
}

export interface ApiRequest {
  readonly method: Operation['method']
  /** Path after the version, with the query: `/transactions?limit=5`. */
  readonly path: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | FormData
}

/** Path of an operation after the version: `pathTo('getQuoteById', { quoteId })`. */
export function pathTo(id: OperationId, params: AnyInput['params'] = {}, query: AnyInput['query'] = {}): string {
  const path = ROUTES[id].path.replace(/\{(\w+)\}/g, (_, name: string) => segment(id, name, params[name]))
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return text ? `${path}?${text}` : path
}

/** The HTTP request for an operation with its input. @throws TypeError when a parameter of the path is missing */
export function requestFor(id: OperationId, { params, query, body, idempotencyKey, headers }: AnyInput): ApiRequest {
  const { method, form } = ROUTES[id]
  return {
    method,
    path: pathTo(id, params, query),
    headers: {
      ...(body !== undefined && !form && { 'content-type': 'application/json' }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      ...lowerCase(headers),
    },
    ...(body !== undefined && { body: form ? formData(body as object) : JSON.stringify(body) }),
  }
}

/**
 * One segment of a path. A segment that is empty or only dots would lead to another operation's address; with a space
 * it is an id that does not exist.
 */
function segment(id: OperationId, name: string, value: unknown): string {
  if (value === undefined) throw new TypeError(`params.${name} of ${id} is required`)
  const encoded = encodeURIComponent(String(value)).replace(/%3A|%40|%24/g, decodeURIComponent)
  return encoded.replace(/^\.{0,2}$/, '%20$&')
}

const lowerCase = (headers: AnyInput['headers'] = {}) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

/** The body of a multipart request: a `Blob` is sent as a file, every other value as text; undefined fields are left out. */
export function formData(body: object): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(body)) if (value !== undefined) form.append(name, value)
  return form
}
