/** Record of the calls that a page shows: requests and replies as sent over the wire. */
import { createClient } from '../../../client/api.ts'
import type { ShownCall } from './call-text.ts'
import { API, HEADERS } from './client.ts'
import { createStore } from './store.ts'

export interface RecordedCall extends ShownCall {
  readonly id: number
  /** Absent while the call is in progress; 0 when no reply arrived. */
  readonly status?: number
  readonly reply?: unknown
}

const CALLS_MAX = 100
/** Headers of the dashboard's session, which other callers do not send. */
const HIDDEN_HEADERS = new Set(['x-causeway-dashboard', 'content-type'])

/** Newest first. Of repeated reads only the latest is kept. */
export const recordedCalls = createStore<readonly RecordedCall[]>([])
let lastId = 0

/** API client that records its calls. */
export const recordedApi = createClient({ baseUrl: API, headers: HEADERS, fetch: recording })

async function recording(address: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  const call = begin(String(address).slice(API.length), init)
  try {
    const response = await fetch(address, init)
    end(
      call,
      response.status,
      await response
        .clone()
        .json()
        .catch(() => undefined),
    )
    return response
  } catch (error) {
    end(call, 0, undefined)
    throw error
  }
}

function begin(path: string, { method = 'GET', headers, body }: RequestInit): RecordedCall {
  lastId += 1
  const shown = Object.entries({ ...(headers as Record<string, string>) }).filter(([name]) => !HIDDEN_HEADERS.has(name))
  const call: RecordedCall = {
    id: lastId,
    method,
    path,
    headers: Object.fromEntries(shown),
    ...(typeof body === 'string' && { body: JSON.parse(body) as object }),
  }
  if (method !== 'GET') recordedCalls.set([call, ...recordedCalls.get()].slice(0, CALLS_MAX))
  return call
}

function end(call: RecordedCall, status: number, reply: unknown): void {
  const done = { ...call, status, reply }
  const calls = recordedCalls.get()
  if (call.method !== 'GET') recordedCalls.set(calls.map((each) => (each.id === call.id ? done : each)))
  else recordedCalls.set([done, ...calls.filter((each) => each.method !== 'GET' || each.path !== call.path)])
}
