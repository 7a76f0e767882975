/**
 * Owns `npm run bench`: the service and pgbench on the same machine and the same PostgreSQL, measured in turns, told as
 * ratios. `--seconds 5 --rounds 3 --only postgres|embedded --kinds signed,session,authorization --quick --compare`.
 * Every error reply ends it at once.
 */
import { execFileSync } from 'node:child_process'
import { loadavg } from 'node:os'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { audit } from './audit.ts'
import { drive } from './drive.ts'
import { ASKED, ASKED_PER_REQUEST, type Asked, COMMIT, GOALS, named, TPC_B, VERIFY } from './promises.ts'
import { circumstances, judge, keepResult, short, spreadOf, table } from './report.ts'
import { startPerRequest, startService, type Target } from './target.ts'
import { verificationsPerSecond } from './verifications.ts'
import { type Cast, castFor, KINDS, type Kind, stepsOf } from './work.ts'
import { startPostgres, type Yardstick } from './yardstick.ts'

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
    only: { type: 'string' },
    kinds: { type: 'string' },
    quick: { type: 'boolean', default: false },
    compare: { type: 'boolean', default: false },
  },
})
const seconds = options.quick ? 2 : Number(options.seconds)
const roundCount = options.quick ? 1 : Number(options.rounds)
if (!(seconds > 0) || !(roundCount > 0)) throw new Error('--seconds and --rounds must be numbers above 0')
if (options.only && !['postgres', 'embedded'].includes(options.only))
  throw new Error('--only must be postgres or embedded')
const kinds = options.kinds ? options.kinds.split(',') : Object.keys(KINDS)
if (!kinds.every((kind) => kind in KINDS)) throw new Error(`--kinds must be of ${Object.keys(KINDS).join(', ')}`)
const chosen = (asked: readonly Asked[]) => asked.filter(({ kind }) => kinds.includes(kind))
const isWhole = !options.quick && !options.only && !options.kinds
const onPostgres = options.only !== 'embedded'
/** What can be measured on the embedded database, if it is. */
const askedEmbedded = options.only === 'postgres' ? [] : chosen(ASKED).filter(({ embeddedToo }) => embeddedToo)
/** Until the code is compiled. */
const WARM_UP_MS = options.quick ? 1000 : 3000
const CLIENTS = [8, 16, 32]
/** What is told beside those pieces of work whose limit is a core's signatures. */
const BY_SIGNATURE: readonly Kind[] = ['signed', 'session']

const rounds = new Map<string, number[]>()
const note = (name: string, value: number) => void rounds.set(name, [...(rounds.get(name) ?? []), value])
const say = (text: string) => process.stdout.write(`${text}\n`)

interface Subject {
  readonly where: string
  readonly target: Target
  readonly cast: Cast
  readonly asked: readonly Asked[]
  readonly done: Map<Kind, number>
}

async function measure({ where, target, cast, asked, done }: Subject, postgres: Yardstick | undefined): Promise<void> {
  const { port, authorization, pid } = target
  for (const each of asked) {
    const { kind, connections, pace } = each
    const load = {
      port,
      authorization,
      connections,
      steps: await stepsOf(kind, target, cast),
      ...(pace !== undefined && { paceInPieces: pace }),
      warmUpMs: WARM_UP_MS,
      measureMs: seconds * 1000,
    }
    const found = await drive(load, { pids: { service: pid, ...(postgres && { postgres: postgres.pid }) } })
    const { perSecond, p50, p99, cores, signingCores, cpu } = found
    done.set(kind, (done.get(kind) ?? 0) + found.done)
    const name = named(where, each)
    note(name, perSecond)
    note(`${name}, p50 ms`, p50)
    note(`${name}, p99 ms`, p99)
    note(`${name}, load’s cores`, cores)
    if (signingCores > 0) note(`${name}, load’s signing cores`, signingCores)
    const busy = { ...cpu?.byName, load: cores, all: cpu?.busy ?? Number.NaN }
    const shares = Object.entries(busy).map(([who, share]) => `${who} ${share.toFixed(2)}`)
    const micros = (share: number) => `${short((share / perSecond) * 1e6)} µs`
    const signing = signingCores > 0 ? `, ${micros(signingCores)} by the clock to sign` : ''
    say(
      `  ${name}: ${short(perSecond)}/s, p50 ${short(p50)} ms, p99 ${short(p99)} ms; cores: ${shares.join(', ')}; the load’s CPU ${micros(cores)} each${signing}`,
    )
  }
}

async function measureYardsticks(postgres: Yardstick | undefined): Promise<void> {
  if (kinds.some((kind) => BY_SIGNATURE.includes(kind as Kind))) {
    const verifications = verificationsPerSecond(Math.min(seconds, 2))
    note(VERIFY, verifications)
    say(`  ${VERIFY}: ${short(verifications)}/s (crypto.verify in a loop, the key an object made once)`)
  }
  if (!postgres) return
  const rates: number[] = []
  for (const clients of CLIENTS) {
    const rate = await postgres.transactions(clients, seconds)
    rates.push(rate)
    note(`pgbench TPC-B, ${clients} clients`, rate)
  }
  const commit = await postgres.commitMs(seconds)
  note(TPC_B, Math.max(...rates))
  note(COMMIT, commit)
  say(
    `  pgbench TPC-B: ${CLIENTS.map((clients, i) => `${clients} clients ${short(rates[i] as number)}/s`).join(', ')}; a commit ${short(commit)} ms`,
  )
}

function tell(stated: Record<string, unknown>): void {
  const medianOf = (name: string) => spreadOf(rounds.get(name) as number[]).median
  const share = (name: string, median: number, yardstick: string) =>
    name.includes(' ms') || !rounds.has(yardstick) ? '' : short(median / medianOf(yardstick))
  const isBySignature = (name: string) => name === VERIFY || BY_SIGNATURE.some((kind) => name.includes(KINDS[kind]))
  const lines = [...rounds]
    .filter(([name]) => !name.endsWith('cores'))
    .map(([name, values]) => {
      const { median, least, most } = spreadOf(values)
      const bySignature = isBySignature(name) ? share(name, median, VERIFY) : ''
      return [name, short(median), `${short(least)}–${short(most)}`, share(name, median, TPC_B), bySignature]
    })
  const verdicts = judge(GOALS, rounds)
  say(`\n${table(['a second, unless said', 'median', 'range', '× TPC-B', '× verification'], lines)}`)
  say(
    `\n${table(
      ['promise', 'median', 'range', 'must', 'goal', ''],
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
  if (isWhole) say(`\nKept in ${relative('.', keepResult(result))}`)
  else say('\nNot kept: only a whole run is a result.')
}

execFileSync(process.execPath, [fileURLToPath(new URL('../scripts/build.mjs', import.meta.url))], { stdio: 'inherit' })
const stated = circumstances()
say(JSON.stringify(stated))
const postgres = onPostgres ? await startPostgres() : undefined
const subjects: Subject[] = []
try {
  const subject = async (where: string, target: Target, asked: readonly Asked[], cast?: Cast) => {
    const shown = cast ?? (await castFor(kindsOf(asked), target))
    subjects.push({ where, target, cast: shown, asked, done: new Map() })
  }
  const url = await postgres?.database('causeway')
  if (postgres && url) {
    Object.assign(stated, { postgres: postgres.version, settings: postgres.settings })
    say(`PostgreSQL ${postgres.version} ${JSON.stringify(postgres.settings)}`)
    await subject('PostgreSQL', await startService(url), chosen(ASKED))
    if (options.compare) {
      const [{ target, cast }] = subjects as [Subject]
      await subject('per request', await startPerRequest(url, target.authorization), chosen(ASKED_PER_REQUEST), cast)
    }
  }
  if (askedEmbedded.length > 0) await subject('embedded', await startService(undefined), askedEmbedded)
  for (let round = 1; round <= roundCount; round++) {
    say(`Round ${round} of ${roundCount}`)
    await measureYardsticks(postgres)
    for (const each of subjects) await measure(each, each.where === 'embedded' ? undefined : postgres)
  }
  if (postgres) {
    const { gigabytes, newFiles } = await postgres.logWritten()
    Object.assign(stated, { log: { gigabytes, newFiles } })
    say(`PostgreSQL wrote ${short(gigabytes)} GB of log; files it had to make anew: ${newFiles}`)
  }
  for (const { target } of subjects) await target.stop()
  if (url) say(await audit(url, sumOf(subjects), subjects[0]?.cast.wallets?.sessions ?? 0))
  tell(stated)
} finally {
  for (const { target } of subjects) target.kill()
  await postgres?.remove()
}

function kindsOf(asked: readonly Asked[]): Kind[] {
  return asked.map(({ kind }) => kind)
}

/** What was done on PostgreSQL, by whichever version. */
function sumOf(all: readonly Subject[]): Map<Kind, number> {
  const sum = new Map<Kind, number>()
  for (const { where, done } of all)
    if (where !== 'embedded') for (const [kind, count] of done) sum.set(kind, (sum.get(kind) ?? 0) + count)
  return sum
}
