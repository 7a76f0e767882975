/** API client of an agent's program, and the page on which people approve. */
import { type Client, createClient } from '../client/api.ts'
import { APPROVALS_PAGE } from '../contract/dashboard.ts'
import { API_VERSION } from '../contract/openapi.ts'
import type { Ask } from '../src/mcp/ask.ts'

/** Time limit of a call: longer than any operation takes, shorter than clients wait for a tool. */
const TIMEOUT_MS = 30_000

/** @param url of the service, without the version @throws Error when it is not an http(s) URL */
export function originOf(url: string): string {
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) throw new Error(`${url} is not the URL of a service`)
  return url.replace(/\/+$/, '')
}

/**
 * Client of the service, with an agent's access token where there is one. It does not retry: a model waits for the
 * reply, and repeats the call under its own key.
 */
export const agentClient = (origin: string, accessToken?: string): Client =>
  createClient({
    baseUrl: `${origin}/${API_VERSION}`,
    retries: 0,
    ...(accessToken !== undefined && { credentials: { accessToken } }),
    fetch: (url, init) => fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) }),
  })

/** Sends an agent's tool calls to the API at this origin, with its access token. */
export function askOver(origin: string, token: string): Ask {
  const { send } = agentClient(origin, token)
  return async (id, input) => {
    const { status, headers, body, text } = await send(id, input)
    if (body === undefined && text !== '') throw new Error(`${origin} does not reply like the API`)
    return { status, body, ignored: headers.get('ignored-fields') ?? undefined }
  }
}

/** The page on which people approve, where the service serves its dashboard. */
export async function approvalPageAt(origin: string, actionId?: string): Promise<string | undefined> {
  const page = origin + APPROVALS_PAGE
  const found = await fetch(page, { method: 'HEAD', signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => undefined)
  const isPage = found?.ok && found.headers.get('content-type')?.startsWith('text/html')
  const chosen = actionId === undefined ? '' : `?action=${encodeURIComponent(actionId)}`
  return isPage ? page + chosen : undefined
}
