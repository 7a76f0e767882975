/** Owns what the dashboard reads beyond the public API: sums over everything, and the whole story of one payment. */
import { wireId } from '../core/ids.ts'
import { presentMoney, wireAmount } from '../core/currency.ts'
import { isoTime } from '../core/time.ts'
import { presentInternalAccount } from '../domain/accounts/present.ts'
import type { Account, accounts } from '../domain/accounts/tables.ts'
import { attemptsOfObject, eventsOfObject } from '../domain/events/queries.ts'
import { houseName } from '../domain/ledger/house.ts'
import type { Balance, balances, Posting } from '../domain/ledger/tables.ts'
import { getPlatform } from '../domain/platform/queries.ts'
import { presentQuote } from '../domain/quotes/present.ts'
import { getQuote } from '../domain/quotes/queries.ts'
import { transactionLifecycle } from '../domain/transactions/lifecycle.ts'
import { presentTransaction } from '../domain/transactions/present.ts'
import { getTransaction } from '../domain/transactions/queries.ts'
import { readsOf } from '../infra/db/reads.ts'
import type { Store } from '../infra/db/store.ts'

/** The platform, every account with its owner, and the trial balance, whose sum is zero in each currency. */
export async function overview(store: Store, platformId: string) {
  const reads = readsOf<{ accounts: typeof accounts; balances: typeof balances }>(store)
  const [platform, held, house, counts] = await Promise.all([
    getPlatform(store, platformId),
    reads
      .selectFrom('accounts')
      .innerJoin('balances', (join) => join.onRef('balances.platformId', '=', 'accounts.platformId').onRef('balances.id', '=', 'accounts.id'))
      .where('accounts.platformId', '=', platformId)
      .selectAll('balances')
      .select(['accounts.customerId', 'accounts.platformCustomerId', 'accounts.type', 'accounts.currency', 'accounts.createdAt'])
      .orderBy('balances.posted', 'desc')
      .limit(200)
      .execute(),
    store.query<{ key: string; amount: string }>('select key, sum(amount)::text as amount from house_balances where platform_id = $1 group by key', [platformId]),
    store.query<{ status: string; count: bigint }>('select status, count(*) as count from transactions where platform_id = $1 group by status', [platformId]),
  ])
  return {
    platform: { id: wireId('PlatformConfig', platformId), name: platform.name, webhookEndpoint: platform.endpoint },
    accounts: held.map((row) => ({ ...presentInternalAccount(row as Account, row as Balance), owner: row.platformCustomerId })),
    house: house.map(({ key, amount }) => ({ ...houseName(key), amount })),
    transactions: Object.fromEntries(counts.map(({ status, count }) => [status, Number(count)])),
  }
}

/** One payment: itself, its quote, its postings by name, its events and the attempts to deliver them. @throws Refusal TRANSACTION_NOT_FOUND */
export async function paymentStory(store: Store, platformId: string, transactionId: string) {
  const payment = await getTransaction(store, platformId, transactionId)
  const [quote, postings, names, events, attempts] = await Promise.all([
    payment.quoteId ? getQuote(store, platformId, payment.quoteId) : undefined,
    store.query<Posting>(
      `select transaction_id as "transactionId", line, debit_account as "debitAccount", credit_account as "creditAccount", currency, amount,
        debit_after as "debitAfter", credit_after as "creditAfter", created_at as "createdAt"
      from postings where platform_id = $1 and transaction_id = $2 order by line`,
      [platformId, transactionId],
    ),
    store.query<{ id: string; owner: string | null; currency: string }>(
      `select id, platform_customer_id as owner, currency from accounts where platform_id = $1 and id in (
        select debit_account from postings where platform_id = $1 and transaction_id = $2 union select credit_account from postings where platform_id = $1 and transaction_id = $2)`,
      [platformId, transactionId],
    ),
    eventsOfObject(store, platformId, transactionId),
    attemptsOfObject(store, platformId, transactionId),
  ])
  const nameOf = (id: string): string => {
    const house = houseName(id)
    if (house) return `House: ${house.role} ${house.currency}`
    const account = names.find((found) => found.id === id)
    return account ? `${account.owner ?? 'Platform'} ${account.currency}` : id
  }
  return {
    transaction: presentTransaction(payment, platformId),
    quote: quote && presentQuote(quote),
    lifecycle: transactionLifecycle,
    postings: postings.map(({ line, debitAccount, creditAccount, currency, amount, debitAfter, creditAfter, createdAt }) => ({
      line,
      from: nameOf(debitAccount),
      to: nameOf(creditAccount),
      ...presentMoney(amount, currency),
      fromAfter: debitAfter === null ? null : wireAmount(debitAfter),
      toAfter: creditAfter === null ? null : wireAmount(creditAfter),
      at: isoTime(createdAt),
    })),
    events: events.map(({ id, type, sequence, createdAt }) => ({
      id: wireId('Webhook', id),
      type,
      sequence,
      at: isoTime(createdAt),
      attempts: attempts
        .filter((attempt) => attempt.sequence === sequence)
        .map(({ outcome, httpStatus, error, durationMs, attemptedAt }) => ({ outcome, httpStatus, error, durationMs, at: isoTime(attemptedAt) })),
    })),
  }
}
