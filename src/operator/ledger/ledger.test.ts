/** Ledger checkpoint tests: sealed completely while payments go on, and every change behind a checkpoint is found, in the database and in an export. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type TestApp, testApp } from '../../../test/harness/app.ts'
import { accountOf, clabe, quoteBetween } from '../../../test/harness/cast.ts'
import { kind } from '../../../test/harness/database/database.ts'
import { verifyExport } from '../../../tools/verify-ledger.mjs'
import { continueLedgerOrder, sealLedger } from '../../domain/ledger/seal-ledger.ts'
import { type LedgerCheckpointBody, nextRange } from '../../domain/ledger/sealed-range.ts'
import { checkpointSigner, rotateCheckpointKey } from '../../infra/audit/checkpoint-keys.ts'
import { intactCheckpoints } from '../../infra/audit/checkpoints.ts'
import { exportLedger } from './export-ledger.ts'
import { verifyLedger } from './verify-ledger.ts'

let app: TestApp
let account: string
let recipient: string
const folder = mkdtempSync(join(tmpdir(), 'causeway-ledger-'))

beforeAll(async () => {
  app = await testApp()
  account = (await accountOf(app, 'northwind', 'USD')).id
  recipient = await clabe(app, '719')
  await pay(5)
  await sealAll(3)
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

const pay = async (times = 1) => {
  for (let i = 0; i < times; i++) await quoteBetween(app, account, recipient, 5_000, { immediatelyExecute: true })
  await app.settle()
}
const seal = async (size?: number) => sealLedger(app.store, await checkpointSigner(app.store, app.app.keys), size)
/** Seals until no posting waits: a transaction in another database of the server delays sealing. */
const sealAll = (size?: number) =>
  vi.waitFor(async () => {
    await seal(size)
    expect(await verifyLedger(app.store, { balances: false })).toMatchObject({ unsealed: 0 })
  }, 180_000)
const verified = (expected?: string) => verifyLedger(app.store, { expected, balances: true })
const postings = async () =>
  Number((await app.store.query<{ count: bigint }>('select count(*) as count from postings'))[0]?.count)

async function lines(): Promise<string[]> {
  const found: string[] = []
  await exportLedger(app.store, async (line) => void found.push(line))
  return found
}

/** Result of the one-file verifier for an export. */
const verifyLines = (exported: readonly string[], noted: { expect?: string; key?: string } = {}) =>
  verifyExport(exported, noted).then(
    (result) => ({ result, fault: '' }),
    ({ message }: Error) => ({ result: undefined, fault: message }),
  )

describe('checkpoints of the ledger', () => {
  it('seal every posting once, and are verified in the database and in an export', async () => {
    const inDatabase = await verified()
    expect(inDatabase).toMatchObject({ isIntact: true, postings: await postings(), unsealed: 0 })
    expect(inDatabase.checkpoints).toBeGreaterThan(3)
    const file = join(folder, 'ledger.jsonl')
    writeFileSync(
      file,
      (await lines())
        .map(
          (line) => `${line}
`,
        )
        .join(''),
    )
    const noted = ['--expect', inDatabase.head, '--key', `${inDatabase.key}`]
    const { status, stdout } = spawnSync(process.execPath, ['tools/verify-ledger.mjs', file, ...noted])
    expect(status).toBe(0)
    expect(JSON.parse(`${stdout}`)).toMatchObject({
      checkpoints: inDatabase.checkpoints,
      sealed: inDatabase.postings,
      head: inDatabase.head,
    })
  })

  // The embedded database has one connection: no second transaction can be running.
  it.skipIf(kind === 'embedded')(
    'leave out the range in which a running transaction may still add postings, until it has ended',
    async () => {
      const before = await verified()
      // A session of its own: those of the store end a transaction that is idle.
      const other = new pg.Client(app.databaseUrl)
      await other.connect()
      await other.query('begin; select pg_current_xact_id()')
      await pay()
      expect(await seal()).toBe(0)
      const found = await nextRange(app.store, { after: -1, to: 0 })
      expect(found?.to).toBeLessThan(await newestNumber())
      await other.end()
      await pay()
      await sealAll()
      const after = await verified(before.head)
      expect(after).toMatchObject({ isIntact: true, postings: await postings(), unsealed: 0 })
    },
  )

  it('are made once when several processes seal at the same time, while payments go on', async () => {
    await Promise.all([pay(6), ...Array.from({ length: 4 }, () => seal(2))])
    await sealAll(2)
    expect(await verified()).toMatchObject({ isIntact: true, postings: await postings(), unsealed: 0 })
  })

  it('are signed by a new key after a rotation, which the one before it endorses', async () => {
    const { key: former, head } = await verified()
    const { keyId } = await rotateCheckpointKey(app.store, app.app.keys)
    await pay()
    await sealAll()
    expect(await verified(head)).toMatchObject({ isIntact: true, key: keyId })
    const { result } = await verifyLines(await lines(), { key: `${former}` })
    expect(result?.keys).toEqual([former, keyId])
  })

  it('seal postings from before there were checkpoints page by page', async () => {
    const other = await testApp()
    const { store } = other
    const usd = await accountOf(other, 'northwind', 'USD')
    const payOne = async () => {
      await quoteBetween(other, usd.id, await clabe(other, '719'), 5_000, { immediatelyExecute: true })
      await other.settle()
    }
    await payOne()
    await store.script(`alter table postings disable trigger user; update postings set written_in = 0;
      alter table postings enable trigger user`)
    const signer = await checkpointSigner(store, other.app.keys)
    const made = await sealLedger(store, signer, 2)
    expect(made).toBeGreaterThan(2)
    const intact = { isIntact: true, checkpoints: made }
    expect(await verifyLedger(store, { balances: true })).toMatchObject(intact)
    await payOne()
    await expect.poll(() => sealLedger(store, signer)).toBeGreaterThan(0)
    const exported: string[] = []
    await exportLedger(store, async (line) => void exported.push(line))
    expect(await verifyLines(exported)).toMatchObject({ fault: '' })
    await insertPosting(store.script, '0')
    expect((await verifyLedger(store, { balances: false })).fault).toContain('1 postings were added')
    await other.close()
  })
})

const newestNumber = async () =>
  Number((await app.store.query<{ last: bigint }>('select max(written_in) as last from postings'))[0]?.last)

/** SQL that copies a posting into a new line, with that transaction number. */
const insertPosting = (script: TestApp['store']['script'], writtenIn: string) =>
  script(`insert into postings (platform_id, transaction_id, line, debit_account, credit_account, currency, amount,
      debit_after, credit_after, created_at, written_in)
    select platform_id, 'ffffffff-ffff-7fff-8fff-ffffffffffff', 7, debit_account, credit_account, currency, amount, debit_after, credit_after, created_at, ${writtenIn}
    from postings order by written_in limit 1`)

/** Changes the tables as a superuser could, and restores them. */
async function tampered<Result>(change: string, work: () => Promise<Result>): Promise<Result> {
  const tables = ['postings', 'checkpoints', 'checkpoint_keys']
  const each = (text: (table: string) => string) => tables.map(text).join(';')
  await app.store.script(
    each((table) => `create table kept_${table} as table ${table}; alter table ${table} disable trigger all`),
  )
  await app.store.script(change)
  try {
    return await work()
  } finally {
    await app.store.script(
      each(
        (table) =>
          `delete from ${table}; insert into ${table} select * from kept_${table}; alter table ${table} enable trigger all; drop table kept_${table}`,
      ),
    )
  }
}

const SECOND = `written_in = (select distinct written_in from postings order by written_in offset 1 limit 1)`
const FIRST_LINE = `(platform_id, transaction_id, line) = (select platform_id, transaction_id, line from postings where ${SECOND} order by transaction_id, line limit 1)`
const ADDED = `insert into postings (platform_id, transaction_id, line, debit_account, credit_account, currency, amount, created_at, written_in)
  select platform_id, transaction_id, 99999, debit_account, credit_account, currency, amount, created_at, written_in from postings where ${FIRST_LINE}`

describe('getLedgerCheckpoint', () => {
  it('is the newest one, as the verification finds it', async () => {
    const { checkpoint } = await app.ok('getLedgerCheckpoint')
    const { head, key, postings: sealed } = await verified()
    expect([`${checkpoint?.number}:${checkpoint?.hash}`, checkpoint?.key, checkpoint?.postings]).toEqual([
      head,
      key,
      sealed,
    ])
  })
})

describe('verifyLedger', () => {
  it('answers as the command line does, for the newest checkpoints', async () => {
    expect(await app.ok('verifyLedger')).toEqual(await verified())
  })
})

describe('a ledger that was tampered with', () => {
  let head: string
  beforeEach(async () => {
    const now = await verified()
    expect(now).toMatchObject({ isIntact: true, unsealed: 0 })
    head = now.head
  })

  it.each([
    [
      'a changed amount',
      `update postings set amount = amount + 1 where ${FIRST_LINE}`,
      'posting of checkpoint 2 was changed',
      '',
    ],
    [
      'a changed time',
      `update postings set created_at = created_at + interval '1 microsecond' where ${FIRST_LINE}`,
      'posting of checkpoint 2 was changed',
      '',
    ],
    [
      'a changed account',
      `update postings set credit_account = gen_random_uuid() where ${FIRST_LINE}`,
      'posting of checkpoint 2 was changed',
      '',
    ],
    ['a removed posting', `delete from postings where ${FIRST_LINE}`, '1 postings of checkpoint 2 are missing', ''],
    ['an added posting', ADDED, '1 postings were added to those of checkpoint 2', ''],
    [
      'a posting that was moved to a later range',
      `update postings set written_in = written_in + 100000 where ${FIRST_LINE}`,
      '1 postings of checkpoint 2 are missing',
      '',
    ],
    ['a removed checkpoint', 'delete from checkpoints where number = 2', 'Checkpoint 2 is missing', ''],
    [
      'a changed checkpoint',
      `update checkpoints set body = replace(body, '"total"', '"totals"') where number = 2`,
      'Checkpoint 2 was changed',
      '',
    ],
    [
      'a changed checkpoint with a hash that fits',
      `update checkpoints set body = replace(body, 'T', 'U'), hash = encode(sha256(convert_to(replace(body, 'T', 'U'), 'UTF8')), 'hex') where number = 1`,
      'checkpoint 1',
      '',
    ],
    [
      'a changed key',
      `update checkpoint_keys set public_key = reverse(public_key) where number = 1`,
      'was changed',
      '',
    ],
    ['a truncated end', 'delete from checkpoints where number > 2', 'is not in the chain', 'noted'],
  ])('is found by %s', async (_, change, fault, isNoted) => {
    const [inDatabase, inFile] = await tampered(change, async () => [
      await verified(isNoted ? head : undefined),
      await lines().then(
        (exported) => verifyLines(exported, isNoted ? { expect: head } : {}),
        ({ message }: Error) => ({ fault: message }),
      ),
    ])
    expect([inDatabase.fault, inFile.fault]).toEqual(Array(2).fill(expect.stringContaining(fault)))
  })

  it('is found in the file of an export', async () => {
    const exported = await lines()
    const at = (name: string) => exported.findIndex((line) => line.startsWith(`{"${name}"`))
    const changed = (name: string, from: RegExp, to: string) =>
      exported.with(at(name), (exported[at(name)] as string).replace(from, to))
    const tried = [
      changed('posting', /"amount":\d/, '"amount":9'),
      changed('balance', /"posted":\d/, '"posted":9'),
      changed('balance', /"posted":\d+,"held":\d+/, '"posted":1,"held":2'),
      exported.toSpliced(at('posting'), 1),
      exported.toSpliced(at('checkpoint'), 1),
      exported.filter((line) => !/"balance":.*"posted":[1-9]/.test(line)),
      exported.slice(0, -1),
      [...exported.toSpliced(at('posting'), 1).slice(0, -1), exported[at('posting')] as string, '{"end":true}'],
    ]
    const faults = (await Promise.all(tried.map((one) => verifyLines(one)))).map(({ fault }) => fault)
    expect(faults).toEqual([
      expect.stringContaining('A posting of checkpoint 1 was changed'),
      expect.stringMatching(/balance of .* is not the sum of its postings/),
      expect.stringMatching(/balance of .* is below zero/),
      expect.stringContaining('postings of checkpoint 1 are missing'),
      expect.stringContaining('Checkpoint 1 is missing'),
      expect.stringMatching(/balance of .* is missing/),
      expect.stringContaining('The export is not complete'),
      expect.stringContaining('postings of checkpoint 1 are missing'),
    ])
  })

  it('is found by a balance that its postings do not make', async () => {
    const change = (by: string) => app.store.script(`update house_balances set amount = amount ${by}`)
    await change('+ 1')
    const [inDatabase, inFile] = [await verified(), await verifyLines(await lines())]
    await change('- 1')
    expect(inDatabase.fault).toContain('a house account is the sum of its entries')
    expect(inFile.fault).toMatch(/balance of .* is not the sum of its postings/)
  })
})

describe('a database that was restored where transactions have smaller numbers', () => {
  it('continues the order of the ledger, so that nothing is added behind a checkpoint', async () => {
    expect(await continueLedgerOrder(app.store)).toBe(false)
    const ahead = 1_000_000_000
    await app.store.script(`alter table postings disable trigger all; 
      update postings set written_in = written_in + ${ahead} where written_in = (select max(written_in) from postings);
      alter table postings enable trigger all`)
    expect(await continueLedgerOrder(app.store)).toBe(true)
    expect(await continueLedgerOrder(app.store)).toBe(false)
    await pay()
    expect(await newestNumber()).toBeGreaterThan(ahead)
    const [{ behind }] = (await app.store.query<{ behind: bigint }>(
      `select count(*) as behind from postings where written_in < ${ahead} and written_in > (select max((body::json ->> 'to')::bigint) from checkpoints)`,
    )) as [{ behind: bigint }]
    expect(Number(behind)).toBe(0)
    const ranges: LedgerCheckpointBody[] = []
    for await (const { body } of intactCheckpoints<LedgerCheckpointBody>(app.store, 'LEDGER')) ranges.push(body)
    expect(ranges.length).toBeGreaterThan(0)
  })
})
