/** Operation names: which operations have a function of their operationId, and a `describe` that begins with it. */
import { contract } from '../../contract/contract.ts'
import type { Source } from './sources.ts'

export interface OperationNames {
  readonly total: number
  /** Operations without an exported function of their name in the rooms. */
  readonly withoutFunction: readonly string[]
  /** Operations without a test whose `describe` begins with their name. */
  readonly withoutDescribe: readonly string[]
}

/** Where operations are handled; operators' own functions answer some too. */
const ROOMS = /^src\/(domain|reporting|operator)\//

export function operationNames(sources: readonly Source[]): OperationNames {
  const rooms = sources.filter(({ path, isTest }) => ROOMS.test(path) && !isTest)
  const functions = namesIn(rooms, /^export (?:async )?(?:function\*?|const) (\w+)/gm)
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
