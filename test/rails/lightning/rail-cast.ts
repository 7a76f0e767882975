/** Fixtures of Lightning rail tests: a fake node, a clock that the test moves, and rails on them. */
import type { Get } from '../../../src/infra/egress/public-http.ts'
import { type LightningRailParts, lightningRail } from '../../../src/providers/rails/lightning/lightning-rail.ts'
import { lndAt } from '../../../src/providers/rails/lightning/lnd.ts'
import { type LightningSettings, USUAL_LIGHTNING } from '../../../src/providers/rails/lightning/settings.ts'
import type { Payout } from '../../../src/providers/rails/port.ts'
import { CERTIFICATE, FakeLnd, MACAROON } from './fake-lnd.ts'

let sequence = 0

/** 1,000 satoshis. */
export const payoutTo = (identifier: string, changes: Partial<Payout> = {}): Payout => ({
  key: `payout-${process.pid}-${++sequence}`,
  currency: 'BTC',
  amount: 1_000n,
  rail: null,
  accountType: 'LIGHTNING',
  accountInfo: {},
  identifier,
  reference: 'CW1',
  remittanceInformation: null,
  purposeOfPayment: null,
  purpose: 'QUOTE',
  ...changes,
})

export type LightningCast = Awaited<ReturnType<typeof lightningCast>>

/** @param name two hexadecimal digits, by which the node's key differs from another's */
export async function lightningCast(name = 'ab') {
  let at = Date.UTC(2026, 10, 23)
  const clock = { now: () => at, pass: (ms: number) => void (at += ms) }
  const node = await new FakeLnd(clock.now, `02${name.repeat(32)}`).start()
  const noServices: Get = () => Promise.reject(new Error('There is no service of Lightning addresses'))
  const rails: ReturnType<typeof lightningRail>[] = []
  return {
    clock,
    node,
    /** A rail of another process. */
    rail({
      changes,
      macaroon = MACAROON,
      certificate = CERTIFICATE,
      ...parts
    }: Pick<LightningRailParts, 'store'> &
      Partial<LightningRailParts> & {
        readonly changes?: Partial<LightningSettings>
        readonly macaroon?: string
        readonly certificate?: string
      }) {
      const lnd = lndAt({ url: node.url, certificate, macaroon, timeoutMs: 60_000 })
      const settings = { url: node.url, ...USUAL_LIGHTNING, ...changes }
      const rail = lightningRail(settings, { clock, lnd, get: noServices, ...parts })
      rails.push(rail)
      return rail
    },
    async stop() {
      for (const rail of rails) rail.close()
      await node.stop()
    },
  }
}
