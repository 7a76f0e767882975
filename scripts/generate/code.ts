/** Page of measurements of the code: sizes, folders, fragments, and names that operations share with code and tests. */

import { operationNames } from '../measure/operation-names.ts'
import {
  crowdedFolders,
  FOLDER_LIMIT,
  FRAGMENT_LINES,
  fragments,
  functionLines,
  quantile,
  reachedFrom,
} from '../measure/shape.ts'
import { readSources, type Source } from '../measure/sources.ts'
import { code, page, table } from './markdown.ts'

const EXECUTE_QUOTE = 'src/domain/payments/quotes/execute-quote.ts'

const PARTS: Readonly<Record<string, (source: Source) => boolean>> = {
  'src/': ({ path, isTest }) => path.startsWith('src/') && !isTest,
  'src/core/': ({ path, isTest }) => path.startsWith('src/core/') && !isTest,
  'src/engine/': ({ path, isTest }) => path.startsWith('src/engine/') && !isTest,
  'src/infra/': ({ path, isTest }) => path.startsWith('src/infra/') && !isTest,
  'src/domain/': ({ path, isTest }) => path.startsWith('src/domain/') && !isTest,
  'contract/': ({ path, isTest }) => path.startsWith('contract/') && !isTest,
  'client/, cli/': ({ path, isTest }) => /^(client|cli)\//.test(path) && !isTest,
  'dashboard/': ({ path, isTest }) => path.startsWith('dashboard/') && !isTest,
  'bench/, scripts/': ({ path, isTest }) => /^(bench|scripts)\//.test(path) && !isTest,
  tests: ({ isTest }) => isTest,
}

function sizes(sources: readonly Source[]): string {
  return table(
    ['Part', 'Files', 'Lines', 'Median', '90 %', 'Longest'],
    Object.entries(PARTS).map(([name, holds]) => {
      const lines = sources.filter(holds).map((source) => source.lines)
      const sum = lines.reduce((total, one) => total + one, 0)
      return [name, lines.length, sum, quantile(lines, 0.5), quantile(lines, 0.9), Math.max(0, ...lines)]
    }),
  )
}

function functions(sources: readonly Source[]): string {
  const lines = sources.filter(({ path, isTest }) => !isTest && /\.tsx?$/.test(path)).flatMap(functionLines)
  return `Functions with a body: ${lines.length}; median ${quantile(lines, 0.5)} lines, 90 % within ${quantile(lines, 0.9)}, the longest ${Math.max(...lines)}.`
}

function reachText(sources: readonly Source[]): string {
  const source = sources.find(({ path }) => path === EXECUTE_QUOTE)
  if (!source) throw new Error(`${EXECUTE_QUOTE} is gone: name another use case`)
  const reached = [...reachedFrom(EXECUTE_QUOTE, sources)].filter((path) => path.startsWith('src/domain/'))
  const lines = sources.filter(({ path }) => reached.includes(path)).reduce((total, one) => total + one.lines, 0)
  return `To understand [${EXECUTE_QUOTE}](../../${EXECUTE_QUOTE}) (${source.lines} lines): it imports ${new Set(source.imports).size} files, and through them ${reached.length} files of the domain with ${lines} lines.`
}

const listing = (names: readonly string[]): string => (names.length === 0 ? 'none' : names.map(code).join(', '))

function operations(sources: readonly Source[]): string {
  const { total, withoutFunction, withoutDescribe } = operationNames(sources)
  return [
    table(
      ['Operations', 'Number'],
      [
        ['in the contract', total],
        ['with a domain function of their name', total - withoutFunction.length],
        ['with a `describe` that begins with their name', total - withoutDescribe.length],
      ],
    ),
    `Without a function of their name: ${listing(withoutFunction)}.`,
    `Without a \`describe\`: ${listing(withoutDescribe)}.`,
  ].join('\n\n')
}

export function codePage(): string {
  const sources = readSources()
  const crowded = [...crowdedFolders(sources)].map(([folder, count]) => `${folder} (${count})`)
  const small = fragments(sources)
  return page(
    'Measurements of the code',
    'Written by `npm run measure`. The limits are rules of [the style guide](../STYLE.md), and [a test](../../test/rules/shape.unit.test.ts) keeps them.',
    '## Sizes',
    sizes(sources),
    functions(sources),
    '## Folders and fragments',
    `Folders of \`src/\`, \`contract/\`, \`client/\`, \`cli/\` and \`dashboard/\` with more than ${FOLDER_LIMIT} files, tests not counted: ${listing(crowded)}.`,
    `Files of at most ${FRAGMENT_LINES} lines that one other file imports: ${small.length}.`,
    reachText(sources),
    '## Names of operations',
    operations(sources),
  )
}
