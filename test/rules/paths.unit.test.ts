/** Path rule test: outside contract/ and docs/ the API is called by operation name, not by path. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { APPROVALS_PAGE } from '../../contract/dashboard.ts'
import { operationPathsIn, PATHS_ALLOWED, pagePaths } from './paths.ts'

const pages = pagePaths()
const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => !/^(contract|docs)\/|\.generated\./.test(file) && existsSync(file))

const pathsIn = (file: string, text = readFileSync(file, 'utf8')) => operationPathsIn(file, text, pages)

it('the page that links lead to exists', () => expect(pages).toContain(APPROVALS_PAGE))

describe('a path of an operation', () => {
  it('is in no string outside the contract', () => {
    expect(files.length).toBeGreaterThan(500)
    const others = files.filter((file) => !(file in PATHS_ALLOWED))
    expect(others.flatMap((file) => pathsIn(file))).toEqual([])
  })

  it('is in every file that may have one', () => {
    expect(Object.keys(PATHS_ALLOWED).filter((file) => !existsSync(file) || pathsIn(file).length === 0)).toEqual([])
  })

  it.each([
    "get('/customers')",
    "fetch('http://localhost:4000/2025-10-13/quotes')",
    `fetch(\`\${base}/quotes/\${id}/execute\`)`,
    `send(\`/\${version}/agents/\${id}?limit=5\`)`,
    "expect(call).toBe('POST /auth/credentials')",
    "page.route('**/customers/external-accounts')",
    "fetch('/dashboard-api/live')",
  ])('is found in %s', (text) => {
    expect(pathsIn('src/a.ts', text)).toEqual([expect.stringMatching(/^src\/a\.ts:1 /)])
  })

  it.each([
    ['src/a.ts', "import { a } from '../transactions/transaction.ts'"],
    ['src/a.ts', "pathTo('executeQuote', { quoteId })"],
    ['src/a.ts', "open('/agents/new')"],
    ['dashboard/src/a.tsx', '<Link to="/cards" />'],
    ['test/browser/a.test.ts', "page.goto('/agents/approvals')"],
    ['src/a.ts', "join('https://pay.example/invitations/a')"],
    ['src/a.ts', '// GET /customers'],
  ])('is not found in %s: %s', (file, text) => {
    expect(pathsIn(file, text)).toEqual([])
  })
})
