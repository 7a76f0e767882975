/** Check of every reply in tests against the contract: its status, its error code and its body. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { TSchema } from 'typebox'
import { expect } from 'vitest'
import { ErrorBody } from '../../contract/elements.ts'
import { errorCodesOf, openApiDocument } from '../../contract/openapi.ts'
import type { Operation } from '../../contract/operation.ts'

const openapi = openApiDocument() as {
  readonly paths: Record<string, Record<string, { readonly responses?: object }>>
}
const ajv = new Ajv2020({ allErrors: true, discriminator: true, strict: false })
;(addFormats as unknown as (ajv: Ajv2020) => void)(ajv)
const compiled = new Map<TSchema, ValidateFunction>()

/** A reply that the contract does not describe fails the test that caused it. */
export function expectToMatchContract(id: string, operation: Operation, status: number, body: unknown): void {
  expect(status, `${id} answered ${status}: ${JSON.stringify(body)}`).toSatisfy(
    (given: number) => given in operation.replies || (given >= 400 && given !== 500),
  )
  const { [operation.method.toLowerCase()]: described } = openapi.paths[operation.path] ?? {}
  expect(Object.keys(described?.responses ?? {}), `${id} does not describe this status`).toContain(String(status))
  const schema = operation.replies[status] ?? (status >= 400 ? ErrorBody : undefined)
  if (schema === ErrorBody)
    expect(errorCodesOf(operation), `${id} does not declare this`).toContain((body as { code: string }).code)
  if (!schema) {
    expect(body, `${id} ${status} has no body`).toBeUndefined()
    return
  }
  let check = compiled.get(schema)
  if (!check) compiled.set(schema, (check = ajv.compile(shared(schema) as object)))
  expect(check(body), `${id} ${status}: ${ajv.errorsText(check.errors)} in ${JSON.stringify(body)}`).toBe(true)
}

/** A named schema is compiled once and referred to: the many kinds of external accounts share most of their parts. */
function shared(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(shared)
  if (schema === null || typeof schema !== 'object') return schema
  const { $id, ...rest } = schema as Record<string, unknown>
  const copy = () => Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, shared(value)]))
  if (typeof $id !== 'string') return copy()
  if (!($id in ajv.schemas)) ajv.addSchema(copy(), $id)
  return { $ref: $id }
}
