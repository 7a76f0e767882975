/** Owns the way from a tool's arguments to a request of the API, which checks everything but what a request cannot say. */
import type { TObject, TSchema } from 'typebox'
import type { AnyInput } from '../../client/request.ts'
import { nearMiss } from '../core/near-miss.ts'
import { didYouMean, listed } from '../core/refusal.ts'
import { faultsIn } from './argument-faults.ts'
import { type AgentReply, refusal } from './ask.ts'
import { HEADERS } from './input-schema.ts'
import type { OperationTool, Tool } from './operation-tools.ts'

export type Arguments = Readonly<Record<string, unknown>>

/**
 * What is wrong with arguments before anybody is asked; undefined when the API is to say.
 * The API passes over fields that it does not know. For a model that is no kindness: a misspelt `amount` would send
 * everything. What the API would find is told with it, so that a model corrects everything at once.
 */
export function wrongArguments(
  { inputSchema, operation }: Pick<Tool, 'inputSchema'> & Partial<Pick<OperationTool, 'operation'>>,
  args: Arguments,
): AgentReply | undefined {
  const { properties, required } = inputSchema
  const unknown = Object.keys(args)
    .filter((name) => !Object.hasOwn(properties, name))
    .slice(0, UNKNOWN_MAX)
  const missing = required.filter((name) => args[name] === undefined)
  const unfit = Object.keys(HEADERS).filter(
    (name) => args[name] !== undefined && Object.hasOwn(properties, name) && !isWord(args[name]),
  )
  const errors = [
    ...missing.map((field) => ({ field, message: 'is required' })),
    ...unknown.map((field) => ({ field, message: `is no argument of this tool; ${instead(field, properties)}` })),
    ...unfit.map((field) => ({ field, message: 'must be a text of printable characters without blanks' })),
  ]
  if (errors.length === 0) return undefined
  // The contract's own schema tells more than the model's, which leaves out the kinds of external accounts.
  const schemas: Readonly<Record<string, object>> = {
    ...properties,
    ...operation?.query?.properties,
    ...(operation?.body as TObject | undefined)?.properties,
  }
  // Of an id in the path the API says that there is no such thing, whatever is wrong with it.
  const inPath = operation?.params?.properties ?? {}
  const inside = Object.keys(properties)
    .filter((name) => args[name] !== undefined && !Object.hasOwn(inPath, name) && !unfit.includes(name))
    .flatMap((name) => faultsIn(schemas[name] as TSchema, args[name], name))
  return refusal(400, 'INVALID_INPUT', 'The arguments are not right', {
    errors: listed([...errors, ...inside], FAULTS_LENGTH),
  })
}

/** Unknown arguments that are compared with the known ones. */
const UNKNOWN_MAX = 100
/** A model is told them as text and as data. */
const FAULTS_LENGTH = 15_000

const instead = (name: string, properties: object): string => {
  const meant = nearMiss(name, Object.keys(properties))
  return meant ? didYouMean(meant) : `it takes ${Object.keys(properties).join(', ') || 'none'}`
}
const isWord = (value: unknown) => typeof value === 'string' && /^[!-~]+$/.test(value)

/** What the API is asked with. @param args that are not wrong */
export const inputFor = (
  { operation: { params, query, body }, headers }: OperationTool,
  args: Arguments,
): AnyInput => ({
  params: given(params, args),
  query: given(query, args),
  headers: Object.fromEntries(
    headers.flatMap((name) => (args[name] === undefined ? [] : [[HEADERS[name].header, String(args[name])]])),
  ),
  ...(body && { body: given(body as TObject, args) }),
})

const given = (part: TObject | undefined, args: Arguments): Record<string, unknown> =>
  Object.fromEntries(
    Object.keys(part?.properties ?? {}).flatMap((name) => (args[name] === undefined ? [] : [[name, args[name]]])),
  )
