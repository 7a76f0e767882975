/** Owns the port to the API: how the tools of one agent ask, whatever way their requests take. */

export interface AgentRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  /** Behind the version, with its query: `/agents/me/actions?limit=5`. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: object
}

export interface AgentReply {
  readonly status: number
  /** As JSON was read; undefined when there was none. */
  readonly body: unknown
  /** The header `Ignored-Fields`, where it was sent. */
  readonly ignored?: string | undefined
}

/** Sends a request with the agent's access token; every status is a reply. @throws Error when nobody answers */
export type Ask = (request: AgentRequest) => Promise<AgentReply>

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
