/** Status of the system: the database with its migrations, and jobs that are planned, due and given up. */
import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/harness/app.ts'
import { accountOf, clabe, quoteBetween } from '../../../test/harness/cast.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
  app.clock.freeze()
})
afterAll(() => app.close())

describe('getSystemStatus', () => {
  it('has the migrations of the program, and the mode of the installation', async () => {
    const { mode, database } = await app.ok('getSystemStatus')
    const files = readdirSync('src/infra/db/migrations').filter((name) => name.endsWith('.sql'))
    expect(database).toMatchObject({
      kind: app.store.kind,
      migrations: files.length,
      lastMigration: files.sort().at(-1),
    })
    expect(database.version).toMatch(/^\d+/)
    expect(mode).toBe('sandbox')
  })

  it('counts a payout that is planned, and one that was given up', async () => {
    const money = async () => (await app.ok('getSystemStatus')).jobs.find(({ name }) => name === 'money')
    const before = await money()
    const { id: dollars } = await accountOf(app, 'northwind', 'USD')
    const { id: quoteId } = await quoteBetween(app, dollars, await clabe(app, '003'))
    await app.ok('executeQuote', { params: { quoteId } })
    await app.settle()
    expect(await money()).toMatchObject({ planned: Number(before?.planned) + 1, due: 0, dead: 0 })
    await app.store.script(`update jobs set dead_at = now() where name = 'askPayout'`)
    expect(await money()).toMatchObject({ planned: before?.planned, dead: 1 })
  })
})
