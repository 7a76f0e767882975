/** Operations of the per-request server: same tables, rows and arithmetic as the service. */
import type { QuoteRequest } from '../../contract/payments/quotes.ts'
import { knownCurrency } from '../../src/core/currency.ts'
import { bareId, newId } from '../../src/core/ids.ts'
import { accounts } from '../../src/domain/accounts/internal-account.ts'
import { type Balance, balances } from '../../src/domain/ledger/balance.ts'
import { isHouse } from '../../src/domain/ledger/house.ts'
import { price } from '../../src/domain/payments/quotes/pricing/price.ts'
import { presentQuote, type Quote, quotes } from '../../src/domain/payments/quotes/quote.ts'
import { postingsFor } from '../../src/domain/payments/transactions/route.ts'
import { type Transaction, transactions } from '../../src/domain/payments/transactions/transaction.ts'
import type { Table } from '../../src/engine/table.ts'
import { keepState } from '../../src/infra/state-machines/row-snapshot.ts'
import type { Rates } from '../../src/providers/rates/port.ts'
import type { Work } from './statements.ts'

const FEE_RATE = '0.005'

/** Records an event with the changing columns of a row, as the service does. */
const record = <Row extends { id: string; version: number }>(work: Work, table: Table<Row>, type: string, row: Row) =>
  work.insert('events', {
    objectId: row.id,
    sequence: row.version,
    id: newId(work.now),
    type,
    state: keepState(table, row),
    createdAt: work.now,
  })

const NO_DETAILS = { remittanceInformation: null, purposeOfPayment: null, platformFees: 0n, platformFeeAccountId: null }

export async function createQuote(work: Work, rates: Rates, request: QuoteRequest): Promise<object> {
  const { platformId, now } = work
  const { source: from, destination: to, lockedCurrencySide: lockedSide } = request
  if (from.sourceType !== 'ACCOUNT' || to.destinationType !== 'ACCOUNT')
    throw new Error('Only internal accounts are supported')
  const source = await work.find(accounts, bareId(from.accountId))
  const destination = await work.find(accounts, bareId(to.accountId))
  await work.ask('customer', 'select status, deleted_at from customers where platform_id = $1 and id = $2', [
    platformId,
    source.customerId,
  ])
  await work.ask('limits', 'select supported_currencies from platforms where platform_id = $1', [platformId])
  const [sendingCurrency, receivingCurrency] = [knownCurrency(source.currency), knownCurrency(destination.currency)]
  const { rate, origin } = rates.current().offer(sendingCurrency, receivingCurrency)
  const { total, fees, received, exchangeRate } = price({
    sendingCurrency,
    receivingCurrency,
    rate,
    feeRate: FEE_RATE,
    lockedSide,
    lockedAmount: BigInt(request.lockedCurrencyAmount),
  })
  const quoteId = newId(now)
  const payment: Transaction = {
    id: newId(now),
    type: 'OUTGOING',
    status: 'PENDING',
    customerId: source.customerId,
    platformCustomerId: source.platformCustomerId,
    quoteId,
    sourceType: 'ACCOUNT',
    sourceId: from.accountId,
    sourceCurrency: sendingCurrency,
    destinationType: 'ACCOUNT',
    destinationId: to.accountId,
    destinationCurrency: receivingCurrency,
    sentAmount: total,
    receivedAmount: received,
    fees,
    feeRate: FEE_RATE,
    exchangeRate,
    referenceId: null,
    description: null,
    failureReason: null,
    refund: null,
    counterpartyInformation: null,
    agentId: null,
    settledAt: null,
    createdAt: now,
    updatedAt: now,
    version: 1,
    ...NO_DETAILS,
  }
  await work.insert('transactions', { ...payment })
  await record(work, transactions, 'OUTGOING_PAYMENT.PENDING', payment)
  const quote: Quote = {
    id: quoteId,
    status: 'PENDING',
    customerId: source.customerId,
    transactionId: payment.id,
    sourceType: 'ACCOUNT',
    sourceAccountId: source.id,
    sourceExternalAccountId: null,
    cryptoNetwork: null,
    destinationType: 'ACCOUNT',
    destinationId: to.accountId,
    destinationAccountId: destination.id,
    paymentRail: null,
    sendingCurrency,
    receivingCurrency,
    totalSendingAmount: total,
    totalReceivingAmount: received,
    fees,
    feeRate: FEE_RATE,
    exchangeRate,
    description: null,
    payloadToSign: null,
    senderCustomerInfo: null,
    createdAt: now,
    expiresAt: now + 300_000,
    updatedAt: now,
    rateOrigin: origin,
    ...NO_DETAILS,
    sourceSparkAddress: null,
    paymentInstructions: null,
  }
  await work.insert('quotes', { ...quote })
  const key = `expireQuotes/${quote.expiresAt}/0/${quoteId}`
  await work.insert('jobs', {
    key,
    name: 'expireQuotes',
    subjects: JSON.stringify([quoteId]),
    dueAt: quote.expiresAt,
    attempts: 0,
  })
  return presentQuote(quote)
}

export async function executeQuote(work: Work, quoteId: string): Promise<object> {
  const { platformId, now } = work
  const lock = 'for no key update'
  const quote = await work.find(quotes, quoteId, lock)
  if (quote.status !== 'PENDING' || quote.expiresAt <= now) throw new Error(`The quote is ${quote.status}`)
  const payment = await work.find(transactions, quote.transactionId, lock)
  const [source, destination] = [quote.sourceAccountId as string, quote.destinationAccountId as string]
  const held = new Map<string, Balance>()
  for (const id of [source, destination].sort()) held.set(id, await work.find(balances, id, lock))
  const { customerId } = await work.find(accounts, destination)
  if (customerId !== quote.customerId) throw new Error('Both accounts must belong to one customer')

  const movements = postingsFor({
    source,
    destination,
    sendingCurrency: quote.sendingCurrency,
    receivingCurrency: quote.receivingCurrency,
    total: quote.totalSendingAmount,
    fees: quote.fees,
    platformFees: 0n,
    received: quote.totalReceivingAmount,
  })
  const house: { key: string; amount: bigint }[] = []
  const change = (accountId: string, amount: bigint): bigint | null => {
    const found = held.get(accountId)
    if (isHouse(accountId)) house.push({ key: accountId, amount })
    if (!found) return null
    const posted = found.posted + amount
    if (posted < found.held) throw new Error('The balance is too low for this payment')
    held.set(accountId, { ...found, posted, updatedAt: now })
    return posted
  }
  const lines = movements.map(({ from, to, currency, amount }, i) => {
    const [debitAfter, creditAfter] = [change(from, -amount), change(to, amount)]
    return {
      transactionId: payment.id,
      line: 100 + i,
      debitAccount: from,
      creditAccount: to,
      currency,
      amount,
      debitAfter,
      creditAfter,
      createdAt: now,
    }
  })
  await work.insert('postings', ...lines)
  await work.insert('house_balances', ...house)
  for (const before of held.values()) {
    const balance = { ...before, version: before.version + 1 }
    await work.ask(
      'balance',
      'update balances set posted = $3, version = $4, updated_at = $5 where platform_id = $1 and id = $2',
      [platformId, balance.id, balance.posted, balance.version, new Date(now).toISOString()],
    )
    await record(work, balances, 'INTERNAL_ACCOUNT.BALANCE_UPDATED', balance)
  }
  const completed: Transaction = {
    ...payment,
    status: 'COMPLETED',
    settledAt: now,
    updatedAt: now,
    version: payment.version + 1,
  }
  const values = [platformId, payment.id, completed.status, new Date(now).toISOString(), completed.version]
  await work.ask(
    'payment',
    'update transactions set status = $3, settled_at = $4, updated_at = $4, version = $5 where platform_id = $1 and id = $2',
    values,
  )
  await record(work, transactions, 'OUTGOING_PAYMENT.COMPLETED', completed)
  const executed: Quote = { ...quote, status: 'COMPLETED', updatedAt: now }
  await work.ask('quote', 'update quotes set status = $3, updated_at = $4 where platform_id = $1 and id = $2', [
    platformId,
    quoteId,
    executed.status,
    new Date(now).toISOString(),
  ])
  return presentQuote(executed)
}
