/** Input schemas: the arguments of a tool as JSON Schema, made from the contract’s schemas and small enough for a model’s context. */
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

/** Value of a header: printable ASCII without spaces. */
const HEADER_VALUE = '^[!-~]+$'

/** Arguments that are sent as headers of the request. */
export const HEADERS = {
  idempotencyKey: {
    header: 'idempotency-key',
    schema: {
      type: 'string',
      pattern: HEADER_VALUE,
      maxLength: LIMITS.idempotencyKeyLength,
      description:
        'Your own name for this one intention, without spaces, such as "invoice-4711". Whenever you are not sure that a call was carried out, call again with the same key and the same arguments: it has no second effect, and you get the first answer. Use another key only for a further payment or change.',
      examples: ['invoice-4711'],
    },
  },
  walletSignature: {
    header: 'service-wallet-signature',
    schema: {
      type: 'string',
      pattern: HEADER_VALUE,
      description: "Only if the source is an embedded wallet: its holder's signature of `payloadToSign`",
    },
  },
  requestId: {
    header: 'request-id',
    schema: {
      type: 'string',
      pattern: HEADER_VALUE,
      description: 'With a wallet signature: `requestId` of the signed challenge',
    },
  },
} as const
export type HeaderArgument = keyof typeof HEADERS

/** The header arguments of an operation. */
export const headerArguments = ({ signed }: Operation, hasEffect: boolean): HeaderArgument[] => [
  ...(hasEffect ? (['idempotencyKey'] as const) : []),
  ...(signed ? (['walletSignature', 'requestId'] as const) : []),
]

/** Path, query, body and headers as one flat object; a test proves that no name occurs twice. @param withheld fields of the body that are not offered */
export function inputSchema(operation: Operation, headers: readonly HeaderArgument[], withheld: readonly string[]) {
  const parts = [operation.params, operation.query, operation.body].filter((part) => part !== undefined) as TObject[]
  const properties = Object.assign({}, ...parts.map((part) => part.properties)) as Record<string, TSchema>
  const required = parts.flatMap((part) => part.required ?? [])
  for (const name of withheld) delete properties[name]
  return objectSchema({ ...properties, ...Object.fromEntries(headers.map((name) => [name, HEADERS[name].schema])) }, [
    ...required,
    ...headers.filter((name) => name === 'idempotencyKey'),
  ])
}

export const objectSchema = (properties: Record<string, object>, required: string[]): InputSchema => ({
  type: 'object',
  properties: Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, plain(schema) as object])),
  required,
  additionalProperties: false,
})

/** `$id` is not needed where every schema is inlined; `discriminator` is not a keyword of JSON Schema. */
const LEFT_OUT = new Set(['$id', 'discriminator'])

/** Plain JSON Schema. The types of external accounts are left out for size: describe_account_type returns one at a time. */
export function plain(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(plain)
  if (schema === null || typeof schema !== 'object') return schema
  if (schema === ExternalAccountCreateInfo) return ACCOUNT_BY_TYPE
  const { patternProperties, ...named } = schema as { patternProperties?: Record<string, object> }
  if (patternProperties) {
    // Any name is allowed. Where the API takes any value, models are asked for a string: every argument needs a type.
    const [value = {}] = Object.values(patternProperties)
    return { ...(plain(named) as object), additionalProperties: 'type' in value ? plain(value) : { type: 'string' } }
  }
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([name, value]) => !LEFT_OUT.has(name) && !(name === 'format' && value === 'int64'))
      .map(([name, value]) => [name, plain(value)]),
  )
}

const accountTypes = (ExternalAccountCreateInfo as unknown as { oneOf: TObject[] }).oneOf
const typeOf = ({ properties }: TObject) => (properties.accountType as unknown as { const: string }).const

export const ACCOUNT_TYPES: readonly string[] = accountTypes.map(typeOf)

/** Schema of `accountInfo` for one account type; undefined for an unknown type. */
export const accountSchema = (accountType: string): object | undefined => {
  const found = accountTypes.find((schema) => typeOf(schema) === accountType)
  return found && (plain(found) as object)
}

const ACCOUNT_BY_TYPE = {
  type: 'object',
  required: ['accountType'],
  properties: { accountType: { type: 'string', enum: ACCOUNT_TYPES } },
  description: 'The other fields depend on `accountType`: describe_account_type returns them',
}
