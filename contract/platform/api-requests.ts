/** Recorded API requests: what a platform's programs, agents and people sent, and the replies. */
import Type, { type Static } from 'typebox'
import { operations } from '../operation.ts'
import { choice, id, list, pageQuery, Timestamp } from '../schema.ts'

/** Requests of one platform that are kept, and days for which they are. */
export const REQUESTS_KEPT = 20_000
export const REQUEST_LIFE_DAYS = 7
/** Longest recorded body, in characters, after the redaction. */
export const BODY_KEPT = 8_000
/** Items of an array that a recorded body has. */
export const ITEMS_KEPT = 10

/** Replaces a value. */
export const REDACTED = '[redacted]'

const OUTCOMES = {
  SUCCEEDED: 'The status is below 400.',
  REFUSED: 'The status is 4xx.',
  FAILED: 'The status is 5xx.',
} as const
export type RequestOutcome = keyof typeof OUTCOMES
const Outcome = choice(Object.keys(OUTCOMES) as RequestOutcome[], {
  $id: 'ApiRequestOutcome',
  description: Object.entries(OUTCOMES)
    .map(([name, sentence]) => `- \`${name}\`: ${sentence}`)
    .join('\n'),
})

const METHODS = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'] as const
const Method = choice(METHODS)
const OperationName = Type.String({ pattern: '^[a-zA-Z]{3,60}$', examples: ['executeQuote'] })
const ErrorCodeName = Type.String({ pattern: '^[A-Z0-9_]{3,60}$', examples: ['INSUFFICIENT_BALANCE'] })
const RequestIdHeader = Type.String({
  minLength: 1,
  maxLength: 64,
  description: '`X-Request-Id` of the response, and `details.requestId` of an error',
})
const IdempotencyKey = Type.String({ minLength: 1, maxLength: 255 })
const TokenId = id('Token')
const AgentId = id('Agent')

const listed = {
  id: id('ApiRequest'),
  requestId: RequestIdHeader,
  createdAt: Timestamp,
  operation: OperationName,
  method: Method,
  path: Type.String({ description: 'After the version; ids are shown, other parameters are redacted' }),
  status: Type.Integer({ minimum: 100, maximum: 599 }),
  outcome: Outcome,
  durationMs: Type.Integer({ minimum: 0 }),
  tokenId: Type.Optional(TokenId),
  agentId: Type.Optional(AgentId),
  callerName: Type.Optional(
    Type.String({ description: 'Name of the token or operator; `Dashboard` for the dashboard of the sandbox' }),
  ),
  idempotencyKey: Type.Optional(IdempotencyKey),
  isReplayed: Type.Boolean({ description: 'The response is that of an earlier request with this Idempotency-Key' }),
  errorCode: Type.Optional(ErrorCodeName),
}
const ApiRequest = Type.Object(listed, { $id: 'ApiRequest' })
export type ApiRequest = Static<typeof ApiRequest>

const ApiRequestWithBodies = Type.Object(
  {
    ...listed,
    query: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    requestBody: Type.Optional(Type.Unknown({ description: 'Absent when there was none, or it was a form' })),
    responseBody: Type.Optional(Type.Unknown()),
  },
  { $id: 'ApiRequestWithBodies' },
)
export type ApiRequestWithBodies = Static<typeof ApiRequestWithBodies>

const tag = 'Requests'

export const apiRequestOperations = operations({
  listApiRequests: {
    method: 'GET',
    path: '/requests',
    tag,
    summary: 'List requests',
    description: `Newest first. The newest ${REQUESTS_KEPT} of the platform are kept, for ${REQUEST_LIFE_DAYS} days unless the installation sets another period; whether all requests are recorded, or only those that were refused, depends on the installation. Requests without valid credentials belong to no platform and are not recorded; neither are successful reads of the dashboard, of this log and of the event stream.`,
    permission: 'VIEW',
    query: Type.Object({
      operation: Type.Optional(OperationName),
      method: Type.Optional(Method),
      status: Type.Optional(Type.Integer({ minimum: 100, maximum: 599 })),
      outcome: Type.Optional(Outcome),
      errorCode: Type.Optional(ErrorCodeName),
      tokenId: Type.Optional(TokenId),
      agentId: Type.Optional(AgentId),
      idempotencyKey: Type.Optional(IdempotencyKey),
      requestId: Type.Optional(RequestIdHeader),
      createdAfter: Type.Optional(Timestamp),
      createdBefore: Type.Optional(Timestamp),
      ...pageQuery,
    }),
    replies: { 200: list(ApiRequest, 'ApiRequestListResponse') },
  },
  getApiRequestById: {
    method: 'GET',
    path: '/requests/{apiRequestId}',
    tag,
    summary: 'Get a request',
    description: `With its bodies. Only ids, times, amounts, currencies and values of fixed lists are recorded; every other value is \`${REDACTED}\`. Of an array the first ${ITEMS_KEPT} items are kept; a body of more than ${BODY_KEPT} characters is left out.`,
    permission: 'VIEW',
    params: Type.Object({ apiRequestId: id('ApiRequest') }),
    replies: { 200: ApiRequestWithBodies },
  },
})
