/**
 * Tables that are dropped under a running process and created again, as by a restore: callers get 503, and the process
 * recovers.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { grantStatements } from '../../src/infra/db/roles/grants.ts'
import { freshPlace, type Place, type TestApp, testApp } from '../harness/app.ts'
import { accountOf, balanceOf } from '../harness/cast.ts'
import { kind } from '../harness/database/database.ts'

let place: Place
let app: TestApp
beforeAll(async () => {
  place = await freshPlace()
  app = await testApp({ place })
})
afterAll(async () => {
  expect(await app.audit()).toEqual([])
  await app.close()
  await place.drop()
})

const TABLES = ['transactions', 'balances', 'batches', 'jobs']
const each = (statement: (table: string) => string) => app.store.script(TABLES.map(statement).join(';'))

// The tables of the embedded database can be reached from its own process only.
it.runIf(kind === 'postgres')('answers 503 while they are missing, and continues with the new ones', async () => {
  const account = await accountOf(app, 'northwind', 'USD')
  const fund = () =>
    app.call('sandboxFundInternalAccount', { params: { accountId: account.id }, body: { amount: 100 } })
  const list = () => app.call('listTransactions')
  const before = await balanceOf(app, account)
  await fund()
  await list()
  await app.settle()

  await app.store.script('create schema kept')
  await each((table) => `alter table ${table} set schema kept`)
  for (const { status, error } of [await list(), await fund(), await list(), await fund()]) {
    expect(status).toBe(503)
    expect(['SERVICE_UNAVAILABLE', 'OUTCOME_UNKNOWN']).toContain(error.code)
  }

  await each(
    (table) => `create table public.${table} (like kept.${table} including all);
      insert into public.${table} select * from kept.${table}`,
  )
  await app.store.script('drop schema kept cascade')
  await app.store.script((await grantStatements(app.store, place.database.role as string)).join(';'))
  let failures = 0
  while ((await fund()).status === 503) failures++
  expect((await fund()).status).toBeLessThan(300)
  expect((await list()).status).toBe(200)
  await app.settle()
  expect(await balanceOf(app, account)).toBe(before + 300)
  expect(failures).toBeLessThan(5)
})
