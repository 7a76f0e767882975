/**
 * Restricted role tests: the service runs with a role that cannot change append-only tables; triggers and privileges
 * each suffice to protect them.
 */
import { randomBytes } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/composition/config.ts'
import { openInstallation } from '../../src/composition/installation.ts'
import { appendAudit } from '../../src/infra/audit/audit-chain.ts'
import { migrate } from '../../src/infra/db/migrate.ts'
import { openPostgres } from '../../src/infra/db/postgres.ts'
import { grantStatements } from '../../src/infra/db/roles/grants.ts'
import type { Store } from '../../src/infra/db/store.ts'
import { tidyUp } from '../../src/infra/jobs/housekeeping.ts'
import { connectedAgent } from '../harness/agents.ts'
import { freshPlace, type Place, type TestApp, testApp } from '../harness/app.ts'
import { cardFor, holderOf } from '../harness/cards.ts'
import { accountOf, clabe, quoteBetween } from '../harness/cast.ts'
import { causeway } from '../harness/command-line.ts'
import { kind } from '../harness/database/database.ts'

/** Append-only tables, with changes that the triggers refuse. */
const WALLS: readonly (readonly [table: string, change: string])[] = [
  ['postings', 'update postings set amount = amount + 1'],
  ['postings', 'delete from postings'],
  ['events', `update events set type = 'TEST'`],
  ['agent_audit_entries', 'delete from agent_audit_entries'],
  ['audit_chain', 'delete from audit_chain'],
  ['audit_chain', `update audit_chain set hash = ''`],
]

describe.runIf(kind === 'postgres')('a service whose role only runs it', () => {
  const role = `causeway_run_${randomBytes(4).toString('hex')}`
  let place: Place
  let owner: Store
  let restricted: Store
  let app: TestApp
  let url: string

  beforeAll(async () => {
    place = await freshPlace()
    owner = await openPostgres(place.database.url as string)
    await owner.script(`create role ${role} login password 'restricted'`)
    const granted = await causeway(['db', 'grants', role, '--apply'], { DATABASE_URL: place.database.url as string })
    expect([granted.code, granted.err]).toEqual([0, ''])
    expect(granted.out).toContain(`grant select, insert on "public"."postings" to "${role}"`)
    await owner.script(`insert into installation (mode) values ('sandbox')`)
    const address = new URL(place.database.url as string)
    address.username = role
    address.password = 'restricted'
    url = address.href
    restricted = await openPostgres(url)
    app = await testApp({ place: { ...place, database: { ...place.database, url, role: undefined } } })
  })
  afterAll(async () => {
    await app.close()
    await restricted.close()
    await owner.script(`drop owned by ${role}; drop role ${role}`)
    await owner.close()
    await place.drop()
  })

  it('makes payments that complete and that are returned, cards, agents, tokens, audit entries and housekeeping', async () => {
    const dollars = await accountOf(app, 'northwind', 'USD')
    for (const end of ['719', '003', '005'])
      await quoteBetween(app, dollars.id, await clabe(app, end), 10_000, { immediatelyExecute: true })
    await app.advance({ days: 1 })
    const { data } = await app.ok('listTransactions')
    expect(new Set(data.map(({ status }) => status))).toEqual(new Set(['COMPLETED', 'FAILED']))
    expect((await cardFor(app, await holderOf(app, 10_000))).state).toBe('ACTIVE')
    await connectedAgent(app, dollars.customerId as `Customer:${string}`)
    const token = await app.ok('createToken', { body: { name: 'short-lived', permissions: ['VIEW'] } })
    await app.ok('deleteTokenById', { params: { tokenId: token.id } })
    await app.store.transaction((query) =>
      appendAudit(query, { actor: { kind: 'COMMAND_LINE', name: 'test' }, action: 'test', outcome: 'DONE' }),
    )
    await tidyUp(app.store)
    expect(await app.audit()).toEqual([])
  })

  it('starts without the right to change tables, and names the role that must when they are of an older version', async () => {
    const config = readConfig({ DATABASE_URL: url, CAUSEWAY_DATA_DIR: place.folder })
    await (await openInstallation(config)).close()
    const folder = mkdtempSync(join(tmpdir(), 'causeway-migrations-'))
    cpSync('src/infra/db/migrations', folder, { recursive: true })
    writeFileSync(join(folder, '9999_newer.sql'), 'create table newer ()')
    await expect(migrate(restricted, { folder })).rejects.toThrow(
      'run "causeway db migrate" with the role that owns them',
    )
    rmSync(folder, { recursive: true })
  })

  it.each(WALLS)('is refused a change of %s while the triggers are off: %s', async (table, change) => {
    await owner.script(`alter table ${table} disable trigger user`)
    const refused = await restricted.script(change).catch((error: Error) => error.message)
    await owner.script(`alter table ${table} enable trigger user`)
    expect(refused).toBe(`permission denied for table ${table}`)
  })

  it.each(WALLS)('has triggers that refuse a change of %s to its owner: %s', async (table, change) => {
    await expect(owner.script(change)).rejects.toThrow(`${table} is append-only`)
  })

  it.each([
    ['switch off a trigger', 'alter table postings disable trigger user', 'must be owner of table postings'],
    ['switch off all triggers', 'set session_replication_role = replica', 'permission denied to set parameter'],
    ['empty a table', 'truncate postings', 'permission denied for table postings'],
    ['drop a table', 'drop table postings', 'must be owner of table postings'],
    [
      'replace a trigger',
      'create or replace function refuse_change() returns trigger language plpgsql as $$ begin return null; end $$',
      'permission denied for schema public',
    ],
    ['make a table', 'create table shadow ()', 'permission denied for schema public'],
    ['forget a migration', 'delete from schema_migrations', 'permission denied for table schema_migrations'],
    ['change the mode', `update installation set mode = 'production'`, 'permission denied for table installation'],
  ])('cannot %s', async (_what, statement, message) => {
    await expect(restricted.script(statement)).rejects.toThrow(message)
  })

  it('gets no rights under an invalid name', async () => {
    await expect(grantStatements(owner, 'x; drop table postings')).rejects.toThrow('is not the name of a role')
  })
})
