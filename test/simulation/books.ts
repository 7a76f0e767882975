/** Ledger model: balances computed independently of the service, from its postings and events only, and the invariants. */
import type { Hash } from 'node:crypto'
import { bareId } from '../../src/core/ids.ts'
import { accounts } from '../../src/domain/accounts/internal-account.ts'
import { balances } from '../../src/domain/ledger/balance.ts'
import { house, houseBalances, houseName, isHouse } from '../../src/domain/ledger/house.ts'
import { type Posting, postings } from '../../src/domain/ledger/post.ts'
import { type Quote, quotes } from '../../src/domain/payments/quotes/quote.ts'
import { type Transaction, transactions } from '../../src/domain/payments/transactions/transaction.ts'
import { jobs } from '../../src/infra/jobs/tables.ts'
import { events } from '../../src/infra/state-machines/tables.ts'
import type { MemoryEngine } from '../harness/memory-engine.ts'

export function must(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise)
}

export class Books {
  readonly #engine: MemoryEngine
  /** By `platform/account`. */
  readonly #sums = new Map<string, bigint>()
  /** Amount that each payment has debited from its source and not refunded. */
  readonly #taken = new Map<string, bigint>()
  /** The last event of each object. */
  readonly #sequences = new Map<string, number>()
  readonly #executed = new Set<string>()

  constructor(engine: MemoryEngine) {
    this.#engine = engine
  }

  noteExecution(quote: Quote): void {
    must(!this.#executed.has(quote.id), `quote ${quote.id} was executed twice`)
    must(this.#engine.now < quote.expiresAt, `quote ${quote.id} was executed after it expired`)
    this.#executed.add(quote.id)
  }

  /** Reads what was written since the last check, and compares. @throws Error that names the first difference */
  check(digest: Hash): void {
    this.#readPostings()
    this.#readEvents()
    this.#checkBalances(digest)
    this.#checkPlatformFees()
    this.#checkWork()
  }

  forget(quote: Quote): void {
    this.#taken.delete(quote.transactionId)
    this.#sequences.delete(quote.transactionId)
    this.#executed.delete(quote.id)
  }

  #readPostings(): void {
    const log = this.#engine.appended(postings)
    const lines = new Set<string>()
    for (const { platformId, row } of log) {
      const line = `${row.transactionId}/${row.line}`
      must(!lines.has(line) && row.amount > 0n, `posting ${line} is there twice or not above zero`)
      lines.add(line)
      this.#book(platformId, row, row.debitAccount, -row.amount, row.debitAfter)
      this.#book(platformId, row, row.creditAccount, row.amount, row.creditAfter)
    }
    for (const { platformId, row } of log) {
      const taken = this.#taken.get(row.transactionId)
      if (taken === undefined) continue
      const { id, status, sentAmount, sourceId, platformFees, platformFeeAccountId } = this.#payment(platformId, row)
      // When the platform itself pays, its fee is credited to the paying account.
      const isOwnFee = platformFeeAccountId !== null && sourceId !== null && bareId(sourceId) === platformFeeAccountId
      const kept = isOwnFee ? [sentAmount, sentAmount - platformFees] : [sentAmount]
      // If such a payment is returned after the fee was spent, the shortfall is owed to a house account.
      const isOwed = isOwnFee && status === 'FAILED' && taken < 0n && taken >= -platformFees
      must(
        taken === 0n || kept.includes(taken) || isOwed,
        `payment ${id} (${status}) of ${sentAmount} has taken ${taken} from its source`,
      )
    }
    log.length = 0
  }

  #book(platformId: string, posting: Posting, account: string, amount: bigint, after: bigint | null): void {
    const at = `${platformId}/${account}`
    const sum = (this.#sums.get(at) ?? 0n) + amount
    this.#sums.set(at, sum)
    const said = isHouse(account) ? null : sum
    must(after === said, `posting ${posting.transactionId}/${posting.line} says ${after} where ${said} is right`)
    if (isHouse(account)) return
    const { id, type, sourceId } = this.#payment(platformId, posting)
    const isSource = type === 'OUTGOING' && sourceId !== null && bareId(sourceId) === account
    if (isSource) this.#taken.set(id, (this.#taken.get(id) ?? 0n) - amount)
  }

  #payment(platformId: string, { transactionId }: Posting): Transaction {
    return this.#engine.slot(transactions, platformId, transactionId)?.value
  }

  #readEvents(): void {
    const log = this.#engine.appended(events)
    for (const { row } of log) {
      const expected = (this.#sequences.get(row.objectId) ?? 0) + 1
      must(row.sequence === expected, `event ${row.sequence} of ${row.objectId} where ${expected} was next`)
      this.#sequences.set(row.objectId, expected)
    }
    log.length = 0
  }

  /** Each balance is the sum of its postings and not below zero, and each currency sums to zero. */
  #checkBalances(digest: Hash): void {
    const engine = this.#engine
    const totals = new Map<string, bigint>()
    const add = (at: string, amount: bigint) => totals.set(at, (totals.get(at) ?? 0n) + amount)
    for (const { platformId, key, value } of engine.slots(balances)) {
      if (value === undefined) continue // a command asked for an account that does not exist
      const { posted, held } = value
      must(posted >= 0n && held >= 0n && held <= posted, `account ${key} has ${posted}, and ${held} of it held`)
      const sum = this.#sums.get(`${platformId}/${key}`) ?? 0n
      must(posted === sum, `account ${key} has ${posted}, its postings come to ${sum}`)
      add(`${platformId}/${engine.slot(accounts, platformId, key)?.value.currency}`, posted)
      digest.update(`${key} ${posted}\n`)
    }
    for (const { platformId, key, value = 0n } of engine.slots(houseBalances)) {
      const sum = this.#sums.get(`${platformId}/${key}`) ?? 0n
      must(value === sum, `house account ${key} has ${value}, its postings come to ${sum}`)
      add(`${platformId}/${houseName(key)?.currency}`, value)
    }
    for (const [currency, total] of totals) must(total === 0n, `${currency} comes to ${total}`)
  }

  /** A house account holds the platform fees of payments in progress, less what platforms owe for returned ones. */
  #checkPlatformFees(): void {
    const engine = this.#engine
    const kept = new Map<string, bigint>()
    const owing = new Set<string>()
    for (const { platformId, value } of engine.slots(transactions)) {
      if (value === undefined) continue
      const at = `${platformId}/${house('platformFees', value.sourceCurrency)}`
      if (value.status === 'PROCESSING') kept.set(at, (kept.get(at) ?? 0n) + value.platformFees)
    }
    for (const { platformId, value } of engine.slots(jobs)) {
      if (value?.name !== 'collectPlatformFee') continue
      const payment: Transaction | undefined = engine.slot(transactions, platformId, value.subjects[0])?.value
      if (payment) owing.add(`${platformId}/${house('platformFees', payment.sourceCurrency)}`)
    }
    for (const { platformId, key, value = 0n } of engine.slots(houseBalances)) {
      if (houseName(key)?.role !== 'platformFees') continue
      const at = `${platformId}/${key}`
      const expected = kept.get(at) ?? 0n
      must(value === expected || (owing.has(at) && value < expected), `${at} keeps ${value}, ${expected} is under way`)
    }
  }

  /** Every payment in progress has a job, and a quote agrees with its payment. */
  #checkWork(): void {
    const planned = new Set<string>()
    for (const { name, subjects } of this.#engine.rows(jobs)) {
      for (const subject of subjects) planned.add(`${name === 'expireQuotes' ? 'expiry' : 'payout'} ${subject}`)
    }
    const payments = new Map(this.#engine.rows(transactions).map((payment) => [payment.id, payment]))
    for (const { id, status, sourceType, transactionId } of this.#engine.rows(quotes)) {
      const payment = payments.get(transactionId) as Transaction
      const wasFundedWrongly = status === 'FAILED' && sourceType === 'REALTIME_FUNDING'
      const isUnused = status === 'PENDING' || status === 'EXPIRED' || wasFundedWrongly
      must(isUnused !== this.#executed.has(id) || wasFundedWrongly, `quote ${id} is ${status}`)
      if (status === 'PENDING') must(planned.has(`expiry ${id}`), `quote ${id} will never expire`)
      if (payment.status === 'PROCESSING')
        must(planned.has(`payout ${payment.id}`), `payment ${payment.id} is forgotten`)
      if (['PENDING', 'PROCESSING', 'EXPIRED'].includes(status)) {
        must(payment.status === status, `quote ${id} is ${status}, its payment ${payment.status}`)
      }
    }
  }
}
