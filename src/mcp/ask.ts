/** Port to the API for the tools of one agent: in this process, or over HTTP. */
import type { AnyInput } from '../../client/request.ts'
import type { agentMeOperations } from '../../contract/agents/agents-me.ts'

export interface AgentReply {
  readonly status: number
  /** As JSON was read; undefined when there was none. */
  readonly body: unknown
  /** The header `Ignored-Fields`, where it was sent. */
  readonly ignored?: string | undefined
}

/** Calls an operation with the agent's access token; every status is a reply. @throws Error when there is no reply */
export type Ask = (id: keyof typeof agentMeOperations, input?: AnyInput) => Promise<AgentReply>

/** What the API answers when it refuses, and the tools when they do in its place. */
export interface Refused {
  readonly code: string
  readonly message: string
  readonly details?: {
    readonly rule?: string
    readonly errors?: readonly { readonly field: string; readonly message: string }[]
  }
}

/** In the form of the API. */
export const refusal = (status: number, code: string, message: string, details?: Refused['details']): AgentReply => ({
  status,
  body: { status, code, message, ...(details && { details }) },
})
