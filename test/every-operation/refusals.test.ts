/**
 * Order of refusals that all operations share (decision 72): a request with several faults is refused for the first of
 * them. Each fault is tried together with all later ones. What an operation refuses beyond these is listed in the table
 * beside its test (`describeRefusals`).
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract, type OperationId } from '../../contract/contract.ts'
import { type ErrorCode, notFoundCode } from '../../contract/error-codes.ts'
import { LIMITS } from '../../contract/limits.ts'
import { type Operation, PERMISSIONS, type Permission } from '../../contract/operation.ts'
import { canonicalJson } from '../../src/core/canonical-json.ts'
import { agents } from '../../src/domain/agents/agent.ts'
import { generateAccessToken } from '../../src/domain/agents/device-codes/device-code.ts'
import { createToken } from '../../src/domain/platform/tokens/create-token.ts'
import { hashSecret, newSecret } from '../../src/infra/crypto/secrets.ts'
import { keep, keyUse } from '../../src/infra/http/idempotency/idempotency.ts'
import { generous } from '../harness/agents.ts'
import { type RawInput, type TestApp, testApp } from '../harness/app.ts'
import { bodyOf, pathWith, queryOf, resourceAt, unknownPath } from '../harness/samples/requests.ts'
import { alter } from '../harness/states.ts'

const every = Object.entries<Operation>(contract) as [OperationId, Operation][]
const KEY = 'used for another request'
/** Below one request in a second: every request comes too fast. */
const NEVER = 0.5

/** A request to which faults are added step by step. */
interface Draft {
  path: string
  /** With its question mark, or empty. */
  query: string
  headers: Record<string, string>
  body: RawInput['body'] | undefined
  as: RawInput['as'] | undefined
}

interface Fault {
  readonly what: string
  readonly status: number
  readonly code: (operation: Operation) => ErrorCode
  /** The field that the refusal names. */
  readonly field?: (operation: Operation) => string | undefined
  /** Whether a request of the operation can have this fault. */
  readonly can: (operation: Operation) => boolean
  readonly spoil: (draft: Draft, operation: Operation) => void | Promise<void>
}

let app: TestApp
/** An agent, by its bare id and its access token. */
let agent: { readonly id: string; readonly as: { readonly accessToken: string } }
/** A token for each permission, with no other. */
let tokens: Record<Permission, { clientId: string; clientSecret: string }>

const takesJson = ({ body, multipart }: Operation) => body !== undefined && !multipart
const takesKey = ({ method, noIdempotencyKey }: Operation) => method !== 'GET' && !noIdempotencyKey
const firstResource = (operation: Operation) =>
  Object.keys(operation.params?.properties ?? {}).flatMap((name) => resourceAt(operation, name) ?? [])[0]
const codeOfUnknown = (operation: Operation) => notFoundCode(firstResource(operation) as string)
const namesResource = (operation: Operation) => firstResource(operation) !== undefined
const aParameter = ({ query }: Operation) => `${Object.keys(query?.properties ?? {})[0]?.toUpperCase()}_`
/** A near miss of the first field; undefined for a body that has none. */
const aField = ({ body }: Operation) => {
  const schema = (body ?? {}) as { properties?: object; oneOf?: { properties: object }[] }
  const [name] = Object.keys(schema.properties ?? schema.oneOf?.[0]?.properties ?? {})
  return name && `${name.toUpperCase()}_`
}

/** In order of precedence. */
const FAULTS: readonly Fault[] = [
  {
    what: 'a body that is too large to be read',
    status: 413,
    code: () => 'PAYLOAD_TOO_LARGE',
    can: takesJson,
    spoil: (draft) => {
      draft.body = `${draft.body}${' '.repeat(LIMITS.bodyBytes)}`
      draft.headers['content-type'] = 'application/json'
    },
  },
  {
    what: 'no credentials',
    status: 401,
    code: () => 'UNAUTHORIZED',
    can: ({ permission }) => permission !== 'DEVICE_CODE',
    spoil: (draft) => {
      draft.as = null
    },
  },
  {
    what: 'an unknown device code',
    status: 404,
    code: () => 'AGENT_DEVICE_CODE_NOT_FOUND',
    can: ({ permission }) => permission === 'DEVICE_CODE',
    spoil: () => undefined,
  },
  {
    what: 'a token without the permission',
    status: 403,
    code: () => 'FORBIDDEN',
    can: ({ permission }) => permission in lacks,
    spoil: (draft, { permission }) => {
      draft.as = tokens[lacks[permission as Permission]]
    },
  },
  {
    what: 'too many requests',
    status: 429,
    code: () => 'RATE_LIMITED',
    can: ({ permission }) => permission !== 'DEVICE_CODE',
    spoil: () => undefined,
  },
  {
    what: 'a malformed Idempotency-Key',
    status: 400,
    code: () => 'INVALID_INPUT',
    field: () => 'Idempotency-Key',
    can: takesKey,
    spoil: ({ headers }) => {
      headers['idempotency-key'] = 'k'.repeat(LIMITS.idempotencyKeyLength + 1)
    },
  },
  {
    what: 'a wrong parameter',
    status: 400,
    code: () => 'INVALID_INPUT',
    field: aParameter,
    can: ({ query }) => query !== undefined,
    spoil: (draft, operation) => {
      draft.query = `${draft.query || '?'}&${aParameter(operation)}=x`
    },
  },
  {
    what: 'a body of another media type',
    status: 415,
    code: () => 'UNSUPPORTED_MEDIA_TYPE',
    can: ({ body }) => body !== undefined,
    spoil: (draft) => {
      if (typeof draft.body !== 'string') draft.body = 'text'
      draft.headers['content-type'] = 'text/plain'
    },
  },
  {
    what: 'a body that is nested too deeply',
    status: 413,
    code: () => 'PAYLOAD_TOO_LARGE',
    field: () => 'body',
    can: takesJson,
    spoil: (draft) => {
      draft.body = `${'['.repeat(LIMITS.bodyDepth + 1)}${draft.body}`
    },
  },
  {
    what: 'a body that is not JSON',
    status: 400,
    code: () => 'INVALID_INPUT',
    field: () => 'body',
    can: takesJson,
    spoil: (draft) => {
      draft.body += '}'
    },
  },
  {
    what: 'a body that breaks the schema',
    status: 400,
    code: () => 'INVALID_INPUT',
    field: aField,
    can: (operation) => takesJson(operation) && aField(operation) !== undefined,
    spoil: (draft, operation) => {
      draft.body = JSON.stringify({ ...JSON.parse(draft.body as string), [`${aField(operation)}`]: 1 })
    },
  },
  {
    what: 'a malformed id in the path',
    status: 404,
    code: codeOfUnknown,
    can: namesResource,
    spoil: (draft, operation) => {
      draft.path = pathWith(operation, () => 'nonsense')
    },
  },
  {
    what: 'an Idempotency-Key of another request',
    status: 422,
    code: () => 'IDEMPOTENCY_KEY_REUSED',
    can: (operation) => takesKey(operation) && takesJson(operation),
    spoil: async ({ headers, path }, operation) => {
      headers['idempotency-key'] = KEY
      const owner = operation.permission === 'AGENT' ? agent.id : await tokenId()
      const { platformId } = app.platform
      const use = keyUse(
        `${platformId} ${owner}`,
        operation.method,
        `/2025-10-13${path}`,
        KEY,
        canonicalJson({ another: 'body' }),
      )
      await app.app.engine.run(platformId, keep(use, { status: 200, body: '{}' }))
    },
  },
  {
    what: 'a signature for nothing',
    status: 401,
    code: () => 'UNAUTHORIZED',
    can: ({ signed }) => signed !== undefined,
    spoil: ({ headers }) => {
      headers['service-wallet-signature'] = 'sandbox-valid-signature'
      headers['request-id'] = 'Request:019542f5-b3e7-7d02-8000-000000000001'
    },
  },
  {
    what: 'an unknown id in the path',
    status: 404,
    code: codeOfUnknown,
    can: namesResource,
    spoil: (draft, operation) => {
      draft.path = unknownPath(operation)
    },
  },
]
/** For each permission, one without which a token lacks it. */
const lacks: Readonly<Record<Permission, Permission>> = { VIEW: 'MANAGE', TRANSACT: 'VIEW', MANAGE: 'TRANSACT' }

const tokenId = async () => {
  const [token] = await app.store.query<{ id: string }>('select id from tokens where client_id = $1', [
    app.platform.clientId,
  ])
  return token?.id as string
}

/** The reply to a request of the operation with this fault and every later one. */
async function answerTo(operation: Operation, first: Fault): Promise<string> {
  const { body, headers } = bodyOf(operation)
  const as = operation.permission === 'AGENT' ? agent.as : undefined
  const draft: Draft = { path: unknownPath(operation), query: queryOf(operation), headers: { ...headers }, body, as }
  const faults = FAULTS.slice(FAULTS.indexOf(first)).filter(({ can }) => can(operation))
  for (const { spoil } of faults.reverse()) await spoil(draft, operation)
  const { path, query, ...input } = draft
  const { status, error } = await app.raw(operation.method, path + query, input as RawInput)
  return refusalText(first, status, error?.code, error?.details?.errors?.[0]?.field)
}
const expected = (operation: Operation, fault: Fault) =>
  refusalText(fault, fault.status, fault.code(operation), fault.field?.(operation))
const refusalText = ({ what }: Fault, ...refusal: (number | string | undefined)[]) =>
  `${what}: ${refusal.filter(Boolean).join(' ')}`

const TOO_FAST = FAULTS.findIndex(({ status }) => status === 429) + 1

/** The limit is a fault of the installation: it applies to all faults before it, and to none after it. */
describe.each([
  ['by a service with a limit of requests', FAULTS.slice(0, TOO_FAST), NEVER],
  ['by a service without', FAULTS.slice(TOO_FAST), undefined],
] as const)('a request with several faults is refused for the first, %s', (_where, faults, rateLimit) => {
  beforeAll(async () => {
    app = await testApp(rateLimit && { rateLimit })
    tokens = { VIEW: await tokenWith('VIEW'), TRANSACT: await tokenWith('TRANSACT'), MANAGE: await tokenWith('MANAGE') }
    agent = await connected()
  })
  afterAll(async () => {
    expect(await app.audit()).toEqual([])
    await app.close()
  })

  it.each(every.filter(([, operation]) => faults.some(({ can }) => can(operation))))('%s', async (_id, operation) => {
    const rows = faults.filter(({ can }) => can(operation))
    const answers = await Promise.all(rows.map((fault) => answerTo(operation, fault)))
    expect(answers).toEqual(rows.map((fault) => expected(operation, fault)))
  })
})

/** Made without a request, which the limit would refuse. */
async function tokenWith(permission: Permission) {
  const [clientId, clientSecret] = [`only ${permission}`, newSecret()]
  const secretHash = hashSecret(app.app.keys.tokens, clientSecret)
  const token = { name: permission, permissions: [permission], clientId, secretHash, granting: PERMISSIONS }
  await app.app.engine.run(app.platform.platformId, (rows) => void createToken(rows, token))
  return { clientId, clientSecret }
}

/** The agent of the cast, with a new access token and every permission. */
async function connected() {
  const [found] = await app.store.query<{ id: string }>('select id from agents')
  const { id } = found as { id: string }
  const accessToken = generateAccessToken()
  const policy = { ...generous(), defaultExecutionMode: 'AUTO' } as const
  await alter(app, agents, id, { policy, tokenHash: hashSecret(app.app.keys.tokens, accessToken) })
  return { id, as: { accessToken } }
}
