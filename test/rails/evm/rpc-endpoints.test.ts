/** EVM endpoints that fail, lag and lie: none decides alone, and an operator sees the fault. */

import type { Hex } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '../../../src/infra/db/store.ts'
import { type FreshDatabase, freshDatabase, openStore } from '../../harness/database/database.ts'
import { binary, startChain, type TestChain } from './chain.ts'
import { type Cast, castOn, payoutTo } from './payout-cast.ts'
import { type RpcProxy, rpcProxy } from './proxy.ts'

describe.skipIf(!binary)('An EVM rail with three endpoints', () => {
  let database: FreshDatabase
  let store: Store
  let chain: TestChain
  let cast: Cast
  let endpoints: readonly [RpcProxy, RpcProxy, RpcProxy]
  beforeAll(async () => {
    database = await freshDatabase()
    store = await openStore(database)
    chain = await startChain()
  })
  beforeEach(async () => {
    cast = await castOn(chain, store)
    endpoints = [await rpcProxy(chain.url), await rpcProxy(chain.url), await rpcProxy(chain.url)]
  })
  afterEach(() => Promise.all(endpoints.map((endpoint) => endpoint.stop())))
  afterAll(async () => {
    await chain?.stop()
    await store.close()
    await database.drop()
  })

  const railOverAll = () => cast.rail({ urls: endpoints.map(({ url }) => url) })
  const receipt = 'eth_getTransactionReceipt'

  it('delivers while one of them is down, and an operator sees which', async () => {
    endpoints[1].behaviour.isDown = true
    const rail = railOverAll()
    const payout = payoutTo()
    await rail.send(payout)
    await chain.mine(3)
    expect(await rail.ask(payout)).toEqual({ state: 'DELIVERED' })
    await rail.look()
    expect(rail.health()).toMatchObject({ status: 'DEGRADED', detail: expect.stringContaining('endpoint 2') })
    endpoints[1].behaviour.isDown = false
    await rail.look()
    expect(rail.health()).toEqual({ status: 'UP' })
  })

  it('settles nothing while two of them are down, and is DOWN', async () => {
    const rail = railOverAll()
    const payout = payoutTo()
    await rail.send(payout)
    await chain.mine(3)
    for (const endpoint of endpoints.slice(1)) endpoint.behaviour.isDown = true
    expect(await rail.ask(payout)).toMatchObject({ state: 'IN_TRANSIT' })
    await rail.look()
    expect(rail.health()).toMatchObject({ status: 'DOWN' })
    await expect(rail.send(payoutTo())).rejects.toThrow('1 of 3 RPC endpoints answer')
    for (const endpoint of endpoints) endpoint.behaviour.isDown = false
    expect(await rail.ask(payout)).toEqual({ state: 'DELIVERED' })
  })

  it('does not settle when one claims a revert, and reports the contradiction', async () => {
    endpoints[0].behaviour.lie = ({ method }, result) =>
      method === receipt && result ? { ...result, status: '0x0' } : undefined
    const rail = railOverAll()
    const payout = payoutTo()
    await rail.send(payout)
    await chain.mine(3)
    expect(await rail.ask(payout)).toEqual({ state: 'DELIVERED' })
    expect(rail.health()).toMatchObject({
      status: 'DEGRADED',
      detail: expect.stringMatching(/endpoint 1 .* contradicts the others/),
    })
  })

  it('does not settle while only one claims a delivery, and keeps sending', async () => {
    const rail = railOverAll()
    const payout = payoutTo()
    await rail.send(payout)
    const [signed] = await store.query<{ hash: string }>('select hash from evm_transactions where wallet = $1', [
      cast.wallet,
    ])
    const id = await chain.client.snapshot()
    await chain.mine(3)
    const mined = await chain.client.request({ method: receipt, params: [signed!.hash] } as never)
    await chain.client.revert({ id })
    await chain.client.dropTransaction({ hash: signed!.hash as Hex })
    endpoints[2].behaviour.lie = ({ method }) => {
      if (method === receipt) return mined
      return method === 'eth_blockNumber' ? '0xffffff' : undefined
    }
    expect(await rail.ask(payout)).toMatchObject({ state: 'IN_TRANSIT' })
    expect(rail.health()).toMatchObject({ status: 'DEGRADED' })
    await chain.mine(3)
    endpoints[2].behaviour.lie = undefined as never
    expect(await rail.ask(payout)).toEqual({ state: 'DELIVERED' })
  })

  it('ignores one that lags, and reports it', async () => {
    const rail = railOverAll()
    endpoints[1].behaviour.stuckAt = await chain.client.getBlockNumber()
    const payout = payoutTo()
    await rail.send(payout)
    await chain.mine(10)
    expect(await rail.ask(payout)).toEqual({ state: 'DELIVERED' })
    await rail.look()
    expect(rail.health()).toMatchObject({ status: 'DEGRADED', detail: expect.stringContaining('10 blocks behind') })
  })

  it('does not settle while two of them lag', async () => {
    const rail = railOverAll()
    const payout = payoutTo()
    await rail.send(payout)
    for (const endpoint of endpoints.slice(1)) endpoint.behaviour.stuckAt = await chain.client.getBlockNumber()
    await chain.mine(3)
    expect(await rail.ask(payout)).toMatchObject({ state: 'IN_TRANSIT' })
  })

  it('does not refuse a payout because one of them claims that it would revert', async () => {
    endpoints[0].behaviour.refuse = ({ method }) =>
      method === 'eth_call' ? { code: 3, message: 'execution reverted' } : undefined
    const payout = payoutTo()
    const rail = railOverAll()
    await rail.send(payout)
    await chain.mine(3)
    expect(await rail.ask(payout)).toEqual({ state: 'DELIVERED' })
  })

  it('offers no fee that only one of them names', async () => {
    endpoints[0].behaviour.lie = ({ method }) => (method === 'eth_maxPriorityFeePerGas' ? '0xffffffffff' : undefined)
    await railOverAll().send(payoutTo())
    const [signed] = await store.query<{ tip: string }>(
      'select max_priority_fee_per_gas::text as tip from evm_transactions where wallet = $1',
      [cast.wallet],
    )
    expect(BigInt(signed!.tip)).toBeLessThan(0xffffffffffn)
  })

  it('leaves out one that belongs to another chain', async () => {
    endpoints[0].behaviour.lie = ({ method }) => (method === 'eth_chainId' ? '0x1' : undefined)
    const rail = railOverAll()
    await rail.look()
    expect(rail.health()).toMatchObject({ status: 'DEGRADED', detail: expect.stringContaining('is of chain 1') })
    expect(endpoints[0].calls.every(({ method }) => method === 'eth_chainId')).toBe(true)
  })

  it('keeps the addresses of endpoints, which contain keys, out of errors and of its health', async () => {
    const rail = cast.rail({ urls: [`${endpoints[0].url}/v2/secret-key`] })
    endpoints[0].behaviour.isDown = true
    const error = await rail.send(payoutTo()).catch((thrown: Error) => thrown)
    await rail.look()
    expect(`${JSON.stringify(error)} ${(error as Error).stack} ${rail.health().detail}`).not.toContain('secret-key')
  })

  it.each([
    ['DOWN', 'gas is low', { balance: 0n, float: undefined }],
    ['DEGRADED', 'gas is low', { balance: 500_000_000_000_000n, float: undefined }],
    ['DEGRADED', 'float is low', { balance: undefined, float: 10_000_000_000n }],
  ] as const)('is %s when %s', async (status, detail, { balance, float }) => {
    if (balance !== undefined) await chain.client.setBalance({ address: cast.wallet, value: balance })
    const tokens = [
      {
        currency: 'USDC',
        contract: cast.token,
        decimals: 6,
        minAmount: 1n,
        maxAmount: 10n,
        minDeposit: 1n,
        lowFloat: float ?? 1n,
        highFloat: 10n ** 18n,
      },
    ]
    const rail = cast.rail({ changes: { lowGas: 1_000_000_000_000_000n, tokens } })
    await rail.look()
    expect(rail.health()).toMatchObject({ status, detail: expect.stringContaining(detail) })
  })

  it('is DOWN when the token has other decimals than configured', async () => {
    const tokens = [
      {
        currency: 'USDC',
        contract: cast.token,
        decimals: 18,
        minAmount: 1n,
        maxAmount: 10n,
        minDeposit: 1n,
        lowFloat: 1n,
        highFloat: 10n ** 18n,
      },
    ]
    const rail = cast.rail({ changes: { tokens } })
    await rail.look()
    expect(rail.health()).toMatchObject({ status: 'DOWN', detail: expect.stringContaining('6 decimals, not 18') })
  })
})
