/** Owns a call of the public API as a command for a terminal. */
import { API } from './call.ts'

export interface ShownCall {
  readonly method: string
  /** Behind the version. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: object | undefined
}

/** The credentials are left to the environment: they are nothing for a clipboard. */
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
