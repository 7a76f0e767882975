/** Schema vocabulary: ids, timestamps, amounts, lists, tagged unions, statuses. */
import Type, { type Static, type TObject, type TSchema } from 'typebox'
import type { Lifecycle } from './lifecycle.ts'
import { LIMITS } from './limits.ts'

/** `<Resource>:<uuid>`. The pattern is strict, so that an id can be looked up without further checks. */
export const id = <const Resource extends string>(resource: Resource) =>
  Type.Unsafe<`${Resource}:${string}`>({
    type: 'string',
    pattern: `^${resource}:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$`,
    examples: [`${resource}:019542f5-b3e7-7d02-8000-000000000001`],
  })

/** A time in UTC, RFC 3339 with milliseconds and `Z` on output. */
export const Timestamp = Type.String({ format: 'date-time', examples: ['2025-10-03T15:00:00.000Z'] })

/** How many there are. */
export const count = (description: string) => Type.Integer({ minimum: 0, description })

/** A calendar day, `YYYY-MM-DD`. */
export const Day = Type.String({ format: 'date', examples: ['1990-01-15'] })

/** Money in the smallest unit of its currency; an integer that JavaScript holds exactly. */
export const amount = (options: { minimum?: number; maximum?: number; description?: string } = {}) =>
  Type.Integer({ format: 'int64', minimum: 0, maximum: LIMITS.amount, ...options })

export const Country = Type.String({ pattern: '^[A-Z]{2}$', description: 'ISO 3166-1 alpha-2', examples: ['US'] })
export const CurrencyCode = Type.String({ pattern: '^[A-Z0-9]{2,10}$', examples: ['USD'] })

/** One of a fixed list of strings. */
export const choice = <const Values extends readonly string[]>(
  values: Values,
  options: { $id?: string; description?: string; default?: Values[number] } = {},
) => Type.Unsafe<Values[number]>({ type: 'string', enum: [...values], ...options })

/** Schema of the status: every state, then the reserved values, with a description of each. */
export function statusSchema<State extends string, Reserved extends string>(
  { states, reserved }: Lifecycle<State, string, Reserved>,
  { $id, description }: { $id?: string; description?: string } = {},
) {
  const about = { ...states, ...reserved } as Record<State | Reserved, string>
  const lines = Object.entries(about).map(([state, sentence]) => `- \`${state}\`: ${sentence}`)
  return choice(Object.keys(about) as (State | Reserved)[], {
    ...($id !== undefined && { $id }),
    description: [...(description ? [`${description}\n`] : []), ...lines].join('\n'),
  })
}

/**
 * Exactly one of several objects, distinguished by the literal value of one field, as Ajv and OpenAPI both understand.
 */
export const oneOf = <const Variants extends readonly TObject[]>(
  tag: string,
  variants: Variants,
  options: { $id?: string; description?: string } = {},
) =>
  Type.Unsafe<Static<Variants[number]>>({
    type: 'object',
    required: [tag],
    discriminator: { propertyName: tag },
    oneOf: [...variants],
    ...options,
  })

/** The query parameters that every list takes. */
export const pageQuery = {
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: LIMITS.page, default: LIMITS.pageDefault, description: 'Page size' }),
  ),
  cursor: Type.Optional(
    Type.String({ minLength: 1, maxLength: 1000, description: '`nextCursor` of the previous page' }),
  ),
}

/** The envelope of every list. */
export const list = <Item extends TSchema>(item: Item, $id: string) =>
  Type.Object(
    {
      data: Type.Array(item),
      hasMore: Type.Boolean({ description: 'There are more items after this page' }),
      nextCursor: Type.Optional(Type.String({ description: 'Present when `hasMore` is true' })),
      totalCount: Type.Integer({
        minimum: 0,
        description: 'All matches, on all pages: exact up to 10,000, beyond that an estimate',
      }),
      isTotalCountEstimated: Type.Optional(
        Type.Literal(true, { description: 'Present when `totalCount` is an estimate' }),
      ),
    },
    { $id },
  )
