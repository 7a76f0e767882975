/** A call of the public API as text: a command for a terminal, or TypeScript with the client of the package. */
import { requestFor } from '../../../client/request.ts'
import { ROUTES } from '../../../client/routes.generated.ts'
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
  /** Kind of credentials; a platform's unless given. */
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

/** A call by its path, with the client of the package as `causeway`. */
export function typeScriptCall({ method, path, body, headers }: ShownCall): string {
  const [place = '', query] = path.split('?')
  const operation = operationAt(method, place)
  if (!operation) return `// ${method} ${path} is not an operation of the API`
  const key = headers?.['idempotency-key']
  const input = { ...paramsIn(operation, place), ...Object.fromEntries(new URLSearchParams(query)), ...body }
  const call = clientCall(operation, input, key === undefined ? {} : { idempotencyKey: key })
  // The client completes signed operations itself.
  return headers?.['service-wallet-signature'] ? call.replace('causeway.', 'causeway.withSignature(sign).') : call
}

const PARAMETER = /^\{(\w+)\}$/

/** The operation at a path. `/agents/me` fits `/agents/{agentId}` too: fewer parameters come first. */
function operationAt(method: string, path: string): string | undefined {
  const parts = path.split('/')
  const fitting = Object.entries(ROUTES).filter(([, route]) => {
    const pattern = route.path.split('/')
    return (
      route.method === method &&
      pattern.length === parts.length &&
      pattern.every((part, place) => part === parts[place] || PARAMETER.test(part))
    )
  })
  const count = (pattern: string) => pattern.split('{').length
  return fitting.sort(([, a], [, b]) => count(a.path) - count(b.path))[0]?.[0]
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part // such as a lone percent sign
  }
}

/** Parameters of a path, by the names that the operation gives them. */
export function paramsIn(operation: string, path: string): Record<string, string> {
  const pattern = ROUTES[operation as OperationId]?.path ?? ''
  const parts = path.split('/')
  return Object.fromEntries(
    pattern.split('/').flatMap((part, place) => {
      const [, name] = PARAMETER.exec(part) ?? []
      return name ? [[name, decoded(parts[place] ?? '')]] : []
    }),
  )
}
