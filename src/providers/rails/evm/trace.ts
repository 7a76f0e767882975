/** Trace of an EVM payout: the transaction on the chain, human-readable. */
import { formatEther } from 'viem'
import type { Store } from '../../../infra/db/store.ts'
import type { RailFact } from '../port.ts'

interface TraceRow {
  readonly state: string
  readonly detail: string | null
  readonly wallet: string
  readonly recipient: string
  readonly nonce: bigint | null
  readonly hash: string | null
  readonly replacements: number
  readonly block: bigint | null
  readonly gas: string | null
}

/** Until one is mined, the transaction that was signed last is shown. */
export async function tracePayout({ query }: Pick<Store, 'query'>, key: string): Promise<readonly RailFact[]> {
  const [row] = await query<TraceRow>(TRACE, [key], 'evm_trace')
  if (!row) return []
  const facts: readonly (readonly [string, string | null, RailFact['shows']?])[] = [
    ['State', row.state],
    ['Transaction', row.hash, 'TRANSACTION'],
    ['Block', row.block === null ? null : String(row.block), 'BLOCK'],
    ['From', row.wallet],
    ['To', row.recipient],
    ['Nonce', row.nonce === null ? null : String(row.nonce)],
    ['Replacements', row.replacements > 0 ? String(row.replacements) : null],
    ['Cost of gas', row.gas === null ? null : formatEther(BigInt(row.gas))],
    ['Detail', row.detail],
  ]
  return facts.flatMap(([name, value, shows]) => (value === null ? [] : [{ name, value, ...(shows && { shows }) }]))
}

const TRACE = `
  select p.state, p.detail, p.wallet, p.recipient, p.nonce, coalesce(p.settled_hash, t.hash) as hash,
    coalesce(t.replacement, 0) as replacements, p.block_number as block, p.gas_wei::text as gas
  from evm_payouts p left join lateral (
    select hash, replacement from evm_transactions t
    where t.chain_id = p.chain_id and t.wallet = p.wallet and t.nonce = p.nonce order by replacement desc limit 1) t on true
  where p.key = $1`
