/** Error replies: one format, and whether a program should retry. */
import { describe, expect, it } from 'vitest'
import { ERROR_CODES, type ErrorCode, hintOf } from '../../../contract/error-codes.ts'
import { Refusal } from '../../core/refusal.ts'
import { renderRefusal, renderUnexpected } from './render-error.ts'

const refused = { requestId: 'request-1', docsOf: (code: ErrorCode) => `https://pay.example/docs/errors#${code}` }
const rendered = (code: ErrorCode, details?: object) =>
  renderRefusal(new Refusal(code, 'A sentence', details as never), refused)
const help = (code: ErrorCode) => ({ requestId: 'request-1', hint: hintOf(code), docs: refused.docsOf(code) })

describe('an error reply', () => {
  it('has status, code and message, the facts of the case, and what helps with it', () => {
    expect(JSON.parse(rendered('CONFLICT').body)).toEqual({
      status: 409,
      code: 'CONFLICT',
      message: 'A sentence',
      details: help('CONFLICT'),
    })
    expect(JSON.parse(rendered('FORBIDDEN', { requiredPermission: 'VIEW' }).body)).toEqual({
      status: 403,
      code: 'FORBIDDEN',
      message: 'A sentence',
      details: { requiredPermission: 'VIEW', ...help('FORBIDDEN') },
    })
  })

  it('has a hint for every code on what to do, without the cause or the money', () => {
    for (const [code, { doc }] of Object.entries(ERROR_CODES)) {
      const hint = hintOf(code as ErrorCode)
      expect(doc, code).toContain(` ${hint} `)
      expect(hint, code).toMatch(/^[A-Z].{10,}\.$/)
      expect(hint, code).not.toMatch(/No money (moved|is involved)/)
    }
    expect(hintOf('INSUFFICIENT_BALANCE')).toBe(
      'The caller funds the account and tries again while the quote is valid.',
    )
  })

  it('has the reason at the top level too', () => {
    expect(JSON.parse(rendered('UNAUTHORIZED', { reason: 'Invalid OTP code' }).body)).toMatchObject({
      reason: 'Invalid OTP code',
      details: { reason: 'Invalid OTP code' },
    })
  })

  it('states for each code whether a retry can succeed: never, later, or nothing', () => {
    for (const [code, { status }] of Object.entries(ERROR_CODES)) {
      const { headers } = rendered(code as ErrorCode)
      const later = [429, 503].includes(status) || code === 'IDEMPOTENCY_KEY_IN_USE'
      const never = [409, 501].includes(status) && !later
      expect(headers, code).toEqual(never ? { 'x-should-retry': 'false' } : later ? { 'retry-after': '1' } : {})
    }
  })

  it('has the given time in Retry-After', () => {
    expect(rendered('RATE_LIMITED', { retryAfterSeconds: 30 }).headers).toEqual({ 'retry-after': '30' })
  })

  it('shows only the request id for an unexpected error', () => {
    const { status, body } = renderUnexpected(refused)
    expect(status).toBe(500)
    expect(JSON.parse(body)).toEqual({
      status: 500,
      code: 'INTERNAL_ERROR',
      message: expect.stringContaining('request-1'),
      details: help('INTERNAL_ERROR'),
    })
  })
})
