/** Command `causeway mcp`: MCP server over standard input and output. */
import { writeFileSync } from 'node:fs'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import type { ApiError } from '../client/api-error.ts'
import { API_VERSION } from '../contract/openapi.ts'
import { agentServer, permissionsOf } from '../src/mcp/agent-server.ts'
import { watchPermissions } from '../src/mcp/watch-permissions.ts'
import { agentClient, approvalPageAt, askOver, originOf } from './agent-api.ts'
import { prepareTokenFile, readAgentToken } from './agent-token.ts'

export interface McpOptions {
  /** URL of the service, without the version. */
  readonly url: string
  readonly tokenFile: string
}

/** Interval between checks for a changed policy. */
const POLL_MS = 5_000

/**
 * Serves until standard input ends. Standard output carries the protocol and nothing else.
 * @throws Error when there is no token, or the service rejects it
 */
export async function serveMcp({ url, tokenFile }: McpOptions): Promise<void> {
  const origin = originOf(url)
  const ask = askOver(origin, readAgentToken(process.env, tokenFile))
  // A wrong token is an error; a service that is down may come up later.
  const known = await ask('getAgentMe').catch(() => undefined)
  if (known?.status === 401) throw new Error(`The service at ${origin} does not know this access token`)
  if (!known) process.stderr.write(`The service at ${origin} does not answer yet\n`)

  const server = agentServer({ ask, approvalPage: (id) => approvalPageAt(origin, id), version: API_VERSION })
  let endWatch = () => {}
  server.oninitialized = () => {
    endWatch = watchPermissions({
      read: () => permissionsOf(ask),
      everyMs: POLL_MS,
      onChange: () => server.sendToolListChanged(),
    })
  }
  server.onerror = (error) => process.stderr.write(`${error.message}\n`)
  const transport = new StdioServerTransport()
  await server.connect(transport)
  // The transport does not report the end of its input.
  process.stdin.on('end', () => {
    endWatch()
    void server.close()
  })
}

/**
 * Redeems a device code, and stores the access token in a file that only this user can read.
 * @throws Error with the service's refusal
 */
export async function connectAgent(code: string, { url, tokenFile }: McpOptions): Promise<object> {
  // Before the code is redeemed, because the token is shown only once.
  prepareTokenFile(tokenFile)
  const redeemed = agentClient(originOf(url))('redeemAgentDeviceCode', { params: { code } })
  const { agentId, agentName, accessToken } = await redeemed.catch((error: ApiError) => {
    throw new Error(`${error.code}: ${error.message}`, { cause: error })
  })
  writeFileSync(tokenFile, `${accessToken}\n`, { mode: 0o600 })
  return { agentId, agentName, tokenFile }
}
