/** Payout of a shop to a supplier: the code under test, which knows the client and nothing of the sandbox. */
import { ConflictError } from 'causeway-client'

/** Pays an invoice exactly once, however often it is called. @returns the transaction */
export async function payInvoice(causeway, { invoice, from, to, amount }) {
  const quote = await causeway.createQuote(
    {
      source: { sourceType: 'ACCOUNT', accountId: from },
      destination: { destinationType: 'ACCOUNT', accountId: to },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: amount,
      description: invoice,
    },
    { idempotencyKey: `quote-${invoice}` },
  )
  try {
    await causeway.executeQuote({ quoteId: quote.id }, { idempotencyKey: `payment-${invoice}` })
  } catch (error) {
    if (!(error instanceof ConflictError && error.code === 'QUOTE_ALREADY_EXECUTED')) throw error
  }
  return causeway.getTransactionById({ transactionId: quote.transactionId })
}
