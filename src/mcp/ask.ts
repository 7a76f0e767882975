/** Port to the API for the tools of one agent: in this process, or over HTTP. */
import type { AnyInput } from '../../client/request.ts'
import type { agentMeOperations } from '../../contract/agents/agents-me.ts'

export interface AgentReply {
  readonly status: number
  /** Parsed JSON; undefined when the reply has no body. */
  readonly body: unknown
  /** The header `Ignored-Fields`, if present. */
  readonly ignored?: string | undefined
}

/** Calls an operation with the agent's access token; every status is a reply. @throws Error when there is no reply */
export type Ask = (id: keyof typeof agentMeOperations, input?: AnyInput) => Promise<AgentReply>

/** A refusal of the API, or of a tool that refuses before it calls the API. */
export interface Refused {
  readonly code: string
  readonly message: string
  readonly details?: {
    readonly rule?: string
    readonly errors?: readonly { readonly field: string; readonly message: string }[]
  }
}

/** A refusal in the format of the API. */
export const refusal = (status: number, code: string, message: string, details?: Refused['details']): AgentReply => ({
  status,
  body: { status, code, message, ...(details && { details }) },
})
