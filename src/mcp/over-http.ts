/** MCP over streamable HTTP, one exchange at a time: without sessions, so that any process can answer any request. */
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import { agentServer, permissionsOf, type ServerParts } from './agent-server.ts'
import { watchPermissions } from './watch-permissions.ts'

/** Interval at which a listening client's policy is polled for changes. */
const POLL_MS = 5_000

interface Exchange {
  /** For a GET: a stream of server-sent events that stays open until `end`. */
  readonly response: Promise<Response>
  /** Ends the stream, if any, and frees the server. */
  end(): void
}

/** @param message the request's body as parsed JSON; undefined when it is empty */
export async function exchangeOverHttp(parts: ServerParts, request: Request, message: unknown): Promise<Exchange> {
  const server = agentServer(parts)
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  const response = transport.handleRequest(request, { parsedBody: message })
  const { ok, body } = request.method === 'GET' ? await response : { ok: false, body: null }
  const endWatch =
    ok && body
      ? watchPermissions({
          read: () => permissionsOf(parts.ask),
          everyMs: POLL_MS,
          onChange: () => server.sendToolListChanged(),
        })
      : undefined
  return {
    response,
    end() {
      endWatch?.()
      void server.close()
    },
  }
}
