/** Tool requests: turns the arguments of a tool call into a request of the API, and refuses arguments that no request can carry. */
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
 * The refusal of arguments that are unknown, missing or no header values; undefined when there are none, since the API
 * checks the rest. The API ignores unknown fields; from a model that is dangerous: with a misspelt `amount` a transfer
 * would send the whole balance. The faults that the API would find are included, so that a model can correct all of
 * them together.
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
  const invalidHeaders = Object.keys(HEADERS).filter(
    (name) => args[name] !== undefined && Object.hasOwn(properties, name) && !isHeaderValue(args[name]),
  )
  const errors = [
    ...missing.map((field) => ({ field, message: 'is required' })),
    ...unknown.map((field) => ({
      field,
      message: `is not an argument of this tool; ${suggestion(field, properties)}`,
    })),
    ...invalidHeaders.map((field) => ({ field, message: 'must be a string of printable ASCII without spaces' })),
  ]
  if (errors.length === 0) return undefined
  // The contract's schemas are stricter than the model's, which leave out the external account types.
  const schemas: Readonly<Record<string, object>> = {
    ...properties,
    ...operation?.query?.properties,
    ...(operation?.body as TObject | undefined)?.properties,
  }
  // A malformed id in the path gets 404 from the API, as an unknown one does.
  const inPath = operation?.params?.properties ?? {}
  const inside = Object.keys(properties)
    .filter((name) => args[name] !== undefined && !Object.hasOwn(inPath, name) && !invalidHeaders.includes(name))
    .flatMap((name) => faultsIn(schemas[name] as TSchema, args[name], name))
  return refusal(400, 'INVALID_INPUT', 'Invalid arguments', {
    errors: listed([...errors, ...inside], FAULTS_LENGTH),
  })
}

/** Most unknown arguments that are compared with the known ones. */
const UNKNOWN_MAX = 100
/** Most characters of all faults together; a model receives them twice, as text and as data. */
const FAULTS_LENGTH = 15_000

const suggestion = (name: string, properties: object): string => {
  const similar = nearMiss(name, Object.keys(properties))
  return similar ? didYouMean(similar) : `it takes ${Object.keys(properties).join(', ') || 'none'}`
}
const isHeaderValue = (value: unknown) => typeof value === 'string' && /^[!-~]+$/.test(value)

/** Request of the API. @param args after `wrongArguments` has found no fault */
export const inputFor = (
  { operation: { params, query, body }, headers }: OperationTool,
  args: Arguments,
): AnyInput => ({
  params: pick(params, args),
  query: pick(query, args),
  headers: Object.fromEntries(
    headers.flatMap((name) => (args[name] === undefined ? [] : [[HEADERS[name].header, String(args[name])]])),
  ),
  ...(body && { body: pick(body as TObject, args) }),
})

const pick = (part: TObject | undefined, args: Arguments): Record<string, unknown> =>
  Object.fromEntries(
    Object.keys(part?.properties ?? {}).flatMap((name) => (args[name] === undefined ? [] : [[name, args[name]]])),
  )
