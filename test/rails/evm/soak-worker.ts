/** Process that sends payouts and queries them until all have ended; the soak test kills it at any time. */
import { systemClock } from '../../../src/core/clock.ts'
import { openPostgres } from '../../../src/infra/db/postgres.ts'
import { evmRail } from '../../../src/providers/rails/evm/evm-rail.ts'
import { localSigner } from '../../../src/providers/rails/evm/signer.ts'
import { chainWith, payoutTo } from './payout-cast.ts'
import { type SoakPlan, soakRecipient } from './soak-plan.ts'

/** Payouts in progress in this process at the same time. */
const AT_ONCE = 8

const { databaseUrl, rpcUrl, token, key, payouts } = JSON.parse(process.argv[2] as string) as SoakPlan
const store = await openPostgres(databaseUrl)
const chain = chainWith(token, { urls: [rpcUrl], stuckAfterMs: 3_000 })
const rail = evmRail(chain, { store, clock: systemClock(), log: { warn() {} }, signer: localSigner(key) })

const ended = new Set(
  (await store.query<{ key: string }>("select key from evm_payouts where state not in ('WAITING', 'PLACED')")).map(
    (row) => row.key,
  ),
)
const open = Array.from({ length: payouts }, (_, i) => i).filter((i) => !ended.has(`soak-${i}`))
// Processes start at different places, so that they compete for all payouts.
const queue = [...open.slice(process.pid % (open.length + 1)), ...open.slice(0, process.pid % (open.length + 1))]
const take = async (): Promise<void> => {
  for (let i = queue.shift(); i !== undefined; i = queue.shift()) {
    const payout = payoutTo(soakRecipient(i), { key: `soak-${i}` })
    const report = await rail.send(payout).catch(() => undefined)
    if (report?.state === 'FAILED') throw new Error(`soak-${i} failed`)
    if (report?.state !== 'DELIVERED') queue.push(i)
  }
}
await Promise.all(Array.from({ length: AT_ONCE }, take))
await store.close()
