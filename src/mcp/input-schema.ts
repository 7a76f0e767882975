/** Owns the arguments of a tool as JSON Schema: the contract's own schemas, in the form and the size that models take. */
import type { TObject, TSchema } from 'typebox'
import { LIMITS } from '../../contract/limits.ts'
import type { Operation } from '../../contract/operation.ts'
import { ExternalAccountCreateInfo } from '../../contract/payments/external-accounts/account-types.ts'

export interface InputSchema {
  readonly [keyword: string]: unknown
  readonly type: 'object'
  readonly properties: Record<string, object>
  readonly required: string[]
  readonly additionalProperties: false
}

/** What goes into a header: printable, without blanks. */
const WORD = '^[!-~]+$'

/** Arguments that become headers of the request. */
export const HEADERS = {
  idempotencyKey: {
    header: 'idempotency-key',
    schema: {
      type: 'string',
      pattern: WORD,
      maxLength: LIMITS.idempotencyKeyLength,
      description:
        'Your own name for this one intention, without blanks, such as "invoice-4711". Whenever you are not sure that a call was carried out, call again with the same key and the same arguments: it has no second effect, and you get the first answer. Take another key only for something that is to happen in addition.',
      examples: ['invoice-4711'],
    },
  },
  walletSignature: {
    header: 'service-wallet-signature',
    schema: {
      type: 'string',
      pattern: WORD,
      description: "Only if the source is an embedded wallet: its holder's signature of `payloadToSign`",
    },
  },
  requestId: {
    header: 'request-id',
    schema: { type: 'string', pattern: WORD, description: 'With a wallet signature: `requestId` of what was signed' },
  },
} as const
export type HeaderArgument = keyof typeof HEADERS

/** Those that an operation takes. */
export const headersOf = ({ signed }: Operation, hasEffect: boolean): HeaderArgument[] => [
  ...(hasEffect ? (['idempotencyKey'] as const) : []),
  ...(signed ? (['walletSignature', 'requestId'] as const) : []),
]

/** Path, query, body and headers in one object: no name occurs twice. @param withheld fields of the body that are not offered */
export function inputSchema(operation: Operation, headers: readonly HeaderArgument[], withheld: readonly string[]) {
  const parts = [operation.params, operation.query, operation.body].filter((part) => part !== undefined) as TObject[]
  const properties = Object.assign({}, ...parts.map((part) => part.properties)) as Record<string, TSchema>
  const required = parts.flatMap((part) => part.required ?? [])
  for (const name of withheld) delete properties[name]
  return inputOf({ ...properties, ...Object.fromEntries(headers.map((name) => [name, HEADERS[name].schema])) }, [
    ...required,
    ...headers.filter((name) => name === 'idempotencyKey'),
  ])
}

export const inputOf = (properties: Record<string, object>, required: string[]): InputSchema => ({
  type: 'object',
  properties: Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, plain(schema) as object])),
  required,
  additionalProperties: false,
})

/** Names are not needed where everything stands in its place; the others are no words of JSON Schema. */
const LEFT_OUT = new Set(['$id', 'discriminator'])

/** Without what only the checks of the API understand. The 44 kinds of external accounts are told one at a time. */
export function plain(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(plain)
  if (schema === null || typeof schema !== 'object') return schema
  if (schema === ExternalAccountCreateInfo) return KIND_OF_ACCOUNT
  const { patternProperties, ...named } = schema as { patternProperties?: Record<string, object> }
  if (patternProperties) {
    // Names are free; models are asked for text where the API takes any value, which has no type of its own.
    const [value = {}] = Object.values(patternProperties)
    return { ...(plain(named) as object), additionalProperties: 'type' in value ? plain(value) : { type: 'string' } }
  }
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([name, value]) => !LEFT_OUT.has(name) && !(name === 'format' && value === 'int64'))
      .map(([name, value]) => [name, plain(value)]),
  )
}

const kinds = (ExternalAccountCreateInfo as unknown as { oneOf: TObject[] }).oneOf
const kindOf = ({ properties }: TObject) => (properties.accountType as unknown as { const: string }).const

export const ACCOUNT_KINDS: readonly string[] = kinds.map(kindOf)

/** What an external account of one kind is made of. */
export const accountSchema = (accountType: string): object | undefined => {
  const kind = kinds.find((schema) => kindOf(schema) === accountType)
  return kind && (plain(kind) as object)
}

const KIND_OF_ACCOUNT = {
  type: 'object',
  required: ['accountType'],
  properties: { accountType: { type: 'string', enum: ACCOUNT_KINDS } },
  description: 'Its further fields depend on `accountType`: describe_account_type says which',
}
