/**
 * Owns `npm run bench`: the service and pgbench on the same machine and the same PostgreSQL, measured in turns, told as
 * ratios. `--seconds 5 --rounds 3 --only postgres|embedded --quick --compare`. Every error reply ends it at once.
 */
import { execFileSync } from 'node:child_process'
import { loadavg } from 'node:os'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { ledgerAuditors } from '../src/domain/ledger/auditors.ts'
import { onServer } from '../test/postgres.ts'
import { drive } from './drive.ts'
import { circumstances, type Goal, judge, keepResult, short, spreadOf, table } from './report.ts'
import { type Accounts, openAccounts, startPerRequest, startService, type Target } from './target.ts'
import { KINDS, type Kind, stepsOf } from './work.ts'
import { startPostgres, type Yardstick } from './yardstick.ts'

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
    only: { type: 'string' },
    quick: { type: 'boolean', default: false },
    compare: { type: 'boolean', default: false },
  },
})
const seconds = options.quick ? 2 : Number(options.seconds)
const roundCount = options.quick ? 1 : Number(options.rounds)
if (!(seconds > 0) || !(roundCount > 0)) throw new Error('--seconds and --rounds must be numbers above 0')
if (options.only && !['postgres', 'embedded'].includes(options.only))
  throw new Error('--only must be postgres or embedded')
const onPostgres = options.only !== 'embedded'
const onEmbedded = options.only !== 'postgres'
/** Until the code is compiled. */
const WARM_UP_MS = options.quick ? 1000 : 3000
const CLIENTS = [8, 16, 32]

/** What is asked of the service: kind of work, connections; and whether of the embedded database as well. */
const LOADS: readonly (readonly [kind: Kind, connections: number, embeddedToo: boolean])[] = [
  ['own', 1, true],
  ['own', 64, true],
  ['own', 256, true],
  ['between', 256, false],
  ['hot', 256, false],
  ['payout', 64, false],
  ['funding', 64, true],
  ['funding', 256, false],
]

const TPC_B = 'pgbench TPC-B, best'
const COMMIT = 'pgbench simple update, 1 client, p50 ms'
const named = (where: string, kind: Kind, connections: number) => `${where}: ${KINDS[kind]}, ${connections} connections`
const own = (connections: number, where = 'PostgreSQL') => named(where, 'own', connections)

const GOALS: readonly Goal[] = [
  {
    id: 'P1',
    about: 'full payments per TPC-B transaction, 256 connections',
    needs: [own(256), TPC_B],
    value: (of) => of(own(256)) / of(TPC_B),
    must: 1,
    goal: 2,
  },
  {
    id: 'P3',
    about: 'full payments, against a transaction per request, 64 connections',
    needs: [own(64), own(64, 'per request')],
    value: (of) => of(own(64)) / of(own(64, 'per request')),
    must: 4,
    goal: 8,
  },
  {
    id: 'P4',
    about: 'one hot account, against random accounts, 256 connections',
    needs: [named('PostgreSQL', 'hot', 256), named('PostgreSQL', 'between', 256)],
    value: (of) => of(named('PostgreSQL', 'hot', 256)) / of(named('PostgreSQL', 'between', 256)),
    must: 0.9,
    goal: 1,
  },
  {
    id: 'P6',
    about: 'p50 of one connection, both calls, in single commits’ time',
    needs: [`${own(1)}, p50 ms`, COMMIT],
    value: (of) => of(`${own(1)}, p50 ms`) / of(COMMIT),
    must: 4,
    goal: 2.5,
    atMost: true,
  },
  {
    id: 'P7',
    about: 'p99 / p50 at 64 connections',
    needs: [`${own(64)}, p99 ms`, `${own(64)}, p50 ms`],
    value: (of) => of(`${own(64)}, p99 ms`) / of(`${own(64)}, p50 ms`),
    must: 6,
    goal: 3,
    atMost: true,
  },
  {
    id: 'P8',
    about: 'embedded database, against PostgreSQL, 64 connections',
    needs: [own(64, 'embedded'), own(64)],
    value: (of) => of(own(64, 'embedded')) / of(own(64)),
    must: 0.4,
    goal: 0.75,
  },
]

const rounds = new Map<string, number[]>()
const note = (name: string, value: number) => void rounds.set(name, [...(rounds.get(name) ?? []), value])
const say = (text: string) => process.stdout.write(`${text}\n`)

interface Subject {
  readonly where: string
  readonly target: Target
  readonly accounts: Accounts
  readonly loads: typeof LOADS
  paid: number
}

async function measure(subject: Subject, postgres: Yardstick | undefined): Promise<void> {
  const { where, target, accounts, loads } = subject
  for (const [kind, connections] of loads) {
    const { port, authorization, pid } = target
    const load = {
      port,
      authorization,
      connections,
      steps: stepsOf(kind, accounts),
      warmUpMs: WARM_UP_MS,
      measureMs: seconds * 1000,
    }
    const { perSecond, p50, p99, done, cores, cpu } = await drive(load, {
      pids: { service: pid, ...(postgres && { postgres: postgres.pid }) },
    })
    if (kind !== 'funding') subject.paid += done
    const name = named(where, kind, connections)
    note(name, perSecond)
    note(`${name}, p50 ms`, p50)
    note(`${name}, p99 ms`, p99)
    const shares = Object.entries({ ...cpu?.byName, load: cores, all: cpu?.busy ?? Number.NaN }).map(
      ([who, share]) => `${who} ${share.toFixed(2)}`,
    )
    note(`${name}, load’s cores`, cores)
    say(`  ${name}: ${short(perSecond)}/s, p50 ${short(p50)} ms, p99 ${short(p99)} ms; cores: ${shares.join(', ')}`)
  }
}

async function measureYardstick(postgres: Yardstick): Promise<void> {
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

/** What was answered must be there, and the money must add up. */
async function audit(url: string, paid: number): Promise<void> {
  for (const { name, sql } of ledgerAuditors) {
    const found = await onServer(url, sql)
    if (found.length > 0) throw new Error(`The ledger is wrong: ${name}: ${JSON.stringify(found[0])}`)
  }
  const [row] = await onServer<{ count: string }>(
    url,
    `select count(*) from transactions where type = 'OUTGOING' and status = 'COMPLETED'`,
  )
  if (Number(row?.count) !== paid) throw new Error(`${paid} payments were answered, ${row?.count} are in the database`)
  say(`The ledger adds up: ${paid} payments, each in the database.`)
}

function tell(stated: Record<string, unknown>): void {
  const lines = [...rounds]
    .filter(([name]) => !name.endsWith('cores'))
    .map(([name, values]) => {
      const { median, least, most } = spreadOf(values)
      const ratio =
        name.includes(' ms') || !rounds.has(TPC_B) ? '' : short(median / spreadOf(rounds.get(TPC_B) as number[]).median)
      return [name, short(median), `${short(least)}–${short(most)}`, ratio]
    })
  const verdicts = judge(GOALS, rounds)
  say(`\n${table(['a second, unless said', 'median', 'range', '× TPC-B'], lines)}`)
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
  if (options.quick || options.only) say('\nNot kept: only a whole run is a result.')
  else say(`\nKept in ${relative('.', keepResult(result))}`)
}

execFileSync(process.execPath, [fileURLToPath(new URL('../scripts/build.mjs', import.meta.url))], { stdio: 'inherit' })
const stated = circumstances()
say(JSON.stringify(stated))
const postgres = onPostgres ? await startPostgres() : undefined
const subjects: Subject[] = []
try {
  const subject = async (where: string, target: Target, accounts: Accounts | undefined, loads: typeof LOADS) =>
    void subjects.push({ where, target, accounts: accounts ?? (await openAccounts(target)), loads, paid: 0 })
  const url = await postgres?.database('causeway')
  if (postgres && url) {
    Object.assign(stated, { postgres: postgres.version, settings: postgres.settings })
    say(`PostgreSQL ${postgres.version} ${JSON.stringify(postgres.settings)}`)
    await subject('PostgreSQL', await startService(url), undefined, LOADS)
    if (options.compare) {
      const [{ target, accounts }] = subjects as [Subject]
      await subject('per request', await startPerRequest(url, target.authorization), accounts, [
        ['own', 64, false],
        ['own', 256, false],
      ])
    }
  }
  if (onEmbedded)
    await subject(
      'embedded',
      await startService(undefined),
      undefined,
      LOADS.filter(([, , embeddedToo]) => embeddedToo),
    )
  for (let round = 1; round <= roundCount; round++) {
    say(`Round ${round} of ${roundCount}`)
    if (postgres) await measureYardstick(postgres)
    for (const each of subjects) await measure(each, each.where === 'embedded' ? undefined : postgres)
  }
  for (const { target } of subjects) await target.stop()
  if (url)
    await audit(
      url,
      subjects.filter(({ where }) => where !== 'embedded').reduce((sum, { paid }) => sum + paid, 0),
    )
  tell(stated)
} finally {
  for (const { target } of subjects) target.kill()
  await postgres?.remove()
}
