/** The parts of this server's OpenAPI document that the reference shows. */
import { queryOptions } from '@tanstack/react-query'

export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly oneOf?: readonly Schema[]
  readonly discriminator?: { readonly propertyName: string }
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
  readonly examples?: readonly unknown[]
  readonly format?: string
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly maxItems?: number
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly description?: string
  readonly schema: Schema
}

interface Content {
  readonly schema: Schema
  readonly example?: object
}

interface Response {
  readonly description: string
  readonly content?: { readonly 'application/json'?: Content }
}

export interface DocumentedOperation {
  readonly operationId: string
  readonly method: string
  /** After the version. */
  readonly path: string
  readonly tags: readonly [string]
  readonly summary: string
  readonly description?: string
  readonly 'x-permission'?: string
  readonly 'x-agent-permission'?: string
  readonly 'x-sandbox-only'?: true
  readonly 'x-status'?: 'not-built'
  readonly security?: readonly Readonly<Record<string, unknown>>[]
  readonly parameters: readonly (Parameter | { readonly $ref: string })[]
  readonly requestBody?: {
    readonly required: boolean
    readonly content: { readonly 'application/json'?: Content; readonly 'multipart/form-data'?: Content }
  }
  readonly responses: Readonly<Record<string, Response>>
}

interface OpenApiDocument {
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Omit<DocumentedOperation, 'method' | 'path'>>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly parameters: Readonly<Record<string, Parameter>>
  }
}

export interface ApiDocument {
  readonly tags: OpenApiDocument['tags']
  readonly operations: readonly DocumentedOperation[]
  readonly components: OpenApiDocument['components']
}

/** It does not change while the page is open. */
export const documentQuery = queryOptions({
  queryKey: ['openapi'],
  staleTime: 'static',
  async queryFn(): Promise<ApiDocument> {
    const { tags, paths, components } = (await (await fetch('/openapi.json')).json()) as OpenApiDocument
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
    )
    return { tags, operations, components }
  },
})

const lastPart = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1)

/** Parameters of an operation; those of headers are declared once for all operations. */
export const listParameters = ({ parameters }: DocumentedOperation, { components }: ApiDocument): Parameter[] =>
  parameters.map((each) => ('$ref' in each ? (components.parameters[lastPart(each.$ref)] as Parameter) : each))

/** A schema, or the component to which it refers, with its name. */
export function resolved(schema: Schema, { components }: ApiDocument): Schema & { readonly name?: string } {
  if (schema.$ref === undefined) return schema
  const name = lastPart(schema.$ref)
  const { $ref: _, ...own } = schema
  return { ...components.schemas[name], ...own, name }
}

/** The body of a request: its schema, its example, and whether it is a form with a file. */
export function bodyOf({ requestBody }: DocumentedOperation) {
  if (!requestBody) return undefined
  const { 'application/json': json, 'multipart/form-data': form } = requestBody.content
  const { schema, example } = (json ?? form) as Content
  return { schema, example, isForm: form !== undefined, isRequired: requestBody.required }
}

/** Whether an agent calls it, with its access token. */
export const isForAgents = ({ security }: DocumentedOperation): boolean =>
  security?.some((scheme) => 'agent' in scheme) ?? false
