/** Types of the client: schemas, operations and webhooks of the contract as TypeScript that needs no other package. */
import { componentsOf, named } from '../../../contract/components.ts'
import { contract } from '../../../contract/contract.ts'
import { ErrorBody } from '../../../contract/elements.ts'
import { ERROR_CODES, type ErrorCode } from '../../../contract/error-codes.ts'
import { EVENTS } from '../../../contract/events/events.ts'
import { API_VERSION, errorCodesOf } from '../../../contract/openapi.ts'
import { webhookSchemas } from '../../../contract/openapi-webhooks.ts'
import type { Operation } from '../../../contract/operation.ts'

interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly oneOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly patternProperties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: Schema | boolean
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly format?: string
  readonly pattern?: string
  readonly description?: string
}

/** Names that would hide a global one. */
const RENAMED: Readonly<Record<string, string>> = { Error: 'ErrorBody' }
const nameFor = (component: string) => RENAMED[component] ?? component
const literals = (values: readonly unknown[]) => values.map((value) => JSON.stringify(value)).join(' | ')
const grouped = (type: string) => (/^\w+$/.test(type) ? type : `(${type})`)
const union = (schemas: readonly Schema[], separator: string) =>
  schemas.map((schema) => grouped(typeFor(schema))).join(separator)

/** TypeScript type of a JSON Schema from `named`. */
function typeFor(schema: Schema): string {
  const { $ref, allOf, anyOf, oneOf, items, type = 'unknown' } = schema
  if ($ref) return nameFor($ref.slice('#/components/schemas/'.length))
  if ('const' in schema) return literals([schema.const])
  if (schema.enum) return literals(schema.enum)
  if (schema.properties) return objectType(schema)
  if (allOf) return union(allOf, ' & ')
  if (oneOf ?? anyOf) return union((oneOf ?? anyOf) as readonly Schema[], ' | ')
  if (typeof type !== 'string') return type.map((one) => typeFor({ ...schema, type: one })).join(' | ')
  if (type === 'array') return `${items ? grouped(typeFor(items)) : 'unknown'}[]`
  if (type === 'object') return objectType(schema)
  if (type === 'string') return stringType(schema)
  return type === 'integer' ? 'number' : type
}

/** An id is typed by its resource: `Quote:${string}`. */
function stringType({ format, pattern }: Schema): string {
  if (format === 'binary') return 'Blob'
  const [, resources] = /^\^\(?([\w|]+)\)?:\[0-9a-f\]/.exec(pattern ?? '') ?? []
  return (
    resources
      ?.split('|')
      .map((resource) => `\`${resource}:\${string}\``)
      .join(' | ') ?? 'string'
  )
}

function objectType({ properties, patternProperties = {}, additionalProperties, required = [] }: Schema): string {
  const [values] = [...Object.values(patternProperties), additionalProperties].filter((one) => typeof one === 'object')
  if (!properties) return values ? `Record<string, ${typeFor(values as Schema)}>` : '{}'
  const fields = Object.entries(properties).map(
    ([name, schema]) =>
      `${doc(schema.description)}${key(name)}${required.includes(name) ? '' : '?'}: ${typeFor(schema)}`,
  )
  return fields.length === 0 ? '{}' : `{\n${indented(fields.join('\n'))}\n}`
}

const key = (name: string) => (/^\w+$/.test(name) ? name : JSON.stringify(name))
const indented = (text: string) => text.replace(/^(?=.)/gm, '  ')

function doc(description: string | undefined): string {
  const lines = description?.replaceAll('*/', '* /').split('\n') ?? []
  if (lines.length < 2) return lines.map((line) => `/** ${line} */\n`).join('')
  return ['/**', ...lines.map((line) => ` * ${line}`.trimEnd()), ' */', ''].join('\n')
}

/** Codes with which every operation can answer. */
const operations = Object.entries(contract) as [string, Operation][]
const ofAll = operations
  .map(([, operation]) => errorCodesOf(operation))
  .reduce((common, codes) => common.filter((code) => codes.includes(code)))

const schemaOf = (schema: unknown) => named(schema) as Schema
/** Final replies: a challenge, which a signed operation may answer first, is not one. */
const repliesOf = ({ replies, signed }: Operation) =>
  Object.entries(replies).flatMap(([status, schema]) => (signed && status === '202' ? [] : [schema]))

function operationType([id, operation]: [string, Operation]): string {
  const { method, path, summary, description, params, query, body, bodyOptional, permission, signed } = operation
  const about = [
    `${summary}.${description ? ` ${description}` : ''}`,
    '',
    `\`${method} ${path}\`, permission ${permission}`,
  ]
  const replies = repliesOf(operation).map((schema) => (schema === null ? 'undefined' : typeFor(schemaOf(schema))))
  const codes = errorCodesOf(operation).filter((code) => !ofAll.includes(code))
  const fields = [
    `method: ${literals([method])}`,
    `params: ${params ? typeFor(schemaOf(params)) : '{}'}`,
    `query: ${query ? typeFor(schemaOf(query)) : '{}'}`,
    `body: ${body ? typeFor(schemaOf(body)) : 'undefined'}${bodyOptional ? ' | undefined' : ''}`,
    `reply: ${replies.join(' | ')}`,
    `errors: ${['CommonErrorCode', ...codes.map((code) => literals([code]))].join(' | ')}`,
    `signed: ${signed ? 'true' : 'false'}`,
  ]
  return `${doc(about.join('\n'))}${id}: {\n${indented(fields.join('\n'))}\n}`
}

export function clientOperations(): string {
  const all = operations.flatMap(([, { params, query, body, replies }]) => [
    params,
    query,
    body,
    ...Object.values(replies),
  ])
  const components = componentsOf([ErrorBody, ...webhookSchemas, ...all.filter((schema) => schema != null)])
  const schemas = Object.entries(components as Record<string, Schema>).map(([name, schema]) => {
    const type = typeFor(schema)
    const head = `${doc(schema.description)}export `
    return type.startsWith('{\n')
      ? `${head}interface ${nameFor(name)} ${type}`
      : `${head}type ${nameFor(name)} = ${type}`
  })
  return `${[
    '/** Types of the API, generated from the contract by `npm run generate`. */',
    `/** Version of the API: the first part of every path. */\nexport const API_VERSION = ${literals([API_VERSION])}`,
    `/** Why a request was refused; the reference says what each means, who acts and what happened to the money. */\nexport type ErrorCode = ${literals(Object.keys(ERROR_CODES) as ErrorCode[])}`,
    `/** Codes with which every operation can answer. */\nexport type CommonErrorCode = ${literals(ofAll)}`,
    `/** Every operation, with its parts. */\nexport interface Operations {\n${indented(operations.map(operationType).join('\n'))}\n}`,
    `/** An event as a webhook delivers it; \`type\` says which. */\nexport type WebhookEvent = ${Object.values(EVENTS)
      .map(({ schema }) => typeFor(schemaOf(schema)))
      .join(' | ')}`,
    ...schemas,
  ].join('\n\n')}\n`
}
