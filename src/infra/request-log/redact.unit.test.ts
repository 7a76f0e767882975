import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pathTo } from '../../../client/request.ts'
import { contract, type OperationId } from '../../../contract/contract.ts'
import type { Operation } from '../../../contract/operation.ts'
import { ITEMS_KEPT, REDACTED } from '../../../contract/platform/api-requests.ts'
import { objectsIn, sampleOf } from '../../../test/harness/samples/samples.ts'
import { redacted, redactedError, redactedPath, redactedQuery } from './redact.ts'

const every = Object.entries(contract) as [OperationId, Operation][]
const CANARY = 'canary-7f3a'
const ID = 'Customer:019542f5-b3e7-7d02-8000-000000000001'

/** The value with a canary in place of each text, in the name and value of a further field of each object, and in lists. */
function withCanaries(value: unknown): unknown {
  if (typeof value === 'string') return CANARY
  if (Array.isArray(value)) return [...value.map(withCanaries), CANARY]
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).map(([name, field]) => [name, withCanaries(field)])
  return { ...Object.fromEntries(fields), [CANARY]: { [CANARY]: CANARY }, password: CANARY }
}

const schemasOf = ({ body, replies }: Operation) => [body, ...Object.values(replies)].filter((schema) => schema != null)

describe('redacted', () => {
  it.each(every)('keeps no text of the bodies of %s that is not on the allow-list', (_id, operation) => {
    for (const schema of schemasOf(operation)) {
      const spots = [...objectsIn(schema as never)]
      const values = [sampleOf(schema as never), ...spots.map(({ schema: part, put }) => put(sampleOf(part)))]
      for (const value of values) {
        expect(JSON.stringify(redacted(schema, withCanaries(value)))).not.toContain(CANARY)
        // Tags stay: they select the variant.
        const tagged = JSON.parse(JSON.stringify(value), (name, field) =>
          typeof field === 'string' && !/^[A-Z_]+$/.test(field) && name !== '' ? CANARY : field,
        )
        expect(JSON.stringify(redacted(schema, tagged) ?? null)).not.toContain(CANARY)
      }
    }
  })

  it('keeps ids, amounts, currencies, moments and values of fixed lists', () => {
    const quote = {
      source: { sourceType: 'ACCOUNT', accountId: ID.replace('Customer', 'InternalAccount') },
      destination: { destinationType: 'UMA_ADDRESS', umaAddress: '$bob@bank.example' },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 1_000,
      description: 'For Bob',
    }
    expect(redacted(contract.createQuote.body, quote)).toEqual({
      ...quote,
      destination: { destinationType: 'UMA_ADDRESS', umaAddress: REDACTED },
      description: REDACTED,
    })
  })

  it('keeps nothing of a value whose schema is unknown', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(redacted(undefined, value))
        expect(text.replaceAll(REDACTED, '')).toMatch(/^[^a-zA-Z0-9]*(null|(\d+ more)|[^a-zA-Z0-9])*$/)
      }),
    )
  })

  it(`keeps the first ${ITEMS_KEPT} items of an array, and states how many more there were`, () => {
    const permissions = Array.from({ length: ITEMS_KEPT + 3 }, () => 'VIEW')
    expect(redacted(contract.createToken.body, { name: 'x', permissions })).toEqual({
      name: REDACTED,
      permissions: [...permissions.slice(3), '3 more'],
    })
  })
})

describe('redactedPath and redactedQuery', () => {
  it('keep ids and numbers, and replace codes, addresses and searches', () => {
    const { getCustomerById, redeemAgentDeviceCode, listCustomers } = contract
    expect(redactedPath(getCustomerById, { customerId: ID })).toBe(pathTo('getCustomerById', { customerId: ID }))
    expect(redactedPath(redeemAgentDeviceCode, { code: CANARY })).not.toContain(CANARY)
    const query = new URLSearchParams({ limit: '007', search: CANARY, customerType: 'BUSINESS', unknown: CANARY })
    expect(redactedQuery(listCustomers.query, query)).toEqual({ limit: 7, search: REDACTED, customerType: 'BUSINESS' })
  })
})

describe('redactedError', () => {
  it('keeps the code, the sentences and the paths of the contract', () => {
    const body = {
      status: 400,
      code: 'INVALID_INPUT',
      message: 'accountId is required',
      details: { errors: [{ field: 'source.accountId', message: 'is required' }], hint: 'Correct it.', requestId: 'r' },
    }
    expect(redactedError(body)).toEqual({
      ...body,
      message: 'source.accountId is required',
      details: { errors: body.details.errors, hint: 'Correct it.' },
    })
  })

  it('replaces what a caller has written: quoted values, addresses, numbers, made-up names', () => {
    const body = {
      status: 400,
      code: 'INVALID_INPUT',
      message: `The payee "${CANARY}" with a@${CANARY} and 4111111111111111 is not ${ID}`,
      details: { errors: [{ field: `source.${CANARY}`, message: `must not be "${CANARY}` }], given: CANARY },
    }
    const text = JSON.stringify([redactedError(body), redactedError({ ...body, details: {} })])
    expect(text).not.toContain(CANARY)
    expect(text).not.toContain('4111111111111111')
    expect(text).toContain(ID)
  })
})
