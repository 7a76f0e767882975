/** Paths of the API written as strings: how they are found, and the files that may have them. */
import { readdirSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { ROUTES } from '../../client/routes.generated.ts'
import { DASHBOARD_PATHS } from '../../contract/dashboard.ts'

/** Files whose strings are paths for a reason. Everything else calls an operation by its name. */
export const PATHS_ALLOWED: Readonly<Record<string, string>> = {
  'client/api.unit.test.ts': 'tests which path the client builds',
  'test/every-operation/contract.test.ts': 'tests malformed paths that resemble those of operations',
  'test/every-operation/hostile-requests.test.ts': 'writes malformed requests byte by byte',
  'test/rules/interface.unit.test.ts': 'tests the comparison of OpenAPI documents, whose keys are paths',
}

const ROUTE_FILES = 'dashboard/src/routes'

/** Paths of the dashboard's pages, as its routes write them. */
export const pagePaths = (): string[] =>
  readdirSync(ROUTE_FILES)
    .flatMap((file) => [...readFileSync(`${ROUTE_FILES}/${file}`, 'utf8').matchAll(/ path: '([^']+)'/g)])
    .map(([, path]) => path as string)

/** Here a path that is both a page and an operation is the page. */
const HAS_PAGES = /^(dashboard|src\/dashboard|test\/browser)\//

const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replace(/\{\w+\}|\$\w+/g, '[^/]+').replace(/\./g, '\\.')}$`)
const parametersOf = (path: string): number => path.match(/\{\w+\}|\$\w+/g)?.length ?? 0
const specific = (paths: readonly string[]) =>
  paths.map((path) => ({ pattern: patternOf(path), parameters: parametersOf(path) }))

const OPERATIONS = specific([...Object.values(ROUTES).map(({ path }) => path), ...Object.values(DASHBOARD_PATHS)])

/** Spares most files the parser: a path begins a string, or follows an expression, a method, a wildcard or a version. */
const MAY_HAVE_ONE = new RegExp(`['"\`}* ]/(${firstSegments().join('|')})\\b|20\\d\\d-\\d\\d-\\d\\d/`)

function firstSegments(): string[] {
  const paths = [...Object.values(ROUTES).map(({ path }) => path), ...Object.values(DASHBOARD_PATHS)]
  return [...new Set(paths.map((path) => path.split('/')[1] as string))]
}

/** Stands for an expression in a template. */
const INSERTED = 'x'

/** Strings of a file that are a whole path of an operation, with or without a host, the version, a method or a query. */
export function operationPathsIn(file: string, text: string, pages: readonly string[]): string[] {
  if (!MAY_HAVE_ONE.test(text)) return []
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const known = specific(pages)
  const isPath = (string: string): boolean => {
    const path = string
      .replace(/^(GET|POST|PUT|PATCH|DELETE|OPTIONS|HEAD) /, '')
      .replace(/^\*\*|^https?:\/\/[^/]+(?=\/(20\d\d-|x\/))|^x+(?=\/)/, '')
      .replace(/^\/(20\d\d-\d\d-\d\d|x)(?=\/)/, '')
      .replace(/\?.*$/s, '')
    const least = (among: typeof OPERATIONS) =>
      Math.min(...among.filter(({ pattern }) => pattern.test(path)).map(({ parameters }) => parameters))
    const [operation, page] = [least(OPERATIONS), least(known)]
    return operation < page || (operation === page && operation < Infinity && !HAS_PAGES.test(file))
  }
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return
    const string = stringOf(node)
    if (string !== undefined && isPath(string)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart())
      found.push(`${file}:${line + 1} ${node.getText()}`)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

function stringOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text
  if (!ts.isTemplateExpression(node)) return undefined
  return node.head.text + node.templateSpans.map(({ literal }) => INSERTED + literal.text).join('')
}
