/** Owns a simulated purchase, whose merchant may be one that things go wrong with. */
import type { Rows } from '../../../engine/rows.ts'
import { enqueue } from '../../../infra/jobs/enqueue.ts'
import { authorizePurchase, type PurchaseRequest } from '../../cards/purchases/authorize-purchase.ts'
import type { CardTransaction } from '../../cards/purchases/purchase.ts'
import { PULL_MS, purchaseFate } from './purchase-fates.ts'

/** @throws Refusal as `authorizePurchase` */
export function simulatePurchase(rows: Rows, request: PurchaseRequest): CardTransaction {
  const fate = purchaseFate(request.merchant.descriptor)
  const isPending = fate?.pull !== undefined
  const purchase = authorizePurchase(rows, request, { isPending, ...(fate?.decline && { decline: fate.decline }) })
  if (purchase.pendingPulls > 0) enqueue(rows, 'endSimulatedPull', rows.now + PULL_MS, purchase.id)
  return purchase
}
