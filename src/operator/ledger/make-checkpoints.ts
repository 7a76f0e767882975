/** Operator commands for checkpoints: makes those that are due, and rotates the key that signs them. */
import { sealLedger } from '../../domain/ledger/seal-ledger.ts'
import { checkpointSigner, rotateCheckpointKey } from '../../infra/audit/checkpoint-keys.ts'
import type { Operator } from '../operator.ts'

/** Makes checkpoints until every posting is sealed. @returns their number */
export async function sealNow({ store, keys }: Operator): Promise<{ checkpoints: number }> {
  const signer = await checkpointSigner(store, keys)
  let checkpoints = 0
  for (let made = 1; made > 0; checkpoints += made) made = await sealLedger(store, signer)
  return { checkpoints }
}

/** Creates a key that signs from now on. @returns its id */
export const rotateCheckpoints = async ({ store, keys }: Operator): Promise<{ key: string }> => ({
  key: (await rotateCheckpointKey(store, keys)).keyId,
})
