/** Private files: keys and credentials that no other user of the machine may read. */
import { readFileSync, statSync } from 'node:fs'

/**
 * A file of the process's own user must be readable by that user alone. One that belongs to root may be readable by its
 * group as well: orchestrators mount secrets like that.
 * @throws Error when other users can read the file, with the command that fixes it, and when the file does not exist
 */
export function readPrivateFile(file: string): Buffer {
  if (process.platform !== 'win32' && isExposed(statSync(file)))
    throw new Error(`${file} is readable by other users; run: chmod 600 ${file}`)
  return readFileSync(file)
}

/** @returns whether users other than the owner can read or change the file */
export const isExposed = ({ mode, uid }: { readonly mode: number; readonly uid: number }): boolean =>
  (mode & (uid === 0 ? 0o027 : 0o077)) !== 0

/**
 * Replaces `<name>_FILE` by `<name>` with the content of that file, without the line break at its end.
 * @param names variables that may come from a file
 * @returns the environment with the values, and one sentence for each file that cannot be used
 */
export function withSecretFiles(
  env: Readonly<Record<string, string | undefined>>,
  names: readonly string[],
): { readonly env: Readonly<Record<string, string | undefined>>; readonly faults: string[] } {
  const faults: string[] = []
  const filled: Record<string, string | undefined> = { ...env }
  for (const name of names) {
    const file = env[`${name}_FILE`]
    if (file === undefined || file === '') continue
    if (env[name]) {
      faults.push(`${name} and ${name}_FILE are both set; keep one of them`)
      continue
    }
    try {
      filled[name] = readPrivateFile(file).toString().trim()
      if (filled[name] === '') faults.push(`${name}_FILE names an empty file: ${file}`)
    } catch (error) {
      faults.push(`${name}_FILE cannot be read: ${(error as Error).message}`)
    }
  }
  return { env: filled, faults }
}
