/** Owns what the holder of a wallet agrees to when they pay for a quote (decision 36). */
import type { PaymentInstructions } from '../../../contract/instruction-types.ts'
import { spokenMoney, wireAmount } from '../../core/currency.ts'
import { wireId } from '../../core/ids.ts'
import type { Rows } from '../../engine/rows.ts'
import type { Demand } from '../../infra/http/signature-gate.ts'
import { standChallenge } from '../wallets/open-challenge.ts'
import type { Quote } from './tables.ts'

/** A quote that a wallet pays for, with the payload that its execution needs signed. */
export function withPayload(rows: Rows, quote: Quote): Quote {
  const { payload } = standChallenge(rows, quote.id, walletDemand(quote), quote.expiresAt)
  return { ...quote, payloadToSign: payload }
}

/** Everything that the payment will do, from what of a quote never changes. */
export function walletDemand(quote: Quote): Demand {
  const wallet = wireId('InternalAccount', quote.sourceAccountId as string)
  const sent = spokenMoney(quote.totalSendingAmount, quote.sendingCurrency)
  const received = spokenMoney(quote.totalReceivingAmount, quote.receivingCurrency)
  const fees = spokenMoney(quote.fees, quote.sendingCurrency)
  return {
    operation: 'executeQuote',
    statement: `Pay ${sent} from the wallet ${wallet}; ${quote.destinationId} receives ${received}. The fee of ${fees} is included.`,
    parameters: {
      quoteId: wireId('Quote', quote.id),
      transactionId: wireId('Transaction', quote.transactionId),
      accountId: wallet,
      destination: quote.destinationId,
      totalSendingAmount: wireAmount(quote.totalSendingAmount),
      sendingCurrency: quote.sendingCurrency,
      feesIncluded: wireAmount(quote.fees),
      totalReceivingAmount: wireAmount(quote.totalReceivingAmount),
      receivingCurrency: quote.receivingCurrency,
    },
    accountIds: [quote.sourceAccountId as string],
    standingId: quote.id,
  }
}

/** How a wallet pays for a quote: by its signature. */
export const signatureInstruction = (payloadToSign: string): PaymentInstructions[] => [
  { accountOrWalletInfo: { accountType: 'EMBEDDED_WALLET', payloadToSign } },
]
