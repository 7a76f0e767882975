/** Rail router: which rail gets a payout, and that the payout stays with it through outages and crashes. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type FreshDatabase, freshDatabase, openStore } from '../../../test/harness/database/database.ts'
import type { Store } from '../../infra/db/store.ts'
import { payoutRoutes } from './payout-routes.ts'
import type { Carriage, Payout, Rail, RailHealth } from './port.ts'
import { railRouter } from './router.ts'

let database: FreshDatabase
let store: Store
beforeAll(async () => {
  database = await freshDatabase()
  store = await openStore(database)
})
beforeEach(() => store.script('truncate payout_routes'))
afterAll(async () => {
  await store.close()
  await database.drop()
})

const EUROS: Carriage = {
  direction: 'OUT',
  currency: 'EUR',
  accountTypes: ['EUR_ACCOUNT'],
  scheme: 'SEPA',
  minAmount: 100n,
  maxAmount: 10_000n,
  settlement: 'the next day',
  fee: 'EUR 0.20',
}
const INSTANT: Carriage = { ...EUROS, scheme: 'SEPA_INSTANT', maxAmount: 5_000n }

const payout = (key: string, changes: Partial<Payout> = {}): Payout => ({
  key,
  currency: 'EUR',
  amount: 1_000n,
  rail: null,
  accountType: 'EUR_ACCOUNT',
  accountInfo: {},
  identifier: 'DE02120300000000202051',
  reference: 'CW1',
  remittanceInformation: null,
  purposeOfPayment: null,
  purpose: 'QUOTE',
  ...changes,
})

describe('routes of payouts that are submitted at the same time', () => {
  it('are stored with one statement, and read with one', async () => {
    const names: (string | undefined)[] = []
    const query: Store['query'] = (text, values, name) => {
      names.push(name)
      return store.query(text, values, name)
    }
    const rails = [watched('a', [EUROS])]
    const router = railRouter(rails, payoutRoutes({ query }))
    await Promise.all(['one', 'two', 'three'].map((key) => router.send(payout(key))))
    expect(names).toEqual(['add_payout_routes'])
    await Promise.all(['three', 'one', 'two'].map((key) => router.ask(payout(key))))
    expect(names).toEqual(['add_payout_routes', 'find_payout_routes'])
    expect(await store.query('select key, rail from payout_routes order by key')).toEqual(
      ['one', 'three', 'two'].map((key) => ({ key, rail: 'a' })),
    )
  })
})

interface Watched extends Rail {
  /** The calls that it received, in order. */
  readonly calls: string[]
}

function watched(id: string, carries: readonly Carriage[], health: RailHealth['status'] = 'UP'): Watched {
  const calls: string[] = []
  return {
    id,
    carries,
    calls,
    health: () => ({ status: health }),
    async send({ key }) {
      calls.push(`send ${key}`)
      return { state: 'DELIVERED' }
    },
    async ask({ key }) {
      calls.push(`ask ${key}`)
      return { state: 'DELIVERED' }
    },
  }
}

const routerOver = (...rails: Rail[]) => railRouter(rails, payoutRoutes(store))

describe('the router', () => {
  it('sends by the first rail that carries currency, account, scheme and amount', async () => {
    const slow = watched('slow', [EUROS])
    const fast = watched('fast', [INSTANT])
    const { send } = routerOver(slow, fast)
    await send(payout('first'))
    await send(payout('by-scheme', { rail: 'SEPA_INSTANT' }))
    await send(payout('large', { amount: 9_000n }))
    expect([slow.calls, fast.calls]).toEqual([['send first', 'send large'], ['send by-scheme']])
  })

  it.each<[string, Partial<Payout>]>([
    ['another currency', { currency: 'USD' }],
    ['another kind of account', { accountType: 'IBAN_ACCOUNT' }],
    ['another scheme', { rail: 'SWIFT' }],
    ['less than the smallest amount', { amount: 99n }],
    ['more than the largest', { amount: 10_001n }],
  ])('gives the money back for %s, also when a rail for it is connected later', async (_what, changes) => {
    const back = { state: 'FAILED', reason: 'QUOTE_EXECUTION_FAILED', money: 'BACK' }
    expect(await routerOver(watched('slow', [EUROS])).send(payout('p', changes))).toEqual(back)
    const everything: Carriage = {
      ...EUROS,
      currency: changes.currency ?? 'EUR',
      accountTypes: ['EUR_ACCOUNT', 'IBAN_ACCOUNT' as never],
      scheme: changes.rail === 'SWIFT' ? 'SWIFT' : 'SEPA',
      minAmount: 1n,
      maxAmount: 1_000_000n,
    }
    const connected = watched('connected-since', [everything])
    expect(await routerOver(connected).send(payout('p', changes))).toEqual(back)
    expect(connected.calls).toEqual([])
  })

  it('skips a rail that is DOWN, and uses one that is DEGRADED', async () => {
    const down = watched('down', [EUROS], 'DOWN')
    const degraded = watched('degraded', [EUROS], 'DEGRADED')
    await routerOver(down, degraded).send(payout('p'))
    expect([down.calls, degraded.calls]).toEqual([[], ['send p']])
  })

  it('throws while every rail for a payout is down, and sends it later', async () => {
    await expect(routerOver(watched('sepa', [EUROS], 'DOWN')).send(payout('p'))).rejects.toThrow(
      'No rail for EUR is up',
    )
    const up = watched('sepa', [EUROS])
    await routerOver(up).send(payout('p'))
    expect(up.calls).toEqual(['send p'])
  })

  it('asks the rail of the payout, also when that rail is down or no longer carries it and another one is preferred', async () => {
    await routerOver(watched('first', [EUROS])).send(payout('p'))
    const first = watched('first', [], 'DOWN')
    const second = watched('second', [EUROS])
    const { ask, send } = routerOver(second, first)
    await ask(payout('p'))
    await send(payout('p'))
    expect([first.calls, second.calls]).toEqual([['ask p', 'send p'], []])
  })

  it('stores the choice before it submits the payout, so that a crash in between changes nothing', async () => {
    const dying = { ...watched('first', [EUROS]), send: () => Promise.reject(new Error('killed')) }
    await expect(routerOver(dying).send(payout('p'))).rejects.toThrow('killed')
    const [first, second] = [watched('first', [EUROS]), watched('second', [EUROS])]
    await routerOver(second, first).send(payout('p'))
    expect([first.calls, second.calls]).toEqual([['send p'], []])
  })

  it('never asks another rail when the rail of the payout was removed', async () => {
    await routerOver(watched('first', [EUROS])).send(payout('p'))
    const second = watched('second', [EUROS])
    const { ask, send } = routerOver(second, watched('third', []))
    await expect(ask(payout('p'))).rejects.toThrow('The rail of the payout p is unknown')
    await expect(send(payout('p'))).rejects.toThrow('routed to first, which is not configured')
    expect(second.calls).toEqual([])
  })

  it('lets one of several processes choose, when they prefer different rails', async () => {
    const [first, second] = [watched('first', [EUROS]), watched('second', [EUROS])]
    const routers = [routerOver(first, second), routerOver(second, first)]
    const keys = Array.from({ length: 20 }, (_, i) => `p${i}`)
    await Promise.all(keys.flatMap((key) => routers.map(({ send }) => send(payout(key)))))
    const used = (rail: Watched) => new Set(rail.calls)
    expect(first.calls.length + second.calls.length).toBe(2 * keys.length)
    expect([...used(first)].filter((call) => used(second).has(call))).toEqual([])
  })

  it('pulls money only over a rail that can, and fails otherwise without moving any', async () => {
    const out = watched('out', [EUROS])
    expect(await routerOver(out).pull(payout('p/pull'))).toMatchObject({ state: 'FAILED', money: 'BACK' })
    expect(() => routerOver(watched('out', [{ ...EUROS, direction: 'PULL' }]))).toThrow('out carries pulls')
  })

  it('refuses two rails with one id, and an invalid id', () => {
    expect(() => routerOver(watched('one', []), watched('one', []))).toThrow('Two rails have the id one')
    expect(() => routerOver(watched('One', []))).toThrow('is not a rail id')
  })

  it('verifies no beneficiary and vets no account when the rail cannot', async () => {
    const { checkBeneficiary, vet } = routerOver(watched('slow', [EUROS]))
    const account = { identifier: 'DE02', accountType: 'EUR_ACCOUNT', currency: 'EUR' }
    expect(await checkBeneficiary({ ...account, beneficiaryName: 'A', isWallet: false })).toEqual({
      status: 'UNSUPPORTED',
    })
    expect(await vet(account, 'OUT')).toEqual({})
  })
})
