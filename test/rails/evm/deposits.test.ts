/**
 * EVM deposits against a real EVM: credited once, when they are final, and never from a block that is reorganized away.
 * `CAUSEWAY_REORGS` sets the number of reorganizations: 200 in CI.
 */
import { HDKey } from '@scure/bip32'
import type { Address, Hex } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '../../../src/infra/db/store.ts'
import type { EvmRail } from '../../../src/providers/rails/evm/evm-rail.ts'
import type { Arrival, FundingPayee } from '../../../src/providers/rails/port.ts'
import { type FreshDatabase, freshDatabase, openStore } from '../../harness/database/database.ts'
import { binary, startChain, type TestChain } from './chain.ts'
import { type Cast, castOn, chainWith, freshAddress } from './payout-cast.ts'
import { rpcProxy } from './proxy.ts'

const REORGS = Number(process.env.CAUSEWAY_REORGS ?? (process.env.CI ? 200 : 15))
/** Blocks that may be reorganized away: one fewer than the confirmations. */
const DEEPEST = 2

const root = HDKey.fromMasterSeed(Buffer.alloc(32, 7)).derive("m/44'/60'/0'")
const xpub = root.publicExtendedKey

let sequence = 0
const payee = (changes: Partial<FundingPayee> = {}): FundingPayee => ({
  kind: 'ACCOUNT',
  id: '01a1f9bc-8b1c-7000-8000-ab7eb7fb1725',
  currency: 'USDC',
  cryptoNetwork: null,
  reference: `CW${String(++sequence).padStart(26, '0')}`,
  ...changes,
})

describe.skipIf(!binary)('An EVM deposit', () => {
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
    await store.script('truncate evm_tips, evm_addresses, evm_deposits')
    cast = await castOn(chain, store)
    rail = cast.rail({ xpub })
  })
  afterAll(async () => {
    await chain?.stop()
    await store.close()
    await database.drop()
  })

  const addressFor = (one: FundingPayee): Address => {
    const [instruction] = rail.fundingInstructions?.(one) ?? []
    const info = instruction?.accountOrWalletInfo as { address: Address } | undefined
    return info?.address as Address
  }
  const pay = (to: Address, amount = 5_000_000n) => chain.write(cast.token, 'mint', [to, amount])
  const arrivals = async (from: EvmRail = rail, after?: string) => {
    const found: Arrival[] = []
    let cursor = after
    for (;;) {
      const page = await from.arrivals?.(cursor)
      if (!page || page.cursor === (cursor ?? '0')) return { found, cursor }
      found.push(...page.arrivals)
      cursor = page.cursor
    }
  }

  it('has its own address for each payee, which the extended private key can spend from', async () => {
    const [one, other] = [payee(), payee()]
    expect(addressFor(one)).not.toBe(addressFor(other))
    expect(cast.rail({ xpub }).fundingInstructions?.(one)).toEqual([
      { accountOrWalletInfo: { accountType: 'BASE_WALLET', address: addressFor(one), assetType: 'USDC' } },
    ])
    await rail.watch?.([one])
    const [row] = await store.query<{ path: string; address: string }>('select path, address from evm_addresses')
    const { privateKey } = root.derive(`m/${row!.path}`)
    const owner = privateKeyToAddress(`0x${Buffer.from(privateKey!).toString('hex')}` as Hex)
    expect([row!.address, addressFor(one)]).toEqual([owner, owner])
  })

  it('has instructions for its network and its currencies only, and none without an extended public key', () => {
    expect(rail.fundingInstructions?.(payee({ cryptoNetwork: 'BASE' }))).toHaveLength(1)
    expect(rail.fundingInstructions?.(payee({ cryptoNetwork: 'SOLANA' }))).toEqual([])
    expect(rail.fundingInstructions?.(payee({ currency: 'EUR' }))).toEqual([])
    expect(cast.rail().carries.map(({ direction }) => direction)).toEqual(['OUT'])
    expect(cast.rail().fundingInstructions).toBeUndefined()
    expect(() => cast.rail({ xpub: root.privateExtendedKey })).toThrow('private one')
  })

  it('is reported when it has enough confirmations, once', async () => {
    const one = payee()
    await rail.watch?.([one])
    const { transactionHash, logs } = await pay(addressFor(one))
    await chain.mine(1)
    expect((await arrivals()).found).toEqual([])
    await chain.mine(1)
    const { found, cursor } = await arrivals()
    expect(found).toMatchObject([
      {
        key: `${transactionHash}/${logs[0]!.logIndex}`,
        currency: 'USDC',
        amount: 5_000_000n,
        reference: one.reference,
      },
    ])
    await chain.mine(3)
    expect((await arrivals(rail, cursor)).found).toEqual([])
    expect((await arrivals(cast.rail({ xpub }))).found).toEqual(found)
  })

  it('of several processes is reported under one key', async () => {
    const one = payee()
    await rail.watch?.([one])
    await pay(addressFor(one))
    await pay(addressFor(one))
    await chain.mine(3)
    const rails = [rail, cast.rail({ xpub }), cast.rail({ xpub })]
    await Promise.all(rails.map((each) => each.arrivals?.(undefined)))
    for (const each of rails) expect((await arrivals(each)).found).toHaveLength(2)
  })

  it('that was made before its address was announced is reported then', async () => {
    await rail.watch?.([payee()])
    const late = payee()
    await pay(addressFor(late))
    await chain.mine(5)
    expect((await arrivals()).found).toEqual([])
    await rail.watch?.([late])
    expect((await arrivals()).found).toMatchObject([{ reference: late.reference, amount: 5_000_000n }])
    await rail.watch?.([late])
    expect((await arrivals()).found).toHaveLength(1)
  })

  it('below the minimum is reported, for suspense; of other tokens and addresses there is none', async () => {
    const one = payee()
    await rail.watch?.([one])
    await pay(addressFor(one), 9n)
    await pay(freshAddress())
    const unknown = await chain.deployToken()
    await chain.write(unknown, 'mint', [addressFor(one), 5_000_000n])
    await chain.mine(3)
    expect((await arrivals()).found).toMatchObject([{ amount: 9n, reference: one.reference }])
    expect(rail.carries.find(({ direction }) => direction === 'IN')?.minAmount).toBe(10n)
  })

  it('that is not a whole minor unit, or of a token that is no longer configured, is noted and counted', async () => {
    const noted: unknown[] = []
    const log = { warn: (about: unknown) => void noted.push(about) }
    const [usdc] = chainWith(cast.token).tokens
    const fine = cast.rail({ xpub, log, changes: { tokens: [{ ...usdc!, decimals: 8 }] } })
    const one = payee()
    await fine.watch?.([one])
    await pay(addressFor(one), 99n)
    await pay(addressFor(one), 5_000_000n)
    await chain.mine(3)
    expect((await arrivals(fine)).found).toMatchObject([{ amount: 50_000n }])
    const other = cast.rail({ xpub, log, changes: { tokens: [{ ...usdc!, contract: await chain.deployToken() }] } })
    expect((await arrivals(other)).found).toEqual([])
    expect(await other.figures?.()).toContainEqual({ name: 'deposits_passed_over', value: 2 })
    expect(noted).toMatchObject([{ reason: 'less than a minor unit of USDC' }, { reason: 'token not configured' }])
    await arrivals(other)
    expect(noted).toHaveLength(2)
  })

  it(`is never reported of a block that is undone, through ${REORGS} random reorganizations`, async () => {
    const seed = Number(process.env.CAUSEWAY_SEED_OF_REORGS ?? Date.now() % 1_000_000)
    const random = randomFrom(seed)
    const payees = [payee(), payee(), payee()]
    await rail.watch?.(payees)
    await chain.mine(3)
    await rail.arrivals?.(undefined)
    const reported: Arrival[] = []
    let cursor: string | undefined
    const poll = async () => {
      const page = await arrivals(rail, cursor)
      reported.push(...page.found)
      cursor = page.cursor
    }
    const grow = async (blocks: number) => {
      for (let i = 0; i < blocks; i++) {
        if (random(3) > 0) await pay(addressFor(payees[random(3)]!), BigInt(1_000 + random(1_000_000)))
        else await chain.mine(1)
        if (random(2) === 0) await poll()
      }
    }
    const from = await chain.client.getBlockNumber()
    for (let i = 0; i < REORGS; i++) {
      await grow(random(3))
      const id = await chain.client.snapshot()
      await grow(1 + random(DEEPEST))
      await chain.client.revert({ id })
      await grow(1 + random(3))
    }
    await chain.mine(3)
    await poll()
    const mined = await chain.transfers(cast.token, from)
    const addresses = payees.map(addressFor)
    expect(
      reported.map(({ key }) => key),
      `seed ${seed}`,
    ).toEqual(mined.filter(({ to }) => addresses.includes(to)).map(({ key }) => key))
    expect(rail.health().detail).toBeUndefined()
  })

  it('is read no further after a reorganization of final blocks, and an operator sees why', async () => {
    const one = payee()
    await rail.watch?.([one])
    const id = await chain.client.snapshot()
    await pay(addressFor(one))
    await chain.mine(3)
    expect((await arrivals()).found).toHaveLength(1)
    await chain.client.revert({ id })
    await pay(addressFor(one), 6_000_000n)
    await chain.mine(6)
    expect((await arrivals()).found).toHaveLength(1)
    expect(rail.health()).toMatchObject({ status: 'DEGRADED', detail: expect.stringContaining('reorganized deeper') })
  })

  it('is neither reported nor left out on the report of a single endpoint', async () => {
    const proxies = [await rpcProxy(chain.url), await rpcProxy(chain.url), await rpcProxy(chain.url)]
    try {
      const many = cast.rail({ xpub, urls: proxies.map(({ url }) => url) })
      const one = payee()
      await many.watch?.([one])
      const { logs } = await pay(addressFor(one))
      proxies[0]!.behaviour.lie = ({ method }) => (method === 'eth_getLogs' ? [] : undefined)
      await chain.mine(2)
      expect((await arrivals(many)).found).toHaveLength(1)
      proxies[0]!.behaviour.lie = ({ method }, result) =>
        method === 'eth_getLogs' ? [...(result as unknown[]), { ...rpcLog(logs[0]!), logIndex: '0x7' }] : undefined
      await chain.mine(3)
      expect((await arrivals(many)).found).toHaveLength(1)
      expect(many.health()).toMatchObject({ status: 'DEGRADED', detail: expect.stringContaining('contradicts') })
    } finally {
      for (const proxy of proxies) await proxy.stop()
    }
  })
})

/** A log as JSON-RPC writes it. */
const rpcLog = (log: object) =>
  Object.fromEntries(
    Object.entries(log).map(([name, value]) => [
      name,
      typeof value === 'bigint' || typeof value === 'number' ? `0x${value.toString(16)}` : value,
    ]),
  )

/** Whole numbers below a bound, the same ones for a seed (mulberry32). */
function randomFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}
