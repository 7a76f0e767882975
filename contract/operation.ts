/** Operation: the declaration of one API operation, and the types derived from it. */
import type { Static, TObject, TSchema } from 'typebox'
import type { AgentPermission } from './agents/agent-policies.ts'
import type { ErrorCode } from './error-codes.ts'

/** What a token may do; independent of each other: no permission implies another. */
export const PERMISSIONS = ['VIEW', 'TRANSACT', 'MANAGE'] as const
export type Permission = (typeof PERMISSIONS)[number]
/**
 * Who may call: a platform token with a permission, an agent with its access token, under its policy, or a caller with
 * the device code that the path names.
 */
export type Access = Permission | 'AGENT' | 'DEVICE_CODE'

export interface Operation {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  /** Relative to the dated base path, parameters in braces: `/quotes/{quoteId}/execute`. */
  readonly path: string
  /** Heading under which the reference lists it. */
  readonly tag: string
  /** A few words, imperative. */
  readonly summary: string
  /** What a caller must know beyond the summary. */
  readonly description?: string
  readonly permission: Access
  /** The permission that the agent's policy must grant; absent: every agent may call it, or none. */
  readonly agentPermission?: AgentPermission
  /**
   * Its reply shows a secret that is not stored; under an Idempotency-Key it is kept sealed, for an hour. Value: where
   * the id of the object that the secret belongs to is, in the reply or among the path's parameters.
   */
  readonly secret?: `reply.${string}` | `params.${string}`
  /**
   * May need the signature of a wallet's session: then the first call is answered 202 with a challenge, and repeated
   * with the headers Service-Wallet-Signature and Request-Id. `EXISTING`: the challenge was issued earlier, with the
   * resource that the path names, so Request-Id may be omitted.
   */
  readonly signed?: true | 'EXISTING'
  /** What it counts as in the limits of a platform beside its requests. A challenge for a signature is counted wherever it is issued. */
  readonly opens?: 'CHALLENGE' | 'SESSION' | 'EXPORT'
  /** The header Request-Id names a challenge that the request answers. */
  readonly takesRequestId?: true
  /** It takes no Idempotency-Key: its reply is never stored. */
  readonly noIdempotencyKey?: true
  /** About the whole installation: in production only operators may call it, signed in to the dashboard. */
  readonly installation?: true
  /** Exists in sandbox mode only; answers 404 in production. */
  readonly sandbox?: true
  readonly params?: TObject
  readonly query?: TObject
  readonly body?: TSchema
  /**
   * The body is a multipart form: texts, and a file in the part `file`, which is held in memory (`true`) or streamed to
   * disk (`STORED`).
   */
  readonly multipart?: true | 'STORED'
  /** The request may come without a body (and without a content type). */
  readonly bodyOptional?: true
  /** Success status → body. `null`: no body (204). */
  readonly replies: Readonly<Record<number, TSchema | null>>
  /** Error codes of its own; those that every operation has are added by the emitter. */
  readonly errors?: readonly ErrorCode[]
}

/** A file of a multipart form. */
export interface UploadedFile {
  /** File name given by the client, without folders and invisible characters; may be empty. */
  readonly name: string
  readonly bytes: Uint8Array
  /** Of the bytes, as hex. */
  readonly sha256: string
  /** Name and hash: what distinguishes one request from another. */
  toJSON(): object
}

/** A file of a multipart form that is already on disk. */
export interface StoredFile {
  /** UUID by which the file store knows it. */
  readonly fileId: string
  /** Hash of its bytes: what distinguishes one request from another. */
  toJSON(): object
}

/** Operations by operationId. The identity function keeps every literal type, so that handlers can be typed from it. */
export const operations = <const Map extends Record<string, Operation>>(map: Map): Map => map

type Of<Schema> = Schema extends TSchema ? Static<Schema> : undefined

/** What a handler receives of the request. */
export type ParamsOf<Op extends Operation> = Op extends { params: infer Schema extends TSchema } ? Static<Schema> : {}
export type QueryOf<Op extends Operation> = Op extends { query: infer Schema extends TSchema } ? Static<Schema> : {}
export type BodyOf<Op extends Operation> = Op extends { body: infer Schema extends TSchema }
  ? Op extends { bodyOptional: true }
    ? Static<Schema> | undefined
    : Static<Schema>
  : undefined
/**
 * What a handler must return: the body of any of its success statuses. The pipeline returns the challenge of a signed
 * operation.
 */
export type ReplyOf<Op extends Operation> = {
  [Status in keyof Op['replies']]: Of<Op['replies'][Status]>
}[Op extends { signed: unknown } ? Exclude<keyof Op['replies'], 202> : keyof Op['replies']]
