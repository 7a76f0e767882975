/** EVM payouts against a real EVM: one payment is one transaction, whichever process dies in between. */

import { type Address, parseGwei } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '../../../src/infra/db/store.ts'
import { localSigner } from '../../../src/providers/rails/evm/signer.ts'
import { type FreshDatabase, freshDatabase, openStore } from '../../harness/database/database.ts'
import { dieAtEachStatement, MOMENTS } from '../dying-store.ts'
import { binary, startChain, type TestChain } from './chain.ts'
import { type Cast, castOn, freshAddress, payoutTo } from './payout-cast.ts'

if (!binary) console.warn('Left out: tests of the EVM rail. Install Foundry, or set ANVIL to the path of anvil.')

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

  /** Cursor of the costs of other wallets. */
  const costsBefore = async () => {
    const [last] = await store.query<{ number: bigint }>(
      `select coalesce(max(number), 0) as number from evm_costs where hash not in
        (select settled_hash from evm_payouts where wallet = $1 and settled_hash is not null)`,
      [cast.wallet],
    )
    return String(last?.number)
  }
  const received = (address: string) => chain.balanceOf(cast.token, address as Address)
  const transactions = () => chain.client.getTransactionCount({ address: cast.wallet })
  const storedFor = (key: string) =>
    store.query<{ state: string; gas: string | null; nonce: bigint | null; detail: string | null }>(
      'select state, gas_wei::text as gas, nonce, detail from evm_payouts where key = $1',
      [key],
    )

  it('is delivered when it has enough confirmations, and its gas is recorded', async () => {
    const rail = cast.rail()
    const payout = payoutTo()
    expect(await rail.send(payout)).toMatchObject({ state: 'IN_TRANSIT' })
    await chain.mine(1)
    expect(await rail.ask(payout)).toEqual({ state: 'IN_TRANSIT', askAgainInMs: 4_000 })
    await chain.mine(2)
    expect(await rail.ask(payout)).toEqual({ state: 'DELIVERED' })
    expect(await received(payout.identifier)).toBe(1_000_000n)
    const [row] = await storedFor(payout.key)
    expect(BigInt(row?.gas ?? 0)).toBeGreaterThan(0n)
    await rail.ask(payout)
    const { costs = [], cursor } = (await rail.costs?.(await costsBefore())) ?? {}
    const gwei = (BigInt(row?.gas as string) + 999_999_999n) / 1_000_000_000n
    expect(costs).toMatchObject([{ currency: 'ETH', amount: gwei, about: `Gas of the payout ${payout.key}` }])
    expect(await rail.costs?.(cursor)).toEqual({ costs: [], cursor })
  })

  it('that is sent twice, one after another and at the same time, is one transaction', async () => {
    const [one, other] = [cast.rail(), cast.rail()]
    const payout = payoutTo()
    await Promise.all([one.send(payout), other.send(payout), one.send(payout)])
    await other.send(payout)
    await chain.mine(3)
    expect(await Promise.all([one.ask(payout), other.send(payout)])).toEqual([
      { state: 'DELIVERED' },
      { state: 'DELIVERED' },
    ])
    expect([await received(payout.identifier), await transactions()]).toEqual([1_000_000n, 1])
  })

  it.each(MOMENTS)(
    'whose process dies %s any of its statements is sent on as the same bytes by the next one',
    async (moment) => {
      const signed = () =>
        store.query('select hash from evm_transactions where wallet = $1 order by nonce', [cast.wallet])
      let [payout, sent] = [payoutTo(), 0]
      const deaths = await dieAtEachStatement(
        store,
        moment,
        async (dying) => {
          payout = payoutTo()
          await cast.rail({ store: dying }).send(payout)
        },
        async () => {
          const before = await signed()
          await cast.rail().ask(payout)
          await chain.mine(3)
          expect(await cast.rail().ask(payout)).toEqual({ state: 'DELIVERED' })
          expect([await received(payout.identifier), await transactions()]).toEqual([1_000_000n, ++sent])
          expect((await signed()).slice(0, before.length)).toEqual(before)
        },
      )
      expect(deaths).toBeGreaterThanOrEqual(5)
    },
  )

  it.each(MOMENTS)('that is final is settled once when its process dies %s any of its statements', async (moment) => {
    let payout = payoutTo()
    const deaths = await dieAtEachStatement(
      store,
      moment,
      async (dying) => {
        payout = payoutTo()
        await cast.rail().send(payout)
        await chain.mine(3)
        await cast.rail({ store: dying }).ask(payout)
      },
      async () => {
        expect(await cast.rail().ask(payout)).toEqual({ state: 'DELIVERED' })
        const costs = await store.query(
          'select from evm_costs where hash = (select settled_hash from evm_payouts where key = $1)',
          [payout.key],
        )
        expect(costs).toHaveLength(1)
      },
    )
    expect(deaths).toBeGreaterThanOrEqual(3)
  })

  it('takes the next nonce without a gap, also when several processes send at the same time', async () => {
    const rails = [cast.rail(), cast.rail(), cast.rail()]
    const payouts = Array.from({ length: 12 }, () => payoutTo())
    await Promise.all(payouts.map((payout, i) => rails[i % 3]?.send(payout)))
    await chain.mine(3)
    for (const payout of payouts) expect(await rails[0]?.ask(payout)).toEqual({ state: 'DELIVERED' })
    const rows = await store.query<{ nonce: bigint }>(
      'select nonce from evm_payouts where wallet = $1 order by nonce',
      [cast.wallet],
    )
    expect(rows.map(({ nonce }) => Number(nonce))).toEqual(payouts.map((_, i) => i))
  })

  it('that another one waits for is sent on by that one when its own process is gone', async () => {
    const first = payoutTo()
    const killed = () => Promise.reject(new Error('killed'))
    const dying = cast.rail({ signer: { ...localSigner(cast.key), sign: killed } })
    await expect(dying.send(first)).rejects.toThrow('killed')
    const second = payoutTo()
    await cast.rail().send(second)
    await chain.mine(3)
    expect(await cast.rail().ask(second)).toEqual({ state: 'DELIVERED' })
    expect(await cast.rail().ask(first)).toEqual({ state: 'DELIVERED' })
  })

  it('that is stuck is replaced with the same nonce at a higher fee, and settled by the replacement', async () => {
    const rail = cast.rail()
    const payout = payoutTo()
    await rail.send(payout)
    await chain.client.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei('50') })
    await chain.mine(1)
    expect(await transactions()).toBe(0)
    cast.clock.pass(60_000)
    await rail.ask(payout)
    await chain.mine(3)
    expect(await rail.ask(payout)).toEqual({ state: 'DELIVERED' })
    const signed = await store.query<{ hash: string }>(
      'select hash from evm_transactions where wallet = $1 order by replacement',
      [cast.wallet],
    )
    expect(signed).toHaveLength(2)
    const settled = await store.query('select settled_hash as hash from evm_payouts where key = $1', [payout.key])
    expect([settled, await transactions(), await received(payout.identifier)]).toEqual([[signed[1]], 1, 1_000_000n])
  })

  it('that was replaced is settled by the first transaction when that one is mined', async () => {
    const rail = cast.rail()
    const payout = payoutTo()
    await rail.send(payout)
    const [first] = await store.query<{ raw: `0x${string}`; hash: `0x${string}` }>(
      'select raw, hash from evm_transactions where wallet = $1',
      [cast.wallet],
    )
    await chain.client.dropTransaction({ hash: first!.hash })
    cast.clock.pass(60_000)
    await rail.ask(payout)
    const pool = await store.query<{ hash: `0x${string}` }>(
      'select hash from evm_transactions where wallet = $1 and replacement = 1',
      [cast.wallet],
    )
    await chain.client.dropTransaction({ hash: pool[0]!.hash })
    await chain.client.sendRawTransaction({ serializedTransaction: first!.raw })
    await chain.mine(3)
    expect(await rail.ask(payout)).toEqual({ state: 'DELIVERED' })
    const settled = await store.query('select settled_hash as hash from evm_payouts where key = $1', [payout.key])
    expect([settled, await transactions()]).toEqual([[{ hash: first!.hash }], 1])
  })

  it('that may not pay a higher fee keeps its transaction, and an operator sees why', async () => {
    const rail = cast.rail({ changes: { feeCap: parseGwei('3') } })
    const payout = payoutTo()
    await rail.send(payout)
    await chain.client.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei('50') })
    await chain.mine(1)
    cast.clock.pass(60_000)
    expect(await rail.ask(payout)).toMatchObject({ state: 'IN_TRANSIT' })
    expect(rail.health()).toMatchObject({ status: 'DEGRADED', detail: expect.stringContaining('fee cap') })
    await chain.client.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei('1') })
    await chain.mine(1)
    await rail.ask(payout)
    await chain.mine(3)
    expect(await rail.ask(payout)).toEqual({ state: 'DELIVERED' })
    expect(rail.health()).toEqual({ status: 'UP' })
  })

  it('that the nodes dropped is broadcast again', async () => {
    const rail = cast.rail()
    const payout = payoutTo()
    await rail.send(payout)
    const [signed] = await store.query<{ hash: `0x${string}` }>('select hash from evm_transactions where wallet = $1', [
      cast.wallet,
    ])
    await chain.client.dropTransaction({ hash: signed!.hash })
    await rail.ask(payout)
    await chain.mine(3)
    expect(await rail.ask(payout)).toEqual({ state: 'DELIVERED' })
  })

  it('whose block is undone is sent again, and delivered once', async () => {
    const rail = cast.rail()
    const payout = payoutTo()
    await rail.send(payout)
    const id = await chain.client.snapshot()
    await chain.mine(2)
    expect(await rail.ask(payout)).toMatchObject({ state: 'IN_TRANSIT' })
    await chain.client.revert({ id })
    await rail.ask(payout)
    await chain.mine(3)
    expect(await rail.ask(payout)).toEqual({ state: 'DELIVERED' })
    expect([await received(payout.identifier), await transactions()]).toEqual([1_000_000n, 1])
  })

  it('that the token refuses gets no nonce, and the money stays', async () => {
    const recipient = freshAddress()
    await chain.write(cast.token, 'refuse', [recipient, true])
    const payout = payoutTo(recipient)
    expect(await cast.rail().send(payout)).toEqual({
      state: 'FAILED',
      reason: 'QUOTE_EXECUTION_FAILED',
      money: 'BACK',
    })
    await chain.write(cast.token, 'refuse', [recipient, false])
    expect(await cast.rail().send(payout)).toMatchObject({ state: 'FAILED', money: 'BACK' })
    expect([await storedFor(payout.key), await transactions()]).toMatchObject([[{ nonce: null }], 0])
  })

  it('that reverts when it is mined has failed when that is final, and the money is back', async () => {
    const rail = cast.rail()
    const payout = payoutTo()
    await rail.send(payout)
    const [signed] = await store.query<{ hash: `0x${string}` }>('select hash from evm_transactions where wallet = $1', [
      cast.wallet,
    ])
    await chain.client.dropTransaction({ hash: signed!.hash })
    await chain.write(cast.token, 'refuse', [payout.identifier, true])
    await rail.ask(payout)
    await chain.mine(1)
    expect(await rail.ask(payout)).toMatchObject({ state: 'IN_TRANSIT' })
    await chain.mine(2)
    expect(await rail.ask(payout)).toMatchObject({ state: 'FAILED', money: 'BACK' })
    expect([await received(payout.identifier), await transactions()]).toEqual([0n, 1])
  })

  it('that is mined without a transfer reported by the token is left to an operator', async () => {
    const payout = payoutTo()
    await chain.write(cast.token, 'ignore', [payout.identifier])
    const rail = cast.rail()
    await rail.send(payout)
    await chain.mine(3)
    expect(await rail.ask(payout)).toMatchObject({ state: 'FAILED', money: 'STUCK' })
  })

  it.each<[string, () => string]>([
    ['the zero address', () => `0x${'0'.repeat(40)}`],
    ['the contract of the token', () => cast.token],
    ['the hot wallet', () => cast.wallet.toLowerCase()],
    ['an address with a wrong checksum', () => '0xAb5801a7D398351b8bE11C439e05C5B3259aeC9b'],
  ])('to %s is refused before and when it is sent', async (_name, addressOf) => {
    const rail = cast.rail()
    const payout = payoutTo(addressOf())
    const end = { identifier: payout.identifier, accountType: 'BASE_WALLET', currency: 'USDC' }
    expect(await rail.vet?.(end)).toEqual({ refused: 'QUOTE_EXECUTION_FAILED' })
    expect(await rail.send(payout)).toMatchObject({ state: 'FAILED', money: 'BACK' })
    expect(await transactions()).toBe(0)
  })

  it('of a hot wallet that is no longer configured is not paid from another one', async () => {
    const payout = payoutTo()
    await cast.rail().send(payout)
    const other = await castOn(chain, store)
    await expect(other.rail().ask(payout)).rejects.toThrow('hot wallet')
  })
})
