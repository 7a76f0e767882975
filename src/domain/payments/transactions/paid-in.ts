/**
 * Settlement in another currency than the payment's: institutions pay each other in bitcoin for a payment in euros. The
 * settlement is booked in the currency that crossed the rails, and the difference is the installation's exchange.
 */
import type { PaidIn } from '../../../providers/settlement/port.ts'
import { house } from '../../ledger/house.ts'
import type { Movement } from '../../ledger/post.ts'

interface Settled {
  readonly currency: string
  /** Minor units of the currency. */
  readonly amount: bigint
  /** Undefined: the rails carried the payment's own currency. */
  readonly paidIn: PaidIn | undefined
}

/** Movements in addition to the payment's own, which has the other side in *rails*. */
export function exchangeAtRails({ currency, amount, paidIn }: Settled, direction: 'OUT' | 'IN'): Movement[] {
  if (!paidIn || paidIn.currency === currency) return []
  const legs = [
    { from: house('rails', currency), to: house('fx', currency), currency, amount },
    { from: house('fx', paidIn.currency), to: house('rails', paidIn.currency), ...paidIn },
  ]
  return direction === 'OUT' ? legs : legs.map(({ from, to, ...money }) => ({ from: to, to: from, ...money }))
}
