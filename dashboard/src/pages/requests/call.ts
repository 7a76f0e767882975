/** A recorded request as a command for a terminal, and as a call of the typed client. */
import type { ApiRequestWithBodies } from '../../../../contract/platform/api-requests.ts'
import { clientCall, curlCommand, paramsIn } from '../../api/call-text.ts'

type Recorded = Pick<ApiRequestWithBodies, 'operation' | 'method' | 'path' | 'query' | 'requestBody' | 'idempotencyKey'>

export function asCurl({ method, path, query, requestBody, idempotencyKey }: Recorded, origin: string): string {
  const text =
    query && new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString()
  return curlCommand(
    {
      method,
      path: text ? `${path}?${text}` : path,
      ...(idempotencyKey !== undefined && { headers: { 'idempotency-key': idempotencyKey } }),
      body: requestBody as object | undefined,
    },
    origin,
  )
}

/** With the client of the package, as `causeway`. */
export function asTypeScript({ operation, path, query, requestBody, idempotencyKey }: Recorded): string {
  const input = { ...paramsIn(operation, path), ...query, ...(requestBody as object | undefined) }
  return clientCall(operation, input, idempotencyKey === undefined ? {} : { idempotencyKey })
}
