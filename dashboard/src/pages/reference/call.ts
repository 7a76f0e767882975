/** A call that the reference page runs, or shows as a command and as a call of the client. */
import { type AnyInput, requestFor } from '../../../../client/request.ts'
import { ROUTES } from '../../../../client/routes.generated.ts'
import { type Reply, sendRequest } from '../../../../client/send.ts'
import type { OperationId } from '../../../../contract/contract.ts'
import { clientCall, curlCommand } from '../../api/call-text.ts'
import { API, HEADERS } from '../../api/client.ts'
import { bodyOf, type DocumentedOperation, isForAgents, type Parameter } from './document.ts'

interface Typed {
  readonly parameters: readonly Parameter[]
  readonly values: Readonly<Record<string, string>>
  /** JSON; empty: none. */
  readonly body: string
  readonly file: File | undefined
  readonly isForm: boolean
}

/** @throws SyntaxError when the body is not JSON */
export function inputFrom({ parameters, values, body, file, isForm }: Typed): AnyInput {
  const at = (place: Parameter['in']) =>
    Object.fromEntries(
      parameters
        .filter(({ in: where, name }) => where === place && values[name])
        .map(({ name }) => [name, values[name]]),
    )
  const json = body.trim() === '' ? undefined : (JSON.parse(body) as object)
  const content = isForm ? { ...json, file } : json
  return { params: at('path'), query: at('query'), ...(content !== undefined && { body: content }) }
}

/** Sends it once, and returns the reply whatever its status. @throws ApiError when there is no reply */
export async function send(id: string, input: AnyInput): Promise<Reply> {
  const key = ROUTES[id as OperationId].method === 'GET' ? {} : { idempotencyKey: crypto.randomUUID() }
  const request = requestFor(id as OperationId, { ...input, ...key })
  return await sendRequest({ baseUrl: API, headers: HEADERS, retries: 0 }, request)
}

/** Parameters of the path that are not filled in stay in braces. */
export function asCurl(operation: DocumentedOperation, { params = {}, query, body }: AnyInput): string {
  const id = operation.operationId as OperationId
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string)
  const whole = Object.fromEntries(names.map((name) => [name, params[name] ?? `{${name}}`]))
  const { method, path } = requestFor(id, { params: whole, ...(query && { query }) })
  const { file: _, ...texts } = { ...(body as Record<string, unknown> | undefined) }
  const isForm = bodyOf(operation)?.isForm
  const content = isForm ? { form: texts } : { body: body as object | undefined }
  const access = isForAgents(operation) ? 'AGENT' : operation.security?.length === 0 ? 'NONE' : 'PLATFORM'
  return curlCommand({ method, path: decodeURIComponent(path), ...content, access }, window.location.origin)
}

/** With the client of the package, as `causeway`. */
export function asTypeScript({ operationId }: DocumentedOperation, { params, query, body }: AnyInput): string {
  return clientCall(operationId, { ...params, ...query, ...(body as object | undefined) })
}
