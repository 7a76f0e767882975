/** Tokens that are not configured, sent to deposit addresses of a real EVM: an operator sees them, and no account is credited. */
import { HDKey } from '@scure/bip32'
import type { Address } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '../../../src/infra/db/store.ts'
import { bankMatters, closeBankMatter } from '../../../src/operator/banks.ts'
import type { EvmRail } from '../../../src/providers/rails/evm/evm-rail.ts'
import { SEARCH_EVERY_MS } from '../../../src/providers/rails/evm/unknown-tokens/read-tokens.ts'
import { type FreshDatabase, freshDatabase, openStore } from '../../harness/database/database.ts'
import { binary, startChain, type TestChain } from './chain.ts'
import { type Cast, castOn } from './payout-cast.ts'
import { rpcProxy } from './proxy.ts'

const xpub = HDKey.fromMasterSeed(Buffer.alloc(32, 9)).publicExtendedKey

describe.skipIf(!binary)('A token that is not configured', () => {
  let database: FreshDatabase
  let store: Store
  let chain: TestChain
  let cast: Cast
  let rail: EvmRail
  let address: Address
  let cursor: string | undefined
  let payees = 0
  const warned: unknown[] = []
  const log = { warn: (_about: unknown, text: string) => void warned.push(text) } as never
  beforeAll(async () => {
    database = await freshDatabase()
    store = await openStore(database)
    chain = await startChain()
  })
  beforeEach(async () => {
    await store.script('truncate evm_tips, evm_addresses, evm_deposits, evm_unknown_tokens, evm_unknown_deposits')
    cast = await castOn(chain, store)
    rail = cast.rail({ xpub, log })
    warned.length = 0
    cursor = undefined
    await watch(rail)
  })
  afterAll(async () => {
    await chain?.stop()
    await store.close()
    await database.drop()
  })

  async function watch(by: EvmRail) {
    const payee = {
      kind: 'ACCOUNT',
      id: '01a1f9bc-8b1c-7000-8000-ab7eb7fb1725',
      currency: 'USDC',
      cryptoNetwork: null,
      reference: `CW${String(++payees).padStart(26, '0')}`,
    } as const
    const info = by.fundingInstructions?.(payee)[0]?.accountOrWalletInfo as { readonly address: Address } | undefined
    address = info?.address as Address
    await by.watch?.([payee])
  }
  /** One step of the search. @returns the deposits that are credited by it */
  const search = async (by = rail) => {
    cast.clock.pass(SEARCH_EVERY_MS)
    const page = await by.arrivals?.(cursor)
    cursor = page?.cursor
    return page?.arrivals
  }
  const matters = () => bankMatters({ store } as never)
  const counted = () => store.query('select token, transfers from evm_unknown_tokens order by token')
  const figure = async () => (await rail.figures?.())?.find(({ name }) => name === 'unknown_tokens')?.value

  it('is an item for an operator when it is final, once, and credits no account', async () => {
    const [token, other] = [await chain.deployToken(), await chain.deployToken()]
    await chain.write(token, 'mint', [address, 7n])
    await chain.write(token, 'mint', [address, 8n])
    await chain.write(cast.token, 'mint', [address, 5_000_000n])
    await chain.mine(2)
    expect(await search()).toMatchObject([{ amount: 5_000_000n }])
    expect(await counted()).toEqual([{ token, transfers: 2n }])
    await chain.write(other, 'mint', [address, 9n])
    await search()
    expect(await counted()).toHaveLength(1)
    await chain.mine(3)
    for (let steps = 0; steps < 3; steps++) expect(await search()).toEqual([])
    expect(await matters()).toMatchObject([
      {
        rail: 'evm-base',
        id: `token:${token}`,
        about: expect.stringMatching(/^2 transfers of a token .* 0x[0-9a-f]{64}$/),
      },
      { rail: 'evm-base', id: `token:${other}` },
    ])
    expect([await figure(), warned]).toEqual([2, []])
    await closeBankMatter({ store }, 'evm-base', `token:${token}`, 'An airdrop')
    await expect(closeBankMatter({ store }, 'evm-base', `token:${token}`, 'again')).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    })
    expect((await matters()).map(({ id }) => id)).toEqual([`token:${other}`])
  })

  it('that is sent many times is one item with a bounded number of rows, also after it was closed', async () => {
    const token = await chain.deployToken()
    for (let sent = 0; sent < 23; sent++) await chain.write(token, 'mint', [address, 1n])
    await chain.mine(3)
    await search()
    expect(await counted()).toEqual([{ token, transfers: 23n }])
    expect(await store.query('select from evm_unknown_deposits')).toHaveLength(20)
    await closeBankMatter({ store }, 'evm-base', `token:${token}`, 'An airdrop')
    await chain.write(token, 'mint', [address, 1n])
    await chain.mine(3)
    await search()
    expect(await counted()).toEqual([{ token, transfers: 24n }])
    expect(await matters()).toEqual([])
  })

  it('is found in smaller pieces where the endpoint refuses long answers, and delays no deposit', async () => {
    const proxy = await rpcProxy(chain.url)
    const reader = cast.rail({ urls: [proxy.url], xpub, log })
    const token = await chain.deployToken()
    await search(reader)
    for (let sent = 0; sent < 4; sent++) await chain.write(token, 'mint', [address, 1n])
    await chain.write(cast.token, 'mint', [address, 5_000_000n])
    await chain.mine(3)
    proxy.behaviour.refuse = ({ method, params }) => {
      if (method !== 'eth_getLogs') return undefined
      const { fromBlock, toBlock, address: asked } = (params?.[0] ?? {}) as Record<string, string | undefined>
      const isLong = asked === undefined && BigInt(toBlock ?? 0) - BigInt(fromBlock ?? 0) >= 2n
      return isLong ? { code: -32005, message: 'query returned too many results' } : undefined
    }
    expect(await search(reader)).toMatchObject([{ amount: 5_000_000n }])
    expect(await counted()).toEqual([])
    for (let steps = 0; steps < 15; steps++) await search(reader)
    expect(await counted()).toEqual([{ token, transfers: 4n }])
    expect([reader.health().detail ?? '', warned]).toEqual([expect.not.stringContaining('endpoint'), []])
    await proxy.stop()
  })
})
