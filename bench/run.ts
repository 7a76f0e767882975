/**
 * Benchmark, `npm run bench`: the service and pgbench on the same machine and PostgreSQL, measured in turns and
 * reported as ratios. `--seconds 5 --rounds 3 --only postgres|embedded --kinds signed,session,authorization --quick
 * --compare`; `--against ../other`: also the service that is built in that folder, on its own database. `--lines
 * 'locked row,mixed'`: only the lines whose name contains one of these (`$`: its end), and no pgbench. Any error reply
 * ends the run.
 */
import { execFileSync } from 'node:child_process'
import { loadavg } from 'node:os'
import { relative, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { disturb, disturbed, POISON } from './beside.ts'
import { cpuBetween, readCpu, readMemory } from './cpu.ts'
import { audit } from './database/audit.ts'
import { waitUntilDrained } from './database/drained.ts'
import { analyse, disableAutovacuum } from './database/statistics.ts'
import { startPostgres, type Yardstick } from './database/yardstick.ts'
import { drive } from './drive.ts'
import {
  ANALYSED,
  cpuOf,
  GOALS,
  IDLE,
  MEASUREMENTS,
  MEASUREMENTS_OF_STATISTICS,
  MEASUREMENTS_OF_TWO,
  MEASUREMENTS_PER_REQUEST,
  MEASUREMENTS_WITH_WEBHOOKS,
  MEMORY,
  type Measurement,
  NEVER_ANALYSED,
  named,
  postgresCpuOf,
  TPC_B,
  TWO,
  VERIFY,
  WEBHOOKS,
} from './goals.ts'
import type { Group } from './load.ts'
import { readOptions } from './options.ts'
import { openReceivingPlatform } from './receiving-platform.ts'
import { circumstances, judge, keepResult, short, spreadOf, table } from './report.ts'
import { startPerRequest, startService, type Target } from './target.ts'
import { type Cast, castFor, KINDS, type Kind, stepsFor } from './work/work.ts'
import { BY_SIGNATURE, measureYardsticks } from './yardsticks.ts'

const { seconds, roundCount, kinds, lines, isWhole, chosen, ...options } = readOptions()
const onPostgres = options.only !== 'embedded'
/** Measurements on the embedded database. */
const onEmbedded =
  options.only === 'postgres' ? [] : chosen(MEASUREMENTS, 'embedded').filter(({ embeddedToo }) => embeddedToo)
/** Until the JIT has compiled the code. */
const WARM_UP_MS = options.quick ? 1000 : 3000

const OTHER_BUILD = 'other build'
const UNDISTURBED = MEASUREMENTS.filter(({ beside }) => !beside)
const rounds = new Map<string, number[]>()
const note = (name: string, value: number) => void rounds.set(name, [...(rounds.get(name) ?? []), value])
const say = (text: string) => process.stdout.write(`${text}\n`)

interface Subject {
  readonly where: string
  /** URL of the database; undefined for the embedded one. */
  readonly url: string | undefined
  /** Processes; the first one owns the data folder. */
  readonly targets: readonly [Target, ...Target[]]
  readonly cast: Cast
  readonly asked: readonly Measurement[]
  readonly done: Map<Kind, number>
  /** Called before each measurement. */
  readonly prepare?: (() => Promise<unknown>) | undefined
}

async function measure(subject: Subject, postgres: Yardstick | undefined): Promise<void> {
  const { where, url, targets, cast, asked, done, prepare } = subject
  for (const each of asked) {
    const { kind, connections, pace, beside, isDrained } = each
    await prepare?.()
    const load = {
      authorization: targets[0].authorization,
      connections,
      groups: await connectionGroups(each, subject),
      ...(pace !== undefined && { paceInPieces: pace }),
      warmUpMs: WARM_UP_MS,
      measureMs: seconds * 1000,
    }
    const services = targets.map(({ pid }, i) => [i === 0 ? 'service' : `service ${i + 1}`, pid])
    const pids: Record<string, number> = {
      ...Object.fromEntries(services),
      ...(postgres && { postgres: postgres.pid }),
    }
    const stop = beside && (await disturb(beside, url as string, targets[0], cast.accounts))
    const drained = isDrained && (() => waitUntilDrained(url as string))
    const found = await drive(load, { pids, ...(drained && { drained }) }).finally(stop)
    const { perSecond, p50, p99, cores, signingCores, cpu, pieces } = found
    done.set(kind, (done.get(kind) ?? 0) + found.done)
    const name = named(where, each)
    note(name, perSecond)
    note(`${name}, p50 ms`, p50)
    note(`${name}, p99 ms`, p99)
    note(`${name}, load’s cores`, cores)
    const microsOf = (share: number) => (share * (cpu?.seconds ?? 0) * 1e6) / pieces
    if (cpu) note(cpuOf(name), microsOf(sumOf(Object.values(cpu.byName))))
    if (cpu?.byName.postgres) note(postgresCpuOf(name), microsOf(cpu.byName.postgres))
    if (signingCores > 0) note(`${name}, load’s signing cores`, signingCores)
    const busy = { ...cpu?.byName, all: cpu?.busy ?? Number.NaN }
    const shares = Object.entries(busy).map(
      ([who, share]) => `${who} ${share.toFixed(2)} (${short(microsOf(share))} µs each)`,
    )
    shares.push(`load ${cores.toFixed(2)}`)
    const signing = signingCores > 0 ? `; ${short((signingCores / perSecond) * 1e6)} µs each by the clock to sign` : ''
    say(
      `  ${name}: ${short(perSecond)}/s, p50 ${short(p50)} ms, p99 ${short(p99)} ms; cores: ${shares.join(', ')}${signing}`,
    )
  }
}

/** Work per process: `pinned` gives each process its own customers. */
async function connectionGroups(
  { kind, beside, processes }: Measurement,
  { targets, cast }: Subject,
): Promise<Group[]> {
  const { accounts } = cast
  const stepsWith = (isAsked: (nth: number) => boolean) =>
    stepsFor(kind, targets[0], {
      ...cast,
      accounts: { ...accounts, customers: accounts.customers.filter((_, nth) => isAsked(nth)) },
    })
  if (processes === 'pinned') {
    const own = targets.map(async ({ port }, i) => ({
      ports: [port],
      steps: await stepsWith((nth) => nth % targets.length === i),
    }))
    return Promise.all(own)
  }
  const steps = await stepsWith((nth) => !beside || accounts.customers[nth] !== disturbed(accounts))
  return [{ ports: targets.map(({ port }) => port), steps }]
}

/** What the service uses without a request. */
async function measureIdle({ targets: [{ pid }] }: Subject, { pid: postgres }: Yardstick): Promise<void> {
  const pids = { service: pid, postgres }
  const before = readCpu(pids)
  await pause(seconds * 1000)
  const used = cpuBetween(before, readCpu(pids))
  if (!used) return
  note(IDLE, sumOf(Object.values(used.byName)))
  const { service, postgres: database } = used.byName
  say(`  ${IDLE}: service ${service?.toFixed(3)}, postgres ${database?.toFixed(3)}`)
}

function measureMemory({ targets: [{ pid }] }: Subject): void {
  const megabytes = readMemory(pid)
  if (megabytes === undefined) return
  note(MEMORY, megabytes)
  say(`  ${MEMORY}: ${short(megabytes)}`)
}

function report(stated: Record<string, unknown>): void {
  const medianOf = (name: string) => spreadOf(rounds.get(name) as number[]).median
  const share = (name: string, median: number, yardstick: string) =>
    name.includes(' ms') || !rounds.has(yardstick) ? '' : short(median / medianOf(yardstick))
  const isBySignature = (name: string) => name === VERIFY || BY_SIGNATURE.some((kind) => name.includes(KINDS[kind]))
  const rows = [...rounds]
    .filter(([name]) => !name.endsWith('cores'))
    .map(([name, values]) => {
      const { median, least, most } = spreadOf(values)
      const bySignature = isBySignature(name) ? share(name, median, VERIFY) : ''
      return [name, short(median), `${short(least)}–${short(most)}`, share(name, median, TPC_B), bySignature]
    })
  const verdicts = judge(GOALS, rounds)
  say(`\n${table(['per second unless stated', 'median', 'range', '× TPC-B', '× verification'], rows)}`)
  say(
    `\n${table(
      ['goal', 'median', 'range', 'limit', 'goal', ''],
      verdicts.map(({ id, about, median, least, most, must, goal, verdict }) => [
        `${id} ${about}`,
        short(median),
        `${short(least)}–${short(most)}`,
        `${must}`,
        `${goal}`,
        verdict,
      ]),
    )}`,
  )
  const result = {
    ...(stated as { date: string; commit: string }),
    seconds,
    rounds: roundCount,
    loadAverageAfter: loadavg()[0],
    promises: verdicts,
    measures: Object.fromEntries(rounds),
  }
  if (isWhole) say(`\nSaved to ${relative('.', keepResult(result))}`)
  else say('\nNot saved: only complete runs are.')
}

execFileSync(process.execPath, [fileURLToPath(new URL('../scripts/build.mjs', import.meta.url))], { stdio: 'inherit' })
const stated = circumstances()
say(JSON.stringify(stated))
const postgres = onPostgres ? await startPostgres() : undefined
const subjects: Subject[] = []
try {
  const subject = async (
    where: string,
    url: string | undefined,
    targets: Subject['targets'],
    asked: readonly Measurement[],
    { cast, prepare }: { cast?: Cast; prepare?: Subject['prepare'] } = {},
  ) => {
    const shown = cast ?? (await castFor(kindsOf(asked), targets[0]))
    subjects.push({ where, url, targets, cast: shown, asked, done: new Map(), prepare })
  }
  if (postgres) {
    Object.assign(stated, { postgres: postgres.version, settings: postgres.settings })
    say(`PostgreSQL ${postgres.version} ${JSON.stringify(postgres.settings)}`)
  }
  if (postgres && chosen(MEASUREMENTS).length > 0) {
    const url = await postgres.database('causeway')
    await subject('PostgreSQL', url, [await startService(url, { expected: POISON })], chosen(MEASUREMENTS))
    if (options.compare) {
      const [{ targets, cast }] = subjects as [Subject]
      const target = await startPerRequest(url, targets[0].authorization)
      await subject('per request', url, [target], chosen(MEASUREMENTS_PER_REQUEST), { cast })
    }
    const withWebhooks = chosen(MEASUREMENTS_WITH_WEBHOOKS, WEBHOOKS)
    if (withWebhooks.length > 0) {
      const [{ targets }] = subjects as [Subject]
      await subject(WEBHOOKS, url, [await openReceivingPlatform(targets[0])], withWebhooks)
    }
  }
  if (postgres && options.against) {
    const program = resolve(options.against, 'dist/main.js')
    const url = await postgres.database('other_build')
    await subject(OTHER_BUILD, url, [await startService(url, { program })], chosen(UNDISTURBED, OTHER_BUILD))
  }
  for (const where of postgres ? [NEVER_ANALYSED, ANALYSED] : []) {
    const asked = chosen(MEASUREMENTS_OF_STATISTICS, where)
    if (!postgres || asked.length === 0) continue
    const url = await postgres.database(where.replace(' ', '_'))
    const service = await startService(url)
    await disableAutovacuum(url)
    const prepare = where === ANALYSED ? () => analyse(url) : undefined
    await subject(where, url, [service], asked, { prepare })
  }
  if (postgres && chosen(MEASUREMENTS_OF_TWO, TWO).length > 0) {
    const url = await postgres.database('two_processes')
    const first = await startService(url)
    await subject(TWO, url, [first, await startService(url, { beside: first })], chosen(MEASUREMENTS_OF_TWO, TWO))
  }
  if (onEmbedded.length > 0) await subject('embedded', undefined, [await startService(undefined)], onEmbedded)
  for (let round = 1; round <= roundCount; round++) {
    say(`Round ${round} of ${roundCount}`)
    const [first] = subjects
    const whole = !lines && postgres && first?.where === 'PostgreSQL' ? first : undefined
    await measureYardsticks({ postgres: lines ? undefined : postgres, seconds, kinds: lines ? [] : kinds }, note, say)
    if (whole && postgres) await measureIdle(whole, postgres)
    for (const each of subjects) await measure(each, each.where === 'embedded' ? undefined : postgres)
    if (whole) measureMemory(whole)
  }
  if (postgres) {
    const { gigabytes, newFiles } = await postgres.logWritten()
    Object.assign(stated, { log: { gigabytes, newFiles } })
    say(`PostgreSQL wrote ${short(gigabytes)} GB of log; new log files created: ${newFiles}`)
  }
  for (const { targets } of subjects) for (const target of targets.toReversed()) await target.stop()
  for (const url of new Set(subjects.map((each) => each.url))) {
    const same = subjects.filter((each) => each.url === url)
    if (url) say(await audit(url, doneBy(same), same[0]?.cast.wallets?.sessions ?? 0))
  }
  report(stated)
} finally {
  for (const { targets } of subjects) for (const target of targets) target.kill()
  await postgres?.remove()
}

function kindsOf(asked: readonly Measurement[]): Kind[] {
  return asked.map(({ kind }) => kind)
}

/** Completed work per kind on one database, of both servers. */
function doneBy(subjects: readonly Subject[]): Map<Kind, number> {
  const done = new Map<Kind, number>()
  for (const subject of subjects)
    for (const [kind, count] of subject.done) done.set(kind, (done.get(kind) ?? 0) + count)
  return done
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}
