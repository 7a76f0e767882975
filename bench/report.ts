/** Report of a run: medians, spread and target ratios, on the screen and as a file. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'

/** Measured values by name, one per round. */
export type Rounds = ReadonlyMap<string, readonly number[]>

/** Performance goal: computed per round, so that noise affects both sides of a ratio. */
export interface Goal {
  readonly id: string
  readonly about: string
  readonly value: (of: (name: string) => number) => number
  readonly must: number
  readonly goal: number
  /** Lower is better. */
  readonly atMost?: true
  /** Names that `value` reads; the goal is left out of the report when one was not measured. */
  readonly needs: readonly string[]
}

export interface Spread {
  readonly median: number
  readonly least: number
  readonly most: number
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = (sorted.length - 1) / 2
  const median = ((sorted[Math.floor(middle)] as number) + (sorted[Math.ceil(middle)] as number)) / 2
  return { median, least: sorted[0] as number, most: sorted.at(-1) as number }
}

export interface Verdict extends Spread {
  readonly id: string
  readonly about: string
  readonly must: number
  readonly goal: number
  readonly verdict: 'missed' | 'met' | 'goal reached'
}

export function judge(goals: readonly Goal[], rounds: Rounds): Verdict[] {
  const possible = goals.filter(({ needs }) => needs.every((name) => rounds.has(name)))
  return possible.map(({ id, about, value, must, goal, atMost, needs }) => {
    const count = rounds.get(needs[0] as string)?.length as number
    const values = Array.from({ length: count }, (_, i) => value((name) => rounds.get(name)?.[i] as number))
    const spread = spreadOf(values)
    const reaches = (mark: number) => (atMost ? spread.median <= mark : spread.median >= mark)
    return {
      id,
      about,
      must,
      goal,
      ...spread,
      verdict: reaches(goal) ? 'goal reached' : reaches(must) ? 'met' : 'missed',
    }
  })
}

/** Commit, machine and load: recorded with every result. */
export function circumstances(): Record<string, unknown> {
  const git = (...words: string[]) => execFileSync('git', words, { encoding: 'utf8' }).trim()
  return {
    commit:
      git('rev-parse', '--short', 'HEAD') +
      (git('status', '--porcelain', '--', 'src', 'contract') === '' ? '' : '+changes'),
    date: new Date().toISOString().slice(0, 10),
    node: process.version,
    cpu: `${cpus().length} × ${cpus()[0]?.model.trim()}`,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    loadAverageBefore: loadavg()[0],
  }
}

/** 3 significant digits. */
export const short = (value: number): string =>
  value >= 1000 ? Math.round(value).toLocaleString('en') : Number(value.toPrecision(3)).toString()

export function table(head: readonly string[], lines: readonly (readonly string[])[]): string {
  const widths = head.map((title, i) => Math.max(title.length, ...lines.map((line) => (line[i] as string).length)))
  const line = (cells: readonly string[]) =>
    cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[0] as number) : cell.padStart(widths[i] as number))).join('  ')
  return [line(head), widths.map((width) => '-'.repeat(width)).join('  '), ...lines.map(line)].join('\n')
}

/** Writes the result to `bench/results/`. @returns the path of the file */
export function keepResult(result: { date: string; commit: string }): string {
  const folder = fileURLToPath(new URL('results/', import.meta.url))
  mkdirSync(folder, { recursive: true })
  const file = `${folder}${result.date}-${result.commit}.json`
  writeFileSync(
    file,
    `${JSON.stringify(result, (_, value) => (typeof value === 'number' ? Number(value.toPrecision(4)) : value), 2)}\n`,
  )
  return file
}
