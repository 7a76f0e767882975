/** Owns the requests of an agent's program over HTTP. */
import { API_VERSION } from '../contract/openapi.ts'
import type { AgentReply, AgentRequest, Ask } from '../src/mcp/ask.ts'

/** Longer than any operation takes, shorter than clients wait for a tool. */
const TIMEOUT_MS = 30_000

/** @param url of the service, without the version @throws Error when it is none */
export function originOf(url: string): string {
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) throw new Error(`${url} is no address of a service`)
  return url.replace(/\/+$/, '')
}

/** @throws Error when nobody answers, or no API does */
export async function request(
  origin: string,
  { method, path, headers, body }: AgentRequest,
  token?: string,
): Promise<AgentReply> {
  const reply = await fetch(`${origin}/${API_VERSION}${path}`, {
    method,
    headers: {
      ...headers,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
    // The token is for this address and no other.
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  const text = await reply.text()
  return {
    status: reply.status,
    body: text === '' ? undefined : JSON.parse(text),
    ignored: reply.headers.get('ignored-fields') ?? undefined,
  }
}

export const askOver =
  (origin: string, token: string): Ask =>
  (asked) =>
    request(origin, asked, token)

/** The page on which people approve, where the service serves its dashboard. */
export async function approvalPageAt(origin: string, actionId?: string): Promise<string | undefined> {
  const page = `${origin}/agents/approvals`
  const found = await fetch(page, { method: 'HEAD', signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => undefined)
  const isPage = found?.ok && found.headers.get('content-type')?.startsWith('text/html')
  const chosen = actionId === undefined ? '' : `?action=${encodeURIComponent(actionId)}`
  return isPage ? page + chosen : undefined
}
