/** Prometheus for tests: the alert rules, scrapes of a service, and whether an alert fires while scrapes change. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parse, stringify } from 'yaml'

export interface Rule {
  readonly alert: string
  readonly expr: string
  readonly annotations: { readonly runbook: string }
}

const RULES = 'deploy/prometheus/alerts.yaml'
export const rules: readonly Rule[] = parse(readFileSync(RULES, 'utf8')).groups[0].rules

/** Undefined: it is not installed. */
export const promtool = [process.env.PROMTOOL ?? '', '/usr/bin/promtool'].find(
  (path) => path !== '' && existsSync(path),
)

/** @throws Error with what promtool prints */
export function runPromtool(...args: readonly string[]): void {
  const { status, stdout, stderr } = spawnSync(promtool as string, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(stdout + stderr)
}

export const checkRules = (): void => runPromtool('check', 'rules', RULES)

/** Values by series: `causeway_rail_health{rail="sandbox"}`. */
export type Scrape = ReadonlyMap<string, number>

/** Prometheus' notation of tests has no infinity. */
const ENOUGH = 1e12
const SERIES_OF_TARGET = 'up{job="causeway"}'

/** @param isPrometheus whether the process counts it as a scrape */
export async function scrape(origin: string, isPrometheus = true): Promise<Scrape> {
  const headers: Record<string, string> = isPrometheus ? { 'x-prometheus-scrape-timeout-seconds': '10' } : {}
  const text = await fetch(`${origin}/metrics`, { headers }).then(
    (response) => response.text(),
    () => undefined,
  )
  if (text === undefined) return new Map([[SERIES_OF_TARGET, 0]])
  const lines = [...text.matchAll(/^([a-z0-9_]+(?:\{[^}]*\})?) (\S+)$/gm)]
  const values = lines.map(
    ([, series, value]) => [series, value === '+Inf' ? ENOUGH : Number(value)] as [string, number],
  )
  return new Map([...values, [SERIES_OF_TARGET, 1]])
}

/** What is scraped at the beginning and at the end of a phase; in between, values change evenly. */
export interface Phase {
  readonly minutes: number
  readonly begin: Scrape
  readonly end: Scrape
}

const nameOf = (series: string) => series.replace(/\{.*/, '')
/** A counter that is new began at 0. */
const isCounter = (series: string) => /_(total|count|sum|bucket)$/.test(nameOf(series))

function valuesIn({ minutes, begin, end }: Phase, series: string): string[] {
  const to = end.get(series) ?? begin.get(series)
  if (to === undefined) return Array(minutes).fill('_')
  const from = begin.get(series) ?? (isCounter(series) ? 0 : to)
  return Array.from({ length: minutes }, (_, minute) => String(from + ((to - from) * minute) / (minutes - 1)))
}

/**
 * Proves, by Prometheus' own evaluation once a minute, that the alert is silent at the end of the first phase, fires in the
 * second, and is silent at the end of the third.
 * @throws Error with what promtool prints
 */
export function proveFiring({ alert, expr }: Rule, phases: readonly [quiet: Phase, during: Phase, after: Phase]): void {
  const isNeeded = (series: string) => new RegExp(`\\b${nameOf(series)}\\b`).test(expr)
  const all = new Set(phases.flatMap(({ begin, end }) => [...begin.keys(), ...end.keys()]).filter(isNeeded))
  const series = [...all].map((one) => ({
    series: one,
    values: phases.flatMap((phase) => valuesIn(phase, one)).join(' '),
  }))
  const firing = `ALERTS{alertname="${alert}",alertstate="firing"}`
  const [quiet, during, after] = phases.map(({ minutes }) => minutes) as [number, number, number]
  const test = {
    interval: '1m',
    input_series: series,
    promql_expr_test: [
      expectation(firing, quiet - 1, 0),
      // Some rules compare with what was an hour before, so they end while the cause lasts.
      expectation(`max_over_time(${firing}[${during - 1}m])`, quiet + during - 1, 1),
      expectation(firing, quiet + during + after - 1, 0),
    ],
  }
  const folder = mkdtempSync(join(tmpdir(), 'causeway-alerts-'))
  try {
    const file = join(folder, 'test.yaml')
    writeFileSync(file, stringify({ rule_files: [resolve(RULES)], evaluation_interval: '1m', tests: [test] }))
    runPromtool('test', 'rules', file)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** @param value 1: there is such an alert */
const expectation = (alerts: string, minute: number, value: 0 | 1) => ({
  expr: `(count(${alerts}) or vector(0)) > bool 0`,
  eval_time: `${minute}m`,
  exp_samples: [{ labels: '{}', value }],
})
