/** Owns the calls to this server: the public API and the dashboard's own entrance, signed in by the cookie. */
import type { ErrorBody } from '../../../contract/elements.ts'

/** Where the public API begins, for calls and for the curl commands that show them. */
export const API = '/2025-10-13'

/** An answer that says no. `message` is written for people. */
export class Refused extends Error {
  readonly status: number
  readonly code: string
  /** Without the fields. */
  readonly sentence: string | undefined
  readonly details: Readonly<Record<string, unknown>> & NonNullable<ErrorBody['details']>

  constructor(status: number, { code, message, details }: Partial<ErrorBody>) {
    const faults = details?.errors?.map((fault) => `${fault.field} ${fault.message}`).join('; ')
    super(faults || message || `The server answered ${status}`)
    this.status = status
    this.code = code ?? 'UNKNOWN'
    this.sentence = message
    this.details = { ...details }
  }
}

/** @throws Refused, or a TypeError when the server is not there */
export async function call<Reply>(
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
): Promise<Reply> {
  const response = await fetch(path, {
    method,
    // No page of another site can send this header, so the cookie alone opens nothing.
    headers: { 'x-causeway-dashboard': '1', ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const reply = response.status === 204 ? undefined : await response.json().catch(() => ({}))
  if (!response.ok) throw new Refused(response.status, reply as Partial<ErrorBody>)
  return reply as Reply
}

/** `?a=1&b=2` of what is given; nothing when nothing is. */
export function queryText(parameters: Readonly<Record<string, string | number | undefined>>): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined)
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return text && `?${text}`
}
