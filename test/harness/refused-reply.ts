/** Help in refusals: every refusal has it; tests compare the rest. */
import { expect } from 'vitest'
import { ERROR_CODES, type ErrorCode, hintOf } from '../../contract/error-codes.ts'

interface Refused {
  readonly code: ErrorCode
  readonly details?: Readonly<Record<string, unknown>>
}

/** The body of a refusal without request id, hint and link, which are checked; any other body as it is. */
export function withoutHelp(body: unknown, headers: Headers): unknown {
  const { code, details } = { ...(body as Partial<Refused>) }
  if (code === undefined || details === undefined || !(code in ERROR_CODES)) return body
  const { requestId, hint, docs, ...facts } = details
  expect(hint).toBe(hintOf(code))
  expect(docs).toMatch(new RegExp(`^http.*/docs/errors#${code.toLowerCase()}$`))
  // A replay has the reply to the first request.
  if (!headers.has('idempotent-replayed')) expect(requestId).toBe(headers.get('x-request-id'))
  const { details: _, ...rest } = body as Refused
  return Object.keys(facts).length > 0 ? { ...rest, details: facts } : rest
}
