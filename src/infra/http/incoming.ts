/** Request as the server reads it, before any validation. */
import type { Refusal } from '../../core/refusal.ts'
import type { Caller, RequestHead } from '../operations/handlers.ts'
import type { KeepFile } from './form.ts'
import type { Refused } from './render-error.ts'

/** A request as far as the server has read it. */
export interface Incoming extends RequestHead {
  readonly method: string
  /** For the reply, should it be a refusal. */
  readonly refused: Refused
  /** Path without query. */
  readonly path: string
  readonly query: URLSearchParams
  /** JSON text, or why the body was not read; undefined when there was none. */
  readonly body: string | Refusal | undefined
  /** Reads the multipart form, if the operation takes one and the request has one. @throws Refusal INVALID_INPUT, PAYLOAD_TOO_LARGE */
  readonly form?: ((keep?: KeepFile) => Promise<Record<string, unknown>>) | undefined
  /** Entry for the audit chain, for operations that have one. */
  readonly audit?: ((caller: Caller, target: string | undefined) => string) | undefined
  /** Receives the paths of ignored fields and parameters, for the reply header. */
  readonly ignore?: (paths: readonly string[]) => void
  /** Receives the authenticated caller. */
  readonly enter?: (caller: Caller) => void
  /** Runs work after the reply was sent or the connection closed. */
  readonly afterwards?: (work: () => void) => void
}
