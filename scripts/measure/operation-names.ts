/** Operation names: which operations have a domain function of their operationId, and a `describe` that begins with it. */
import { contract } from '../../contract/contract.ts'
import type { Source } from './sources.ts'

export interface OperationNames {
  readonly total: number
  /** Operations without an exported function of their name in src/domain. */
  readonly withoutFunction: readonly string[]
  /** Operations without a test whose `describe` begins with their name. */
  readonly withoutDescribe: readonly string[]
}

export function operationNames(sources: readonly Source[]): OperationNames {
  const domain = sources.filter(({ path, isTest }) => path.startsWith('src/domain/') && !isTest)
  const functions = namesIn(domain, /^export (?:async )?(?:function\*?|const) (\w+)/gm)
  const described = namesIn(
    sources.filter(({ isTest }) => isTest),
    /\bdescribe(?:\.\w+(?:\([^)]*\))?)*\(\s*['"`](\w+)/g,
  )
  const ids = Object.keys(contract)
  return {
    total: ids.length,
    withoutFunction: ids.filter((id) => !functions.has(id)).sort(),
    withoutDescribe: ids.filter((id) => !described.has(id)).sort(),
  }
}

const namesIn = (sources: readonly Source[], pattern: RegExp): Set<string> =>
  new Set(sources.flatMap(({ text }) => [...text.matchAll(pattern)].map(([, name]) => name as string)))
