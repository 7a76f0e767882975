/** Request as the server has read it, before anything of it is checked. */
import type { Refusal } from '../../core/refusal.ts'
import type { Caller, RequestHead } from '../operations/handlers.ts'
import type { KeepFile } from './form.ts'

/** What the server has read of a request. */
export interface Incoming extends RequestHead {
  readonly method: string
  /** Path without query. */
  readonly path: string
  readonly query: URLSearchParams
  /** JSON text, or why the body was not read; undefined when there was none. */
  readonly body: string | Refusal | undefined
  /** Reads the multipart form, where one is taken and was sent. @throws Refusal INVALID_INPUT, PAYLOAD_TOO_LARGE */
  readonly form?: ((keep?: KeepFile) => Promise<Record<string, unknown>>) | undefined
  /** Is given the paths of fields and parameters that have no effect, for the reply to name. */
  readonly ignore?: (paths: readonly string[]) => void
  /** Receives the authenticated caller. */
  readonly enter?: (caller: Caller) => void
  /** Does something when the reply is sent, or the caller is gone. */
  readonly afterwards?: (work: () => void) => void
}
