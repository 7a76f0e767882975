/** Alert rules and dashboard: each metric in them is in a real scrape, each alert has its section in the runbook. */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../harness/app.ts'
import { accountOf, clabe, quoteBetween } from '../harness/cast.ts'
import { checkRules, promtool, rules } from './prometheus.ts'

const dashboard = readFileSync('deploy/grafana/causeway.json', 'utf8')
const expressions = [
  ...rules.map(({ expr }) => expr),
  ...[...dashboard.matchAll(/"expr": ("(?:[^"\\]|\\.)*")/g)].map(([, text]) => JSON.parse(text as string) as string),
]
const names = [...new Set(expressions.flatMap((text) => text.match(/\b(causeway|nodejs|process)_\w+/g) ?? []))]

describe('the alert rules and the dashboard', () => {
  let app: TestApp
  let scraped: string
  beforeAll(async () => {
    app = await testApp()
    const { id } = await accountOf(app, 'northwind', 'USD')
    await quoteBetween(app, id, await clabe(app, '005'), 10_000, { immediatelyExecute: true })
    scraped = (await app.raw('GET', `${app.origin}/metrics`, { as: null })).text
  })
  afterAll(() => app.close())
  const values = (name: string) =>
    [...scraped.matchAll(new RegExp(`^${name}(?:\\{([^}]*)\\})? (\\S+)$`, 'gm'))].map(([, labels, value]) => [
      labels,
      value,
    ])

  it('name at least one metric', () => {
    expect(rules.length).toBeGreaterThan(15)
    expect(names.length).toBeGreaterThan(20)
  })

  it.each(names)('name only metrics of the service: %s', (name) => {
    expect(scraped).toMatch(new RegExp(`^# TYPE ${name.replace(/_(bucket|count|sum)$/, '')} `, 'm'))
  })

  it('would be detected if they named others', () => {
    expect(scraped).not.toMatch(/^# TYPE causeway_something /m)
  })

  it('cover every metric of the service', () => {
    const own = [...scraped.matchAll(/^# TYPE (causeway_\w+)/gm)].map(([, name]) => name as string)
    const unused = own.filter((name) => !names.some((it) => it === name || it.startsWith(`${name}_`)))
    expect(unused).toEqual(['causeway_rail_figure']) // Its thresholds depend on the rail.
  })

  it('have a section in the runbook for each alert, with its remedy', () => {
    const runbook = readFileSync('docs/runbook.md', 'utf8')
    const anchors = [...runbook.matchAll(/^## (.+)$/gm)].map(
      ([, title]) => `docs/runbook.md#${(title as string).toLowerCase().replaceAll(' ', '-')}`,
    )
    expect(rules.filter(({ annotations }) => !anchors.includes(annotations.runbook))).toEqual([])
  })

  it('count payments in progress by state, with their age', async () => {
    const labels = 'type="OUTGOING",status="PROCESSING"'
    expect(values('causeway_payments_in_progress')).toEqual([[labels, '1']])
    const [[, age] = []] = values('causeway_payments_oldest_seconds')
    expect(Number(age)).toBeGreaterThanOrEqual(0)
  })

  it('detect an imbalance of the books; balanced books are off by 0', async () => {
    expect(values('causeway_ledger_imbalance').length).toBeGreaterThan(0)
    expect(values('causeway_ledger_imbalance').every(([, value]) => value === '0')).toBe(true)
    const [row] = await app.store.query<{ key: string }>('select key from house_balances limit 1')
    await app.store.script(`insert into house_balances select platform_id, '${row?.key}', 7 from platforms limit 1`)
    const { ledgerImbalance } = await import('../../src/domain/ledger/imbalance.ts')
    const off = (await ledgerImbalance(app.store)).filter(({ amount }) => amount !== '0')
    await app.store.script(`delete from house_balances where amount = 7 and key = '${row?.key}'`)
    expect(off).toEqual([{ currency: expect.stringMatching(/^[A-Z]{3,5}$/), amount: '7' }])
  })

  it.runIf(promtool)('are accepted by promtool', () => expect(checkRules).not.toThrow())
})
