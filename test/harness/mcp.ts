/** MCP clients in tests: agents that use the official client over HTTP and the command line. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import type { ConnectedAgent } from './agents.ts'
import { CAUSEWAY } from './command-line.ts'

export interface Model {
  /** Names of the listed tools. */
  tools(): Promise<string[]>
  use(name: string, args?: Record<string, unknown>): Promise<ToolResult>
  /** Waits until that many changes of the tool list have been notified in total. */
  listChanges(times: number): Promise<void>
  readonly client: Client
  close(): Promise<void>
}

/** Result of a tool. */
export interface ToolResult {
  readonly isError: boolean
  readonly text: string
  /** The reply as data. */
  readonly data: any
}

/** @param origin of the service */
export function modelOverHttp({ origin }: { origin: string }, { accessToken }: ConnectedAgent['as']): Promise<Model> {
  const requestInit = { headers: { authorization: `Bearer ${accessToken}` } }
  return modelOf(new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), { requestInit }))
}

/** Starts `causeway mcp` as programs do. */
export const modelOverStdio = (typed: readonly string[], env: Record<string, string>): Promise<Model> =>
  modelOf(
    new StdioClientTransport({
      command: process.execPath,
      args: [...CAUSEWAY, 'mcp', ...typed],
      env,
      stderr: 'ignore',
    }),
  )

async function modelOf(transport: Parameters<Client['connect']>[0]): Promise<Model> {
  let changes = 0
  const waiting = new Map<() => void, number>()
  const tell = () => {
    for (const [tell, times] of waiting) if (changes >= times && waiting.delete(tell)) tell()
  }
  const client = new Client(
    { name: 'test', version: '1' },
    {
      listChanged: {
        tools: {
          autoRefresh: false,
          debounceMs: 0,
          onChanged: () => {
            changes += 1
            tell()
          },
        },
      },
    },
  )
  await client.connect(transport)
  return {
    client,
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    async use(name, args = {}) {
      const {
        isError = false,
        content,
        structuredContent,
      } = (await client.callTool({
        name,
        arguments: args,
      })) as CallToolResult
      const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('')
      return { isError, text, data: structuredContent }
    },
    listChanges: (times) =>
      new Promise((resolve) => {
        waiting.set(resolve, times)
        tell()
      }),
    close: () => client.close(),
  }
}
