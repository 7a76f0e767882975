/** Id fault tests: the expected id is named with an example, and the given one by its kind. */
import Type from 'typebox'
import { describe, expect, it } from 'vitest'
import { AccountId, OwnerId } from '../../../contract/elements.ts'
import { id } from '../../../contract/schema.ts'
import { bodyValidator, pathValidator } from './validate.ts'

const UUID = '019542f5-b3e7-7d02-8000-000000000001'

const refusalOf = (work: () => unknown) => {
  try {
    work()
  } catch (refusal) {
    return refusal as { code: string; message: string; details?: any }
  }
  throw new Error('It was accepted')
}

describe('an id in a path', () => {
  const check = pathValidator(Type.Object({ customerId: id('Customer') }))

  it('of another kind is answered as an unknown one, with a hint', () => {
    const unknown = refusalOf(() => check({ customerId: 'nonsense' }))
    const other = refusalOf(() => check({ customerId: `InternalAccount:${UUID}` }))
    expect([other.code, other.message]).toEqual([unknown.code, unknown.message])
    expect(unknown.details).toBeUndefined()
    expect(other.details).toEqual({
      hint: 'The path has an InternalAccount id, where a Customer id is expected',
    })
  })

  it('of a kind that does not exist is answered as an unknown one', () => {
    expect(refusalOf(() => check({ customerId: `Nothing:${UUID}` })).details).toBeUndefined()
  })

  it('of the right kind passes', () => {
    expect(() => check({ customerId: `Customer:${UUID}` })).not.toThrow()
  })
})

describe('an id in a body', () => {
  const check = bodyValidator(
    Type.Object({
      owner: OwnerId,
      account: Type.Optional(AccountId),
      zip: Type.Optional(Type.String({ pattern: '^[0-9]{5}$' })),
    }),
  )
  const messageOf = (body: object) => refusalOf(() => check(body)).details.errors[0].message

  it('that is none of the expected kinds is answered with their names', () => {
    expect(messageOf({ owner: `Card:${UUID}` })).toBe(
      `must be a Customer or a PlatformConfig id, such as Customer:${UUID}`,
    )
    expect(messageOf({ owner: `Customer:${UUID}`, account: 'x' })).toBe(
      `must be an InternalAccount or an ExternalAccount id, such as InternalAccount:${UUID}`,
    )
  })

  it('does not apply to other patterns', () => {
    expect(messageOf({ owner: `Customer:${UUID}`, zip: 'x' })).toBe('must match pattern "^[0-9]{5}$"')
  })
})
