/** API calls that would make the same payment again, as commands for a terminal. */
import type { TransactionHistory } from '../../../../../contract/payments/transaction-history.ts'
import { curlCommand, type ShownCall, shownCall } from '../../../api/call-text.ts'

export const curlCommands = (history: TransactionHistory, origin: string): string =>
  callsOf(history)
    .map((call) => curlCommand(call, origin))
    .join('\n\n')

function callsOf({ transaction, quote }: TransactionHistory): ShownCall[] {
  if (quote) return quotedCalls(quote)
  const { source, destination, receivedAmount } = transaction
  if (!('accountId' in destination)) return []
  const { accountId } = destination
  const amount = transaction.type === 'OUTGOING' ? transaction.sentAmount.amount : receivedAmount?.amount
  // Made by the other institution, not by a call of this platform.
  if (source && 'umaAddress' in source) return []
  if (!source || !('accountId' in source)) return [shownCall('sandboxFundInternalAccount', { accountId }, { amount })]
  const ends = { source: { accountId: source.accountId }, destination: { accountId } }
  const isExternal = (id: string) => id.startsWith('ExternalAccount:')
  if (isExternal(accountId)) return [shownCall('createTransferOut', {}, { ...ends, amount })]
  return isExternal(source.accountId) ? [shownCall('createTransferIn', {}, { ...ends, amount })] : []
}

function quotedCalls({
  id,
  source,
  destination,
  totalSendingAmount,
  description,
}: NonNullable<TransactionHistory['quote']>): ShownCall[] {
  const body = {
    source,
    destination,
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: totalSendingAmount,
    ...(description && { description }),
  }
  // Money that has yet to arrive executes its quote automatically.
  const create = shownCall('createQuote', {}, body)
  return source.sourceType === 'REALTIME_FUNDING' ? [create] : [create, shownCall('executeQuote', { quoteId: id })]
}
