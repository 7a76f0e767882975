/** Output of commands: a table or list for people, JSON for programs, and an exit code. */

import { type OperatorCommand, operate } from '../src/composition/operate.ts'
import { Refusal } from '../src/core/refusal.ts'

/** Something was refused or failed; 2 is for what was typed wrongly. */
const FAILED = 1

interface Form {
  readonly json?: boolean
}
type Result = object | readonly object[]

/** Does a command's work on the installation of this environment and prints what came of it. */
export const answer = (
  form: Form,
  work: Parameters<typeof operate<Result>>[1],
  command: OperatorCommand | undefined,
): Promise<void> => tell(form, () => operate(process.env, work, command))

/** Does any work and prints what came of it; nothing for one that ends without a result. */
export async function tell({ json }: Form, work: () => Promise<Result | undefined>): Promise<void> {
  try {
    const result = await work()
    if (!result) return
    process.stdout.write(json || !process.stdout.isTTY ? `${JSON.stringify(result, null, 2)}\n` : forPeople(result))
  } catch (error) {
    process.stderr.write(`${reasonOf(error)}\n`)
    process.exitCode = FAILED
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Refusal)) return (error as Error).message
  const fields = error.details?.errors?.map(({ field, message }) => `${field} ${message}`)
  return `${error.code}: ${fields?.join('; ') ?? error.message}`
}

/** A thing as its fields under each other, several as a table. */
export function forPeople(result: object | readonly object[]): string {
  if (!Array.isArray(result)) return lines(Object.entries(result).map(([name, value]) => [`${name}:`, value]))
  const things = result as readonly object[]
  const [first] = things
  return first ? lines([Object.keys(first), ...things.map((thing) => Object.values(thing))]) : 'None.\n'
}

/** Columns under each other. */
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
