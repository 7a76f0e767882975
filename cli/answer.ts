/** Output of commands: a human-readable table or list, JSON for programs, and an exit code. */
import { ApiError, NoReplyError } from '../client/api-error.ts'
import { type OperatorCommand, operate } from '../src/composition/operate.ts'
import { Refusal } from '../src/core/refusal.ts'

/** Exit code of a refusal or failure; 2 is for wrong arguments. */
const FAILED = 1
/** Exit code when no reply arrived: a write may or may not have taken effect. */
const NO_REPLY = 3

export interface Form {
  readonly json?: boolean
}
/** Whether output is for programs: requested, or not to a terminal. */
export const printsJson = ({ json }: Form): boolean => json === true || !process.stdout.isTTY
type Result = object | readonly object[]

/** Runs a command on the installation of this environment and prints the result. */
export const answer = (
  form: Form,
  work: Parameters<typeof operate<Result | undefined>>[1],
  command: OperatorCommand | undefined,
): Promise<void> => printResult(form, () => operate(process.env, work, command))

/** Runs any work and prints its result, if it has one. */
export async function printResult(form: Form, work: () => Promise<Result | undefined>): Promise<void> {
  try {
    const result = await work()
    if (!result) return
    process.stdout.write(printsJson(form) ? `${JSON.stringify(result, null, 2)}\n` : forPeople(result))
  } catch (error) {
    process.stderr.write(`${reasonOf(error)}\n`)
    process.exitCode = error instanceof NoReplyError ? NO_REPLY : FAILED
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof ApiError) return apiReason(error)
  if (!(error instanceof Refusal)) return (error as Error).message
  const fields = error.details?.errors?.map(({ field, message }) => `${field} ${message}`)
  return `${error.code}: ${fields?.join('; ') ?? error.message}`
}

/** Includes the request id, and the key under which a write can be repeated. */
function apiReason({ code, summary, message, requestId, idempotencyKey, status }: ApiError): string {
  const isUnknown = idempotencyKey !== undefined && (status === 0 || code === 'OUTCOME_UNKNOWN')
  return [
    code === 'NO_REPLY' ? message : `${code}: ${summary}`,
    ...(requestId ? [`Request: ${requestId}`] : []),
    ...(isUnknown ? [`To learn the outcome, repeat it with --idempotency-key ${idempotencyKey}`] : []),
  ].join('\n')
}

/** One object as a list of its fields, several as a table. */
export function forPeople(result: object | readonly object[]): string {
  if (!Array.isArray(result)) return lines(Object.entries(result).map(([name, value]) => [`${name}:`, value]))
  const things = result as readonly object[]
  const [first] = things
  return first ? lines([Object.keys(first), ...things.map((thing) => Object.values(thing))]) : 'None.\n'
}

/** Aligned columns. */
function lines(rows: readonly (readonly unknown[])[]): string {
  const texts = rows.map((row) => row.map((value) => (Array.isArray(value) ? value.join(',') : String(value))))
  const widths = (texts[0] as string[]).map((_, column) => Math.max(...texts.map((row) => row[column]?.length ?? 0)))
  return texts
    .map(
      (row) =>
        `${row
          .map((text, i) => text.padEnd(widths[i] as number))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('')
}
