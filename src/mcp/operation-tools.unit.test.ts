/** Tool tests: names, schemas and annotations of the MCP tools, and how arguments become a request. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { agentMeOperations } from '../../contract/agents/agents-me.ts'
import type { Refused } from './ask.ts'
import { ACCOUNT_TYPES, accountSchema } from './input-schema.ts'
import { operationTools } from './operation-tools.ts'
import { ownTools } from './own-tools.ts'
import { inputFor, wrongArguments } from './tool-request.ts'

const tools = [...operationTools, ...ownTools]
const toolOf = (name: string) => {
  const found = operationTools.find((tool) => tool.name === name)
  if (!found) throw new Error(`There is no tool ${name}`)
  return found
}

describe('the tools', () => {
  it('are all operations of agents, under names that every client accepts', () => {
    expect(operationTools.map(({ operation }) => operation)).toEqual(Object.values(agentMeOperations))
    const names = tools.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    for (const name of names) expect(name).toMatch(/^[a-z_]{1,64}$/)
  })

  it('accept every field of their operation except the withheld ones', () => {
    for (const { operation, inputSchema, headers } of operationTools) {
      const parts = [operation.params, operation.query, operation.body] as { properties?: object }[]
      const fields = parts.flatMap((part) => Object.keys(part?.properties ?? {}))
      expect(new Set(fields).size).toBe(fields.length)
      const withheld =
        operation === agentMeOperations.agentCreateQuote ? ['immediatelyExecute', 'platformFeeOverride'] : []
      expect(Object.keys(inputSchema.properties)).toEqual([
        ...fields.filter((field) => !withheld.includes(field)),
        ...headers,
      ])
    }
  })

  it('state a type for every argument and every value of an open object', () => {
    const untyped = (schema: unknown, at: string): string[] => {
      if (schema === null || typeof schema !== 'object') return []
      const {
        type,
        enum: values,
        const: value,
        oneOf,
        anyOf,
        properties,
        items,
        additionalProperties,
      } = schema as never
      const choices: unknown[] = oneOf ?? anyOf ?? []
      const named = [type, values, value].some((word) => word !== undefined) || choices.length > 0
      return [
        ...(named ? [] : [at]),
        ...Object.entries(properties ?? {}).flatMap(([name, field]) => untyped(field, `${at}.${name}`)),
        ...choices.flatMap((choice, i) => untyped(choice, `${at}/${i}`)),
        ...untyped(items, `${at}[]`),
        ...untyped(additionalProperties, `${at}.*`),
      ]
    }
    expect(tools.flatMap(({ name, inputSchema }) => untyped(inputSchema, name))).toEqual([])
    const create = tools.find(({ name }) => name === 'create_quote')
    expect(create?.inputSchema.properties.senderCustomerInfo).toMatchObject({
      additionalProperties: { type: 'string' },
    })
  })

  it('require an idempotency key for every change, and mark which move money', () => {
    const those = (matches: (tool: (typeof tools)[number]) => boolean | undefined) =>
      tools.filter(matches).map(({ name }) => name)
    const changing = [
      'create_external_account',
      'delete_external_account',
      'create_quote',
      'execute_quote',
      'create_transfer_in',
      'create_transfer_out',
    ]
    expect(those(({ inputSchema }) => inputSchema.required.includes('idempotencyKey'))).toEqual(changing)
    expect(those(({ annotations }) => !annotations.readOnlyHint)).toEqual(changing)
    expect(those(({ annotations }) => annotations.openWorldHint)).toEqual([
      'execute_quote',
      'create_transfer_in',
      'create_transfer_out',
    ])
  })

  it('have arguments in plain JSON Schema, small enough for the context of a model', () => {
    const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false })
    ;(addFormats as unknown as (ajv: Ajv2020) => void)(ajv)
    for (const { inputSchema } of tools) ajv.compile(inputSchema)
    for (const type of ACCOUNT_TYPES) ajv.compile(accountSchema(type) as object)
    const text = JSON.stringify(tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })))
    expect(text).not.toMatch(/"\$id"|"discriminator"|"\$ref"/)
    expect(text.length).toBeLessThan(30_000)
  })
})

describe('the input of an operation', () => {
  it('puts each argument in its place: path, query, header or body', () => {
    expect(inputFor(toolOf('get_transaction'), { transactionId: 'Transaction:../x?y' })).toMatchObject({
      params: { transactionId: 'Transaction:../x?y' },
    })
    expect(inputFor(toolOf('list_actions'), { status: 'FAILED', limit: 5 })).toEqual({
      params: {},
      query: { status: 'FAILED', limit: 5 },
      headers: {},
    })
    const signed = { quoteId: 'Quote:1', idempotencyKey: 'k', walletSignature: 's', requestId: 'r' }
    expect(inputFor(toolOf('execute_quote'), signed)).toEqual({
      params: { quoteId: 'Quote:1' },
      query: {},
      headers: { 'idempotency-key': 'k', 'service-wallet-signature': 's', 'request-id': 'r' },
      body: {},
    })
  })

  it('is refused for arguments that cannot be header values', () => {
    for (const idempotencyKey of ['', 'a b', 'a\r\nx: y', 'ä', 7])
      expect(wrongArguments(toolOf('execute_quote'), { quoteId: 'Quote:1', idempotencyKey })?.body).toMatchObject({
        code: 'INVALID_INPUT',
        details: { errors: [{ field: 'idempotencyKey' }] },
      })
  })

  it.each([
    ['create_quote', { source: 5 }, ['source']],
    ['create_quote', { source: {} }, ['source.sourceType']],
    ['create_quote', { source: { sourceType: 'CASH' } }, ['source.sourceType']],
    ['create_quote', { source: { sourceType: 'ACCOUNT' } }, ['source.accountId']],
    [
      'create_quote',
      { lockedCurrencySide: 'BOTH', lockedCurrencyAmount: 0 },
      ['lockedCurrencySide', 'lockedCurrencyAmount'],
    ],
    ['create_external_account', { accountInfo: { accountType: 'GBP_ACCOUNT', sortCode: 1 } }, ['accountInfo.sortCode']],
    ['list_actions', { limit: 0, status: 'LOST' }, ['limit', 'status']],
  ])('of %s with an unknown argument lists every fault: %j', (tool, args, fields) => {
    const reply = wrongArguments(toolOf(tool), { ...args, other: 1 })?.body as Refused
    const told = reply.details?.errors?.map(({ field }) => field)
    expect(told).toEqual(expect.arrayContaining(['other', ...fields]))
    expect(new Set(told).size).toBe(told?.length)
  })

  it('lists a bounded number of faults, and suggests the name that was probably meant', () => {
    const unknown = Object.fromEntries(Array.from({ length: 22_000 }, (_, index) => [`x${index}`, 0]))
    const long = { accountInfo: Array.from({ length: 20_000 }, () => ({})), status: 'x'.repeat(200_000) }
    for (const args of [unknown, { ...long, other: 1 }, { ['n'.repeat(200_000)]: 1 }]) {
      const reply = wrongArguments(toolOf('list_actions'), args)?.body as Refused
      expect(reply.details?.errors?.length).toBeLessThanOrEqual(100)
      expect(JSON.stringify(reply).length).toBeLessThan(20_000)
    }
    expect(wrongArguments(toolOf('list_actions'), { limits: 5 })?.body).toMatchObject({
      details: { errors: [{ field: 'limits', message: 'is not an argument of this tool; did you mean limit?' }] },
    })
  })

  it('is left to the API when all arguments are known', () => {
    expect(wrongArguments(toolOf('list_actions'), { limit: 0 })).toBeUndefined()
    expect(wrongArguments(toolOf('list_actions'), { limit: 5, other: 1 })?.body).toMatchObject({
      details: { errors: [{ field: 'other' }] },
    })
  })
})
