/** Refusal tests: messages, and the same reply for unknown and foreign rows. */
import { describe, expect, it } from 'vitest'
import { ERROR_CODES } from '../../contract/error-codes.ts'
import { notFound, Refusal, refuse, refuseField } from './refusal.ts'

const caught = (act: () => never): Refusal => {
  try {
    return act()
  } catch (reason) {
    return reason as Refusal
  }
}

describe('a refusal', () => {
  it('has the status of its code', () => {
    for (const [code, { status }] of Object.entries(ERROR_CODES))
      expect(new Refusal(code as keyof typeof ERROR_CODES, '').status).toBe(status)
  })

  it('names its field', () => {
    expect(caught(() => refuseField('INVALID_CURRENCY', 'source.currency', 'is unknown'))).toMatchObject({
      code: 'INVALID_CURRENCY',
      status: 400,
      details: { errors: [{ field: 'source.currency', message: 'is unknown' }] },
    })
  })

  it('is not an Error, so it has no stack', () => {
    const refusal = caught(() => refuse('CONFLICT', 'Taken'))
    expect(refusal).toBeInstanceOf(Refusal)
    expect(refusal).not.toBeInstanceOf(Error)
    expect(refusal).not.toHaveProperty('stack')
  })
})

describe('notFound', () => {
  it.each([
    ['Quote', 'QUOTE_NOT_FOUND', 'Quote not found'],
    ['InternalAccount', 'INTERNAL_ACCOUNT_NOT_FOUND', 'Internal Account not found'],
    ['Customer', 'USER_NOT_FOUND', 'Customer not found'],
    ['Platform', 'PLATFORM_NOT_FOUND', 'Platform not found'],
  ])('of a %s is %s, without the id', (resource, code, message) => {
    expect(notFound(resource)).toMatchObject({ code, message, details: undefined, status: 404 })
  })
})
