/** History of a payment: its quote, postings with names, events with deliveries, messages, and its state on the rail. */
import type {
  ExchangedMessage,
  PaymentOutside,
  TransactionHistory,
} from '../../contract/payments/transaction-history.ts'
import { wireId } from '../core/ids.ts'
import { isoTime } from '../core/time.ts'
import type { Posting } from '../domain/ledger/post.ts'
import { getQuoteById } from '../domain/payments/quotes/queries.ts'
import { presentQuote } from '../domain/payments/quotes/quote.ts'
import { getTransactionById } from '../domain/payments/transactions/queries.ts'
import type { Transaction } from '../domain/payments/transactions/transaction.ts'
import { presentTransaction } from '../domain/payments/transactions/transaction.ts'
import { paymentMessages } from '../domain/payments/uma/queries.ts'
import type { Store } from '../infra/db/store.ts'
import type { Rails } from '../providers/rails/port.ts'
import { deliveredEvents } from './delivered-events.ts'
import { namedPosting } from './ledger/named-posting.ts'
import { listParties } from './parties.ts'
import { presentRateOrigin } from './rate-origins.ts'

/** @throws Refusal TRANSACTION_NOT_FOUND */
export async function getTransactionHistory(
  { store, rails }: { readonly store: Store; readonly rails: Pick<Rails, 'trace' | 'connected'> },
  platformId: string,
  transactionId: string,
): Promise<TransactionHistory> {
  const payment = await getTransactionById(store, platformId, transactionId)
  const [quote, twinId, postings, events, umaMessages, outside, nextCheckAt] = await Promise.all([
    payment.quoteId ? getQuoteById(store, platformId, payment.quoteId) : undefined,
    findRelatedId(store, platformId, payment),
    // A payment between two customers has two transactions; the sender's has the postings.
    listPostings(store, platformId, senderTransactionId(payment) ?? payment.id),
    deliveredEvents(store, platformId, payment.id),
    listMessages(store, platformId, payment.id),
    rails.trace(payment.id).then((traced) => traced ?? findArrival({ store, rails }, platformId, payment.id)),
    payment.status === 'PROCESSING' || payment.status === 'PENDING'
      ? findNextCheck(store, platformId, payment)
      : undefined,
  ])
  const ids = [
    payment.sourceId,
    payment.destinationId,
    ...postings.flatMap(({ debitAccount, creditAccount }) => [debitAccount, creditAccount].map(accountId)),
  ]
  const parties = await listParties(store, platformId, [...new Set(ids.filter((id) => id !== null))])
  const names = new Map(parties.map(({ id, name }) => [id, name]))
  return {
    transaction: presentTransaction(payment, platformId),
    ...(quote && { quote: presentQuote(quote) }),
    ...(quote?.rateOrigin && { rateOrigin: presentRateOrigin(quote.rateOrigin) }),
    ...(twinId && { twinId: wireId('Transaction', twinId) }),
    parties,
    postings: postings.map((posting) => namedPosting(posting, names)),
    events,
    umaMessages,
    ...(outside && { outside: { rail: outside.rail, facts: [...outside.facts] } }),
    ...(nextCheckAt !== undefined && { nextCheckAt: isoTime(nextCheckAt) }),
  }
}

/**
 * When a job queries the payment next, in milliseconds since 1970; in the sandbox only, where the payment ends then.
 */
async function findNextCheck(store: Store, platformId: string, payment: Transaction): Promise<number | undefined> {
  const [next] = await store.query<{ dueAt: number | null }>(NEXT_CHECK, [
    platformId,
    [payment.id, ...(payment.quoteId ? [payment.quoteId] : [])],
  ])
  return next?.dueAt ?? undefined
}
const NEXT_CHECK = `
  select min(due_at) as "dueAt" from jobs
  where platform_id = $1 and dead_at is null and name in ('askPayout', 'askTransfer', 'askPull', 'askPullForQuote')
    and exists (select from json_array_elements_text(subjects) as subject(id) where subject.id = any($2::text[]))
    and not exists (select from installation where mode <> 'sandbox')`

/** The arrival of an incoming payment over a rail. */
async function findArrival(
  { store, rails }: { readonly store: Store; readonly rails: Pick<Rails, 'connected'> },
  platformId: string,
  transactionId: string,
): Promise<PaymentOutside | undefined> {
  const values = [platformId, transactionId]
  const [arrival] = await store.query<{ rail: string; key: string; payer: string | null }>(ARRIVAL, values)
  if (!arrival) return undefined
  const { rail, key, payer } = arrival
  const known = rails.connected.find(({ id }) => id === rail)?.traceArrival?.(key) ?? []
  const facts = [...known, { name: 'Arrival', value: key }]
  return { rail, facts: payer === null ? facts : [...facts, { name: 'Payer', value: payer }] }
}
const ARRIVAL = `select a.rail, r.key, a.payer from arrivals a join reported_arrivals r on r.id = a.id
  where a.platform_id = $1 and a.transaction_id = $2`

const accountId = (id: string) => wireId('InternalAccount', id)

/**
 * Id of the sender's transaction in a payment between two customers. A UMA payment shares its reference too, but its
 * sender is at another institution.
 */
const senderTransactionId = ({ type, sourceType, referenceId }: Transaction) =>
  type === 'OUTGOING' || sourceType === 'UMA_ADDRESS' ? null : referenceId

/** The first other transaction with the same reference: the other customer's, or the payment before or after this one. */
async function findRelatedId(store: Store, platformId: string, payment: Transaction): Promise<string | undefined> {
  const values = [platformId, payment.referenceId ?? payment.id, payment.id]
  const [twin] = await store.query<{ id: string }>(TWIN, values)
  return twin?.id
}
const TWIN = `
  select id from transactions where platform_id = $1 and (id = $2 or reference_id = $2) and id <> $3 order by id limit 1`

const listPostings = (store: Store, platformId: string, transactionId: string) =>
  store.query<Posting>(
    `select transaction_id as "transactionId", line, debit_account as "debitAccount", credit_account as "creditAccount", currency, amount,
      debit_after as "debitAfter", credit_after as "creditAfter", created_at as "createdAt"
    from postings where platform_id = $1 and transaction_id = $2 order by line`,
    [platformId, transactionId],
  )

async function listMessages(store: Store, platformId: string, transactionId: string): Promise<ExchangedMessage[]> {
  const messages = await paymentMessages(store, platformId, transactionId)
  return messages.map(({ id, direction, kind, institution, fields, createdAt }) => ({
    id: wireId('UmaMessage', id),
    direction,
    kind,
    institution,
    fields,
    at: isoTime(createdAt),
  }))
}
