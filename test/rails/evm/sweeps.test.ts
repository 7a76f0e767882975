/** Sweeps of EVM deposit addresses against a real EVM: authorizations that are signed apart, and submitted once each. */
import { HDKey } from '@scure/bip32'
import type { Address } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '../../../src/infra/db/store.ts'
import type { EvmRail } from '../../../src/providers/rails/evm/evm-rail.ts'
import { Endpoints } from '../../../src/providers/rails/evm/rpc-endpoints.ts'
import { type SweepNeeds, signSweeps } from '../../../src/providers/rails/evm/sweeps/sign-sweeps.ts'
import { type FreshDatabase, freshDatabase, openStore } from '../../harness/database/database.ts'
import { dieAtEachStatement, MOMENTS } from '../dying-store.ts'
import { binary, CHAIN_ID, startChain, type TestChain } from './chain.ts'
import { type Cast, castOn, chainWith, freshAddress, payoutTo } from './payout-cast.ts'

const root = HDKey.fromMasterSeed(Buffer.alloc(32, 5)).derive("m/44'/60'/0'")
const xpub = root.publicExtendedKey
const reference = (n: number) => `CW${String(n).padStart(26, '0')}`

describe.skipIf(!binary)('A sweep of EVM deposit addresses', () => {
  let database: FreshDatabase
  let store: Store
  let chain: TestChain
  let cast: Cast
  let rail: EvmRail
  beforeAll(async () => {
    database = await freshDatabase()
    store = await openStore(database)
    chain = await startChain()
  })
  beforeEach(async () => {
    await store.script('truncate evm_tips, evm_addresses, evm_deposits, evm_payouts, evm_transactions, evm_wallets')
    cast = await castOn(chain, store)
    rail = cast.rail({ xpub })
    // The first payout creates the lane.
    await rail.send(payoutTo())
    await chain.mine(3)
  })
  afterAll(async () => {
    await chain?.stop()
    await store.close()
    await database.drop()
  })

  const needs = (changes: Partial<SweepNeeds> = {}): SweepNeeds => ({
    chain: chainWith(cast.token),
    endpoints: new Endpoints([chain.url], { chainId: CHAIN_ID, pauseMs: 0 }),
    store,
    clock: { now: () => Date.now() },
    xprv: root.privateExtendedKey,
    xpub,
    minimum: 1n,
    ...changes,
  })
  const balanceOf = (address: Address) => chain.balanceOf(cast.token, address)
  /** Addresses of payees to which these amounts were paid in final blocks. */
  const paidIn = async (...amounts: readonly bigint[]) => {
    const payees = amounts.map((_, n) => {
      return { kind: 'ACCOUNT', id: 'account', currency: 'USDC', cryptoNetwork: null, reference: reference(n) } as const
    })
    await rail.watch?.(payees)
    const addresses: Address[] = []
    for (const [n, payee] of payees.entries()) {
      const info = rail.fundingInstructions?.(payee)[0]?.accountOrWalletInfo as { address: Address } | undefined
      addresses.push(info?.address as Address)
      await chain.write(cast.token, 'mint', [info?.address, amounts[n]])
    }
    await chain.mine(3)
    await rail.arrivals?.(undefined)
    return addresses
  }
  const states = async () =>
    (
      await store.query<{ state: string }>('select state from evm_payouts where payer is not null order by created_at')
    ).map(({ state }) => state)
  const finish = async (from: EvmRail = rail) => {
    await from.arrivals?.(undefined)
    await chain.mine(3)
    await from.arrivals?.(undefined)
  }

  it('moves their tokens to the hot wallet, which pays the gas; the addresses never hold gas', async () => {
    const addresses = await paidIn(5_000_000n, 7_000_000n)
    const before = await balanceOf(cast.wallet)
    const signed = await signSweeps(needs())
    expect(new Map(signed.map(({ address, amount }) => [address, amount]))).toEqual(
      new Map([
        [addresses[0], 5_000_000n],
        [addresses[1], 7_000_000n],
      ]),
    )
    await finish()
    expect(await states()).toEqual(['DELIVERED', 'DELIVERED'])
    expect(await Promise.all(addresses.map(balanceOf))).toEqual([0n, 0n])
    expect((await balanceOf(cast.wallet)) - before).toBe(12_000_000n)
    for (const address of addresses) expect(await chain.client.getBalance({ address })).toBe(0n)
    const costs = (await rail.costs?.(undefined))?.costs ?? []
    expect(costs.filter(({ about }) => about.startsWith('Gas of the sweep sweep/0x'))).toHaveLength(2)
    expect(await signSweeps(needs())).toEqual([])
  })

  it('goes to another address where one is named, and leaves balances below the minimum', async () => {
    const treasury = freshAddress()
    const [small] = await paidIn(4_999_999n, 7_000_000n)
    await signSweeps(needs({ recipient: treasury, minimum: 5_000_000n }))
    await finish()
    expect([await balanceOf(treasury), await balanceOf(small as Address)]).toEqual([7_000_000n, 4_999_999n])
  })

  it('is signed once while it has not ended, also by two processes at the same time', async () => {
    await paidIn(5_000_000n, 7_000_000n)
    const signed = await Promise.all([signSweeps(needs()), signSweeps(needs()), signSweeps(needs())])
    expect(signed.flat()).toHaveLength(2)
    expect(await signSweeps(needs())).toEqual([])
    await finish()
    await paidIn(5_000_000n)
    expect(await signSweeps(needs())).toHaveLength(1)
  })

  it.each(MOMENTS.flatMap((moment) => ['signed', 'final'].map((state) => [moment, state] as const)))(
    'whose process dies %s any of its statements while it is %s is one transaction',
    async (moment, state) => {
      let [address, from] = [freshAddress(), 0]
      const deaths = await dieAtEachStatement(
        store,
        moment,
        async (dying) => {
          ;[address = address] = await paidIn(5_000_000n)
          await signSweeps(needs())
          from = await chain.client.getTransactionCount({ address: cast.wallet })
          if (state === 'final') {
            await rail.arrivals?.(undefined)
            await chain.mine(3)
          }
          await cast.rail({ xpub, store: dying }).arrivals?.(undefined)
        },
        async () => {
          await finish()
          await finish()
          expect(new Set(await states())).toEqual(new Set(['DELIVERED']))
          expect(await balanceOf(address)).toBe(0n)
          expect((await chain.client.getTransactionCount({ address: cast.wallet })) - from).toBe(1)
        },
      )
      expect(deaths).toBeGreaterThanOrEqual(5)
    },
  )

  it('does not count against the float of payouts, and continues beside them', async () => {
    await paidIn(5_000_000n)
    await signSweeps(needs())
    const payout = payoutTo(undefined, { amount: 900_000_000n })
    await Promise.all([rail.send(payout), rail.arrivals?.(undefined)])
    await chain.mine(3)
    await finish()
    expect([await rail.ask(payout), await states()]).toEqual([{ state: 'DELIVERED' }, ['DELIVERED']])
  })

  it('that has expired is refused, and signed again', async () => {
    const [address] = await paidIn(5_000_000n)
    await signSweeps(needs({ clock: { now: () => Date.now() - 8 * 86_400_000 } }))
    await finish()
    expect(await states()).toEqual(['REFUSED'])
    await signSweeps(needs())
    await finish()
    expect([await states(), await balanceOf(address as Address)]).toEqual([['REFUSED', 'DELIVERED'], 0n])
  })

  it.each([
    ['of other addresses', HDKey.fromMasterSeed(Buffer.alloc(32, 6)).privateExtendedKey],
    ['that is public', xpub],
    ['that is invalid', 'xprv9s21ZrQH143K'],
  ])('is refused with a key %s, which the message does not contain', async (_which, xprv) => {
    await paidIn(5_000_000n)
    const error = await signSweeps(needs({ xprv })).catch((refused: Error) => refused)
    expect((error as Error).message).toMatch(/key/)
    expect((error as Error).message).not.toContain(xprv)
  })
})
