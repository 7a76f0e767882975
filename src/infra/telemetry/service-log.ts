/** Service log: JSON lines in which only listed fields appear, so that no secret and no personal data is written. */
import pino, { type DestinationStream, type LevelWithSilentOrString, type Logger } from 'pino'

/** Ids, names of things and numbers. A field that can hold a text of a caller or of a person is not added. */
const FIELDS: ReadonlySet<string> = new Set([
  // where
  'requestId',
  'route',
  'operation',
  'rail',
  'job',
  'action',
  'block',
  'destination',
  // what
  'platformId',
  'accountId',
  'credentialId',
  'payout',
  'arrival',
  'statement',
  'sweep',
  'transaction',
  'logIndex',
  'contract',
  'key',
  'currency',
  'reason',
  // how much
  'attempts',
  'requests',
  'difference',
  'movements',
  'differing',
  // of the security log
  'security',
  'outcome',
  'tokenId',
  'agentId',
  'operator',
  'operatorId',
  'target',
  'refusal',
  'address',
])

const OMITTED = '[omitted]'
const CAUSES_MAX = 3

/** @param destination absent: standard output */
export const serviceLog = (level: LevelWithSilentOrString, destination?: DestinationStream): Logger =>
  pino(
    // Without a serializer of its own, pino would treat what `permittedError` returns as an error again.
    { level, formatters: { log: listedFields }, serializers: { err: (error: unknown) => error } },
    destination ?? pino.destination(),
  )

/** Other fields keep their name, so that their absence shows. */
function listedFields(fields: Record<string, unknown>): Record<string, unknown> {
  const listed = Object.entries(fields).map(([name, value]) => {
    if (name === 'err') return [name, permittedError(value)]
    return [name, FIELDS.has(name) && isPlain(value) ? value : OMITTED]
  })
  return Object.fromEntries(listed)
}

const isScalar = (value: unknown): boolean => value === null || typeof value !== 'object'
const isPlain = (value: unknown): boolean => (Array.isArray(value) ? value.every(isScalar) : isScalar(value))

/** Kind, message and place of an error; what else it carries, such as a row that the database refused, is left out. */
function permittedError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return error === undefined ? undefined : OMITTED
  const { code } = error as { code?: unknown }
  return {
    type: error.name,
    ...(isScalar(code) && { code }),
    message: withoutValues(error.message, code),
    // A stack begins with the message.
    stack: error.stack
      ?.split('\n')
      .filter((line) => /^\s+at /.test(line))
      .join('\n'),
    ...(error.cause !== undefined && depth < CAUSES_MAX && { cause: permittedError(error.cause, depth + 1) }),
  }
}

const ADDRESS = /[^\s<>"'(),:;]+@[^\s<>"'(),:;]+/g
/** Mail servers name the address that they refuse; PostgreSQL's data exceptions, of class 22, quote the value. */
function withoutValues(message: string, code: unknown): string {
  const text = message.replaceAll(ADDRESS, OMITTED)
  return typeof code === 'string' && /^22...$/.test(code) ? text.replaceAll(/"[^"]*"/g, `"${OMITTED}"`) : text
}
