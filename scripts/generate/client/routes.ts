/** Route table of the client: method and path of every operation, without the schemas, which browsers do not need. */
import { contract } from '../../../contract/contract.ts'
import type { Operation } from '../../../contract/operation.ts'

export function clientRoutes(): string {
  const rows = Object.entries(contract as Record<string, Operation>).map(([id, operation]) => {
    const { method, path, body, bodyOptional, multipart, noIdempotencyKey } = operation
    const parts = [
      `method: '${method}'`,
      `path: '${path}'`,
      ...(method !== 'GET' && !noIdempotencyKey ? ['takesKey: true'] : []),
      ...(body ? [`body: '${multipart ? 'form' : bodyOptional ? 'optional' : 'json'}'`] : []),
      ...(isList(operation) ? ['list: true'] : []),
    ]
    return `  ${id}: { ${parts.join(', ')} },`
  })
  return `/** Route table, generated from the contract by \`npm run generate\`. */
import type { Operations } from './operations.generated.ts'

interface Route {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  readonly path: string
  /** Takes an Idempotency-Key. */
  readonly takesKey?: true
  /** What it takes as its body: JSON, JSON or nothing, or a multipart form. Absent: none, and the rest of the input is the query. */
  readonly body?: 'json' | 'optional' | 'form'
  /** Answers with a page of a list. */
  readonly list?: true
}

export const ROUTES: Readonly<Record<keyof Operations, Route>> = {
${rows.join('\n')}
}
`
}

const isList = ({ replies }: Operation): boolean =>
  Object.values(replies).some((reply) => {
    const { properties = {} } = (reply ?? {}) as { properties?: object }
    return 'data' in properties && 'hasMore' in properties
  })
