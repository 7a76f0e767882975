/** Wallet payment: the payload that the holder of a wallet signs to execute a quote (decision 36). */
import { formatMoney, wireAmount } from '../../../core/currency.ts'
import { wireId } from '../../../core/ids.ts'
import type { SignatureRequirement } from '../../../core/signature.ts'
import type { Rows } from '../../../engine/rows.ts'
import { walletAddresses } from '../../accounts/wallet-key.ts'
import { passkeyRequirementForPayment } from '../../wallets/passkey-policy.ts'
import { addResourceChallenge } from '../../wallets/signatures/open-challenge.ts'
import { statementOf } from '../../wallets/signatures/payload.ts'
import { payeeName } from './ends/payee-name.ts'
import type { Quote } from './quote.ts'

/** Adds to a quote that a wallet pays the payload to sign for its execution. @throws Refusal FORBIDDEN where only a passkey may sign, and the wallet has none */
export function withPayload(rows: Rows, quote: Quote): Quote {
  const requirement = requirementFor(rows, quote, statementFor(quote, payeeName(rows, quote)))
  const { payload } = addResourceChallenge(rows, quote.id, requirement, quote.expiresAt)
  const wallet = quote.sourceAccountId as string
  return {
    ...quote,
    payloadToSign: payload,
    sourceSparkAddress: rows.peek(walletAddresses, wallet)?.sparkAddress ?? null,
  }
}

/**
 * Signature that the execution of the quote requires; undefined where no wallet pays. The statement is the one of the
 * quote, because names may have changed since. Who may sign follows the wallet's current policy.
 * @throws as `withPayload`
 */
export const paymentSignature = (rows: Rows, quote: Quote): SignatureRequirement | undefined =>
  quote.payloadToSign === null ? undefined : requirementFor(rows, quote, statementOf(quote.payloadToSign))

function statementFor(quote: Quote, payee: string): string {
  const sent = formatMoney(quote.totalSendingAmount, quote.sendingCurrency)
  const received = formatMoney(quote.totalReceivingAmount, quote.receivingCurrency)
  const fees = formatMoney(quote.fees, quote.sendingCurrency)
  return `Pay ${sent} from your wallet; ${payee} receives ${received}. The fee of ${fees} is included.`
}

/** Everything that the payment does, from columns of the quote that never change. */
function requirementFor(rows: Rows, quote: Quote, statement: string): SignatureRequirement {
  return {
    operation: 'executeQuote',
    statement,
    parameters: {
      quoteId: wireId('Quote', quote.id),
      transactionId: wireId('Transaction', quote.transactionId),
      accountId: wireId('InternalAccount', quote.sourceAccountId as string),
      destination: quote.destinationId,
      totalSendingAmount: wireAmount(quote.totalSendingAmount),
      sendingCurrency: quote.sendingCurrency,
      feesIncluded: wireAmount(quote.fees),
      totalReceivingAmount: wireAmount(quote.totalReceivingAmount),
      receivingCurrency: quote.receivingCurrency,
      ...(quote.remittanceInformation !== null && { remittanceInformation: quote.remittanceInformation }),
    },
    accountIds: [quote.sourceAccountId as string],
    challengeId: quote.id,
    ...passkeyRequirementForPayment(rows, quote.sourceAccountId as string, quote.totalSendingAmount),
  }
}
