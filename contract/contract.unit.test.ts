/** Contract tests: the document, its schemas, and its set of operations. */
import { readFileSync } from 'node:fs'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { contract, type OperationId } from './contract.ts'
import { ERROR_CODES, type ErrorCode } from './error-codes.ts'
import { EVENT_TYPES, EVENTS } from './events/events.ts'
import { REQUEST_EXAMPLES } from './examples/request-examples.ts'
import { NOT_BUILT } from './not-built.ts'
import { errorCodesOf, openApiDocument, TAGS } from './openapi.ts'
import type { Operation } from './operation.ts'

type Json = Record<string, any>

const operations: [string, Operation][] = Object.entries(contract)
const schemasOf = ({ params, query, body, replies }: Operation): Json[] =>
  [params, query, body, ...Object.values(replies)].filter((schema) => schema != null)
const everySchema = [
  ...operations.flatMap(([, operation]) => schemasOf(operation)),
  ...Object.values(EVENTS).map(({ schema }) => schema),
]

/** Every object and array within a value, itself included. */
function* within(value: unknown): Generator<Json> {
  if (typeof value !== 'object' || value === null) return
  yield value
  for (const part of Object.values(value)) yield* within(part)
}

/** Ajv treats `$id` as an address, and rejects duplicates. */
const withoutIds = (schema: unknown): object =>
  JSON.parse(JSON.stringify(schema, (key, value) => (key === '$id' ? undefined : value)))

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator()
    const result = await validator.validate(JSON.parse(JSON.stringify(openApiDocument())))
    expect(result.errors).toBeUndefined()
    expect(result.valid).toBe(true)
    expect(validator.version).toBe('3.1')
  })

  it('is deterministic', () => {
    expect(JSON.stringify(openApiDocument())).toBe(JSON.stringify(openApiDocument()))
  })

  it('has a component for every reference', () => {
    const { components } = openApiDocument() as Json
    const references = [...within(openApiDocument())]
      .map(({ $ref }) => $ref)
      .filter((ref): ref is string => typeof ref === 'string')
    const missing = references.filter(
      (ref) =>
        ref
          .split('/')
          .slice(2)
          .reduce((at, key) => at?.[key], components) === undefined,
    )
    expect(references.length).toBeGreaterThan(100)
    expect(missing).toEqual([])
  })

  it('documents the replies of each operation, with each error code under its status', () => {
    const { paths } = openApiDocument() as Json
    const { responses } = paths['/quotes/{quoteId}/execute'].post
    expect(Object.keys(responses)).toEqual([
      '200',
      '202',
      '400',
      '401',
      '403',
      '404',
      '409',
      '413',
      '415',
      '422',
      '429',
      '500',
      '503',
    ])
    expect(responses['404'].content['application/json'].schema.allOf[1].properties.code.enum).toEqual([
      'QUOTE_NOT_FOUND',
      'USER_NOT_FOUND',
      'EXTERNAL_ACCOUNT_NOT_FOUND',
    ])
    expect(responses['409'].content['application/json'].schema.allOf[1].properties.code.enum).toContain('QUOTE_EXPIRED')
    const [unbuilt] = Object.values(NOT_BUILT)
    if (unbuilt)
      expect(Object.keys(paths[unbuilt.path][unbuilt.method.toLowerCase()].responses)).toEqual(['401', '501'])
  })
})

describe('the request examples', () => {
  it('are valid, except that a form lacks its file', () => {
    const ajv = new Ajv2020({ strict: false, discriminator: true })
    ;(addFormats as unknown as (ajv: Ajv2020) => void)(ajv)
    for (const [id, example] of Object.entries<object>(REQUEST_EXAMPLES)) {
      const { body, multipart } = contract[id as OperationId] as Operation
      const isValid = ajv.compile(withoutIds(body))
      expect(
        isValid(multipart ? { ...example, file: 'bytes' } : example),
        `${id} ${ajv.errorsText(isValid.errors)}`,
      ).toBe(true)
    }
  })

  it('are in the OpenAPI document', () => {
    const { paths } = openApiDocument() as Json
    const { content } = paths['/quotes'].post.requestBody
    expect(content['application/json'].example).toEqual(REQUEST_EXAMPLES.createQuote)
  })
})

describe('the operations', () => {
  const all = [...operations, ...Object.entries(NOT_BUILT)]

  it('have unique ids and unique addresses, built or not', () => {
    const addresses = all.map(([, { method, path }]) => `${method} ${path}`)
    expect(new Set(all.map(([operationId]) => operationId)).size).toBe(all.length)
    expect(new Set(addresses).size).toBe(all.length)
  })

  it('declare exactly the parameters of their path', () => {
    for (const [operationId, { path, params }] of operations) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      expect(Object.keys(params?.properties ?? {}), operationId).toEqual(inPath)
      expect(params?.required ?? [], operationId).toEqual(inPath)
    }
  })

  it('have a heading that exists', () => {
    expect(all.filter(([, { tag }]) => !(tag in TAGS))).toEqual([])
  })

  it('need VIEW to read and another permission to write, except for agents and for reads with a body', () => {
    const questions = ['evaluateAgentPolicy']
    for (const [operationId, { method, permission }] of operations)
      if (permission !== 'AGENT' && !questions.includes(operationId))
        expect(permission === 'VIEW', operationId).toBe(method === 'GET')
  })

  it('are for agents under /agents/me, and for no other callers there', () => {
    for (const [operationId, { path, permission }] of operations)
      expect(permission === 'AGENT', operationId).toBe(path === '/agents/me' || path.startsWith('/agents/me/'))
  })

  it('declare error codes that exist, once each, and not those of the pipeline', () => {
    for (const [operationId, operation] of operations) {
      const { errors = [] } = operation
      const implied = errorCodesOf({ ...operation, errors: [] })
      expect(
        errors.filter((code) => !(code in ERROR_CODES) || implied.includes(code)),
        operationId,
      ).toEqual([])
      expect(new Set(errors).size, operationId).toBe(errors.length)
    }
  })

  it('together declare every error code, except those that belong to no operation', () => {
    const used = new Set(operations.flatMap(([, operation]) => errorCodesOf(operation)))
    // The first belongs to no operation; the second ends a payment under way, and no request is waiting for it.
    const unused = ['METHOD_NOT_ALLOWED', 'PAYREQ_REQUEST_FAILED']
    expect(Object.keys(ERROR_CODES).filter((code) => !used.has(code as ErrorCode))).toEqual(unused)
  })

  it('page every list in the same way, except those that are always short', () => {
    const short = ['listAuthCredentials', 'listAuthSessions', 'listDelegatedKeys']
    const lists = operations
      .filter(([, { replies }]) => (replies[200] as Json | undefined)?.properties?.data)
      .filter(([operationId]) => !short.includes(operationId))
    expect(lists.map(([operationId]) => operationId)).toContain('getExchangeRates')
    for (const [operationId, { query, replies }] of lists) {
      expect(query?.properties, operationId).toHaveProperty('cursor')
      expect(query?.properties.limit, operationId).toMatchObject({ minimum: 1, maximum: 100, default: 20 })
      expect((replies[200] as Json).required, operationId).toEqual(['data', 'hasMore', 'totalCount'])
    }
  })

  it('answer 202 with a challenge where a signature may be needed, and take it in headers', () => {
    const { paths } = openApiDocument() as Json
    const named = ({ path, method }: Operation) =>
      paths[path][method.toLowerCase()].parameters.map(({ $ref }: Json) => $ref?.split('/').at(-1))
    const signed = operations.filter(([, operation]) => operation.signed)
    expect(signed.length).toBeGreaterThan(7)
    for (const [operationId, operation] of signed) {
      expect(operation.replies, operationId).toHaveProperty('202.required', expect.arrayContaining(['payloadToSign']))
      expect(named(operation), operationId).toEqual(
        expect.arrayContaining([
          'Service-Wallet-Signature',
          'Request-Id',
          ...(operation.noIdempotencyKey ? [] : ['Idempotency-Key']),
        ]),
      )
    }
  })

  it('name the owner of the secret that they show, by an id that is always in the reply or the path', () => {
    const secret = operations.filter(([, operation]) => operation.secret)
    expect(secret.length).toBeGreaterThan(7)
    for (const [operationId, { secret: where = '', params, replies }] of secret) {
      const reply = Object.entries(replies).find(([status]) => status !== '202')?.[1]
      const roots: Record<string, Json> = { reply: reply as Json, params: params as Json }
      const [root = '', ...names] = where.split('.')
      const id = names.reduce((schema, name) => {
        expect(schema.required, operationId).toContain(name)
        return schema.properties[name]
      }, roots[root] as Json)
      expect(id.pattern, operationId).toMatch(/^\^[A-Z]\w+:/)
    }
  })

  it('are marked as sandbox only where they exist in the sandbox alone', () => {
    const isSandbox = ({ path }: Operation) => path.startsWith('/sandbox/') || path === '/webhooks/test'
    const wrong = operations.filter(([, operation]) => (operation.sandbox ?? false) !== isSandbox(operation))
    expect(wrong.map(([operationId]) => operationId)).toEqual([])
  })
})

describe('the schemas', () => {
  it('compile in strict Ajv', () => {
    // Not strictRequired: a union requires its tag, which only its variants define.
    const ajv = new Ajv2020({ strict: true, strictRequired: false, discriminator: true, allErrors: true })
    ;(addFormats as unknown as (ajv: Ajv2020) => void)(ajv)
    for (const schema of everySchema) expect(() => ajv.compile(withoutIds(schema))).not.toThrow()
  })

  it('distinguish the variants of a union by a literal', () => {
    const unions = everySchema
      .flatMap((schema) => [...within(schema)])
      .filter(({ discriminator }) => typeof discriminator?.propertyName === 'string')
    expect(unions.length).toBeGreaterThan(20)
    for (const { discriminator, oneOf } of unions) {
      const tags = oneOf.map(({ properties }: Json) => properties[discriminator.propertyName]?.const)
      expect(
        tags.every((tag: unknown) => typeof tag === 'string'),
        JSON.stringify(tags),
      ).toBe(true)
      expect(new Set(tags).size).toBe(tags.length)
    }
  })

  it('have no union without a tag, except sets of required fields', () => {
    const untagged = everySchema
      .flatMap((schema) => [...within(schema)])
      .filter(({ oneOf, discriminator }) => Array.isArray(oneOf) && !discriminator)
    for (const { oneOf } of untagged) for (const variant of oneOf) expect(Object.keys(variant)).toEqual(['required'])
  })

  it('bound every text that a caller can send', () => {
    const bounded = ({ maxLength, enum: values, const: value, pattern = '', format = '' }: Json) =>
      maxLength !== undefined ||
      values ||
      value ||
      ['date', 'date-time'].includes(format) ||
      (pattern.startsWith('^') && pattern.endsWith('$') && !/[*+]|\{\d+,\}/.test(pattern.replaceAll('\\+', '')))
    for (const [operationId, { params, query, body }] of operations)
      for (const schema of within([params, query, body]))
        if (schema.type === 'string') expect(bounded(schema), `${operationId}: ${JSON.stringify(schema)}`).toBeTruthy()
  })

  it('bound every list that a caller can send', () => {
    for (const [operationId, { body, query }] of operations)
      for (const schema of within([body, query]))
        if (schema.type === 'array') expect(schema.maxItems, operationId).toBeGreaterThan(0)
  })

  it('leave unknown fields to the pipeline', () => {
    expect(
      everySchema.flatMap((schema) => [...within(schema)]).filter((schema) => 'additionalProperties' in schema),
    ).toEqual([])
  })
})

describe('the events', () => {
  it('are named OBJECT.EVENT, once each', () => {
    expect(new Set(EVENT_TYPES).size).toBe(EVENT_TYPES.length)
    expect(EVENT_TYPES.filter((type) => !/^[A-Z_]+\.[A-Z_]+$/.test(type))).toEqual(['TEST'])
  })
})

describe('the error codes', () => {
  it('are written once each: the compiler would accept a duplicate', () => {
    const source = readFileSync(new URL('error-codes.ts', import.meta.url), 'utf8')
    const written = [...source.matchAll(/^ {4}([A-Z_]+):/gm)].map(([, code]) => code)
    expect(written).toEqual(Object.keys(ERROR_CODES))
  })

  it('are documented: cause, who acts, and the money', () => {
    for (const [code, { status, doc }] of Object.entries(ERROR_CODES)) {
      expect(status, code).toBeGreaterThanOrEqual(400)
      expect(doc, code).toMatch(/money/)
      expect(doc.length, code).toBeLessThan(400)
    }
  })
})
