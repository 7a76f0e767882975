/** Row snapshots: restore exactly the columns that can change. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { json, money, orNull, table, text, time, uuid } from '../../engine/table.ts'
import { keepState, restoreState } from './row-snapshot.ts'

const things = table(
  'things',
  {
    id: uuid,
    name: text(),
    status: text(),
    amount: orNull(money),
    detail: orNull(json<object>()),
    movedAt: orNull(time),
  },
  { changing: ['status', 'amount', 'detail', 'movedAt'] },
)

const thing = fc.record({
  id: fc.constant('a'),
  name: fc.constant('always the same'),
  status: fc.string(),
  amount: fc.option(fc.bigInt({ min: -9_000_000_000_000_000n, max: 9_000_000_000_000_000n })),
  detail: fc.option(fc.constantFrom<object>({ reason: 'TIMEOUT', at: 5 }, {})),
  movedAt: fc.option(fc.integer({ min: 0, max: 4_102_444_800_000 })),
})

describe('a row snapshot', () => {
  it('restores the earlier row from the current one', () => {
    fc.assert(
      fc.property(thing, thing, (then, now) => {
        expect(restoreState(things, now, keepState(things, then))).toEqual(then)
      }),
    )
  })

  it('of an earlier version leaves unchanged a column that could not change then', () => {
    const row = { id: 'a', name: 'Maria', status: 'CLOSED', amount: 7n, detail: null, movedAt: 9 }
    expect(restoreState(things, row, '{"status":"OPEN","amount":"5"}')).toEqual({ ...row, status: 'OPEN', amount: 5n })
  })

  it('stores no column that never changes', () => {
    const row = { id: 'a', name: 'Maria', status: 'OPEN', amount: 5n, detail: null, movedAt: null }
    expect(JSON.parse(keepState(things, row))).toEqual({ status: 'OPEN', amount: '5', detail: null, movedAt: null })
  })
})
