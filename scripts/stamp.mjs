/** Build stamp in dist/: identifies the sources it was built from. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './install.mjs'

const SOURCES = [
  'contract',
  'src',
  'client',
  'cli',
  'dashboard',
  'scripts/build.mjs',
  'package-lock.json',
  'tsconfig.json',
]
const STAMP = join(root, 'dist/.stamp')

/** True when dist/ was built completely from the current sources. */
export const isBuilt = () => existsSync(STAMP) && readFileSync(STAMP, 'utf8') === fingerprint()

/** Taken before a build and written after it, so that a change during the build causes another one. */
export const leaveStamp = (taken) => writeFileSync(STAMP, taken)

/**
 * By content, not by modification time: a checkout or a copy changes the times of files. Tests and documents are not
 * part of a build.
 */
export function fingerprint() {
  const hash = createHash('sha256')
  for (const file of SOURCES.flatMap(filesIn).sort()) hash.update(`${file}\0`).update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

function filesIn(path) {
  if (!existsSync(join(root, path))) return []
  if (/\.\w+$/.test(path)) return [path]
  return readdirSync(join(root, path), { withFileTypes: true }).flatMap((entry) => {
    const inner = `${path}/${entry.name}`
    if (entry.isDirectory()) return ['node_modules', 'dist'].includes(entry.name) ? [] : filesIn(inner)
    return /\.test\.tsx?$|\.md$/.test(entry.name) ? [] : [inner]
  })
}
