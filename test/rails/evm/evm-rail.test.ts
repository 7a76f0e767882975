/** EVM rail against the contract of rails. */
import { HDKey } from '@scure/bip32'
import type { Address } from 'viem'
import { afterAll, beforeAll, describe } from 'vitest'
import type { Store } from '../../../src/infra/db/store.ts'
import { type FreshDatabase, freshDatabase, openStore } from '../../harness/database/database.ts'
import { describeRail, type RailWorld } from '../contract.ts'
import { killer } from '../killer.ts'
import { binary, startChain, type TestChain } from './chain.ts'
import { castOn, freshAddress, payoutTo } from './payout-cast.ts'
import { rpcProxy } from './proxy.ts'

const xpub = HDKey.fromMasterSeed(Buffer.alloc(32, 9)).publicExtendedKey

describe.skipIf(!binary)('EVM', () => {
  let database: FreshDatabase
  let store: Store
  let chain: TestChain
  beforeAll(async () => {
    database = await freshDatabase()
    store = await openStore(database)
    chain = await startChain()
  })
  afterAll(async () => {
    await chain?.stop()
    await store.close()
    await database.drop()
  })

  describeRail('evm-base', async (): Promise<RailWorld> => {
    await store.script('truncate evm_tips, evm_addresses, evm_deposits')
    const cast = await castOn(chain)
    const proxy = await rpcProxy(chain.url)
    const kill = killer()
    proxy.behaviour.cut = () => kill.at()
    const connect = () => cast.rail({ store: kill.over(store), urls: [proxy.url], xpub })
    const recipients = new Map<Address, string>()
    const from = await chain.client.getBlockNumber()
    return {
      connect,
      payout(key) {
        const address = freshAddress()
        recipients.set(address, key)
        return payoutTo(address, { key: `${cast.wallet}/${key}` })
      },
      async paid() {
        const transfers = await chain.transfers(cast.token, from)
        return transfers.flatMap(({ to }) => (recipients.has(to) ? [`${cast.wallet}/${recipients.get(to)}`] : []))
      },
      proceed: () => chain.mine(1),
      killAt: kill.arm,
      wasKilled: kill.disarm,
      silence(how) {
        proxy.behaviour.cut = how === 'NOT' ? () => kill.at() : () => how
      },
      async payIn(reference, amount) {
        const rail = connect()
        const payee = { kind: 'ACCOUNT', id: 'account', currency: 'USDC', cryptoNetwork: null, reference } as const
        await rail.watch?.([payee])
        const [instruction] = rail.fundingInstructions?.(payee) ?? []
        const info = instruction?.accountOrWalletInfo as { readonly address: Address } | undefined
        await chain.write(cast.token, 'mint', [info?.address, amount])
        await chain.mine(2)
      },
      close: () => proxy.stop(),
    }
  })
})
