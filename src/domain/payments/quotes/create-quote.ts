/** Quote creation: who pays whom, over which rail, at which price, until when. */
import { CURRENCIES, validForMinutes } from '../../../../contract/currencies.ts'
import type { QuoteRequest } from '../../../../contract/payments/quotes.ts'
import { knownCurrency } from '../../../core/currency.ts'
import { bareId } from '../../../core/ids.ts'
import { referenceOf } from '../../../core/reference.ts'
import { command } from '../../../engine/command.ts'
import type { Rows } from '../../../engine/rows.ts'
import { enqueue } from '../../../infra/jobs/enqueue.ts'
import type { RailTable } from '../../../providers/rails/port.ts'
import type { OfferedRates } from '../../../providers/rates/port.ts'
import { refuseUnlessCustomerPays, refuseUnlessPayer } from '../../customers/readiness.ts'
import { balances } from '../../ledger/balance.ts'
import { refuseOutOfLimits } from '../../platform/limits.ts'
import { refuseUncarried } from '../external-accounts/uncarried.ts'
import { beginPayment } from '../transactions/begin-payment.ts'
import type { Transaction } from '../transactions/transaction.ts'
import { destinationReads, quoteDestination } from './ends/destination.ts'
import { senderInfo } from './ends/sender-info.ts'
import { quoteSource, refuseSelfPayment, type Source, sourceReads } from './ends/source.ts'
import { executeQuote } from './execute-quote.ts'
import type { PreparedFunding } from './prepare-funding.ts'
import { creditedPlatformFee } from './pricing/platform-fee.ts'
import { price } from './pricing/price.ts'
import { type Quote, quotes } from './quote.ts'
import { withPayload } from './wallet-payment.ts'

/** Conditions of a quote beyond the request. */
export interface Terms {
  readonly rates: OfferedRates
  /** The service's share of the amount sent, an exact decimal. */
  readonly feeRate: string
  /** What the connected rails carry. */
  readonly rails: RailTable
}

/** The agent that requests a quote. */
export interface Initiator {
  readonly agentId: string
  /** Executes a quote with `immediatelyExecute`. @returns the quote afterwards */
  readonly execute: (rows: Rows, quoteId: string) => Quote
}

export interface NewQuote {
  readonly terms: Terms
  readonly request: QuoteRequest
  /** Absent: the platform itself requests the quote. */
  readonly agent?: Initiator
  /** Payment instructions that were made beforehand; absent: all follow from the quote. */
  readonly prepared?: PreparedFunding | undefined
}

/**
 * Locks a price and creates the payment that will use it, in PENDING. No money moves; the balance is checked when the
 * quote is executed (decisions 12 to 19).
 */
export const createQuote = command({
  reads(seen, { request }: NewQuote) {
    const reads = [...sourceReads(seen, request), ...destinationReads(request)]
    const { source, immediatelyExecute } = request
    if (immediatelyExecute && source.sourceType === 'ACCOUNT' && source.accountId.startsWith('InternalAccount:'))
      reads.push([balances, bareId(source.accountId)])
    return reads
  },
  run(rows, { terms, request, agent, prepared }): Quote {
    const source = quoteSource(rows, terms.rails, request)
    const destination = quoteDestination(rows, terms.rails, request)
    if (source.accountId !== null && destination.accountId === source.accountId) refuseSelfPayment()
    if (source.accountId !== null) refuseUnlessPayer(rows, source.customerId)
    else refuseUnlessCustomerPays(rows, source.customerId)

    const { sendingCurrency, receivingCurrency, total, fees, received, exchangeRate, rateOrigin, details } =
      priceRequest(rows, terms, { sending: source.currency, receiving: destination.currency }, request)
    if (source.need) refuseUncarried(terms.rails, { ...source.need, amount: total })
    if (destination.need) refuseUncarried(terms.rails, { ...destination.need, amount: received })
    const senderCustomerInfo = senderInfo(rows, destination.lookup, source.customerId, request)

    const quoteId = rows.newId()
    const rail = destination.paymentRail ?? CURRENCIES[receivingCurrency].rail
    const payment = beginPayment(rows, 'PENDING', {
      ...(prepared && { id: prepared.transactionId }),
      type: 'OUTGOING',
      customerId: source.customerId,
      platformCustomerId: source.platformCustomerId,
      quoteId,
      sourceType: request.source.sourceType,
      sourceId: request.source.sourceType === 'ACCOUNT' ? request.source.accountId : null,
      sourceCurrency: sendingCurrency,
      destinationType: destination.type,
      destinationId: destination.name,
      destinationCurrency: receivingCurrency,
      sentAmount: total,
      receivedAmount: received,
      fees,
      feeRate: terms.feeRate,
      exchangeRate,
      description: request.description ?? null,
      agentId: agent?.agentId ?? null,
      ...details,
    })
    const priced: Quote = {
      id: quoteId,
      status: 'PENDING',
      customerId: source.customerId,
      transactionId: payment.id,
      sourceType: request.source.sourceType,
      sourceAccountId: source.accountId,
      sourceExternalAccountId: source.externalAccountId,
      cryptoNetwork: source.cryptoNetwork,
      destinationType: destination.type,
      destinationId: destination.name,
      destinationAccountId: destination.accountId,
      paymentRail: destination.paymentRail,
      sendingCurrency,
      receivingCurrency,
      totalSendingAmount: total,
      totalReceivingAmount: received,
      fees,
      feeRate: terms.feeRate,
      exchangeRate,
      description: request.description ?? null,
      payloadToSign: null,
      senderCustomerInfo,
      createdAt: rows.now,
      expiresAt: rows.now + validForMinutes(rail) * 60_000,
      updatedAt: rows.now,
      ...details,
      sourceSparkAddress: null,
      paymentInstructions: awaitedFunding(terms.rails, { quoteId, source, payment, prepared }),
      rateOrigin,
    }
    const quote = rows.add(quotes, source.type === 'EMBEDDED_WALLET' ? withPayload(rows, priced) : priced)
    enqueue(rows, 'expireQuotes', quote.expiresAt, quote.id)
    // A quote that waits for money from outside is executed when the money arrives, with or without `immediatelyExecute`.
    if (!request.immediatelyExecute || source.isAwaited) return quote
    return agent ? agent.execute(rows, quote.id) : executeQuote(rows, quote.id)
  },
})

/** How the awaited money of a quote arrives. Stored, so that the instructions remain those that the payer received. */
function awaitedFunding(
  rails: RailTable,
  {
    quoteId: id,
    source: { isAwaited, currency, cryptoNetwork },
    payment,
    prepared,
  }: { quoteId: string; source: Source; payment: Transaction; prepared: PreparedFunding | undefined },
) {
  if (!isAwaited) return null
  const reference = referenceOf(payment.id)
  const derived = rails.fundingInstructions({ kind: 'QUOTE', id, currency, cryptoNetwork, reference })
  if (!prepared) return derived
  // In a sandbox the simulated rail returns instructions of every type.
  const types = new Set(prepared.instructions.map(({ accountOrWalletInfo }) => accountOrWalletInfo.accountType))
  return [
    ...prepared.instructions,
    ...derived.filter(({ accountOrWalletInfo }) => !types.has(accountOrWalletInfo.accountType)),
  ]
}

/** Price of the payment, and its details. @throws Refusal as `price` and `creditedPlatformFee`; AMOUNT_OUT_OF_RANGE */
function priceRequest(
  rows: Rows,
  terms: Terms,
  currencies: { readonly sending: string; readonly receiving: string },
  request: QuoteRequest,
) {
  const sendingCurrency = knownCurrency(currencies.sending)
  const receivingCurrency = knownCurrency(currencies.receiving)
  const platformFee = creditedPlatformFee(rows, sendingCurrency, request.platformFeeOverride)
  const { rate, origin } = terms.rates.offer(sendingCurrency, receivingCurrency)
  const { platformFees, ...made } = price({
    sendingCurrency,
    receivingCurrency,
    rate,
    feeRate: terms.feeRate,
    lockedSide: request.lockedCurrencySide,
    lockedAmount: BigInt(request.lockedCurrencyAmount),
    platformFee,
  })
  refuseOutOfLimits(rows, sendingCurrency, 'OUTGOING', made.total, {
    amount: 'lockedCurrencyAmount',
    currency: request.source.sourceType === 'ACCOUNT' ? 'source.accountId' : 'source.currency',
  })
  const details = {
    remittanceInformation: request.remittanceInformation ?? null,
    purposeOfPayment: request.purposeOfPayment ?? null,
    platformFees,
    platformFeeAccountId: platformFee?.accountId ?? null,
  }
  return { sendingCurrency, receivingCurrency, ...made, rateOrigin: origin, details }
}
