/** Sealing tests on both kinds of database: what was committed is sealed once, in ranges without gaps. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/harness/app.ts'
import { accountOf, clabe, quoteBetween } from '../../../test/harness/cast.ts'
import { checkpointSigner } from '../../infra/audit/checkpoint-keys.ts'
import { intactCheckpoints } from '../../infra/audit/checkpoints.ts'
import { sealLedger } from './seal-ledger.ts'
import { type LedgerCheckpointBody, sealedPostings } from './sealed-range.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
  const { id } = await accountOf(app, 'northwind', 'USD')
  for (const amount of [1_000, 2_000])
    await quoteBetween(app, id, await clabe(app, '719'), amount, { immediatelyExecute: true })
  await app.settle()
})
afterAll(() => app.close())

it('seals every committed posting once, in ranges without gaps', async () => {
  const signer = await checkpointSigner(app.store, app.app.keys)
  // A transaction in another database of the server delays what can be sealed.
  await expect.poll(() => sealLedger(app.store, signer, 1).then(() => unsealed())).toBe(0)
  const sealed: LedgerCheckpointBody[] = []
  for await (const { body } of intactCheckpoints<LedgerCheckpointBody>(app.store, 'LEDGER')) {
    expect(body.after).toBe(sealed.at(-1)?.to ?? -1)
    const { postings, digest, moved } = body
    expect(await sealedPostings(app.store, body)).toEqual({ postings, digest, moved })
    sealed.push(body)
  }
  expect(sealed.length).toBeGreaterThan(1)
  expect(sealed.at(-1)?.total).toBe(await count('true'))
})

const count = async (condition: string) => {
  const [row] = await app.store.query<{ count: bigint }>(`select count(*) as count from postings where ${condition}`)
  return Number(row?.count)
}
const unsealed = () =>
  count(`written_in > (select coalesce(max((body::json ->> 'to')::bigint), 0) from checkpoints where kind = 'LEDGER')`)
