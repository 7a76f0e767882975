/** Verification of the ledger in the database: checkpoints, the postings that they seal, and the balances. */
import type { LedgerVerification, NewestLedgerCheckpoint } from '../../../contract/installation/ledger-verification.ts'
import { ledgerAuditors } from '../../domain/ledger/auditors.ts'
import { type LedgerCheckpointBody, type SealedRange, sealedPostings } from '../../domain/ledger/sealed-range.ts'
import { BrokenChain } from '../../infra/audit/checkpoint-keys.ts'
import { intactCheckpoints, latestCheckpoint } from '../../infra/audit/checkpoints.ts'
import type { Store } from '../../infra/db/store.ts'

export interface LedgerCheck {
  /** `<number>:<hash>` of a checkpoint that must still be there. */
  readonly expected?: string | undefined
  /** Number of newest checkpoints whose postings are recomputed; absent: all. */
  readonly newest?: number
  /** Whether balances are compared with the sums of all postings. */
  readonly balances: boolean
}

/** The newest checkpoint, as a page shows it. */
export async function getLedgerCheckpoint(store: Pick<Store, 'query'>): Promise<NewestLedgerCheckpoint> {
  const latest = await latestCheckpoint<LedgerCheckpointBody>(store, 'LEDGER')
  if (!latest) return {}
  const { number, sealedAt, key, total } = latest.body
  return { checkpoint: { number, sealedAt, hash: latest.hash, key, postings: total } }
}

/** Verification ends at the first fault. */
export async function verifyLedger(
  store: Pick<Store, 'query'>,
  { expected, newest, balances }: LedgerCheck,
): Promise<LedgerVerification> {
  const latest = await latestCheckpoint<LedgerCheckpointBody>(store, 'LEDGER')
  const first = newest === undefined ? 0 : (latest?.body.number ?? 0) - newest
  let found: { range?: SealedRange; number: number; total: number; head: string } = { number: 0, total: 0, head: '0' }
  let isFound = expected === undefined
  const shown = async (fault?: string): Promise<LedgerVerification> => ({
    checkpoints: found.number,
    postings: found.total,
    unsealed: await unsealed(store, found.range),
    head: found.head,
    ...(latest && { key: latest.body.key }),
    isIntact: fault === undefined,
    ...(fault !== undefined && { fault }),
  })
  try {
    for await (const { body, hash } of intactCheckpoints<LedgerCheckpointBody>(store, 'LEDGER')) {
      if (!follows(body, found.range)) throw new BrokenChain(`Checkpoint ${body.number} leaves postings out`)
      if (body.number > first) await verifyPostings(store, body)
      found = { range: body, number: body.number, total: found.total + body.postings, head: `${body.number}:${hash}` }
      isFound ||= expected === found.head
    }
    if (!isFound) throw new BrokenChain(`The noted checkpoint ${expected} is not in the chain`)
    if (balances)
      for (const { name, sql } of ledgerAuditors)
        if ((await store.query(`${sql} limit 1`)).length > 0) throw new BrokenChain(`Does not hold: ${name}`)
    return await shown()
  } catch (error) {
    if (error instanceof BrokenChain) return shown(error.message)
    throw error
  }
}

/** Whether there is nothing between two ranges. */
const follows = (range: SealedRange, before: SealedRange | undefined): boolean =>
  range.after === (before?.to ?? -1) && range.pageAfter === before?.pageTo

async function verifyPostings(store: Pick<Store, 'query'>, sealed: LedgerCheckpointBody): Promise<void> {
  const { postings, digest, moved } = await sealedPostings(store, sealed)
  const where = `of checkpoint ${sealed.number}`
  if (postings < sealed.postings) throw new BrokenChain(`${sealed.postings - postings} postings ${where} are missing`)
  if (postings > sealed.postings)
    throw new BrokenChain(`${postings - sealed.postings} postings were added to those ${where}`)
  const isSame = Object.keys({ ...moved, ...sealed.moved }).every((code) => moved[code] === sealed.moved[code])
  if (digest !== sealed.digest || !isSame) throw new BrokenChain(`A posting ${where} was changed`)
}

async function unsealed({ query }: Pick<Store, 'query'>, range: SealedRange | undefined): Promise<number> {
  const [row] = await query<{ count: bigint }>('select count(*) as count from postings where written_in > $1', [
    range?.to ?? -1,
  ])
  return Number(row?.count ?? 0)
}
