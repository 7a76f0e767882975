/** Route table of the client: method and path of every operation, without the schemas, which browsers do not need. */
import { contract } from '../../contract/contract.ts'
import type { Operation } from '../../contract/operation.ts'

export function clientRoutes(): string {
  const rows = Object.entries(contract as Record<string, Operation>).map(([id, operation]) => {
    const { method, path, multipart, noIdempotencyKey } = operation
    const takesKey = method !== 'GET' && !noIdempotencyKey
    return `  ${id}: { method: '${method}', path: '${path}'${takesKey ? ', takesKey: true' : ''}${multipart ? ', form: true' : ''} },`
  })
  return `/** Route table, generated from the contract by \`npm run generate\`. */
import type { OperationId } from '../contract/contract.ts'
import type { Operation } from '../contract/operation.ts'

interface Route {
  readonly method: Operation['method']
  readonly path: string
  /** Takes an Idempotency-Key. */
  readonly takesKey?: true
  /** Its body is a multipart form. */
  readonly form?: true
}

export const ROUTES: Readonly<Record<OperationId, Route>> = {
${rows.join('\n')}
}
`
}
