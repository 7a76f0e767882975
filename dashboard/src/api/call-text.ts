/** A call of the public API as text: a command for a terminal, or TypeScript with the client of the package. */
import { requestFor } from '../../../client/request.ts'
import type { OperationId } from '../../../contract/contract.ts'
import { API } from './client.ts'

export interface ShownCall {
  readonly method: string
  /** After the version. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: object | undefined
  /** Multipart: its text fields, in addition to a part `file`. */
  readonly form?: Readonly<Record<string, unknown>> | undefined
  /** Whose credentials it takes; a platform's unless given. */
  readonly access?: 'PLATFORM' | 'AGENT' | 'NONE'
}

/** A call by operation name, to be shown. */
export function shownCall(id: OperationId, params: Readonly<Record<string, string>>, body?: object): ShownCall {
  const { method, path } = requestFor(id, { params })
  return { method, path, body }
}

/** Credentials come from the environment: they do not belong on a clipboard. */
export function curlCommand(call: ShownCall, origin: string): string {
  const { method, path, headers = {}, body, form, access = 'PLATFORM' } = call
  const texts = Object.entries(form ?? {}).map(([name, value]) => `-F '${quoted(`${name}=${value}`)}'`)
  const given = Object.entries({ ...(body && { 'content-type': 'application/json' }), ...headers })
  return [
    `curl${method === 'GET' ? '' : ` -X ${method}`} '${origin}${API}${path}'`,
    ...CREDENTIALS[access],
    ...given.map(([name, value]) => `-H '${quoted(`${name}: ${value}`)}'`),
    ...(body ? [`-d '${quoted(JSON.stringify(body, null, 2))}'`] : []),
    ...(form ? [...texts, `-F 'file=@/path/to/file'`] : []),
  ].join(' \\\n  ')
}

const CREDENTIALS = {
  PLATFORM: [`-u "$CAUSEWAY_CLIENT_ID:$CAUSEWAY_CLIENT_SECRET"`],
  AGENT: [`-H "authorization: Bearer $CAUSEWAY_ACCESS_TOKEN"`],
  NONE: [],
} as const

const quoted = (text: string): string => text.replaceAll("'", "'\\''")

const IDENTIFIER_KEY = /^(\s*)"([A-Za-z_]\w*)":/gm
const literal = (value: object): string => JSON.stringify(value, null, 2).replace(IDENTIFIER_KEY, '$1$2:')
const isEmpty = (value: object): boolean => Object.keys(value).length === 0

/** With the client of the package as `causeway`. @param input parameters of path, query and body in one object */
export function clientCall(operation: string, input: object, options: object = {}): string {
  const given = isEmpty(options) ? (isEmpty(input) ? [] : [input]) : [input, options]
  return `const reply = await causeway.${operation}(${given.map(literal).join(', ')})`
}
