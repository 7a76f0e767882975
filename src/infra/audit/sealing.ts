/** Sealing in the background: one process of the installation at a time makes checkpoints, every minute. */
import type { Logger } from 'pino'
import type { SecretKeys } from '../crypto/secrets.ts'
import type { Store } from '../db/store.ts'
import { type CheckpointSigner, checkpointSigner } from './checkpoint-keys.ts'

const EVERY_MS = 60_000
/** Shorter than the interval, so that the same process finds its own lease expired at its next attempt. */
const LEASE = `update sealing set leased_until = clock_timestamp() + interval '50 seconds' where leased_until < clock_timestamp() returning 1`

/** Makes the checkpoints that are due. @returns how many */
export type Seal = (signer: CheckpointSigner) => Promise<number>

export interface Sealing {
  start(): void
  /** Stops, and waits for the run in progress. */
  stop(): Promise<void>
}

/** @param seals run one after another; one that fails does not stop the others */
export function keepSealing(
  { store, keys, log }: { store: Pick<Store, 'query'>; keys: Pick<SecretKeys, 'sealing'>; log: Logger },
  seals: readonly Seal[],
): Sealing {
  let running: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  const run = async () => {
    if ((await store.query(LEASE)).length === 0) return
    const signer = await checkpointSigner(store, keys)
    for (const seal of seals)
      await seal(signer).catch((err: unknown) => log.error({ err }, 'a checkpoint could not be made'))
  }
  return {
    start() {
      timer = setInterval(() => {
        running ??= run()
          .catch((err: unknown) => log.error({ err }, 'checkpoints could not be made'))
          .finally(() => {
            running = undefined
          })
      }, EVERY_MS)
      timer.unref()
    },
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
