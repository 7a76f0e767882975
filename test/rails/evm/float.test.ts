/** Float of an EVM hot wallet against a real EVM: payouts that wait for it, and its monitoring. */
import { toFunctionSelector } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '../../../src/infra/db/store.ts'
import { type FreshDatabase, freshDatabase, openStore } from '../../harness/database/database.ts'
import { binary, startChain, type TestChain } from './chain.ts'
import { type Cast, castOn, chainWith, payoutTo } from './payout-cast.ts'
import { rpcProxy } from './proxy.ts'

const TRANSFER = toFunctionSelector('transfer(address,uint256)')

describe.skipIf(!binary)('An EVM payout', () => {
  let database: FreshDatabase
  let store: Store
  let chain: TestChain
  let cast: Cast
  beforeAll(async () => {
    database = await freshDatabase()
    store = await openStore(database)
    chain = await startChain()
  })
  beforeEach(async () => {
    cast = await castOn(chain, store)
  })
  afterAll(async () => {
    await chain?.stop()
    await store.close()
    await database.drop()
  })

  const stateOf = (key: string) => store.query('select state, nonce from evm_payouts where key = $1', [key])

  it('waits without a nonce while the float does not cover it, and is sent when it does', async () => {
    const rail = cast.rail()
    const small = payoutTo()
    const [big, rest] = [payoutTo(undefined, { amount: 600_000_000n }), payoutTo(undefined, { amount: 600_000_000n })]
    expect(await rail.send(big)).toMatchObject({ state: 'IN_TRANSIT' })
    expect(await rail.send(rest)).toMatchObject({ state: 'IN_TRANSIT' })
    await rail.send(small)
    expect(await stateOf(rest.key)).toMatchObject([{ state: 'WAITING', nonce: null }])
    await rail.look()
    expect(rail.health()).toMatchObject({ status: 'DEGRADED', detail: expect.stringContaining('1 payouts wait') })
    expect(await rail.holdings?.()).toMatchObject([
      { currency: 'USDC', float: 1_000_000_000n, inFlight: 1_201_000_000n, asOf: expect.stringMatching(/^block \d+$/) },
    ])
    await chain.write(cast.token, 'mint', [cast.wallet, 1_000_000_000n])
    await rail.ask(rest)
    await chain.mine(3)
    for (const payout of [big, rest, small]) expect(await rail.ask(payout)).toEqual({ state: 'DELIVERED' })
  })

  it('waits when one before it uses up the float between the check of the float and the simulation', async () => {
    const proxy = await rpcProxy(chain.url)
    const rail = cast.rail({ urls: [proxy.url] })
    const [first, next] = [payoutTo(undefined, { amount: 600_000_000n }), payoutTo(undefined, { amount: 600_000_000n })]
    await rail.send(first)
    let isMined = false
    proxy.behaviour.before = async ({ method, params }) => {
      const { data = '' } = (params?.[0] ?? {}) as { data?: string }
      if (isMined || method !== 'eth_call' || !data.startsWith(TRANSFER)) return
      isMined = true
      await chain.mine(1)
    }
    expect(await rail.send(next)).toMatchObject({ state: 'IN_TRANSIT' })
    expect([isMined, await stateOf(next.key)]).toMatchObject([true, [{ state: 'WAITING', nonce: null }]])
    await chain.write(cast.token, 'mint', [cast.wallet, 1_000_000_000n])
    await rail.send(next)
    await chain.mine(3)
    expect(await rail.ask(next)).toEqual({ state: 'DELIVERED' })
    await proxy.stop()
  })

  it('does not wait for one that is mined and not final, whose amount has left the float', async () => {
    const rail = cast.rail()
    const [first, next] = [payoutTo(undefined, { amount: 600_000_000n }), payoutTo(undefined, { amount: 400_000_000n })]
    await rail.send(first)
    await rail.send(next)
    const over = payoutTo(undefined, { amount: 1n })
    await rail.send(over)
    expect(await stateOf(next.key)).toMatchObject([{ state: 'PLACED' }])
    expect(await stateOf(over.key)).toMatchObject([{ state: 'WAITING' }])
    await chain.mine(1)
    await chain.write(cast.token, 'mint', [cast.wallet, 1n])
    await rail.ask(over)
    expect(await stateOf(first.key)).toMatchObject([{ state: 'PLACED' }])
    expect(await stateOf(over.key)).toMatchObject([{ state: 'PLACED' }])
    await chain.mine(3)
    for (const payout of [first, next, over]) expect(await rail.ask(payout)).toEqual({ state: 'DELIVERED' })
  })

  it('leaves balances and their limits to monitoring; a float above its limit degrades the rail', async () => {
    const [usdc] = chainWith(cast.token).tokens
    const rail = cast.rail({ changes: { tokens: [{ ...usdc!, highFloat: 999_999_999n, lowFloat: 500n }] } })
    await rail.look()
    expect(rail.health()).toMatchObject({ status: 'DEGRADED', detail: expect.stringContaining('above its limit') })
    const figures = Object.fromEntries(((await rail.figures?.()) ?? []).map(({ name, value }) => [name, value]))
    expect(figures).toEqual({
      gas_gwei: 10_000_000_000,
      gas_low_gwei: 0,
      payouts_waiting: 0,
      float_usdc: 1_000_000_000,
      float_usdc_low: 500,
      float_usdc_high: 999_999_999,
    })
  })
})
