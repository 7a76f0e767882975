import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../../test/harness/app.ts'
import { accountOf, clabe, quoteBetween } from '../../../../../test/harness/cast.ts'
import { bareId } from '../../../../core/ids.ts'
import type { Command } from '../../../../engine/rows.ts'
import { beginSettlement, isOwed } from './begin-settlement.ts'

const AGREED = {
  institution: 'bank.example',
  invoice: 'causeway:1',
  callback: 'https://bank.example/uma/settlements/1',
}

describe('the start of a settlement', () => {
  let app: TestApp
  beforeAll(async () => void (app = await testApp()))
  afterAll(() => app.close())
  const run = <Reply>(command: Command<Reply>) => app.app.engine.run(app.platform.platformId, command)

  /** A payment in progress; with the suffix 002, one that has failed. */
  async function payment(suffix: string): Promise<string> {
    const usd = await accountOf(app, 'northwind', 'USD')
    const quote = await quoteBetween(app, usd.id, await clabe(app, suffix), 1000, { immediatelyExecute: true })
    await app.settle()
    return bareId(quote.transactionId)
  }

  it('is stored once: a second attempt uses the settlement that the first one agreed on', async () => {
    const id = await payment('003')
    expect(await run((rows) => isOwed(rows, id))).toBe(false)
    expect(
      await run((rows) => beginSettlement(rows, { transactionId: id, agreed: AGREED, messages: [] })),
    ).toMatchObject(AGREED)
    expect(await run((rows) => isOwed(rows, id))).toBe(true)
    const second = { ...AGREED, invoice: 'causeway:2' }
    expect(
      await run((rows) => beginSettlement(rows, { transactionId: id, agreed: second, messages: [] })),
    ).toMatchObject(AGREED)
  })

  it('is refused for a payment that has failed in the meantime', async () => {
    const id = await payment('002')
    expect(
      await run((rows) => beginSettlement(rows, { transactionId: id, agreed: AGREED, messages: [] })),
    ).toBeUndefined()
    expect(await run((rows) => isOwed(rows, id))).toBe(false)
  })
})
