/** Facts of an OpenAPI document: operations and fields, without descriptions. */

/** A type. `#Name` leads to a schema; a field's name ends in `?` if it is optional, in `!` if only replies have it. */
export type Shape =
  | string
  | { readonly enum: readonly (string | number | boolean | null)[] }
  | { readonly list: Shape }
  | { readonly fields: Fields }
  /** One of several objects, told apart by the value of the field `by`. */
  | { readonly by: string; readonly cases: Readonly<Record<string, Shape>> }
  | { readonly any: readonly Shape[] }

export type Fields = Readonly<Record<string, Shape>>

interface Marks {
  readonly name: string
  readonly required: boolean
  readonly inReplies: boolean
}
export const marksOf = (key: string): Marks => ({
  name: key.replace(/[?!]/g, ''),
  required: !key.includes('?'),
  inReplies: key.includes('!'),
})
const marked = ({ name, required, inReplies }: Marks): string => `${name}${required ? '' : '?'}${inReplies ? '!' : ''}`

export interface Call {
  /** `query.limit?`, `path.quoteId`, `header.Request-Id?`. */
  readonly parameters: Readonly<Record<string, Shape>>
  /** JSON, or the parts of a form. */
  readonly body?: Shape
  readonly bodyOptional?: true
  /** Success status → body; null: there is none. */
  readonly replies: Readonly<Record<string, Shape | null>>
  /** Announced, but answered by 501. */
  readonly notBuilt?: true
}

export interface Facts {
  /** By `POST /quotes`. */
  readonly operations: Readonly<Record<string, Call>>
  /** Webhooks by name: body and possible replies. */
  readonly webhooks: Readonly<Record<string, Call>>
  /** Error status → codes. */
  readonly errors: Readonly<Record<string, readonly string[]>>
  readonly schemas: Readonly<Record<string, Shape>>
}

/** Any part of a document, which comes from a file. */
// biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document of anyone
type Node = any

const METHODS = ['get', 'post', 'put', 'patch', 'delete']
const FORMATS = ['date', 'date-time']
const SCHEMAS = '#/components/schemas/'

const sorted = <Value>(entries: Iterable<readonly [string, Value]>): Record<string, Value> =>
  Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)))
const entriesOf = (node: Node): [string, Node][] => Object.entries(node ?? {})

/** @throws Error for a reference that leads nowhere */
export function factsOf(document: Node): Facts {
  const { shapeOf } = shapesOf(document)
  const follow = (node: Node): Node => (node?.$ref ? at(document, node.$ref) : node)
  const media = (node: Node): Node => Object.values(follow(node)?.content ?? {})[0]
  const call = (path: Node, operation: Node): Call => {
    const body = follow(operation.requestBody)
    const parameters = [...(path.parameters ?? []), ...(operation.parameters ?? [])].map(follow)
    const good = entriesOf(operation.responses).filter(([status]) => status.startsWith('2'))
    return {
      parameters: sorted(
        parameters.map(({ name, in: place, required, schema }) => [
          `${place}.${name}${required ? '' : '?'}`,
          shapeOf(schema),
        ]),
      ),
      ...(body && { body: shapeOf(media(body)?.schema) }),
      ...(body && !body.required && { bodyOptional: true as const }),
      replies: sorted(
        good.map(([status, reply]) => {
          const schema = media(reply)?.schema
          return [status, schema ? shapeOf(schema) : null]
        }),
      ),
      ...(operation['x-status'] === 'not-built' && { notBuilt: true as const }),
    }
  }
  const calls = (paths: Node, name: (path: string, method: string) => string) =>
    sorted(
      entriesOf(paths).flatMap(([path, item]) =>
        METHODS.filter((method) => item[method]).map(
          (method) => [name(path, method), call(item, item[method])] as const,
        ),
      ),
    )
  const operations = calls(document.paths, (path, method) => `${method.toUpperCase()} ${path}`)
  const webhooks = calls(document.webhooks, (name) => name)
  const schemas = new Map<string, Shape>()
  const keep = (shape: Shape | Call): void => {
    for (const [, name] of JSON.stringify(shape).matchAll(/"#(\w+)"/g)) {
      if (schemas.has(name as string)) continue
      const named = shapeOf(document.components.schemas[name as string])
      schemas.set(name as string, named)
      keep(named)
    }
  }
  for (const call of Object.values({ ...operations, ...webhooks })) keep(call)
  return { operations, webhooks, errors: errorsOf(document), schemas: sorted(schemas) }
}

const at = (document: Node, reference: string): Node => {
  const found = reference
    .slice(2)
    .split('/')
    .reduce((node, name) => node?.[name], document)
  if (found === undefined) throw new Error(`${reference} leads nowhere`)
  return found
}

function shapesOf(document: Node) {
  const resolve = (shape: Shape): Shape =>
    typeof shape === 'string' && shape.startsWith('#')
      ? resolve(shapeOf(at(document, SCHEMAS + shape.slice(1))))
      : shape

  const shapeOf = (schema: Node): Shape => {
    if (schema?.$ref)
      return schema.$ref.startsWith(SCHEMAS)
        ? `#${schema.$ref.slice(SCHEMAS.length)}`
        : shapeOf(at(document, schema.$ref))
    const { allOf, oneOf, anyOf, ...rest } = schema ?? {}
    const own = ownShape(rest)
    const parts: Shape[] = [...(own === 'any' ? [] : [own]), ...(allOf ?? []).map(shapeOf)]
    const choices: Node[] = (oneOf ?? anyOf ?? []).filter(
      (choice: Node) => choice.$ref || choice.type || choice.allOf || choice.enum,
    )
    if (choices.length > 0) parts.push(taggedChoice(rest.discriminator, choices))
    const real = parts.filter((part) => part !== 'any')
    return real.length === 0 ? 'any' : real.length === 1 ? (real[0] as Shape) : real.map(resolve).reduce(both)
  }

  const taggedChoice = (discriminator: Node, choices: Node[]): Shape => {
    if (!discriminator) return choices.length === 1 ? shapeOf(choices[0]) : { any: choices.map(shapeOf) }
    return {
      by: discriminator.propertyName,
      cases: sorted(entriesOf(discriminator.mapping).map(([value, $ref]) => [value, shapeOf({ $ref })])),
    }
  }

  const ownShape = ({ type, properties, required = [], items, format, enum: values, const: value }: Node): Shape => {
    if (value !== undefined) return { enum: [value] }
    if (values) return { enum: values }
    if (properties || required.length > 0)
      return {
        fields: sorted(
          entriesOf(properties).map(([name, node]) => {
            const mark = { name, required: required.includes(name), inReplies: node.readOnly === true }
            return [marked(mark), shapeOf(node)]
          }),
        ),
      }
    if (items) return { list: shapeOf(items) }
    if (type === 'string' && FORMATS.includes(format)) return format
    return Array.isArray(type) ? type.join('|') : (type ?? 'any')
  }

  /** The type of values that have both types. */
  const both = (a: Shape, b: Shape): Shape => {
    const [left, right] = [resolve(a), resolve(b)]
    if (left === 'any' || left === 'object' || left === 'string') return right
    if (typeof left === 'string' || typeof right === 'string') return left
    if ('cases' in left)
      return { ...left, cases: sorted(entriesOf(left.cases).map(([value, part]) => [value, both(part, right)])) }
    if ('any' in left) return { any: left.any.map((part) => both(part, right)) }
    if ('cases' in right || 'any' in right) return both(right, left)
    if ('enum' in left && 'enum' in right) return { enum: left.enum.filter((value) => right.enum.includes(value)) }
    if ('fields' in left && 'fields' in right) return { fields: bothFields(left.fields, right.fields) }
    return right
  }

  const bothFields = (left: Fields, right: Fields): Fields => {
    const fields = new Map<string, [Marks, Shape]>()
    for (const [key, shape] of [...Object.entries(left), ...Object.entries(right)]) {
      const { name, required, inReplies } = marksOf(key)
      const [marks, other] = fields.get(name) ?? []
      const together = { name, required: required || !!marks?.required, inReplies: inReplies || !!marks?.inReplies }
      fields.set(name, [together, other === undefined ? shape : both(other, shape)])
    }
    return sorted([...fields.values()].map(([marks, shape]) => [marked(marks), shape]))
  }

  return { shapeOf }
}

/** Of the schemas of errors, which list their codes; or of the table, where the document carries one. */
function errorsOf(document: Node): Record<string, string[]> {
  const table = entriesOf(document['x-error-codes']).map(([code, { status }]) => [String(status), code] as const)
  const listed = entriesOf(document.components?.schemas).flatMap(([name, { properties }]) => {
    const status = /^Error(\d{3})$/.exec(name)?.[1]
    return status ? (properties?.code?.enum ?? []).map((code: string) => [status, code] as const) : []
  })
  const result: Record<string, string[]> = {}
  for (const [status, code] of [...table, ...listed]) (result[status] ??= []).push(code)
  return sorted(Object.entries(result).map(([status, codes]) => [status, codes.sort()]))
}
