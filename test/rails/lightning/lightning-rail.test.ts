/** Lightning rail against the contract of rails, on the fake LND. */
import { afterAll, beforeAll, describe, expect } from 'vitest'
import type { Store } from '../../../src/infra/db/store.ts'
import { HANDING_MS } from '../../../src/providers/rails/lightning/payouts.ts'
import { type FreshDatabase, freshDatabase, openStore } from '../../harness/database/database.ts'
import { describeRail, type RailWorld } from '../contract.ts'
import { killer } from '../killer.ts'
import { lightningCast, payoutTo } from './rail-cast.ts'

const FORGET = 'delete from lightning_payouts; delete from lightning_invoices; delete from lightning_nodes'

describe('Lightning', () => {
  let database: FreshDatabase
  let store: Store
  beforeAll(async () => {
    database = await freshDatabase()
    store = await openStore(database)
  })
  afterAll(async () => {
    await store.close()
    await database.drop()
  })

  describeRail('lightning', async (): Promise<RailWorld> => {
    await store.script(FORGET)
    const cast = await lightningCast()
    const kill = killer()
    cast.node.cut = () => kill.at()
    const keys = new Map<string, string>()
    const connect = () => cast.rail({ store: kill.over(store) })
    return {
      connect,
      payout(key) {
        const { request, hash } = cast.node.invoiceElsewhere()
        keys.set(hash, key)
        return payoutTo(request, { key })
      },
      paid: async () => cast.node.paid.map((hash) => keys.get(hash) as string),
      // A claim of a dead process ends after this time.
      proceed: async () => cast.clock.pass(HANDING_MS + 1),
      killAt: kill.arm,
      wasKilled: kill.disarm,
      silence(how) {
        cast.node.cut = how === 'NOT' ? () => kill.at() : () => how
      },
      async payIn(reference, amount) {
        const rail = connect()
        const payee = { reference: `${reference}/${amount}`, currency: 'BTC', cryptoNetwork: null, amount }
        const [instruction] = (await rail.prepareInstructions?.(payee)) ?? []
        const info = instruction?.accountOrWalletInfo as { readonly invoice: string } | undefined
        cast.node.settle(info?.invoice as string)
        await expect
          .poll(async () => (await rail.arrivals?.(undefined))?.arrivals.map((arrival) => arrival.amount))
          .toContain(amount)
      },
      close: () => cast.stop(),
    }
  })
})
