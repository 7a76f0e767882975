/** Going-live checklist: a correct installation passes every line, and each line fails for its own fault. */
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { freshPlace, type Place, type TestApp, testApp } from '../../../test/harness/app.ts'
import { causeway } from '../../../test/harness/command-line.ts'
import { kind, serviceUrl } from '../../../test/harness/database/database.ts'
import { accept, invite } from '../../../test/harness/operators.ts'
import { takeTimeFrom } from '../../core/clock.ts'
import { databaseLines } from './database-lines.ts'
import { CHECKLIST, examineProduction } from './examine.ts'
import type { Opened } from './line.ts'
import { looksRandom } from './settings-lines.ts'

const key = () => randomBytes(32).toString('hex')
const PUBLIC = 'https://api.acme.test'

/** Lines about the test server that are accepted here; they are tested below. */
const SERVERS = [
  'database-standby',
  'database-checksums',
  'database-tls',
  'database-connections',
  'database-pooler',
  'database-role',
  'database-version',
  'backups',
]

describe.runIf(kind === 'postgres')('the going-live checklist', () => {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-live-'))
  let place: Place
  let app: TestApp
  let env: Record<string, string>

  const file = (name: string, content: string): string => {
    const path = join(folder, name)
    writeFileSync(path, content, { mode: 0o600 })
    return path
  }
  /** As the service's own address, and as the public one behind its proxy. */
  const outside = (metricsAreServed: boolean) => async (url: string) => {
    const path = url.startsWith(PUBLIC) ? url.slice(PUBLIC.length) : undefined
    if (path === '/metrics' && !metricsAreServed) return new Response('', { status: 404 })
    return fetch(path === undefined ? url : app.origin + path)
  }
  const examined = async (changes: Record<string, string> = {}, { origin = app.origin, open = false } = {}) => {
    const found = await examineProduction({
      env: { ...env, ...changes },
      origin,
      accepted: SERVERS,
      fetch: outside(open),
    })
    return found.filter(({ result }) => result === 'wrong')
  }
  const wrong = async (...given: Parameters<typeof examined>) => (await examined(...given)).map(({ line }) => line)

  beforeAll(async () => {
    place = await freshPlace()
    app = await testApp({ place, dashboard: 'PASSKEY' })
    await app.store.script(`insert into installation (mode) values ('production')`)
    for (const [name, role] of [
      ['Nora', 'ADMINISTRATOR'],
      ['Omar', 'OPERATOR'],
    ] as const)
      expect((await accept(app, await invite(app, name, role))).status).toBe(204)
    mkdirSync(join(folder, 'data'), { mode: 0o700 })
    mkdirSync(join(folder, 'bank'))
    env = {
      CAUSEWAY_MODE: 'production',
      LOG_LEVEL: 'info',
      CAUSEWAY_DATA_DIR: join(folder, 'data'),
      CAUSEWAY_PUBLIC_URL: PUBLIC,
      CAUSEWAY_DASHBOARD_URL: 'https://desk.acme.test',
      CAUSEWAY_TRUSTED_PROXIES: '10.1.2.3',
      DATABASE_URL_FILE: file('database_url', serviceUrl(place.database) as string),
      CAUSEWAY_SECRET_KEY_FILE: file('secret_key', key()),
      CAUSEWAY_CUSTODY_KEY_FILE: file('custody_key', key()),
      CAUSEWAY_RATES_URLS_FILE: file('rates_urls', 'https://a.test/r,https://b.test/r,https://c.test/r'),
      CAUSEWAY_SMTP_URL_FILE: file('smtp_url', 'smtps://u:p@mail.acme.test'),
      CAUSEWAY_MAIL_FROM: 'wallet@acme.test',
      CAUSEWAY_SCREENING_FILE: file('list.csv', 'kind,value,reason\nname,Jo Doe,list 1\n'),
      CAUSEWAY_TWO_OPERATORS_ABOVE: 'USD:100000',
      CAUSEWAY_TRAVEL_RULE: 'USD:100000',
      CAUSEWAY_UMA_PARTNERS: 'bank.test',
      CAUSEWAY_SEPA_FOLDER: join(folder, 'bank'),
      CAUSEWAY_SEPA_NAME: 'Acme',
      CAUSEWAY_SEPA_IBAN: 'DE89370400440532013000',
    }
  })
  afterEach(() => takeTimeFrom(Date.now))
  afterAll(async () => {
    await app.close()
    await place.drop()
    rmSync(folder, { recursive: true, force: true })
  })

  it('is passed by a correct installation, and changes nothing', async () => {
    expect(await wrong()).toEqual(['metrics'])
    await fetch(`${app.origin}/metrics`, { headers: { 'x-prometheus-scrape-timeout-seconds': '10' } })
    expect(await examined()).toEqual([])
  })

  /** Environments, each by the line that it makes fail. */
  const ENVIRONMENTS: Readonly<Record<string, () => Record<string, string>>> = {
    mode: () => ({ CAUSEWAY_MODE: 'sandbox' }),
    keys: () => ({ CAUSEWAY_SECRET_KEY_FILE: file('counting', Buffer.from([...Array(32).keys()]).toString('hex')) }),
    'secret-files': () => ({ CAUSEWAY_SECRET_KEY_FILE: '', CAUSEWAY_SECRET_KEY: key() }),
    'data-directory': () => {
      mkdirSync(join(folder, 'sandbox'), { mode: 0o700 })
      file('sandbox/credentials.json', '{}')
      return { CAUSEWAY_DATA_DIR: join(folder, 'sandbox') }
    },
    'public-url': () => ({ CAUSEWAY_PUBLIC_URL: 'http://localhost' }),
    desk: () => ({ CAUSEWAY_DASHBOARD_URL: '' }),
    'trusted-proxies': () => ({ CAUSEWAY_TRUSTED_PROXIES: '0.0.0.0/0' }),
    rates: () => ({ CAUSEWAY_RATES_QUORUM: '3' }),
    mail: () => ({ CAUSEWAY_SMTP_URL_FILE: '' }),
    screening: () => ({ CAUSEWAY_SCREENING_FILE: join(folder, 'nowhere') }),
    'payout-limits': () => ({ CAUSEWAY_TWO_OPERATORS_ABOVE: '' }),
    'travel-rule': () => ({ CAUSEWAY_TRAVEL_RULE: '' }),
    logs: () => ({ LOG_LEVEL: 'warn' }),
    'rails-configured': () => ({ CAUSEWAY_SEPA_FOLDER: '' }),
  }
  it.each(Object.entries(ENVIRONMENTS))('detects in the environment: %s', async (line, changes) => {
    expect(await wrong(changes())).toEqual(line === 'public-url' ? [line, 'tls'] : [line])
  })

  /** Changes of the database and their reversal, each by the line that it makes fail. */
  const CHANGES: Readonly<Record<string, readonly [change: string, back: string]>> = {
    'database-platforms': [
      'alter table customers disable row level security',
      'alter table customers enable row level security',
    ],
    installation: [`update installation set mode = 'sandbox'`, `update installation set mode = 'production'`],
    operators: [
      `update operators set role = 'VIEWER' where name = 'Omar'`,
      `update operators set role = 'OPERATOR' where name = 'Omar'`,
    ],
    platform: [
      'alter table platforms rename to hidden; create table platforms ()',
      'drop table platforms; alter table hidden rename to platforms',
    ],
    'audit-chain': [
      `alter table audit_chain disable trigger user; update audit_chain set entry = replace(entry, 'Nora', 'Nina')`,
      `update audit_chain set entry = replace(entry, 'Nina', 'Nora'); alter table audit_chain enable trigger user`,
    ],
    ledger: [
      `insert into house_balances select platform_id, platform_id, 1 from platforms limit 1`,
      `delete from house_balances where key = platform_id`,
    ],
    'ledger-checkpoints': [
      `insert into checkpoints values ('LEDGER', 1, '{"number":1}', '', '')`,
      `alter table checkpoints disable trigger user; delete from checkpoints; alter table checkpoints enable trigger user`,
    ],
    tasks: [
      `insert into jobs (platform_id, key, name, subjects, due_at, attempts, dead_at, class, written)
        select platform_id, 'x', 'x', '[]', now(), 20, now(), 'other', 1 from platforms limit 1`,
      `delete from jobs where key = 'x'`,
    ],
  }
  it.each(Object.entries(CHANGES))('detects in the database: %s', async (line, [change, back]) => {
    await app.store.script(change)
    const found = await wrong()
    await app.store.script(back)
    expect(found).toEqual([line])
    expect(await wrong()).toEqual([])
  })

  it('finds a clock that is ahead', async () => {
    takeTimeFrom(() => Date.now() + 5000)
    expect(await wrong()).toEqual(['database-time'])
  })

  it('finds metrics that are public, and a service that does not run', async () => {
    expect(await wrong({}, { open: true })).toEqual(['tls'])
    const away = await wrong({}, { origin: 'http://127.0.0.1:1' })
    expect(away).toEqual(['service', 'rails-healthy', 'metrics'])
  })

  it('fails a line that it cannot check', async () => {
    const all = CHECKLIST.flatMap(({ lines }) => lines.map(({ id }) => id))
    const unaccepted = all.filter((line) => !SERVERS.includes(line))
    expect(await wrong({ PORT: 'eighty' })).toEqual(unaccepted)
    const address = file('nowhere_url', 'postgres://u@127.0.0.1:1/nowhere')
    const found = await examined({ DATABASE_URL_FILE: address })
    expect(found.map(({ line }) => line)).toEqual([
      'database',
      'database-platforms',
      'database-time',
      'installation',
      'operators',
      'platform',
      'audit-chain',
      'ledger',
      'ledger-checkpoints',
      'tasks',
    ])
    expect(found[0]?.detail).not.toContain('nowhere')
  })

  it('has a test for every line', () => {
    const tried = [...Object.keys(ENVIRONMENTS), ...Object.keys(CHANGES), ...SERVERS]
    const others = ['environment', 'database', 'database-time', 'service', 'rails-healthy', 'metrics', 'tls']
    const lines = CHECKLIST.flatMap(({ lines }) => lines.map(({ id }) => id))
    expect([...tried, ...others].sort()).toEqual(lines.sort())
  })

  it('is what causeway doctor --production reports, with exit code 1 while a line fails', async () => {
    chmodSync(join(folder, 'data'), 0o755)
    const { code, err, json } = await causeway(
      ['doctor', '--production', '--url', app.origin, '--accept', `${SERVERS.join(',')},tls`],
      env,
    )
    expect([code, err]).toEqual([1, 'Not in order: data-directory\n'])
    expect(json()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ check: 'data-directory', result: 'wrong' }),
        expect.objectContaining({ check: 'ledger', result: 'ok' }),
        expect.objectContaining({ check: 'tls', result: 'accepted' }),
      ]),
    )
    const unknown = await causeway(['doctor', '--production', '--accept', 'everything'], env)
    expect([unknown.code, unknown.err]).toEqual([1, expect.stringContaining('There is no line everything')])
  })
})

describe('the lines about the server', () => {
  /** A server that gives these answers to the queries of a line. */
  const answering = (settings: Record<string, string>, row: object = {}): Opened =>
    ({
      config: { lanes: 2, databaseUrl: 'postgres://db.test/causeway?sslmode=require' },
      query: async (text: string) =>
        text.includes('pg_settings') ? Object.entries(settings).map(([name, setting]) => ({ name, setting })) : [row],
    }) as unknown as Opened
  const DURABLE = { fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on', server_version_num: '170002' }
  const encrypted = { isLocal: false, isEncrypted: true }

  it.each<[id: string, subject: Opened, fault: string | undefined]>([
    ['database-version', answering(DURABLE), undefined],
    ['database-version', answering({ ...DURABLE, fsync: 'off' }), 'fsync is off'],
    ['database-standby', answering({ synchronous_standby_names: 'a', synchronous_commit: 'on' }), undefined],
    ['database-standby', answering({ synchronous_standby_names: '', synchronous_commit: 'on' }), 'is empty'],
    ['database-standby', answering({ synchronous_standby_names: 'a', synchronous_commit: 'local' }), 'is local'],
    ['database-checksums', answering({ data_checksums: 'on' }), undefined],
    ['database-checksums', answering({ data_checksums: 'off' }), 'data_checksums is off'],
    ['database-tls', answering({}, { isLocal: true, isEncrypted: false }), undefined],
    ['database-tls', answering({}, { isLocal: false, isEncrypted: false }), 'not encrypted'],
    ['database-tls', answering({}, encrypted), 'sslmode is require'],
    ['database-role', answering({}, { isSuper: false, owns: false, changes: false }), undefined],
    ['database-role', answering({}, { isSuper: true, owns: true, changes: true }), 'superuser'],
    ['database-role', answering({}, { isSuper: false, owns: true, changes: true }), 'owns the tables'],
    ['database-role', answering({}, { isSuper: false, owns: false, changes: true }), 'may change postings'],
    ['database-connections', answering({ max_connections: '100', superuser_reserved_connections: '3' }), undefined],
    ['database-connections', answering({ max_connections: '20', superuser_reserved_connections: '3' }), 'There are 17'],
    ['backups', answering({ archive_mode: 'on' }, { fails: false, recent: true }), undefined],
    ['backups', answering({ archive_mode: 'off' }), 'archive_mode is off'],
    ['backups', answering({ archive_mode: 'on' }, { fails: true, recent: true }), 'failed'],
    ['backups', answering({ archive_mode: 'on' }, { fails: false, recent: false }), 'Nothing was archived'],
  ])('%s', async (id, subject, fault) => {
    const line = databaseLines.find((it) => it.id === id)
    const found = await line?.fault(subject)
    if (fault === undefined) expect(found).toBeUndefined()
    else expect(found).toContain(fault)
  })

  it('detect a pooler that forgets prepared statements', async () => {
    const line = databaseLines.find(({ id }) => id === 'database-pooler')
    const query = async () => {
      throw new Error('prepared statement "x" does not exist')
    }
    expect(await line?.fault({ query } as unknown as Opened)).toContain('Prepared statements fail')
  })

  it('distinguish random keys from others', () => {
    for (let i = 0; i < 100; i++) expect(looksRandom(key())).toBe(true)
    for (const weak of [
      'ab'.repeat(32),
      '0123456789abcdef'.repeat(4),
      Buffer.from([...Array(32).keys()]).toString('hex'),
    ])
      expect(looksRandom(weak)).toBe(false)
  })
})
