/** Private file: a key or credential that only the user of the process may read. */
import { readFileSync, statSync } from 'node:fs'

/** @throws Error when other users can read the file, with the command that mends it; when there is none */
export function readPrivateFile(file: string): Buffer {
  if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0)
    throw new Error(`${file} is readable by other users; run: chmod 600 ${file}`)
  return readFileSync(file)
}
