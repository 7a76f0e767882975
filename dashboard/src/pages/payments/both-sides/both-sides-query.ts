/** Reads both sides of a UMA payment, each from the API for its bank. */
import { queryOptions } from '@tanstack/react-query'
import type { TransactionHistory } from '../../../../../contract/payments/transaction-history.ts'
import type { Transaction } from '../../../../../contract/payments/transactions.ts'
import { apiOf } from '../../../api/client.ts'
import { type Bank, readBanks } from './banks.ts'
import { type BothSides, checkMessages, type PaymentSide, sumsIn } from './sides.ts'

/** Its last step is a change of this payment, so live updates reach it. */
export const bothSidesQuery = (id: string) =>
  queryOptions({ queryKey: ['both-sides', id], queryFn: () => readBothSides(id) })

/** Null when the other side is not at a bank of this sandbox. @throws ApiError */
async function readBothSides(id: string): Promise<BothSides | null> {
  const [viewed, ...others] = await readBanks()
  if (!viewed) return null
  const history = await historyAt(viewed, id)
  const institutions = new Set(history.umaMessages.map(({ institution }) => institution))
  const other = others.find(({ umaDomain }) => institutions.has(umaDomain))
  const found = other && (await otherSide(history.transaction, other))
  if (!other || !found) return null
  const [here, there] = await Promise.all([
    sideAt(viewed, history),
    historyAt(other, found.id).then(async (theirs) => sideAt(other, theirs)),
  ])
  const [sender, receiver] = history.transaction.type === 'OUTGOING' ? [here, there] : [there, here]
  return { sender: sender.side, receiver: receiver.side, messages: checkMessages(sender.messages, receiver.messages) }
}

const historyAt = ({ id }: Bank, transactionId: string) =>
  apiOf(id)('getTransactionHistory', { params: { transactionId } })

/** The transaction of the other bank with the same reference: that of the sender. */
async function otherSide({ type, reconciliationInstructions }: Transaction, { id }: Bank) {
  const reference = reconciliationInstructions?.reference
  if (reference === undefined) return undefined
  const query = { reference, type: type === 'OUTGOING' ? 'INCOMING' : 'OUTGOING' } as const
  return (await apiOf(id)('listTransactions', { query })).data[0]
}

async function sideAt(bank: Bank, { transaction, parties, postings, umaMessages }: TransactionHistory) {
  const { lines } = await apiOf(bank.id)('getTrialBalance')
  const owner = parties.find(({ isExternal }) => !isExternal)
  const side: PaymentSide = {
    bank,
    transaction,
    ownerName: owner?.ownerName ?? bank.name,
    postings,
    sums: sumsIn(lines),
  }
  return { side, messages: umaMessages }
}
