/** Yardsticks of a round: what the machine, PostgreSQL and the commands alone do, without the service. */
import { simulate } from '../test/simulation/walk.ts'
import type { Yardstick } from './database/yardstick.ts'
import { COMMIT, SIMULATED, TPC_B, VERIFY } from './goals.ts'
import { short } from './report.ts'
import { verificationsPerSecond } from './verifications.ts'
import type { Kind } from './work/work.ts'

/** Kinds limited by signature verification on one core; they are compared with that. */
export const BY_SIGNATURE: readonly Kind[] = ['signed', 'session']

const CLIENTS = [8, 16, 32]
const SIMULATED_OPERATIONS = 20_000

interface Asked {
  readonly postgres: Yardstick | undefined
  readonly seconds: number
  /** Kinds of work that the run measures. */
  readonly kinds: readonly string[]
}

export async function measureYardsticks(
  { postgres, seconds, kinds }: Asked,
  note: (name: string, value: number) => void,
  say: (text: string) => void,
): Promise<void> {
  if (kinds.some((kind) => BY_SIGNATURE.includes(kind as Kind))) {
    const verifications = verificationsPerSecond(Math.min(seconds, 2))
    note(VERIFY, verifications)
    say(`  ${VERIFY}: ${short(verifications)}/s (crypto.verify in a loop, the key an object made once)`)
  }
  if (kinds.length > 0) {
    const simulated = simulatedPerSecond()
    note(SIMULATED, simulated)
    say(`  ${SIMULATED}: ${short(simulated)}/s`)
  }
  if (!postgres) return
  const rates: number[] = []
  for (const clients of CLIENTS) {
    const rate = await postgres.transactions(clients, seconds)
    rates.push(rate)
    note(`pgbench TPC-B, ${clients} clients`, rate)
  }
  const commit = await postgres.commitMs(seconds)
  note(TPC_B, Math.max(...rates))
  note(COMMIT, commit)
  say(
    `  pgbench TPC-B: ${CLIENTS.map((clients, i) => `${clients} clients ${short(rates[i] as number)}/s`).join(', ')}; a commit ${short(commit)} ms`,
  )
}

/** Operations of the simulation per second of CPU time, after warm-up. */
function simulatedPerSecond(): number {
  simulate(1, SIMULATED_OPERATIONS / 4)
  const began = process.cpuUsage()
  simulate(2, SIMULATED_OPERATIONS)
  const { user, system } = process.cpuUsage(began)
  return (SIMULATED_OPERATIONS / (user + system)) * 1e6
}
