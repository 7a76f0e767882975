/** Runbook test: every metric of the service is in it, and every section that it names exists. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const runbook = readFileSync('docs/runbook.md', 'utf8')
const metrics = ['metrics', 'job-gauges', 'money-gauges']
  .flatMap((file) => [...readFileSync(`src/infra/telemetry/${file}.ts`, 'utf8').matchAll(/'(causeway_\w+)'/g)])
  .map(([, name]) => name as string)

describe('the runbook', () => {
  it.each([...new Set(metrics)])('has the metric %s', (name) => expect(runbook).toContain(`\`${name}`))

  it('finds the metrics where they are defined', () => expect(metrics.length).toBeGreaterThan(10))

  it('has for each alert its meaning, what to check and what to do', () => {
    const sections = runbook.split(/^## /m).slice(1)
    expect(sections.length).toBeGreaterThan(8)
    const parts = ['**What it means.**', '**What to look at.**', '**What to do.**']
    expect(sections.filter((section) => !parts.every((part) => section.includes(part)))).toEqual([])
  })
})
