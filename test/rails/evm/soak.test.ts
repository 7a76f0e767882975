/**
 * EVM payouts while their processes are killed by SIGKILL. `CAUSEWAY_SOAK_PAYOUTS=10000` for the full size (PostgreSQL
 * only: the embedded database has one process).
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { privateKeyToAddress } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { freshDatabase, kind, openStore } from '../../harness/database/database.ts'
import { binary, startChain } from './chain.ts'
import { type SoakPlan, soakRecipient } from './soak-plan.ts'

const PAYOUTS = Number(process.env.CAUSEWAY_SOAK_PAYOUTS ?? 24)
/** A process is killed after this many deliveries. */
const KILL_EVERY = Math.min(40, Math.floor(PAYOUTS / 4))
/** Between two blocks. */
const BLOCK_MS = 100
/** At full size the test exceeds the usual time limit. */
const DEADLINE_MS = Math.max(600_000, PAYOUTS * 1_500)
const WORKER = fileURLToPath(new URL('soak-worker.ts', import.meta.url))

const startWorker = (plan: SoakPlan) =>
  spawn(process.execPath, ['--import', 'tsx', WORKER, JSON.stringify(plan)], { stdio: ['ignore', 'ignore', 'inherit'] })

/** Mines and kills until the plan is done. @returns how many processes were killed */
async function killUntilDone(plan: SoakPlan, mine: () => Promise<unknown>, countDone: () => Promise<number>) {
  const workers: ChildProcess[] = [startWorker(plan), startWorker(plan)]
  let killed = 0
  let seen = 0
  let told = 0
  let done = 0
  try {
    while ((done = await countDone()) < plan.payouts) {
      await mine()
      await setTimeout(BLOCK_MS)
      if (done - told >= plan.payouts / 20) {
        told = done
        console.info(`${done} of ${plan.payouts} payouts delivered, ${killed} processes killed`)
      }
      for (const [i, worker] of workers.entries()) {
        const isOver = worker.exitCode !== null || worker.signalCode !== null
        // Every few payouts one process is killed at an arbitrary point; the last payouts may end.
        const isDue = done - seen >= KILL_EVERY && done < plan.payouts * 0.9 && killed % 2 === i
        if (isDue && !isOver) {
          worker.kill('SIGKILL')
          await once(worker, 'exit')
          killed++
          seen = done
        }
        if (isDue || isOver) workers[i] = startWorker(plan)
      }
    }
  } finally {
    for (const worker of workers) worker.kill('SIGKILL')
  }
  return killed
}

describe.skipIf(!binary || kind !== 'postgres')('EVM payouts whose processes are killed', () => {
  it(
    `are one transaction each: none lost, none doubled, of ${PAYOUTS}`,
    async () => {
      const database = await freshDatabase()
      const store = await openStore(database)
      const chain = await startChain()
      try {
        const token = await chain.deployToken()
        const key = await chain.fundedWallet(token, 1_000_000n * BigInt(PAYOUTS + 1_000))
        const plan = { databaseUrl: database.url as string, rpcUrl: chain.url, token, key, payouts: PAYOUTS }
        const killed = await killUntilDone(
          plan,
          () => chain.mine(1),
          async () => {
            const [row] = await store.query<{ done: number }>(
              "select count(*)::int as done from evm_payouts where state = 'DELIVERED'",
            )
            return row?.done ?? 0
          },
        )
        const wrong: number[] = []
        for (let i = 0; i < PAYOUTS; i++)
          if ((await chain.balanceOf(token, soakRecipient(i))) !== 1_000_000n) wrong.push(i)
        const transactions = await chain.client.getTransactionCount({ address: privateKeyToAddress(key) })
        console.info(
          `${PAYOUTS} payouts, ${killed} processes killed: ${wrong.length} lost or doubled, ${transactions} transactions`,
        )
        expect(killed).toBeGreaterThan(0)
        expect([wrong, transactions]).toEqual([[], PAYOUTS])
      } finally {
        await chain.stop()
        await store.close()
        await database.drop()
      }
    },
    DEADLINE_MS,
  )
})
