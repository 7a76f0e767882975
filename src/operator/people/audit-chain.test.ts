/** Audit chain tests: appended concurrently without gaps, never changed, verified in the database and in an export. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OPERATOR_PATHS } from '../../../contract/operators/operators.ts'
import { type TestApp, testApp } from '../../../test/harness/app.ts'
import { causeway } from '../../../test/harness/command-line.ts'
import { kind } from '../../../test/harness/database/database.ts'
import { newDevice, operator, signIn } from '../../../test/harness/operators.ts'
import { appendAudit } from '../../infra/audit/audit-chain.ts'
import { checkpointSigner } from '../../infra/audit/checkpoint-keys.ts'
import { sealAudit } from '../../infra/audit/seal-audit.ts'
import { auditRows, exportLine, rowIn, verifyChain, verifyRows } from './verify-chain.ts'

let app: TestApp
const folder = mkdtempSync(join(tmpdir(), 'causeway-audit-'))
beforeAll(async () => {
  app = await testApp({ dashboard: 'PASSKEY', cast: false })
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

const append = (target: string) =>
  appendAudit(app.store.query, {
    actor: { kind: 'PROGRAM' },
    action: 'test.done',
    outcome: 'DONE',
    target,
    reason: 'Zoë’s “reason”',
  })

async function lines(): Promise<string[]> {
  const found: string[] = []
  for await (const row of auditRows(app.store)) found.push(exportLine(row))
  return found
}

/** Changes rows as a superuser could, who can disable triggers, and restores them. */
async function tampered<Result>(change: string, work: () => Promise<Result>): Promise<Result> {
  await app.store.script(`create table kept as select number, entry, previous, hash from audit_chain;
    alter table audit_chain disable trigger user; ${change}`)
  try {
    return await work()
  } finally {
    await app.store.script(`delete from audit_chain;
      insert into audit_chain (number, entry, previous, hash) select * from kept;
      alter table audit_chain enable trigger user; drop table kept`)
  }
}

describe('the audit chain', () => {
  it('has every entry once, in one order, when many are appended concurrently', async () => {
    const names = Array.from({ length: 40 }, (_, i) => `target ${i}`)
    await Promise.all(names.map(append))
    const { entries, isIntact } = await verifyChain(app.store)
    expect([entries, isIntact]).toEqual([40, true])
    const targets = (await lines()).map((line) => JSON.parse(line).entry.target)
    expect(targets.toSorted()).toEqual(names.toSorted())
  })

  it.each([
    ['update', `update audit_chain set entry = '{"at":"x"}' where number = 3`],
    ['delete', 'delete from audit_chain where number = 3'],
    ['truncate', 'truncate audit_chain'],
  ])('refuses %s', async (_, statement) => {
    await expect(app.store.query(statement)).rejects.toThrow('audit_chain is append-only')
  })

  it.each([
    [
      'a changed entry',
      `update audit_chain set entry = replace(entry, 'DONE', 'FAILED') where number = 3`,
      'Entry 3 was changed',
    ],
    ['a removed entry', 'delete from audit_chain where number = 3', 'Entry 3 is missing'],
    ['a removed end', 'delete from audit_chain where number > 30', 'The noted entry 40:'],
    [
      'a changed entry with a hash that fits',
      String.raw`update audit_chain set entry = e, hash = encode(sha256(convert_to(previous || E'\n' || e, 'UTF8')), 'hex') from (select replace(entry, 'DONE', 'FAILED') as e from audit_chain where number = 3) x where number = 3`,
      'Entry 4 does not follow',
    ],
  ])('shows %s', async (_, change, fault) => {
    const verification = await tampered(change, () => verifyChain(app.store))
    expect(verification).toMatchObject({ isIntact: false, fault: expect.stringContaining(fault) })
    expect((await verifyChain(app.store)).isIntact).toBe(true)
  })

  it('shows by a noted head that the end was cut off together with the stored one', async () => {
    const { head } = await verifyChain(app.store)
    const cut = `delete from audit_chain where number > 30;
      update audit_head set (number, hash) = (select number, hash from audit_chain where number = 30)`
    const [unnoted, noted] = await tampered(cut, () =>
      Promise.all([verifyChain(app.store), verifyChain(app.store, head)]),
    )
    await app.store.query(
      'update audit_head set (number, hash) = (select number, hash from audit_chain where number = 40)',
    )
    expect([unnoted.isIntact, noted.isIntact]).toEqual([true, false])
    expect((await verifyChain(app.store, head)).isIntact).toBe(true)
  })

  it('is signed by checkpoints, so that a chain rebuilt with fitting hashes is detected', async () => {
    const signer = await checkpointSigner(app.store, app.app.keys)
    expect([await sealAudit(app.store, signer), await sealAudit(app.store, signer)]).toEqual([1, 0])
    expect((await verifyChain(app.store)).isIntact).toBe(true)
    const { entries } = await verifyChain(app.store)
    const remake = `delete from audit_chain where number = ${entries};
      insert into audit_chain (number, entry, previous, hash)
        select ${entries}, '{"at":"x"}', hash, encode(sha256(convert_to(hash || E'\\n{"at":"x"}', 'UTF8')), 'hex')
        from audit_chain where number = ${entries - 1};
      update audit_head set hash = (select hash from audit_chain where number = ${entries})`
    const cut = `delete from audit_chain where number = ${entries};
      update audit_head set (number, hash) = (select number, hash from audit_chain where number = ${entries - 1})`
    for (const [change, fault] of [
      [remake, `Entry ${entries} is not the one that a checkpoint signs`],
      [cut, `Entry ${entries}, which a checkpoint signs, is not in the chain`],
    ] as const) {
      expect(await tampered(change, () => verifyChain(app.store))).toMatchObject({ isIntact: false, fault })
      await app.store.query(
        'update audit_head set (number, hash) = (select number, hash from audit_chain where number = $1)',
        [entries],
      )
    }
    expect((await verifyChain(app.store)).isIntact).toBe(true)
  })

  it('is verified in an export without the installation, by the command line', async () => {
    const file = join(folder, 'audit.jsonl')
    const exported = await lines()
    writeFileSync(file, exported.map((line) => `${line}\n`).join(''))
    const { code, json, err } = await causeway(['audit', 'verify', file])
    expect([code, err]).toEqual([0, ''])
    expect(json()).toEqual(await verifyChain(app.store))
    const changed = exported.with(4, (exported[4] as string).replace('DONE', 'FAILED'))
    expect(await verifyRows(changed.map(rowIn))).toMatchObject({ isIntact: false, fault: 'Entry 5 was changed' })
  })

  it('is read with filters by an operator, who verifies it', async () => {
    const { get } = await operator(app, 'Rita Reader', 'VIEWER')
    const read = async (query: string) => (await get(`${OPERATOR_PATHS.audit}?${query}`)).body
    const own = await read('name=rita&action=operator.registered')
    expect(own.entries).toMatchObject([
      { actor: { kind: 'OPERATOR', name: 'Rita Reader' }, outcome: 'DONE', address: '127.0.0.1' },
    ])
    expect(own.actions).toEqual(expect.arrayContaining(['operator.invited', 'test.done']))
    const page = await read('actor=PROGRAM&outcome=DONE&before=40')
    expect(page.entries.map(({ number }: { number: number }) => number)).toEqual(
      Array.from({ length: 39 }, (_, i) => 39 - i),
    )
    expect((await get(`${OPERATOR_PATHS.audit}?before=x`)).status).toBe(400)
    expect((await get(OPERATOR_PATHS.verifyAudit)).body).toMatchObject({ isIntact: true })
  })

  it.runIf(kind === 'postgres')('gets a token’s change from the transaction of that change', async () => {
    let made: { readonly id: string } | undefined
    await app.store.transaction(async (query) => {
      // Until this ends, no process can append.
      await query('select 1 from audit_head for update')
      made = await app.ok('createToken', { body: { name: 'Kept', permissions: ['VIEW'] } })
      const waiting = await app.store.query<{ entry: string }>('select entry from audit_outbox')
      expect(waiting.map(({ entry }) => JSON.parse(entry))).toMatchObject([
        { action: 'token.created', outcome: 'DONE', target: made.id, address: expect.any(String) },
      ])
    })
    await app.ok('deleteTokenById', { params: { tokenId: made?.id as never } })
    const actions = async () =>
      (await lines())
        .map((line) => JSON.parse(line).entry)
        .filter(({ target }) => target === made?.id)
        .map(({ action }) => action)
    await expect.poll(actions).toEqual(['token.created', 'token.deleted'])
    expect(await app.store.query('select 1 from audit_outbox')).toEqual([])
  })

  it('records refused sign-ins', async () => {
    const { status } = await signIn(app, newDevice())
    expect(status).toBe(401)
    const refused = async () => (await lines()).map((line) => JSON.parse(line).entry).find(({ refusal }) => refusal)
    await expect.poll(refused).toMatchObject({
      actor: { kind: 'UNKNOWN' },
      action: 'authentication.refused',
      operation: `POST ${OPERATOR_PATHS.signIn}`,
      refusal: 'UNAUTHORIZED',
      address: '127.0.0.1',
    })
  })

  it("records a token's changes of permissions and its refusals, without a secret", async () => {
    const made = await app.ok('createToken', { body: { name: 'Payroll', permissions: ['VIEW'] } })
    const as = { clientId: made.clientId, clientSecret: made.clientSecret as string }
    expect((await app.call('createToken', { body: { name: 'x', permissions: ['VIEW'] }, as })).status).toBe(403)
    const found = () =>
      lines().then((all) => all.map((line) => JSON.parse(line).entry).filter(({ actor }) => actor.kind === 'TOKEN'))
    await expect
      .poll(async () => (await found()).map(({ action }) => action))
      .toEqual(expect.arrayContaining(['token.created', 'permission.refused']))
    const own = (await found()).filter(({ target, refusal }) => refusal || target === made.id)
    expect(own).toMatchObject([
      { target: made.id, outcome: 'DONE', platformId: app.platform.platformId },
      { actor: { id: made.id.replace('Token:', '') }, outcome: 'REFUSED', refusal: 'FORBIDDEN' },
    ])
    expect((await lines()).join()).not.toContain(made.clientSecret)
  })
})
