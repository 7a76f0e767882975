/** Payout limit tests: no rail receives a payout above a limit before two operators have released it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../test/harness/app.ts'
import { accountOf, balanceOf, clabe, quoteBetween } from '../../test/harness/cast.ts'
import { limitedScreening } from '../providers/screening/payout-limits.ts'
import { decideHeldPayout, heldPayouts } from './payout-holds.ts'

/** 5,000.00 MXN: half of 500.00 USD. */
const LIMIT = 500_000n

let app: TestApp
let usd: `InternalAccount:${string}`
beforeAll(async () => {
  const screening = limitedScreening(new Map([['MXN', LIMIT]]), undefined)
  app = await testApp({ providers: (usual) => ({ ...usual, screening }) })
  usd = (await accountOf(app, 'northwind', 'USD')).id
  app.clock.freeze()
})
afterAll(async () => {
  expect(await app.audit()).toEqual([])
  await app.close()
})

const balance = () => balanceOf(app, { id: usd } as never)
const statusOf = async (transactionId: string) =>
  (await app.ok('getTransactionById', { params: { transactionId: transactionId as never } })).status
/** Pays dollars to a bank account in pesos. */
const paid = async (cents: number) => {
  const { id, transactionId } = await quoteBetween(app, usd, await clabe(app, '719'), cents)
  await app.ok('executeQuote', { params: { quoteId: id } })
  await app.settle()
  return transactionId
}
const release = (id: string, by: string) => decideHeldPayout(app.app, id, { decision: 'RELEASED', by, note: 'Seen' })

describe('a payout above the limit of its currency', () => {
  it('waits until two different operators have released it', async () => {
    const id = await paid(50_000)
    expect(await heldPayouts(app.app)).toMatchObject([
      { id, reason: 'Above the limit of 5000.00 MXN: two operators must release it', releasesMissing: 2 },
    ])
    expect(await release(id, 'Nora North')).toEqual({ decision: 'WAITING' })
    await app.advance({ minutes: 30 })
    expect([await statusOf(id), (await heldPayouts(app.app))[0]]).toMatchObject([
      'PROCESSING',
      { releasesMissing: 1, releasedBy: 'Nora North' },
    ])
    for (const same of ['Nora North', ' nora  NORTH '])
      await expect(release(id, same)).rejects.toMatchObject({ code: 'INVALID_STATE_TRANSITION' })
    expect(await release(id, 'Sam South')).toEqual({ decision: 'RELEASED' })
    await app.advance({ minutes: 2 })
    expect(await statusOf(id)).toBe('COMPLETED')
    const [kept] = await app.store.query('select decided_by from payout_screenings where key = $1', [id.slice(12)])
    expect(kept).toEqual({ decided_by: 'Nora North, Sam South' })
  })

  it('counts concurrent releases once per operator', async () => {
    const id = await paid(50_000)
    const attempts = await Promise.allSettled(['Nora North', 'Nora North', 'nora north'].map((by) => release(id, by)))
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await app.advance({ minutes: 2 })
    expect(await statusOf(id)).toBe('PROCESSING')
    await release(id, 'Sam South')
    await expect(release(id, 'Wim West')).rejects.toMatchObject({ code: 'INVALID_STATE_TRANSITION' })
    await app.advance({ minutes: 2 })
    expect(await statusOf(id)).toBe('COMPLETED')
  })

  it('fails with its money refunded when the second operator rejects it', async () => {
    const before = await balance()
    const id = await paid(50_000)
    await release(id, 'Nora North')
    await decideHeldPayout(app.app, id, { decision: 'REJECTED', by: 'Sam South', note: 'Not agreed' })
    await app.advance({ minutes: 2 })
    expect([await statusOf(id), await balance()]).toEqual(['FAILED', before])
  })
})

it('a payout of the limit, or of a currency without one, needs no release', async () => {
  const id = await paid(20_000)
  await app.advance({ minutes: 2 })
  expect([await statusOf(id), await heldPayouts(app.app)]).toEqual(['COMPLETED', []])
})
