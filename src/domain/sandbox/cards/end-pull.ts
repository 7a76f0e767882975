/** Owns the end of a pull that a simulated merchant kept waiting. */
import type { Rows } from '../../../engine/rows.ts'
import { confirmPull, failPull } from '../../cards/purchases/confirm-pull.ts'
import { cardTransactions } from '../../cards/purchases/purchase.ts'
import { purchaseFate } from './purchase-fates.ts'

export function endPull(rows: Rows, purchaseId: string): void {
  const { merchant } = rows.get(cardTransactions, purchaseId)
  if (purchaseFate(merchant.descriptor)?.pull === 'FAILED') failPull(rows, purchaseId)
  else confirmPull(rows, purchaseId)
}
