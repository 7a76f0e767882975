/** Return reversal: the merchant takes a refund back. */
import { command } from '../../../engine/command.ts'
import { jobs } from '../../../infra/jobs/tables.ts'
import { moveMoney } from '../../accounts/move-money.ts'
import { house } from '../../ledger/house.ts'
import { getPurchase, type PurchaseRef, purchaseReads, requireStatus } from './get-purchase.ts'
import { advance, appendRecord, type CardTransaction } from './purchase.ts'
import { debitSource, merchantMovement, owed, SUSPENDED_CREDIT } from './purchase-money.ts'

/** Undoes the whole refund. @throws Refusal CARD_NOT_FOUND, CARD_TRANSACTION_NOT_FOUND, INVALID_INPUT */
export const reverseReturn = command({
  reads: purchaseReads,
  run(rows, ref: PurchaseRef): CardTransaction {
    const purchase = getPurchase(rows, ref)
    requireStatus(purchase, ['REFUNDED'], 'can have its return reversed')
    const { currency, pulledAmount, creditedAmount, suspendedAmount, refundedAmount } = purchase
    const beside = [
      merchantMovement(purchase, refundedAmount),
      { from: house('suspense', currency), to: house('cards', currency), currency, amount: suspendedAmount },
    ]
    // What was credited counts as never debited; what is in suspense is no longer due.
    const undone = {
      pulledAmount: pulledAmount - creditedAmount,
      creditedAmount: 0n,
      suspendedAmount: 0n,
      refundCount: 0,
      refundedAmount: 0n,
    }
    const missing = owed({ ...purchase, ...undone })
    const paid = missing > 0n ? debitSource(rows, { ...purchase, ...undone }, missing, beside) : undefined
    if (!paid) moveMoney(rows, purchase, beside)
    // Its task must no longer be settled.
    const task = suspendedAmount > 0n && rows.find(jobs, `${SUSPENDED_CREDIT}/${purchase.id}`)
    if (task) rows.remove(jobs, task)
    appendRecord(rows, purchase, 'REFUND_REVERSAL', refundedAmount, refundedAmount)
    const reversed = {
      ...undone,
      ...paid,
      pullCount: purchase.pullCount + (paid ? 1 : 0),
      lastEventAt: rows.now,
    }
    return advance(rows, purchase, owed({ ...purchase, ...reversed }) > 0n ? 'failPull' : 'reverseReturn', reversed)
  },
})
