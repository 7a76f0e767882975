/** Error codes page: what each means, and which operations can answer with it. */
import { contract } from '../../contract/contract.ts'
import { ERROR_CODES, type ErrorCode } from '../../contract/error-codes.ts'
import { errorCodesOf } from '../../contract/openapi.ts'
import type { Operation } from '../../contract/operation.ts'
import { code, page } from './markdown.ts'

const operations = Object.entries(contract) as [string, Operation][]

/** Codes that the server answers with whatever the operation, and where. */
const BESIDE: Partial<Record<ErrorCode, string>> = {
  NOT_FOUND: 'any path that is not in the contract',
  METHOD_NOT_ALLOWED: 'any path of the contract, asked with another method',
  NOT_IMPLEMENTED: 'every operation of the contract that is not built yet',
}

/** Names for the sets of operations that would otherwise be long lists. */
const GROUPS: readonly (readonly [name: string, has: (operation: Operation) => boolean])[] = [
  ['every operation', () => true],
  ['every operation that writes', ({ method }) => method !== 'GET'],
  ['every operation with a body', ({ body }) => body !== undefined],
  [
    'every operation that writes or has query parameters',
    ({ method, query }) => method !== 'GET' || query !== undefined,
  ],
  ['every operation of the sandbox, in production', ({ sandbox }) => sandbox === true],
]

function whoAnswers(error: ErrorCode): string {
  const ids = operations.filter(([, operation]) => errorCodesOf(operation).includes(error)).map(([id]) => id)
  const group = GROUPS.find(([, has]) => {
    const members = operations.filter(([, operation]) => has(operation)).map(([id]) => id)
    return members.length === ids.length && members.every((id) => ids.includes(id))
  })
  const listed = group ? group[0] : ids.map(code).join(', ')
  return [BESIDE[error], listed].filter(Boolean).join('; ') || 'no operation'
}

export function errorsPage(): string {
  const codes = Object.keys(ERROR_CODES) as ErrorCode[]
  const statuses = [...new Set(codes.map((error) => ERROR_CODES[error].status))].sort((a, b) => a - b)
  return page(
    'Error codes',
    'A refusal has the body `{"status", "code", "message", "details", "reason"?}`. The message is for people and may change; the code is for programs and does not. `details` has the `requestId`, a `hint` of what to do, the address of this page in `docs`, and facts about the case. From [contract/error-codes.ts](../../contract/error-codes.ts), and the errors that each operation of the contract names.',
    ...statuses.flatMap((status) => [
      `## ${status}`,
      ...codes
        .filter((error) => ERROR_CODES[error].status === status)
        .map((error) => `### ${error}\n\n${ERROR_CODES[error].doc}\n\nAnswered by: ${whoAnswers(error)}.`),
    ]),
  )
}
