/** Source files for measurements: paths, lines and relative imports of everything that git knows. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export interface Source {
  /** From the root of the repository. */
  readonly path: string
  readonly text: string
  readonly lines: number
  readonly isTest: boolean
  /** Files that it imports by a relative path, types included. */
  readonly imports: readonly string[]
}

const CODE = /^(src|contract|client|cli|dashboard|bench|scripts|test)\/.*\.(ts|tsx|mjs)$/
const IMPORT = /(?:from|import)\s*\(?\s*'(\.[^']+)'/g

/** Every file of code, sorted by path. Tests are `*.test.ts` and all of test/. */
export function readSources(): Source[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  const paths = listed
    .split('\n')
    .filter((path) => CODE.test(path) && !path.includes('.generated.') && existsSync(path))
  return [...new Set(paths)].sort().map((path) => {
    const text = readFileSync(path, 'utf8')
    return {
      path,
      text,
      lines: text.split('\n').length - 1,
      isTest: /\.test\.tsx?$|^test\//.test(path),
      imports: [...text.matchAll(IMPORT)].map(([, target = '']) => join(dirname(path), target)),
    }
  })
}
