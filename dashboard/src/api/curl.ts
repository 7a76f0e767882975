/** A call of the public API as a command for a terminal. */
import { requestFor } from '../../../client/request.ts'
import type { OperationId } from '../../../contract/contract.ts'
import { API } from './client.ts'

export interface ShownCall {
  readonly method: string
  /** After the version. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: object | undefined
}

/** A call by operation name, to be shown. */
export function shownCall(id: OperationId, params: Readonly<Record<string, string>>, body?: object): ShownCall {
  const { method, path } = requestFor(id, { params })
  return { method, path, body }
}

/** Credentials come from the environment: they do not belong on a clipboard. */
export function curlCommand({ method, path, headers = {}, body }: ShownCall, origin: string): string {
  const given = Object.entries({ ...(body && { 'content-type': 'application/json' }), ...headers })
  return [
    `curl${method === 'GET' ? '' : ` -X ${method}`} '${origin}${API}${path}'`,
    `-u "$CAUSEWAY_CLIENT_ID:$CAUSEWAY_CLIENT_SECRET"`,
    ...given.map(([name, value]) => `-H '${quoted(`${name}: ${value}`)}'`),
    ...(body ? [`-d '${quoted(JSON.stringify(body, null, 2))}'`] : []),
  ].join(' \\\n  ')
}

const quoted = (text: string): string => text.replaceAll("'", "'\\''")
