/** Record of the calls that a page shows: requests and replies as sent over the wire. */
import { type Client, createClient } from '../../../client/api.ts'
import type { ClientOptions } from '../../../client/send.ts'
import type { ShownCall } from './call-text.ts'
import { API, HEADERS } from './client.ts'
import { createStore, type Store } from './store.ts'

export interface RecordedCall extends ShownCall {
  readonly id: number
  /** Absent while the call is in progress; 0 when no reply arrived. */
  readonly status?: number
  readonly reply?: unknown
}

/** Newest first. Of repeated reads only the latest is kept. */
export type RecordedCalls = Store<readonly RecordedCall[]>

const CALLS_MAX = 100
/** Credentials, and headers of the dashboard's session, which other callers do not send. */
const HIDDEN_HEADERS = new Set(['x-causeway-dashboard', 'content-type', 'authorization'])
/** Names of secrets in replies. */
const HIDDEN_FIELDS = new Set(['accessToken'])

/** Record of the wallet and the terminal pages, which share it. */
export const recordedCalls: RecordedCalls = createStore<readonly RecordedCall[]>([])

/** API client that records its calls. */
export const recordedApi = recordingClient(recordedCalls, 'PLATFORM', { headers: HEADERS })

/** @param access kind of credentials that the calls are shown with */
export function recordingClient(
  calls: RecordedCalls,
  access: NonNullable<ShownCall['access']>,
  options: Pick<ClientOptions, 'headers' | 'credentials'>,
): Client {
  const recording = async (address: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const call = begin(calls, { access, path: String(address).slice(API.length) }, init)
    try {
      // An agent's program has no cookie.
      const response = await fetch(address, access === 'PLATFORM' ? init : { ...init, credentials: 'omit' })
      end(calls, call, response.status, await jsonIn(response.clone()))
      return response
    } catch (error) {
      end(calls, call, 0, undefined)
      throw error
    }
  }
  return createClient({ baseUrl: API, ...options, fetch: recording })
}

const jsonIn = async (response: Response): Promise<unknown> => {
  const text = await response.text()
  try {
    return JSON.parse(text, (name, value) => (HIDDEN_FIELDS.has(name) ? 'hidden' : value))
  } catch {
    return undefined
  }
}

let lastId = 0

function begin(
  calls: RecordedCalls,
  to: Pick<ShownCall, 'access' | 'path'>,
  { method = 'GET', headers, body }: RequestInit,
): RecordedCall {
  lastId += 1
  const shown = Object.entries({ ...(headers as Record<string, string>) }).filter(
    ([name]) => !HIDDEN_HEADERS.has(name.toLowerCase()),
  )
  const call: RecordedCall = {
    ...to,
    id: lastId,
    method,
    headers: Object.fromEntries(shown),
    ...(typeof body === 'string' && { body: JSON.parse(body) as object }),
  }
  if (method !== 'GET') calls.set([call, ...calls.get()].slice(0, CALLS_MAX))
  return call
}

function end(calls: RecordedCalls, call: RecordedCall, status: number, reply: unknown): void {
  const done = { ...call, status, reply }
  const before = calls.get()
  if (call.method !== 'GET') calls.set(before.map((each) => (each.id === call.id ? done : each)))
  else calls.set([done, ...before.filter((each) => each.method !== 'GET' || each.path !== call.path)])
}
