/** Balance event tests: every change of an account's balance is recorded once, in order. */
import { beforeEach, describe, expect, it } from 'vitest'
import { MemoryEngine } from '../../../test/harness/memory-engine.ts'
import { schema } from '../../composition/schema.ts'
import { newId } from '../../core/ids.ts'
import { events } from '../../infra/state-machines/tables.ts'
import { house } from '../ledger/house.ts'
import { accounts } from './internal-account.ts'
import { holdMoney, moveMoney, releaseMoney, settleMoney } from './move-money.ts'
import { openAccounts } from './open-account.ts'

const PLATFORM = newId(0)
const FUNDED = 1000n

describe('INTERNAL_ACCOUNT.BALANCE_UPDATED', () => {
  let engine: MemoryEngine
  let accountId: string
  beforeEach(() => {
    engine = new MemoryEngine(schema, 1_800_000_000_000)
    engine.run(PLATFORM, (rows) => openAccounts(rows, { customerId: null, platformCustomerId: null }, ['USD']))
    accountId = engine.rows(accounts)[0]?.id as string
    const from = house('rails', 'USD')
    engine.run(PLATFORM, (rows) =>
      moveMoney(rows, { id: rows.newId(), version: 1 }, [{ from, to: accountId, currency: 'USD', amount: FUNDED }]),
    )
  })
  const recorded = () =>
    engine.appended(events).map(({ row: { type, sequence, state } }) => {
      const { posted, held } = JSON.parse((state as () => string)())
      return [type, sequence, posted - held, Number(posted)]
    })

  it('is recorded when money is held and released', () => {
    const { id } = engine.run(PLATFORM, (rows) => holdMoney(rows, accountId, 300n))
    engine.run(PLATFORM, (rows) => releaseMoney(rows, id))
    expect(recorded()).toEqual([
      ['INTERNAL_ACCOUNT.BALANCE_UPDATED', 1, 1000, 1000],
      ['INTERNAL_ACCOUNT.BALANCE_UPDATED', 2, 700, 1000],
      ['INTERNAL_ACCOUNT.BALANCE_UPDATED', 3, 1000, 1000],
    ])
  })

  it('is recorded once when less than the held amount is captured', () => {
    const { id } = engine.run(PLATFORM, (rows) => holdMoney(rows, accountId, 300n))
    const movement = { from: accountId, to: house('transit', 'USD'), currency: 'USD', amount: 250n }
    engine.run(PLATFORM, (rows) => settleMoney(rows, id, { id: rows.newId(), version: 1 }, [movement]))
    expect(recorded().slice(2)).toEqual([['INTERNAL_ACCOUNT.BALANCE_UPDATED', 3, 750, 750]])
  })
})
