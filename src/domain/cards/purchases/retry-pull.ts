/** Pull retry use case: the operator's second attempt to debit what a funding source owes. */
import { refuse } from '../../../core/refusal.ts'
import { command } from '../../../engine/command.ts'
import { balances } from '../../ledger/balance.ts'
import { covers } from '../../ledger/hold.ts'
import { advance, type CardTransaction, cardTransactions } from './purchase.ts'
import { adjustHold, debitSource, mayDebitBeyondHold, netPulled, owed, purchaseMoneyReads } from './purchase-money.ts'

/** Debits the whole amount or nothing. @throws Refusal CARD_TRANSACTION_NOT_FOUND, INVALID_STATE_TRANSITION (nothing is owed, or the holder of the wallet has not authorized the debit), ACCOUNT_NOT_ACTIVE, INSUFFICIENT_BALANCE */
export const retryPull = command({
  reads: (seen, purchaseId: string) => [
    [cardTransactions, purchaseId],
    ...purchaseMoneyReads(seen.lastSeen(cardTransactions, purchaseId)),
  ],
  run(rows, purchaseId): CardTransaction {
    const purchase = rows.get(cardTransactions, purchaseId)
    const amount = owed(purchase)
    if (purchase.status !== 'EXCEPTION' || amount === 0n)
      refuse('INVALID_STATE_TRANSITION', 'The funding source owes nothing for this card transaction')
    const balance = rows.get(balances, purchase.accountId)
    if (balance.status !== 'ACTIVE') refuse('ACCOUNT_NOT_ACTIVE', `The funding source is ${balance.status}`)
    const beyond = amount > purchase.heldAmount ? amount - purchase.heldAmount : 0n
    if (!covers(balance, beyond))
      refuse('INSUFFICIENT_BALANCE', 'The balance of the funding source is below the amount that it owes')
    if (beyond > 0n && !mayDebitBeyondHold(rows, purchase, netPulled(purchase) + amount))
      refuse(
        'INVALID_STATE_TRANSITION',
        'The holder of the wallet has not authorized the card to debit the amount owed',
        {
          reason: 'FUNDING_SOURCE_NOT_AUTHORIZED',
        },
      )
    const paid = debitSource(rows, purchase, amount)
    // Without a hold the authorization has ended.
    const expected = paid.heldAmount > 0n ? purchase.authorizedAmount - purchase.settledAmount : 0n
    return advance(rows, purchase, expected > 0n ? 'resume' : 'recover', {
      ...paid,
      ...adjustHold(rows, { ...purchase, ...paid }, expected),
      pullCount: purchase.pullCount + 1,
      lastEventAt: rows.now,
    })
  },
})
