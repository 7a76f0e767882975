/** Ledger tests in SQL: the database refuses what would break the ledger, whatever a program requests. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/harness/app.ts'
import { accountOf, clabe, quoteBetween } from '../../../test/harness/cast.ts'

let app: TestApp
const refused = (sql: string) => expect(app.store.script(sql)).rejects

beforeAll(async () => {
  app = await testApp()
  const usd = await accountOf(app, 'northwind', 'USD')
  await quoteBetween(app, usd.id, await clabe(app, '719'), 50_000, { immediatelyExecute: true })
  await app.settle()
})
afterAll(async () => {
  expect(await app.audit()).toEqual([])
  await app.close()
})

describe('the ledger in the database', () => {
  it('has the postings of the payment', async () => {
    const [row] = await app.store.query<{ count: bigint }>('select count(*)::int8 as count from postings')
    expect(Number(row?.count)).toBeGreaterThan(3)
  })

  it('refuses to change or delete a posting', async () => {
    await refused('update postings set amount = amount + 1').toThrow('postings is append-only')
    await refused('update postings set amount = amount where false').toThrow('postings is append-only')
    await refused('delete from postings').toThrow('postings is append-only')
  })

  it('refuses to change an event', async () => {
    await refused("update events set type = 'X'").toThrow('events is append-only')
  })

  it('refuses a balance below zero or below what is held', async () => {
    await refused('update balances set posted = -1 where posted = 0').toThrow(
      /balances_(posted_check|never_below_zero)/,
    )
    await refused('update balances set held = posted + 1').toThrow('balances_never_below_zero')
    await refused('update balances set held = -1').toThrow('balances_held_check')
  })

  it('refuses an amount beyond the exact integers of JavaScript', async () => {
    await refused('update balances set posted = 9000000000000001').toThrow('amount_check')
  })

  it('refuses a posting to the same account, of zero, or with a line that exists', async () => {
    const posting = (changes: string) =>
      `insert into postings select ${changes} from postings order by transaction_id limit 1`
    const rest = 'currency, amount, debit_after, credit_after, created_at'
    await refused(posting(`platform_id, transaction_id, line, debit_account, credit_account, ${rest}`)).toThrow(
      'postings_pkey',
    )
    await refused(posting(`platform_id, transaction_id, 999, debit_account, debit_account, ${rest}`)).toThrow(
      'postings_check',
    )
    const zero = rest.replace('amount', '0')
    await refused(posting(`platform_id, transaction_id, 999, debit_account, credit_account, ${zero}`)).toThrow(
      'postings_amount_check',
    )
  })

  it('refuses to truncate postings', async () => {
    await refused('truncate postings').toThrow('postings is append-only')
  })
})

describe('the auditors', () => {
  it.each([
    ['a balance is the sum of its entries', 'update balances set posted = posted + 1 where posted > 0'],
    ['a house account is the sum of its entries', 'update house_balances set amount = amount + 1'],
    ['what is held is the sum of open holds', 'update balances set held = 1 where posted > 0'],
  ])('report a violation of: %s', async (name, sql) => {
    await app.store.script(sql)
    expect((await app.audit()).join()).toContain(name)
    await app.store.script(sql.replace(/\+ 1/, '- 1').replace('held = 1', 'held = 0'))
    expect(await app.audit()).toEqual([])
  })

  it('report a gap in the events of an object', async () => {
    const other = await testApp()
    expect(await other.audit()).toEqual([])
    await other.store.script(`insert into events
      select (jsonb_populate_record(e, jsonb_build_object('id', gen_random_uuid(), 'sequence', 99))).* from events e limit 1`)
    expect((await other.audit()).join()).toContain('events of an object have no gaps')
    await other.close()
  })
})
