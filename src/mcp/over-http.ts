/** Owns one exchange of MCP over HTTP: without sessions, so that any process may answer any request. */
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import { agentServer, permissionsOf, type ServerParts } from './agent-server.ts'
import { watchPermissions } from './watch-permissions.ts'

/** How soon a client that listens hears of a changed policy. */
const LOOK_MS = 5_000

interface Exchange {
  /** Of a GET: a stream of server-sent events that goes on until the exchange ends. */
  readonly response: Promise<Response>
  /** Ends what has not ended yet. */
  end(): void
}

/** @param message JSON that was read of the request's body; undefined: the body is empty */
export async function exchangeOverHttp(parts: ServerParts, request: Request, message: unknown): Promise<Exchange> {
  const server = agentServer(parts)
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  const response = transport.handleRequest(request, { parsedBody: message })
  const { ok, body } = request.method === 'GET' ? await response : { ok: false, body: null }
  const endWatch =
    ok && body
      ? watchPermissions({
          look: () => permissionsOf(parts.ask),
          everyMs: LOOK_MS,
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
