/** Payment reference tests: each identifies one payment, even as typed by a person. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { referenceOf, transactionIdOf } from './reference.ts'

const uuid = fc.uuid()

describe('a reference', () => {
  it('identifies its payment', () => {
    fc.assert(fc.property(uuid, (id) => void expect(transactionIdOf(referenceOf(id))).toBe(id)))
  })

  it('identifies it when typed in lower case or between spaces', () => {
    fc.assert(fc.property(uuid, (id) => void expect(transactionIdOf(` ${referenceOf(id).toLowerCase()} `)).toBe(id)))
  })

  it('is 28 characters without letters that look like digits', () => {
    fc.assert(fc.property(uuid, (id) => void expect(referenceOf(id)).toMatch(/^CW[0-9A-HJKMNP-TV-Z]{26}$/)))
  })

  it('is different for different payments', () => {
    fc.assert(fc.property(uuid, uuid, (a, b) => void expect(referenceOf(a) === referenceOf(b)).toBe(a === b)))
  })

  it.each([
    '',
    'CW',
    'INV-4711',
    'CW8ZZZZZZZZZZZZZZZZZZZZZZZZZ',
    'CW0000000000000000000000000U',
    '00000000-0000-7000-8000-000000000000',
  ])('is not "%s"', (text) => expect(transactionIdOf(text)).toBeUndefined())

  it('is never read from any other text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const id = transactionIdOf(text)
        if (id !== undefined) expect(referenceOf(id)).toBe(text.trim().toUpperCase())
      }),
    )
  })
})
