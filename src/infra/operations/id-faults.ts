/** Faults of ids: the expected kind of id, and the given kind. */
import { ERROR_CODES, notFoundCode } from '../../../contract/error-codes.ts'
import { notFound, Refusal } from '../../core/refusal.ts'

/** The pattern of ids in the contract: `^Customer:[0-9a-f]{8}-…`, or `^(Customer|PlatformConfig):[0-9a-f]{8}-…`. */
const ID_PATTERN = /^\^\(?([A-Za-z|]+)\)?:\[0-9a-f\]/
const GIVEN = /^([A-Z][A-Za-z]+):[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Resources whose ids a pattern takes; undefined for the pattern of anything else. */
export const resourcesOf = (pattern: string): readonly string[] | undefined => ID_PATTERN.exec(pattern)?.[1]?.split('|')

/** `must be a Customer or a PlatformConfig id, such as Customer:<uuid>` */
export const idFault = (resources: readonly string[]): string =>
  `must be ${resources.map(withArticle).join(' or ')} id, such as ${resources[0]}:019542f5-b3e7-7d02-8000-000000000001`

/**
 * Refusal of a path parameter that is not an id of these resources. Code and message are those of an unknown id; an id of
 * another kind is named, which follows from its text alone.
 */
export function unknownId(resources: readonly string[], given: unknown): Refusal {
  const [resource] = resources as readonly [string, ...string[]]
  const kind = typeof given === 'string' ? GIVEN.exec(given)?.[1] : undefined
  const refusal = notFound(resource)
  if (kind === undefined || resources.includes(kind) || !(notFoundCode(kind) in ERROR_CODES)) return refusal
  const hint = `The path has ${withArticle(kind)} id, where ${withArticle(resource)} id is expected`
  return new Refusal(notFoundCode(resource), refusal.message, { hint })
}

const withArticle = (name: string) => `${/^[AEIOU]/.test(name) ? 'an' : 'a'} ${name}`
