/** OpenAPI 3.1 document of the contract; deterministic. */
import type { TSchema } from 'typebox'
import { componentsOf, named } from './components.ts'
import { contract } from './contract.ts'
import { ErrorBody } from './elements.ts'
import { ERROR_CODES, type ErrorCode, notFoundCode } from './error-codes.ts'
import { REQUEST_EXAMPLES } from './examples/request-examples.ts'
import { LIMITS } from './limits.ts'
import { NOT_BUILT } from './not-built.ts'
import { replyHeaders, text } from './openapi-headers.ts'
import { webhookSchemas, webhooks } from './openapi-webhooks.ts'
import type { Access, Operation } from './operation.ts'

export const API_VERSION = '2025-10-13'

export const TAGS: Readonly<Record<string, string>> = {
  Configuration: "The platform's settings.",
  'API tokens': "Credentials of the platform's own programs.",
  Customers: 'People and businesses that the platform serves.',
  Verifications: 'Proof of who customers are.',
  'Bulk import': 'Many customers at once.',
  'Internal accounts': 'Where the service holds money.',
  'External accounts': 'Bank accounts and wallets outside the service.',
  'Exchange rates': 'What a payment would cost now.',
  Receivers: 'Who and what can be paid.',
  Quotes: 'Locked rates, and their execution.',
  Transfers: 'Money in and out in the same currency.',
  Transactions: 'Every payment.',
  Invitations: 'Payments to people who are not customers yet.',
  'Wallet credentials': 'Credentials and sessions of embedded wallets.',
  Agents: 'Programs that act for one customer under a policy.',
  Cards: 'Cards and what is paid with them.',
  Ledger: 'Balances, postings and statements of the platform.',
  Events: 'What happened, and its delivery to the webhook endpoint.',
  Requests: 'What was sent to the API, and the responses.',
  Installation: 'The whole installation, of all platforms: in production for operators only.',
  Sandbox: 'Simulates the outside world; absent from production.',
}

const STATUS_WORDS: Readonly<Record<number, string>> = {
  200: 'Done',
  201: 'Created',
  202: 'Accepted; the work is done later',
  204: 'Done; there is no body',
  400: 'The request is invalid',
  401: 'Not authenticated',
  403: 'Not allowed',
  404: 'Not found',
  409: 'In conflict with the current state',
  410: 'Gone',
  413: 'Too large',
  415: 'Unsupported media type',
  422: 'Not carried by any connected rail, or Idempotency-Key reused',
  429: 'Too many requests',
  500: 'Failed',
  501: 'Not built yet',
  503: 'Temporarily unavailable',
}

const NOT_SIGNED = 'Nothing is done yet: the holder of the wallet signs, and the request is repeated'

const header = (name: string) => ({ $ref: `#/components/headers/${name}` })
const json = (schema: unknown, example?: object) => ({ 'application/json': { schema, ...(example && { example }) } })
const form = (schema: unknown, example?: object) => ({ 'multipart/form-data': { schema, ...(example && { example }) } })

/** The not-found codes of an operation's path ids. */
function notFoundCodes({ params }: Operation): ErrorCode[] {
  const patterns = Object.values(params?.properties ?? {}).map((schema) => (schema as { pattern?: string }).pattern)
  return patterns.flatMap((pattern) => /^\^(\w+):/.exec(pattern ?? '')?.[1] ?? []).map(notFoundCode)
}

/** Codes for signature faults instead of UNAUTHORIZED, with `CAUSEWAY_COMPATIBILITY=grid`. */
const SIGNATURE_CODES = [
  'WALLET_SIGNATURE_MISSING',
  'WALLET_SIGNATURE_MALFORMED',
  'WALLET_SIGNATURE_BODY_MISMATCH',
  'WALLET_SIGNATURE_INVALID',
  'REQUEST_ID_MISSING',
] as const

/** Every code that the operation can return: its own and those of the pipeline. */
export function errorCodesOf(operation: Operation): ErrorCode[] {
  const { method, query, body, sandbox, permission, signed, secret, noIdempotencyKey, errors = [] } = operation
  const writes = method !== 'GET'
  const codes: ErrorCode[] = [
    ...(permission === 'DEVICE_CODE' ? [] : (['UNAUTHORIZED', 'FORBIDDEN'] as const)),
    'RATE_LIMITED',
    'INTERNAL_ERROR',
    'SERVICE_UNAVAILABLE',
    ...errors,
    ...notFoundCodes(operation),
    ...(query || writes ? (['INVALID_INPUT'] as const) : []),
    ...(body ? (['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const) : []),
    ...(writes ? (['OUTCOME_UNKNOWN'] as const) : []),
    ...(writes && !noIdempotencyKey ? (['IDEMPOTENCY_KEY_IN_USE', 'IDEMPOTENCY_KEY_REUSED'] as const) : []),
    ...(writes && !noIdempotencyKey && secret ? (['SECRET_ALREADY_SHOWN'] as const) : []),
    ...(sandbox ? (['NOT_FOUND'] as const) : []),
    // The wallet behind the signature may have been closed.
    ...(signed ? (['ACCOUNT_NOT_ACTIVE', ...SIGNATURE_CODES] as const) : []),
  ]
  const order = Object.keys(ERROR_CODES)
  return [...new Set(codes)].sort((a, b) => order.indexOf(a) - order.indexOf(b))
}

function errorResponses(codes: readonly ErrorCode[]): [string, object][] {
  const statuses = [...new Set(codes.map((code) => ERROR_CODES[code].status))]
  return statuses.map((status) => {
    const own = codes.filter((code) => ERROR_CODES[code].status === status)
    const schema = {
      allOf: [named(ErrorBody), { type: 'object', properties: { status: { const: status }, code: { enum: own } } }],
    }
    const headers = {
      'X-Request-Id': header('X-Request-Id'),
      ...(status === 429 || status === 503 ? { 'Retry-After': header('Retry-After') } : {}),
      ...(status === 429 ? { 'RateLimit-Policy': header('RateLimit-Policy'), RateLimit: header('RateLimit') } : {}),
    }
    return [
      String(status),
      { description: `${STATUS_WORDS[status]}: ${own.join(', ')}`, headers, content: json(schema) },
    ]
  })
}

function successResponse(
  status: string,
  schema: TSchema | null,
  { takesKey, signed }: { takesKey: boolean; signed: boolean },
): [string, object] {
  const headers = {
    'X-Request-Id': header('X-Request-Id'),
    'Ignored-Fields': header('Ignored-Fields'),
    ...(takesKey ? { 'Idempotent-Replayed': header('Idempotent-Replayed') } : {}),
  }
  return [
    status,
    {
      description: signed && status === '202' ? NOT_SIGNED : STATUS_WORDS[Number(status)],
      headers,
      ...(schema ? { content: json(named(schema)) } : {}),
    },
  ]
}

function parameters({ params, query }: Operation): object[] {
  const required = new Set<string>(query?.required ?? [])
  return [
    ...Object.entries(params?.properties ?? {}).map(([name, schema]) => ({
      name,
      in: 'path',
      required: true,
      schema: named(schema),
    })),
    ...Object.entries(query?.properties ?? {}).map(([name, schema]) => ({
      name,
      in: 'query',
      required: required.has(name),
      schema: named(schema),
      ...('description' in schema ? { description: schema.description } : {}),
    })),
  ]
}

const EXAMPLES: Readonly<Record<string, object>> = REQUEST_EXAMPLES
const parameter = (name: string) => ({ $ref: `#/components/parameters/${name}` })

/** For operations that platform tokens cannot call. */
const SECURITY: Partial<Record<Access, object>> = {
  AGENT: { security: [{ agent: [] }] },
  DEVICE_CODE: { security: [] },
}

const OPERATORS_ONLY = 'In production only for operators, signed in to the dashboard.'

function operationObject(operationId: string, operation: Operation): object {
  const { method, tag, summary, permission, sandbox, body, bodyOptional, multipart, replies } = operation
  const description = [operation.description, operation.installation && OPERATORS_ONLY].filter(Boolean).join(' ')
  const { signed, takesRequestId, agentPermission, noIdempotencyKey } = operation
  const content = multipart ? form : json
  const takesKey = method !== 'GET' && !noIdempotencyKey
  return {
    operationId,
    tags: [tag],
    summary,
    ...(description ? { description } : {}),
    ...(SECURITY[permission] ?? { 'x-permission': permission }),
    ...(agentPermission ? { 'x-agent-permission': agentPermission } : {}),
    ...(sandbox ? { 'x-sandbox-only': true } : {}),
    parameters: [
      ...parameters(operation),
      ...(signed ? [parameter('Service-Wallet-Signature')] : []),
      ...(signed || takesRequestId ? [parameter('Request-Id')] : []),
      ...(takesKey ? [parameter('Idempotency-Key')] : []),
    ],
    ...(body ? { requestBody: { required: !bodyOptional, content: content(named(body), EXAMPLES[operationId]) } } : {}),
    responses: Object.fromEntries([
      ...Object.entries(replies).map(([status, schema]) =>
        successResponse(status, schema, { takesKey, signed: signed !== undefined }),
      ),
      ...errorResponses(errorCodesOf(operation)),
    ]),
  }
}

function notBuiltObject(operationId: string, { path, tag }: { path: string; tag: string }): object {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
  return {
    operationId,
    tags: [tag],
    summary: `${operationId} (not built yet)`,
    'x-status': 'not-built',
    parameters: names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
    responses: Object.fromEntries(errorResponses(['UNAUTHORIZED', 'NOT_IMPLEMENTED'])),
  }
}

function paths(): Record<string, Record<string, object>> {
  const result: Record<string, Record<string, object>> = {}
  const add = ({ path, method }: { path: string; method: string }, object: object) => {
    result[path] ??= {}
    result[path][method.toLowerCase()] = object
  }
  for (const [operationId, operation] of Object.entries(contract))
    add(operation, operationObject(operationId, operation))
  for (const [operationId, operation] of Object.entries(NOT_BUILT))
    add(operation, notBuiltObject(operationId, operation))
  return result
}

/** The whole document, ready for `JSON.stringify`. */
export function openApiDocument(): object {
  const operations: readonly Operation[] = Object.values(contract)
  const schemas = [
    ErrorBody,
    ...webhookSchemas,
    ...operations.flatMap(({ params, query, body, replies }) => [params, query, body, ...Object.values(replies)]),
  ]
  return {
    openapi: '3.1.0',
    info: {
      title: 'Causeway',
      version: API_VERSION,
      description:
        'Payments, accounts and embedded wallets. Amounts are integers in the smallest unit of the currency; times are UTC.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: `http://localhost:4700/${API_VERSION}`, description: 'On this machine' }],
    security: [{ basic: [] }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths: paths(),
    webhooks: webhooks(),
    components: {
      securitySchemes: {
        basic: {
          type: 'http',
          scheme: 'basic',
          description: 'User name: `clientId` of an API token; password: its `clientSecret`',
        },
        agent: {
          type: 'http',
          scheme: 'bearer',
          description: 'The `accessToken` of an agent',
        },
      },
      parameters: {
        'Idempotency-Key': {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          ...text(
            'The same key and request again, by the same token: no second effect, and the first reply again. A reply with a secret can be retrieved for an hour',
            {
              type: 'string',
              minLength: 1,
              maxLength: LIMITS.idempotencyKeyLength,
            },
          ),
        },
        'Service-Wallet-Signature': {
          name: 'Service-Wallet-Signature',
          in: 'header',
          required: false,
          ...text(
            'Signature of `payloadToSign` by the key of a session: base64 of DER, or an API-key stamp (base64url of JSON with publicKey, scheme and signature)',
          ),
        },
        'Request-Id': {
          name: 'Request-Id',
          in: 'header',
          required: false,
          ...text('`requestId` of the challenge that this request answers'),
        },
      },
      headers: replyHeaders,
      schemas: componentsOf(schemas.filter((schema) => schema != null)),
    },
    'x-error-codes': ERROR_CODES,
  }
}
