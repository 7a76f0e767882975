/** Endpoints page: where each operation is declared and handled, and what is not built. */
import { readdirSync, readFileSync } from 'node:fs'
import { contract } from '../../contract/contract.ts'
import { NOT_BUILT } from '../../contract/not-built.ts'
import { API_VERSION, TAGS } from '../../contract/openapi.ts'
import type { Operation } from '../../contract/operation.ts'
import { code, page, table } from './markdown.ts'

type Unbuilt = Pick<Operation, 'method' | 'path' | 'tag'>

const built = Object.entries(contract) as [string, Operation][]
const unbuilt = Object.entries(NOT_BUILT) as [string, Unbuilt][]

const filesIn = (folder: string, name: RegExp): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => name.test(path))
    .map((path) => `${folder}/${path}`)
    .sort()

/** The one file that has a line for the operation. @throws Error when there is none, or more than one */
function findFile(operationId: string, files: readonly string[]): string {
  const mention = new RegExp(`(?<![\\w'.])${operationId}(?=\\s*:)`)
  const found = files.filter((file) => mention.test(readFileSync(file, 'utf8')))
  if (found.length !== 1) throw new Error(`${operationId} is in ${found.join(' and ') || 'no file'} instead of one`)
  return found[0] as string
}

const link = (file: string, shown: string): string => `[${shown}](../../${file})`

/** Operations by the heading under which the reference lists them, headings without any left out. */
const byTag = <Op extends { readonly tag: string }>(operations: readonly [string, Op][]) =>
  Object.keys(TAGS)
    .map((tag) => [tag, operations.filter(([, operation]) => operation.tag === tag)] as const)
    .filter(([, found]) => found.length > 0)

const accessTo = ({
  permission,
  sandbox,
  installation,
}: Pick<Operation, 'permission' | 'sandbox' | 'installation'>) => {
  if (sandbox) return `${permission}, sandbox only`
  return installation ? `${permission}, in production operators only` : permission
}

export function endpointsPage(): string {
  const stating = filesIn(
    'contract',
    /^(?!examples\/|contract\.ts$|openapi\.ts$|not-built\.ts$)[\w/-]+(?<!\.test)\.ts$/,
  )
  const answering = ['src/domain', 'src/reporting'].flatMap((folder) => filesIn(folder, /(^|\/)api\.ts$/))
  const rows = (operations: readonly [string, Operation][]) =>
    operations.map(([id, { method, path, ...operation }]) => {
      const contractFile = findFile(id, stating)
      const apiFile = findFile(id, answering)
      const where = [link(contractFile, contractFile), link(apiFile, apiFile.replace(/^src\/(domain\/)?/, ''))]
      return [code(id), code(`${method} ${path}`), accessTo(operation), ...where]
    })
  return page(
    'Endpoints',
    `${built.length} operations are built, ${unbuilt.length} of the contract answer 501 \`NOT_IMPLEMENTED\`. Paths are relative to the dated base path, \`/${API_VERSION}\`. The permission is the one that the API token needs; no permission implies another. AGENT: an agent with its access token; DEVICE_CODE: any caller with the code.`,
    ...byTag(built).map(([tag, operations]) =>
      [`## ${tag}`, table(['Operation', 'Request', 'Permission', 'Stated in', 'Answered in'], rows(operations))].join(
        '\n\n',
      ),
    ),
    '## Not built',
    `From ${link('contract/not-built.ts', 'contract/not-built.ts')}.`,
    unbuilt.length === 0
      ? 'None.'
      : table(
          ['Operation', 'Request', 'Heading'],
          unbuilt.map(([id, { method, path, tag }]) => [code(id), code(`${method} ${path}`), tag]),
        ),
  )
}

/** For people who look for a feature: headings with the operations that are missing under each. */
export const notBuiltSection = (): string =>
  unbuilt.length === 0
    ? 'None.'
    : table(
        ['Part', 'Operations that answer 501'],
        byTag(unbuilt).map(([tag, operations]) => [tag, operations.map(([id]) => code(id)).join(', ')]),
      )
