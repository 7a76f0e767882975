/** Checkpoints: signed bodies, each with the hash of the one before it. Two chains, of the ledger and of the audit chain. */
import { createHash } from 'node:crypto'
import { canonicalJson } from '../../core/canonical-json.ts'
import { wallClock } from '../../core/clock.ts'
import { isoTime } from '../../core/time.ts'
import type { Store } from '../db/store.ts'
import { BrokenChain, type CheckpointSigner, checkpointKeys, checkpointVerifier } from './checkpoint-keys.ts'

export type CheckpointKind = 'LEDGER' | 'AUDIT'

/** The signed part, as canonical JSON in the database. */
export interface CheckpointBody {
  readonly kind: CheckpointKind
  readonly number: number
  /** Hash of the checkpoint before it; 64 zeros in the first. */
  readonly previous: string
  readonly sealedAt: string
  /** Id of the key that signs it. */
  readonly key: string
}

export interface Checkpoint<Body extends CheckpointBody = CheckpointBody> {
  readonly body: Body
  /** SHA-256 of the body, hex. */
  readonly hash: string
  /** Ed25519 over the body, base64. */
  readonly signature: string
}

const FIRST_HASH = '0'.repeat(64)
const PAGE = 500

const hashOf = (body: string): string => createHash('sha256').update(body).digest('hex')

interface Stored {
  readonly body: string
  readonly hash: string
  readonly signature: string
}
const read = <Body extends CheckpointBody>({ body, hash, signature }: Stored): Checkpoint<Body> => ({
  body: JSON.parse(body) as Body,
  hash,
  signature,
})

type Queries = Pick<Store, 'query'>

export async function latestCheckpoint<Body extends CheckpointBody>(
  { query }: Queries,
  kind: CheckpointKind,
): Promise<Checkpoint<Body> | undefined> {
  const [row] = await query<Stored>(
    'select body, hash, signature from checkpoints where kind = $1 order by number desc limit 1',
    [kind],
  )
  return row && read<Body>(row)
}

/** Checkpoints of a kind, in order. @param until number of the last one */
async function* readCheckpoints<Body extends CheckpointBody>(
  { query }: Queries,
  kind: CheckpointKind,
  until: number,
): AsyncGenerator<Checkpoint<Body>> {
  for (let last = 0; ; ) {
    const rows = await query<Stored & { number: bigint }>(
      'select number, body, hash, signature from checkpoints where kind = $1 and number > $2 and number <= $3 order by number limit $4',
      [kind, last, until, PAGE],
    )
    for (const row of rows) yield read<Body>(row)
    if (rows.length < PAGE) return
    last = Number(rows.at(-1)?.number)
  }
}

/**
 * Appends a checkpoint.
 * @param before the latest checkpoint of the kind, which `content` follows
 * @returns false: another process has appended one meanwhile, and nothing was stored
 */
export async function appendCheckpoint(
  { query }: Queries,
  signer: CheckpointSigner,
  { kind, before, content }: { kind: CheckpointKind; before: Checkpoint | undefined; content: object },
): Promise<boolean> {
  const number = (before?.body.number ?? 0) + 1
  const body = canonicalJson({
    ...content,
    kind,
    number,
    previous: before?.hash ?? FIRST_HASH,
    sealedAt: isoTime(wallClock()),
    key: signer.keyId,
  })
  const added = await query(
    'insert into checkpoints (kind, number, body, hash, signature) values ($1, $2, $3, $4, $5) on conflict do nothing returning 1',
    [kind, number, body, hashOf(body), signer.sign(body)],
  )
  return added.length > 0
}

/**
 * Checks hashes, numbers and signatures of a chain of checkpoints while they are read.
 * @yields each checkpoint that is intact @throws BrokenChain at the first that is not
 */
export async function* intactCheckpoints<Body extends CheckpointBody>(
  store: Queries,
  kind: CheckpointKind,
): AsyncGenerator<Checkpoint<Body>> {
  // Read before the keys, so that the keys of all checkpoints are among them.
  const latest = await latestCheckpoint(store, kind)
  const isSigned = checkpointVerifier(await checkpointKeys(store))
  let [number, previous] = [0, FIRST_HASH]
  for await (const checkpoint of readCheckpoints<Body>(store, kind, latest?.body.number ?? 0)) {
    const { body, hash, signature } = checkpoint
    const text = canonicalJson(body)
    if (body.number !== number + 1 || body.kind !== kind) throw new BrokenChain(`Checkpoint ${number + 1} is missing`)
    if (body.previous !== previous) throw new BrokenChain(`Checkpoint ${body.number} does not follow the one before it`)
    if (hashOf(text) !== hash) throw new BrokenChain(`Checkpoint ${body.number} was changed`)
    if (!isSigned(body.key, text, signature))
      throw new BrokenChain(`The signature of checkpoint ${body.number} is wrong`)
    yield checkpoint
    number = body.number
    previous = hash
  }
}
