/** Layer tests: every kind of violation of architecture.mjs is seeded and must be detected. */
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import rules from '../../.dependency-cruiser.mjs'
import { layers } from '../../architecture.mjs'

const forbidden = [
  ['src/core/money.ts', '../engine/engine.ts', 'a layer above'],
  ['src/core/ids.ts', 'node:fs', 'input and output'],
  ['contract/payments/quotes.ts', '../../src/core/rate.ts', 'the server'],
  ['contract/limits.ts', './payments/quotes.ts', 'the schemas'],
  ['src/engine/engine.ts', '../../contract/payments/quotes.ts', 'the contract'],
  ['src/infra/db/rows.ts', '../../engine/internal/sql.ts', 'internals of the engine'],
  ['src/infra/db/store.ts', '../http/pipeline.ts', 'a machine above'],
  ['src/infra/jobs/runner.ts', '../../domain/payments/quotes/execute-quote.ts', 'the domain'],
  ['src/domain/wallets/sign.ts', '../../infra/http/pipeline.ts', 'HTTP'],
  ['src/domain/cards/api.ts', '../../infra/http/server.ts', 'HTTP'],
  ['src/domain/sandbox/page.ts', 'node:http', 'HTTP'],
  ['src/domain/ledger/post.ts', '../payments/quotes/execute-quote.ts', 'a domain above'],
  ['src/domain/customers/profile.ts', './imports/import-chunk.ts', 'a folder above of its own room'],
  ['src/domain/payments/transactions/pay.ts', '../quotes/execute-quote.ts', 'a folder above of its own room'],
  ['src/domain/events/deliver.ts', '../agents/approve-action.ts', 'agents'],
  ['src/operator/operator.ts', '../../client/api.ts', 'the client'],
  ['src/domain/payments/quotes/policy.ts', '../../customers/api.ts', 'the api of another domain'],
  ['src/domain/payments/quotes/expire.ts', '../../customers/jobs.ts', 'the jobs of another domain'],
  ['src/domain/payments/quotes/late.ts', '../transactions/jobs.ts', 'the jobs of another folder of its room'],
  ['src/domain/payments/quotes/lock.ts', '../../../providers/rates/fixed.ts', 'an implementation of a provider'],
  ['src/providers/rails/ach.ts', '../rates/fixed.ts', 'another provider'],
  ['src/providers/rates/stored.ts', '../../infra/db/store.ts', 'the database'],
  ['src/providers/rails/wire.ts', '../../engine/engine.ts', 'the engine'],
  ['client/api.ts', '../src/core/rate.ts', 'the server'],
  ['cli/status.ts', '../src/composition/app.ts', 'the server'],
  ['dashboard/src/page.tsx', '../../cli/status.ts', 'the command line'],
  ['src/infra/state-machines/ring-back.ts', './ring.ts', 'what imports it'],
  ['src/infra/db/lanes.ts', '../../composition/app.ts', 'the composition'],
  ['src/domain/cards/lost.ts', './nowhere.ts', 'a file that does not exist'],
  ['src/domain/cards/tap.ts', './tap.test.ts', 'a test'],
] as const

const allowed = [
  ['src/domain/payments/quotes/pay.ts', '../../customers/present.ts'],
  ['src/domain/payments/quotes/fees.ts', '../../../providers/rates/port.ts'],
  ['src/domain/payments/quotes/follow.ts', '../transactions/present.ts'],
  ['src/domain/wallets/api.ts', '../../infra/operations/handlers.ts'],
  ['src/domain/customers/imports/read.ts', '../present.ts'],
  ['src/domain/payments/quotes/api.ts', './jobs.ts'],
  ['src/domain/payments/quotes/pay.test.ts', '../../sandbox/fund.ts'],
  ['src/engine/commit.ts', './internal/sql.ts'],
  ['src/composition/schema.ts', '../domain/cards/card.ts'],
  ['src/composition/providers/sandbox.ts', '../domain/sandbox/api.ts'],
  ['src/core/refusal.ts', '../../contract/error-codes.ts'],
  ['src/providers/rails/sent.ts', '../../infra/db/store.ts'],
  ['src/providers/rates/drift.ts', '../../infra/egress/fetch.ts'],
  ['dashboard/src/main.tsx', '../../client/api.ts'],
  ['src/composition/routes/mcp-routes.ts', '../../../client/request.ts'],
] as const

describe('the architecture', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'causeway-architecture-')))
  let found: string[] = []

  beforeAll(async () => {
    const content = new Map<string, string>([['src/infra/state-machines/ring.ts', "import './ring-back.ts'\n"]])
    content.set(
      'src/core/currency.ts',
      "import type { A } from '../../contract/payments/quotes.ts'\nimport type { B } from '../engine/engine.ts'\nexport type C = A | B\n",
    )
    for (const [file, target] of [...forbidden, ...allowed]) {
      content.set(file, `import '${target}'\n`)
      const imported = join(dirname(file), target)
      const exists = target.startsWith('.') && !target.includes('nowhere')
      if (exists && !content.has(imported)) content.set(imported, 'export const seed = 1\n')
    }
    for (const [file, text] of content) {
      mkdirSync(join(folder, dirname(file)), { recursive: true })
      writeFileSync(join(folder, file), text)
    }
    const { tsConfig: _, ...options } = rules.options ?? {}
    const seeded = { ...options, baseDir: folder, validate: true, ruleSet: { forbidden: rules.forbidden } }
    const { output } = await cruise(readdirSync(folder), seeded)
    found = (output as ICruiseResult).summary.violations.map(({ from, to }) => `${from} → ${to}`)
  })

  afterAll(() => rmSync(folder, { recursive: true }))

  const edge = (file: string, target: string) => {
    if (target.includes('nowhere')) return `${file} → ${target}`
    return `${file} → ${target.startsWith('.') ? join(dirname(file), target) : target.replace('node:', '')}`
  }

  for (const [file, target, what] of forbidden) {
    it(`does not let ${file} import ${what}`, () => expect(found).toContain(edge(file, target)))
  }

  for (const [file, target] of allowed) {
    it(`lets ${file} import ${target}`, () => expect(found).not.toContain(edge(file, target)))
  }

  it('lets core import types of the contract, and no others', () => {
    expect(found).not.toContain('src/core/currency.ts → contract/payments/quotes.ts')
    expect(found).toContain('src/core/currency.ts → src/engine/engine.ts')
  })

  it('has a layer for every file of the service', () => {
    const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => `src/${file}`)
    expect(files.length).toBeGreaterThan(0)
    expect(files.filter((file) => !layers.some((layer) => new RegExp(layer.files).test(file)))).toEqual([])
  })
})
