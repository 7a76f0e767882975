/** MCP server of one agent: offers the tools that its policy permits; the API answers each call (Model Context Protocol, 2025-11-25). */
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv'
import type { AgentPermission } from '../../contract/agents/agent-policies.ts'
import { type AgentReply, type Ask, type Refused, refusal } from './ask.ts'
import { INSTRUCTIONS } from './instructions.ts'
import { type OperationTool, operationTools, type Tool } from './operation-tools.ts'
import { type AnsweringTool, ownTools } from './own-tools.ts'
import { type Arguments, inputFor, wrongArguments } from './tool-request.ts'
import { type ApprovalPage, toolResult } from './tool-result.ts'

export interface ServerParts {
  readonly ask: Ask
  readonly approvalPage: ApprovalPage
  readonly version: string
  /** Whether the process is shutting down: waiting tools then answer immediately. */
  readonly isEnding?: () => boolean
}

const tools: readonly (AnsweringTool & Partial<OperationTool>)[] = [
  ...operationTools.map((tool) => ({
    ...tool,
    answer: (ask: Ask, args: Arguments) => ask(tool.operationId, inputFor(tool, args)),
  })),
  ...ownTools,
]
/** Shared by all servers: creating one takes longer than most calls. */
const jsonSchemaValidator = new AjvJsonSchemaValidator()

/**
 * A server that is not connected yet. The list shows the tools that the policy permits at that time. A call of any
 * other tool reaches the API as well: the policy refuses it there, and the audit log records it.
 */
export function agentServer({ ask, approvalPage, version, isEnding = () => false }: ServerParts): Server {
  const server = new Server(
    { name: 'causeway', title: 'Causeway', version },
    { capabilities: { tools: { listChanged: true } }, instructions: INSTRUCTIONS, jsonSchemaValidator },
  )
  server.setRequestHandler(ListToolsRequestSchema, async () => {
    const permissions = await permissionsOf(ask)
    return { tools: tools.filter(({ permission }) => !permission || permissions.includes(permission)).map(listing) }
  })
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }): Promise<CallToolResult> => {
    const { name, arguments: args = {} } = params
    const tool = tools.find((tool) => tool.name === name)
    if (!tool) throw new McpError(ErrorCode.InvalidParams, `There is no tool ${name.slice(0, 100)}`)
    const reply = wrongArguments(tool, args) ?? (await callTool(ask, tool, args, () => signal.aborted || isEnding()))
    return toolResult(reply, approvalPage)
  })
  return server
}

const listing = ({ name, title, description, inputSchema, annotations }: Tool) => ({
  name,
  title,
  description,
  inputSchema,
  annotations,
})

async function callTool(
  ask: Ask,
  tool: AnsweringTool,
  args: Arguments,
  isCancelled: () => boolean,
): Promise<AgentReply> {
  try {
    return await tool.answer(ask, args, isCancelled)
  } catch {
    return tool.annotations.readOnlyHint
      ? refusal(503, 'SERVICE_UNAVAILABLE', 'The service does not answer; try again later')
      : refusal(503, 'OUTCOME_UNKNOWN', 'The service did not answer')
  }
}

/** What the policy permits now. @throws McpError when the agent is deleted or the API does not answer */
export async function permissionsOf(ask: Ask): Promise<readonly AgentPermission[]> {
  const { status, body } = await ask('getAgentMe').catch(() =>
    refusal(503, 'SERVICE_UNAVAILABLE', 'The service does not answer; try again later'),
  )
  if (status === 200) return (body as { policy: { permissions: readonly AgentPermission[] } }).policy.permissions
  const { code, message } = body as Refused
  throw new McpError(ErrorCode.InternalError, `${code}: ${message}`, body)
}
