/**
 * Bugs seeded into a copy of the service, to prove that the torture test detects them: each must be detected by its own
 * violation.
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build } from 'esbuild'
import type { FaultName } from './faults.ts'
import { torture } from './torture.ts'

export interface SeededBug {
  readonly name: string
  readonly file: string
  /** Occurs in the file once. */
  readonly find: string
  readonly replace: string
  /** Faults that expose it. */
  readonly faults: readonly FaultName[]
  readonly count: number
  /** Pattern of the violation that detects it. */
  readonly caughtAs: RegExp
}

const ANY = { faults: ['process killed', 'connections reset'] satisfies FaultName[], count: 2 } as const

export const SEEDED_BUGS: readonly SeededBug[] = [
  {
    name: 'replies leave before the commit',
    file: 'src/infra/db/lane.ts',
    find: 'const answers = await send([...last, COMMIT])',
    // Only where quotes are executed, because the program's start and the trial's set-up read what they have just written.
    replace: `const hasty = last.some(({ text }) => text.includes('update quotes'))
    const answers = hasty ? [...(await send(last)), { rows: [], tag: 'COMMIT' }] : await send([...last, COMMIT])
    if (hasty) void new Promise((resume) => setTimeout(resume, 200)).then(() => send([COMMIT])).catch(() => {})`,
    faults: ['cut inside a packet', 'process killed', 'connections reset'],
    count: 10,
    caughtAs: /is lost|is right|must be|is read/,
  },
  {
    name: 'commits do not wait for the disk',
    file: 'src/infra/db/settings.ts',
    find: "'jit=off',",
    replace: "'jit=off', 'synchronous_commit=off',",
    faults: ['database killed'],
    count: 4,
    caughtAs: /is lost|is right|must be/,
  },
  {
    name: 'a lost answer to a commit is called nothing',
    file: 'src/infra/http/render-error.ts',
    find: 'code,\n      message,',
    replace: `code: code === 'OUTCOME_UNKNOWN' ? 'SERVICE_UNAVAILABLE' : code,\n      message,`,
    faults: ['database away from a commit on'],
    count: 4,
    caughtAs: /"nothing was done" was answered for an executed request/,
  },
  {
    name: 'some keys are not claimed, so a repetition is done again',
    file: 'src/infra/http/idempotency/idempotency.ts',
    find: 'if (!use) return command',
    replace: "if (!use || use.key.startsWith('7')) return command",
    ...ANY,
    caughtAs: /with torture \d+ was .* and is/,
  },
  {
    name: 'a posting is left out',
    file: 'src/domain/ledger/post.ts',
    find: 'rows.append(postings, {',
    replace: 'if (amount % 31n !== 0n) rows.append(postings, {',
    ...ANY,
    caughtAs: /a balance is the sum of its entries/,
  },
  {
    name: 'a unit is lost on its way',
    file: 'src/domain/ledger/post.ts',
    find: 'change(rows, changed, to, amount)',
    replace: 'change(rows, changed, to, amount % 31n === 0n ? amount - 1n : amount)',
    ...ANY,
    caughtAs: /holds/,
  },
  {
    name: 'a fee is rounded down',
    file: 'src/domain/payments/quotes/pricing/price.ts',
    find: 'scaleUp(base, share)',
    replace: 'scaleDown(base, share)',
    ...ANY,
    caughtAs: /A quote over \d+ SENDING says/,
  },
  {
    name: 'some work that was put off is forgotten',
    file: 'src/infra/jobs/enqueue.ts',
    find: 'let job = rows.presume(jobs, key)',
    replace: "if (name === 'sendPayout' && /[02468]$/.test(subject)) return\n  let job = rows.presume(jobs, key)",
    ...ANY,
    caughtAs: /must end as/,
  },
  {
    name: 'a spending is not counted',
    file: 'src/domain/payments/allowances/count-spending.ts',
    find: 'withSpending(usageAt(usage, rows.now), amount)',
    replace: 'withSpending(usageAt(usage, rows.now), amount % 5n === 0n ? 0n : amount)',
    ...ANY,
    caughtAs: /agent/i,
  },
]

/** Long enough for a busy machine. */
const SETTLE_WITHIN_MS = 180_000

/** @returns whether each was detected, with the violation */
export async function catchSeededBugs(seed: number, say: (line: string) => void, named = ''): Promise<boolean> {
  let all = true
  for (const bug of SEEDED_BUGS.filter(({ name }) => name.includes(named))) {
    const { program, remove } = await programWith(bug)
    try {
      const { faults: only, count: faults } = bug
      const load = { place: 'one process', callers: 16, pace: 300, settleWithinMs: SETTLE_WITHIN_MS } as const
      const { violations } = await torture({ ...load, seed, faults, only, program, say: () => {} })
      const caught = violations.find((violation) => bug.caughtAs.test(violation))
      say(`${caught ? 'caught' : 'NOT CAUGHT'}: ${bug.name}. ${caught ?? JSON.stringify(violations)}`)
      all &&= caught !== undefined
    } finally {
      remove()
    }
  }
  return all
}

/** The service with the bug, bundled in a temporary folder. */
async function programWith({ name, file, find, replace }: SeededBug) {
  const source = readFileSync(file, 'utf8')
  if (source.split(find).length !== 2) throw new Error(`"${name}" does not find its place in ${file}`)
  const folder = mkdtempSync(join(tmpdir(), 'causeway-bug-'))
  const outdir = join(folder, 'dist')
  mkdirSync(outdir)
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  cpSync('src/infra/db/migrations', join(outdir, 'migrations'), { recursive: true })
  if (existsSync('dist/dashboard')) symlinkSync(resolve('dist/dashboard'), join(outdir, 'dashboard'))
  await build({
    entryPoints: { main: 'src/main.ts' },
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    logLevel: 'silent',
    plugins: [
      {
        name: 'bug',
        setup: ({ onLoad }) =>
          onLoad({ filter: /\.ts$/ }, ({ path }) =>
            path === resolve(file) ? { contents: source.replace(find, () => replace), loader: 'ts' } : undefined,
          ),
      },
    ],
  })
  return { program: [join(outdir, 'main.js')], remove: () => rmSync(folder, { recursive: true, force: true }) }
}
