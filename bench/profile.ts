/**
 * Profile of a run: the service's time by function, PostgreSQL's by statement, and the size of batches.
 * `node --import tsx bench/profile.ts --kind own --connections 256 --seconds 5`
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { onServer } from '../test/harness/database/postgres.ts'
import { startPostgres } from './database/yardstick.ts'
import { drive } from './drive.ts'
import { startService } from './target.ts'
import { castFor, KINDS, type Kind, stepsFor } from './work/work.ts'

/** Profile that V8 writes for --cpu-prof; times in microseconds of the monotonic clock. */
interface CpuProfile {
  readonly nodes: readonly { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[]
  readonly startTime: number
  readonly samples: readonly number[]
  readonly timeDeltas: readonly number[]
}

const { values: options } = parseArgs({
  options: {
    kind: { type: 'string', default: 'own' },
    connections: { type: 'string', default: '256' },
    seconds: { type: 'string', default: '5' },
    warmUp: { type: 'string', default: '5' },
    embedded: { type: 'boolean', default: false },
    keep: { type: 'string' },
  },
})
const kind = options.kind as Kind
if (!(kind in KINDS)) throw new Error(`--kind must be one of ${Object.keys(KINDS).join(', ')}`)
const measureMs = Number(options.seconds) * 1000

const monotonic = () => Number(process.hrtime.bigint() / 1000n)
const perPayment = (micros: number, payments: number) => (micros / payments).toFixed(1).padStart(8)

/** Self time by function within the window, in microseconds. */
function selfTimes(profile: CpuProfile, from: number, to: number): Map<string, number> {
  const names = new Map(
    profile.nodes.map(({ id, callFrame: { functionName, url, lineNumber } }) => {
      const place =
        url && ` ${url.includes('node_modules') ? url.split('node_modules/').at(-1) : basename(url)}:${lineNumber + 1}`
      return [id, `${functionName || '(anonymous)'}${place}`]
    }),
  )
  const times = new Map<string, number>()
  let at = profile.startTime
  profile.samples.forEach((id, i) => {
    at += profile.timeDeltas[i] as number
    if (at < from || at > to) return
    const name = names.get(id) as string
    times.set(name, (times.get(name) ?? 0) + (profile.timeDeltas[i + 1] ?? 0))
  })
  return times
}

function printTop(title: string, times: ReadonlyMap<string, number>, payments: number, lines: number): void {
  const total = [...times.values()].reduce((sum, time) => sum + time, 0)
  console.log(`\n${title}: µs per piece of work, share`)
  for (const [name, time] of [...times].sort(([, a], [, b]) => b - a).slice(0, lines))
    console.log(`${perPayment(time, payments)} ${((time / total) * 100).toFixed(1).padStart(5)} %  ${name}`)
}

/** The engine's counters since the start of the service. */
async function engineCounts(port: number): Promise<Map<string, number>> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const found = text.matchAll(/^causeway_engine_total\{what="(\w+)"\} (\d+)/gm)
  return new Map([...found].map(([, what, count]) => [what as string, Number(count)]))
}

const STATEMENTS = `
  select total_exec_time as ms, calls::int, rows::int, query from pg_stat_statements
  where dbid = (select oid from pg_database where datname = current_database()) and query not like '%pg_stat_statements%'
  order by 1 desc limit 25`

const folder = options.keep ?? mkdtempSync(join(tmpdir(), 'causeway-profile-'))
const postgres = options.embedded ? undefined : await startPostgres({ shared_preload_libraries: 'pg_stat_statements' })
try {
  const url = await postgres?.database('causeway')
  if (url) await onServer(url, 'create extension pg_stat_statements')
  const target = await startService(url, {
    nodeOptions: ['--cpu-prof', `--cpu-prof-dir=${folder}`, '--cpu-prof-interval=250'],
  })
  const cast = await castFor([kind], target)
  const { port, authorization } = target
  const load = {
    authorization,
    connections: Number(options.connections),
    groups: [{ ports: [port], steps: await stepsFor(kind, target, cast) }],
    warmUpMs: Number(options.warmUp) * 1000,
    measureMs,
  }
  let from = 0
  let to = 0
  let before = new Map<string, number>()
  let after = new Map<string, number>()
  let statements: { ms: number; calls: number; rows: number; query: string }[] = []
  const measured = await drive(load, {
    pids: { node: target.pid, ...(postgres && { postgres: postgres.pid }) },
    began: async () => {
      from = monotonic()
      before = await engineCounts(port)
      if (url) await onServer(url, 'select pg_stat_statements_reset()')
    },
    ended: async () => {
      to = monotonic()
      after = await engineCounts(port)
      if (url) statements = await onServer(url, STATEMENTS)
    },
  })
  await target.stop()

  const done = (measured.perSecond * (to - from)) / 1e6
  console.log(
    `${KINDS[kind]}: ${measured.perSecond.toFixed(0)}/s at ${options.connections} connections, p50 ${measured.p50.toFixed(1)} ms, p99 ${measured.p99.toFixed(1)} ms`,
  )
  const cores = { ...measured.cpu?.byName, load: measured.cores }
  for (const [name, share] of Object.entries(cores))
    console.log(
      `${name.padEnd(10)} ${share.toFixed(2)} cores ${perPayment(share * 1e6, measured.perSecond)} µs per piece of work`,
    )
  console.log(`${'machine'.padEnd(10)} ${measured.cpu?.busy.toFixed(2)} cores`)

  const counted = (what: string) => (after.get(what) ?? 0) - (before.get(what) ?? 0)
  const calls = statements.reduce((sum, statement) => sum + statement.calls, 0)
  const each = (count: number, of: number) => (count / of).toFixed(2)
  console.log(
    `\nCommands per piece of work ${each(counted('commands'), done)}; per batch: commands ${each(counted('commands'), counted('batches'))}, read rounds ${each(counted('rounds'), counted('batches'))}, statements ${each(calls, counted('batches'))} (includes reads outside the engine)`,
  )

  const [file] = readdirSync(folder).filter((name) => name.endsWith('.cpuprofile'))
  const profile: CpuProfile = JSON.parse(readFileSync(join(folder, file as string), 'utf8'))
  const times = selfTimes(profile, from, to)
  times.delete('(idle)')
  printTop('Functions, self time', times, done, 45)
  if (statements.length > 0) {
    console.log('\nStatements: µs per piece of work, calls, rows per call')
    for (const { ms, calls, rows, query } of statements)
      console.log(
        `${perPayment(ms * 1000, done)} ${`${calls}`.padStart(7)} ${(rows / calls).toFixed(1).padStart(7)}  ${query.replace(/\s+/g, ' ').slice(0, 110)}`,
      )
  }
} finally {
  await postgres?.remove()
  if (!options.keep) rmSync(folder, { recursive: true, force: true })
}
