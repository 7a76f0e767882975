/** Checkpoints of the audit chain: its signed head, so that a chain rewritten without the key is detected. */
import type { Store } from '../db/store.ts'
import type { CheckpointSigner } from './checkpoint-keys.ts'
import { appendCheckpoint, type CheckpointBody, intactCheckpoints, latestCheckpoint } from './checkpoints.ts'

export interface AuditCheckpointBody extends CheckpointBody {
  /** Number of the last entry. */
  readonly entries: number
  /** Its hash, which covers all entries before it. */
  readonly head: string
}

/** Signs the head of the audit chain if it has moved. @returns the number of checkpoints that were made */
export async function sealAudit(store: Pick<Store, 'query'>, signer: CheckpointSigner): Promise<number> {
  const before = await latestCheckpoint<AuditCheckpointBody>(store, 'AUDIT')
  const [head] = await store.query<{ number: bigint; hash: string }>('select number, hash from audit_head')
  if (!head || Number(head.number) <= (before?.body.entries ?? 0)) return 0
  const content = { entries: Number(head.number), head: head.hash }
  return (await appendCheckpoint(store, signer, { kind: 'AUDIT', before, content })) ? 1 : 0
}

/** Hashes of entries that checkpoints sign, by number. @throws BrokenChain for checkpoints that are not intact */
export async function signedHeads(store: Pick<Store, 'query'>): Promise<ReadonlyMap<number, string>> {
  const heads = new Map<number, string>()
  for await (const { body } of intactCheckpoints<AuditCheckpointBody>(store, 'AUDIT'))
    heads.set(body.entries, body.head)
  return heads
}
