/** HTTP requests by operation name: method, path, headers and body, built from the contract. */

import type { Operations } from './operations.generated.ts'
import { ROUTES } from './routes.generated.ts'

export type OperationId = keyof Operations

/** A value as callers may send it: also with ids as plain strings, since they often come from a URL or a database. */
export type Sent<Value> = Value extends `${string}:${string}`
  ? string
  : Value extends Blob
    ? Value
    : Value extends object
      ? { readonly [Name in keyof Value]: Sent<Value[Name]> }
      : Value
type Optional<Fields> = { [Name in keyof Fields]: Fields[Name] | ({} extends Pick<Fields, Name> ? undefined : never) }

type Part<Name extends string, Value> = [Value] extends [undefined]
  ? {}
  : undefined extends Value
    ? { readonly [Key in Name]?: Value }
    : { readonly [Key in Name]: Value }
type OptionalPart<Name extends string, Value> = {} extends Value
  ? { readonly [Key in Name]?: Value }
  : Part<Name, Value>

export interface CallOptions {
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal | undefined
}
export interface WriteOptions extends CallOptions {
  /** 1 to 255 characters, the same for every attempt. Generated unless given. */
  readonly idempotencyKey?: string | undefined
}
export type OptionsFor<Id extends OperationId> = Operations[Id]['method'] extends 'GET' ? CallOptions : WriteOptions

/** Input of an operation, by the parts of the request. */
export type Input<Id extends OperationId> = OptionalPart<'params', Optional<Sent<Operations[Id]['params']>>> &
  OptionalPart<'query', Optional<Sent<Operations[Id]['query']>>> &
  Part<'body', Sent<Operations[Id]['body']>> &
  OptionsFor<Id>

/** The same in one object, as methods take it: no operation has a name twice. */
export type Fields<Id extends OperationId> = Sent<Operations[Id]['params']> &
  Optional<Sent<Operations[Id]['query']>> &
  ([Operations[Id]['body']] extends [undefined] ? {} : Sent<NonNullable<Operations[Id]['body']>>)

/** Input of any operation, not type-checked: for programs that receive operation and input from elsewhere. */
export interface AnyInput extends WriteOptions {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  /** Path after the version, with the query: `/transactions?limit=5`. */
  readonly path: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | FormData
}

const PARAMETER = /\{(\w+)\}/g

/** Path of an operation after the version: `pathTo('getQuoteById', { quoteId })`. */
export function pathTo(id: OperationId, params: AnyInput['params'] = {}, query: AnyInput['query'] = {}): string {
  const path = ROUTES[id].path.replace(PARAMETER, (_, name: string) => segment(id, name, params[name]))
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return text ? `${path}?${text}` : path
}

export interface CalledOperation {
  readonly id: OperationId
  /** Parameters of the path, decoded. */
  readonly params: Readonly<Record<string, string>>
}

/**
 * The operation of a method and path, for a server that passes on calls of its own pages.
 * @param path after the version; a query is ignored
 * @returns undefined when there is none
 */
export function operationAt(method: string, path: string): CalledOperation | undefined {
  const segments = path.split('?')[0]?.split('/') ?? []
  const found = OPERATIONS.find(
    (operation) =>
      operation.method === method &&
      operation.segments.length === segments.length &&
      operation.segments.every((segment, place) => PARAMETER_ALONE.test(segment) || segment === segments[place]),
  )
  if (!found) return undefined
  const values = found.segments.map((segment, place) => [PARAMETER_ALONE.exec(segment)?.[1], segments[place]] as const)
  try {
    const params = values.flatMap(([name, value]) => (name ? [[name, decodeURIComponent(value ?? '')]] : []))
    return { id: found.id, params: Object.fromEntries(params) }
  } catch {
    return undefined
  }
}

const PARAMETER_ALONE = /^\{(\w+)\}$/
/** Paths without a parameter first: `me` in `/agents/me` is not an agent's id. */
const OPERATIONS = (Object.keys(ROUTES) as OperationId[])
  .map((id) => ({ id, method: ROUTES[id].method, segments: ROUTES[id].path.split('/') }))
  .sort((one, other) => parametersIn(one.segments) - parametersIn(other.segments))

function parametersIn(segments: readonly string[]): number {
  return segments.filter((segment) => PARAMETER_ALONE.test(segment)).length
}

/** The HTTP request for an operation with its input. @throws TypeError when a parameter of the path is missing */
export function requestFor(id: OperationId, { params, query, body, idempotencyKey, headers }: AnyInput): ApiRequest {
  const route = ROUTES[id]
  const isForm = route.body === 'form'
  return {
    method: route.method,
    path: pathTo(id, params, query),
    headers: {
      ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      ...lowerCase(headers),
    },
    ...(body !== undefined && { body: isForm ? formData(body as object) : JSON.stringify(body) }),
  }
}

/** The fields of an input, by the part of the request that carries each. */
export function inputParts(id: OperationId, fields: Readonly<Record<string, unknown>> = {}): AnyInput {
  const { path, body } = ROUTES[id]
  const inPath = new Set([...path.matchAll(PARAMETER)].map(([, name]) => name))
  const given = Object.entries(fields)
  const rest = Object.fromEntries(given.filter(([name]) => !inPath.has(name)))
  const params = Object.fromEntries(given.filter(([name]) => inPath.has(name)))
  if (body === undefined) return { params, query: rest }
  return body === 'optional' && Object.keys(rest).length === 0 ? { params } : { params, body: rest }
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
