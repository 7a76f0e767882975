/** Shape of the source: sizes by folder, crowded folders, fragments, and the files that one use case imports. */
import { basename, dirname } from 'node:path'
import ts from 'typescript'
import { contract } from '../../contract/contract.ts'
import type { Source } from './sources.ts'

/** Maximum number of files in a folder, tests not counted. */
export const FOLDER_LIMIT = 15
/** A file of at most this many lines that one other file imports is a fragment. */
export const FRAGMENT_LINES = 20

/** The value below which `share` of the numbers are; 0 of none. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/** Folders of the source with more files than the limit: path → number of files. */
export function crowdedFolders(sources: readonly Source[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { path, isTest } of sources)
    if (!isTest && /^(src|contract|client|cli|dashboard|bench|scripts)\//.test(path))
      counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1)
  return new Map([...counts].filter(([, count]) => count > FOLDER_LIMIT).sort())
}

/** A use case has its own file, however short: it is named after its operation. */
const USE_CASES = new Set(
  Object.keys(contract).map((id) => id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)),
)

/** Small files of src/ and contract/ that exactly one file imports, tests and use cases not counted. */
export function fragments(sources: readonly Source[]): string[] {
  const importers = new Map<string, number>()
  for (const { imports, isTest } of sources)
    if (!isTest) for (const path of new Set(imports)) importers.set(path, (importers.get(path) ?? 0) + 1)
  return sources
    .filter(({ path, isTest, lines }) => !isTest && lines <= FRAGMENT_LINES && /^(src|contract)\//.test(path))
    .filter(({ path }) => importers.get(path) === 1 && !USE_CASES.has(basename(path, '.ts')))
    .map(({ path }) => path)
}

/** Files that a file imports, directly or through others, without itself. */
export function reachedFrom(path: string, sources: readonly Source[]): Set<string> {
  const byPath = new Map(sources.map((source) => [source.path, source]))
  const reached = new Set<string>()
  const visit = (from: string): void => {
    for (const next of byPath.get(from)?.imports ?? [])
      if (!reached.has(next) && byPath.has(next)) {
        reached.add(next)
        visit(next)
      }
  }
  visit(path)
  reached.delete(path)
  return reached
}

/** Lines of each function that has a body in braces. */
export function functionLines({ path, text }: Source): number[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false)
  const lines: number[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body && ts.isBlock(node.body as ts.Node)) {
      const line = (position: number) => file.getLineAndCharacterOfPosition(position).line
      lines.push(line(node.end) - line(node.getStart(file)) + 1)
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return lines
}
