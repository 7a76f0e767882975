/** Trace of a Lightning payout: invoice, hash, and the preimage that proves the payment, human-readable. */
import { isoTime } from '../../../core/time.ts'
import type { Store } from '../../../infra/db/store.ts'
import type { RailFact } from '../port.ts'

interface TraceRow {
  readonly state: string
  readonly recipient: string
  readonly invoice: string | null
  readonly hash: string | null
  readonly preimage: string | null
  readonly feeMsat: bigint | null
  readonly node: string | null
  readonly expiresAt: number | null
  readonly detail: string | null
}

export async function tracePayout({ query }: Pick<Store, 'query'>, key: string): Promise<readonly RailFact[]> {
  const [row] = await query<TraceRow>(TRACE, [key], 'lightning_trace')
  if (!row) return []
  const facts: readonly (readonly [string, string | null])[] = [
    ['State', row.state],
    ['To', row.recipient === row.invoice ? null : row.recipient],
    ['Invoice', row.invoice],
    ['Payment hash', row.hash],
    ['Preimage (proof of payment)', row.preimage],
    ['Routing fee', row.feeMsat === null ? null : `${row.feeMsat} msat`],
    ['Node', row.node],
    ['Invoice expires', row.expiresAt === null ? null : isoTime(row.expiresAt)],
    ['Detail', row.detail],
  ]
  return facts.flatMap(([name, value]) => (value === null ? [] : [{ name, value }]))
}

const TRACE = `select state, recipient, invoice, payment_hash as hash, preimage, fee_msat as "feeMsat", node,
  (extract(epoch from expires_at) * 1000)::float8 as "expiresAt", detail from lightning_payouts where key = $1`
