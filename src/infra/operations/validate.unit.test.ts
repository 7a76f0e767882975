/** Request validation tests: all faults together, each with the path of its field; unknown fields are removed. */
import Type from 'typebox'
import { describe, expect, it } from 'vitest'
import { amount, id, oneOf, Timestamp } from '../../../contract/schema.ts'
import type { Refusal } from '../../core/refusal.ts'
import { bodyValidator, pathValidator, queryValidator, type Validate } from './validate.ts'

const Cat = Type.Object({ kind: Type.Literal('CAT'), lives: Type.Integer({ minimum: 1, maximum: 9 }) }, { $id: 'Cat' })
const Dog = Type.Object(
  { kind: Type.Literal('DOG'), name: Type.Optional(Type.String({ maxLength: 3 })) },
  { $id: 'Dog' },
)
const body = bodyValidator(
  Type.Object({
    pet: oneOf('kind', [Cat, Dog]),
    tags: Type.Optional(Type.Array(Type.String(), { maxItems: 2 })),
    price: Type.Optional(amount({ minimum: 1 })),
    notes: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  }),
)

function faults(validate: Validate, value: unknown): Record<string, string> {
  try {
    validate(value)
    return {}
  } catch (reason) {
    const { code, details } = reason as Refusal
    expect(code).toBe('INVALID_INPUT')
    return Object.fromEntries((details?.errors ?? []).map(({ field, message }) => [field, message]))
  }
}

describe('a body', () => {
  it('names all faults together', () => {
    expect(faults(body, { pet: { kind: 'CAT', lives: 10 }, tags: ['a', 1], price: 0 })).toEqual({
      'pet.lives': 'must be <= 9',
      'tags.1': 'must be a string',
      price: 'must be >= 1',
    })
  })

  it('does not check the contents of lists and texts that are too long', () => {
    expect(faults(body, { pet: { kind: 'CAT', lives: 1 }, tags: ['a', 1, 'c'] })).toEqual({
      tags: 'must NOT have more than 2 items',
    })
  })

  it('names at most a hundred faults, each briefly', () => {
    const many = bodyValidator(Type.Object({ tags: Type.Array(Type.Integer(), { maxItems: 1000 }) }))
    const list = faults(many, { tags: Array.from({ length: 1000 }, () => 'x') })
    expect(Object.keys(list)).toHaveLength(100)
    const notes = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`${'x'.repeat(2_000)}${index}`, '\0']))
    expect(JSON.stringify(faults(body, { pet: { kind: 'CAT', lives: 1 }, notes })).length).toBeLessThan(40_000)
  })

  it('names a misspelt field with the one that was probably meant', () => {
    expect(faults(body, { pet: { kind: 'CAT', lives: 1, live: 2 }, Price: 3, nots: {} })).toEqual({
      'pet.live': 'is unknown; did you mean lives?',
      Price: 'is unknown; did you mean price?',
      nots: 'is unknown; did you mean notes?',
    })
  })

  it('names the fields that it has dropped', () => {
    expect(body({ pet: { kind: 'CAT', lives: 1, colour: 'red' }, shop: 1 })).toEqual(['pet.colour', 'shop'])
  })

  it('names a missing field by its own path', () => {
    expect(faults(body, {})).toEqual({ pet: 'is required' })
    expect(faults(body, { pet: { kind: 'CAT' } })).toEqual({ 'pet.lives': 'is required' })
    expect(faults(body, { pet: {} })).toEqual({ 'pet.kind': 'is required' })
  })

  it('selects the variant of a union by its tag, and checks only that one', () => {
    expect(faults(body, { pet: { kind: 'DOG', name: 'Rex' } })).toEqual({})
    expect(Object.keys(faults(body, { pet: { kind: 'EEL' } }))).toEqual(['pet.kind'])
    expect(Object.keys(faults(body, { pet: { kind: 7 } }))).toEqual(['pet.kind'])
    expect(faults(body, { pet: null })).toEqual({ pet: 'must be an object' })
  })

  it('requires one of the mutually exclusive fields, and accepts no second one', () => {
    const text = Type.Optional(Type.String({ minLength: 2 }))
    const fields = Type.Object({ invoice: text, offer: text, address: text })
    const one = bodyValidator(
      Type.Object({ way: { ...fields, oneOf: ['invoice', 'offer', 'address'].map((name) => ({ required: [name] })) } }),
    )
    expect(faults(one, { way: { offer: 'lno1' } })).toEqual({})
    expect(faults(one, { way: {} })).toEqual({ way: 'must have one of invoice, offer, address' })
    const both = { offer: 'lno1', address: 'a' }
    expect(faults(one, { way: both })).toEqual({
      way: 'gives more than one of the fields that exclude each other',
      'way.address': 'must NOT have fewer than 2 characters',
    })
  })

  it('drops unknown fields at every depth, but not the entries of a record', () => {
    const value = {
      pet: { kind: 'DOG', lives: 3, owner: { a: 1 } },
      price: 5,
      notes: { anything: { at: 'all' } },
      more: 1,
    }
    body(value)
    expect(value).toEqual({ pet: { kind: 'DOG' }, price: 5, notes: { anything: { at: 'all' } } })
  })

  it('does not coerce numbers and texts', () => {
    expect(faults(body, { pet: { kind: 'CAT', lives: '9' } })).toEqual({ 'pet.lives': 'must be an integer' })
    expect(faults(body, { pet: { kind: 'CAT', lives: true } })).toEqual({ 'pet.lives': 'must be an integer' })
  })

  it('names texts that cannot be stored, also those within records and in names', () => {
    const dog = { kind: 'DOG', name: 'a\0' }
    expect(Object.keys(faults(body, { pet: dog, tags: ['\ud800'], notes: { 'x\0': 1, y: { z: '\udfff' } } }))).toEqual([
      'pet.name',
      'tags.0',
      'notes',
      'notes.y.z',
    ])
    expect(faults(body, { pet: { kind: 'DOG', name: '🙂' } })).toEqual({})
  })

  it('is required, and must be an object', () => {
    expect(faults(body, undefined)).toEqual({ body: 'is required, as JSON' })
    expect(faults(body, [])).toEqual({ body: 'must be an object' })
  })
})

describe('a query', () => {
  const query = queryValidator(
    Type.Object({
      limit: Type.Optional(Type.Integer({ maximum: 100 })),
      on: Type.Optional(Type.Boolean()),
      since: Type.Optional(Timestamp),
    }),
  )
  it('reads numbers and booleans from text', () => {
    const value = { limit: '5', on: 'false' }
    query(value)
    expect(value).toEqual({ limit: 5, on: false })
    expect(Object.keys(faults(query, { limit: 'five', on: 'maybe' }))).toEqual(['limit', 'on'])
  })

  it.each([
    '2026-01-01T00:00:00Z',
    '2026-01-01T00:00:00.123456789Z',
    '2026-01-01T05:30:00+05:30',
    '2024-02-29t00:00:00z',
    '0001-01-01T00:00:00Z',
  ])('accepts the time %s', (since) => expect(faults(query, { since })).toEqual({}))

  it.each([
    '2026-02-29T00:00:00Z',
    '2026-02-30T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-12-31T23:59:60Z',
    '2026-01-01T25:00:00Z',
    '2026-01-01T00:00:00',
    '2026-01-01 00:00:00Z',
    '2026-01-01',
    '2026-01-01T00:00:00+05',
    '2026-01-01T00:00:00+23:59',
    '0000-01-01T00:00:00Z',
    '1767225600',
    'now',
  ])('refuses the time %s', (since) => expect(Object.keys(faults(query, { since }))).toEqual(['since']))
})

describe('a path', () => {
  const path = pathValidator(Type.Object({ quoteId: id('Quote') }))

  it('accepts an id of the right form', () => {
    expect(() => path({ quoteId: 'Quote:019542f5-b3e7-7d02-8000-000000000001' })).not.toThrow()
  })

  it.each(['', 'Quote:', 'Quote:1', 'quote:019542f5-b3e7-7d02-8000-000000000001'])(
    'treats "%s" as the id of a quote that does not exist',
    (quoteId) =>
      expect(() => path({ quoteId })).toThrow(expect.objectContaining({ code: 'QUOTE_NOT_FOUND', details: undefined })),
  )
})
