/**
 * Payment simulation: the real commands over rows in memory; a seeded random walk with operations that must fail, clock
 * jumps, and rails that contradict themselves.
 */
import { createHash } from 'node:crypto'
import { CURRENCIES } from '../../contract/currencies.ts'
import type { QuoteRequest } from '../../contract/payments/quotes.ts'
import { schema } from '../../src/composition/schema.ts'
import { bareId, seededIds } from '../../src/core/ids.ts'
import { type Ratio, times } from '../../src/core/rate.ts'
import { Refusal } from '../../src/core/refusal.ts'
import { postings } from '../../src/domain/ledger/post.ts'
import { createQuote } from '../../src/domain/payments/quotes/create-quote.ts'
import { executeQuote } from '../../src/domain/payments/quotes/execute-quote.ts'
import { expireQuote } from '../../src/domain/payments/quotes/expire-quote.ts'
import { followPayout } from '../../src/domain/payments/quotes/follow-payout.ts'
import { presentQuote, type Quote, quotes } from '../../src/domain/payments/quotes/quote.ts'
import { receiveFunding } from '../../src/domain/payments/quotes/receive-funding.ts'
import { type Transaction, transactions } from '../../src/domain/payments/transactions/transaction.ts'
import { sandboxFundInternalAccount } from '../../src/domain/sandbox/sandbox-fund-internal-account.ts'
import type { Command } from '../../src/engine/rows.ts'
import type { Table } from '../../src/engine/table.ts'
import { type Answer, idempotencyKeys, once } from '../../src/infra/http/idempotency/idempotency.ts'
import { jobs } from '../../src/infra/jobs/tables.ts'
import { events } from '../../src/infra/state-machines/tables.ts'
import { railTable } from '../../src/providers/rails/rail-table.ts'
import { sandboxRail } from '../../src/providers/rails/sandbox.ts'
import { usdPrices } from '../../src/providers/rates/usd-prices.ts'
import { MemoryEngine } from '../harness/memory-engine.ts'
import { fixedRates } from '../harness/rates.ts'
import { Books, must } from './books.ts'
import { type Chance, chanceFrom } from './chance.ts'
import { compareTwoRuns } from './purity.ts'
import { amountUpTo, anyReport, anyRequest, foundPlatform, type Platform } from './world.ts'

export interface Simulated {
  readonly operations: number
  readonly refused: number
  /** Number of each outcome: an operation's name, alone or with the code of its refusal. */
  readonly outcomes: ReadonlyMap<string, number>
  /** Hash of all operations and their outcomes. */
  readonly digest: string
}

const START = 1_800_000_000_000
const CHECK_EVERY = 1_000
const COMPARE_EVERY = 16
/** Number of ended quotes and of Idempotency-Keys that are kept for retries. */
const OVER_MAX = 500
const KEYS_MAX = 3_000
const LARGEST = 9_000_000_000_000_000n
const BETWEEN = usdPrices(CURRENCIES)
const EVERYTHING = railTable([sandboxRail])

/** @throws Error with the seed and the number of the operation when an invariant fails */
export function simulate(seed: number, operations: number): Simulated {
  const walk = new Walk(seed)
  try {
    while (walk.count < operations) {
      walk.step()
      if (walk.count % CHECK_EVERY === 0 || walk.count === operations) walk.check()
    }
  } catch (error) {
    throw new Error(`Seed ${seed}, operation ${walk.count}: ${(error as Error).message}`, { cause: error })
  }
  return { operations, refused: walk.refused, outcomes: walk.outcomes, digest: walk.digest.digest('hex') }
}

class Walk {
  count = 0
  refused = 0
  readonly outcomes = new Map<string, number>()
  readonly digest = createHash('sha256')
  readonly #chance: Chance
  readonly #engine: MemoryEngine
  readonly #books: Books
  readonly #platforms: readonly Platform[]
  readonly #withIds: (ids?: (now: number) => string) => void

  constructor(seed: number) {
    const usual = seededIds(seed)
    let ids = usual
    this.#withIds = (given = usual) => {
      ids = given
    }
    this.#chance = chanceFrom(seed)
    this.#engine = new MemoryEngine(schema, START, { ids: (now) => ids(now) })
    this.#books = new Books(this.#engine)
    this.#platforms = ['a', 'b'].map((letter) =>
      foundPlatform(this.#engine, `00000000-0000-7000-8000-00000000000${letter}`),
    )
  }

  step(): void {
    this.count++
    const { next, of } = this.#chance
    const platform = of(this.#platforms)
    if (next() < 0.02) this.#jump()
    if (next() < 0.3) this.#invalid(platform)
    else this.#valid(platform)
  }

  #valid(platform: Platform): void {
    const kind = this.#chance.next()
    const now = this.#engine.now
    const pick = (wanted: (quote: Quote) => boolean) => this.#pick(platform, wanted)
    if (kind < 0.15) this.#fund(platform, this.#chance.of(platform.internal), amountUpTo(3_000_000, this.#chance))
    else if (kind < 0.5 || platform.open.length === 0) this.#quote(platform, anyRequest(platform, this.#chance))
    else if (kind < 0.85) {
      const quote = pick(
        ({ status, expiresAt, sourceType }) => status === 'PENDING' && expiresAt > now && sourceType === 'ACCOUNT',
      )
      this.#execute(platform, quote, this.#chance.next() < 0.3 ? quote : undefined)
    } else if (kind < 0.92)
      this.#receive(
        platform,
        pick(({ status, sourceType }) => status === 'PENDING' && sourceType === 'REALTIME_FUNDING'),
      )
    else
      this.#report(
        platform,
        pick(({ status }) => status === 'PROCESSING'),
      )
  }

  /** Operations that must be refused, and reports that contradict earlier ones. */
  #invalid(platform: Platform): void {
    const { of, below } = this.#chance
    const other = this.#platforms.find((one) => one !== platform) as Platform
    const request = anyRequest(platform, this.#chance)
    const quotes = of([platform.open, platform.over, other.open])
    const quote = quotes.length > 0 ? of(quotes) : '00000000-0000-7000-8000-000000000000'
    const mine = of(platform.internal) as never
    const asked = (changes: object) => this.#quote(platform, { ...request, ...changes } as QuoteRequest)
    const from = (accountId: string) => ({ source: { sourceType: 'ACCOUNT', accountId } })
    const to = (accountId: string) => ({ destination: { destinationType: 'ACCOUNT', accountId } })
    const moves = [
      () => asked({ ...from(mine), ...to(mine) }),
      () => asked(from(of(other.internal))),
      () => asked(to(of(other.external))),
      () => asked({ lockedCurrencyAmount: of([0, 1, Number(LARGEST)]) }),
      () => this.#execute(platform, quote, below(2) === 0 ? quote : undefined),
      () => this.#execute(platform, quote, of(quotes) ?? quote),
      () => this.#try('expire', platform, (rows) => expireQuote(rows, quote)),
      () => this.#report(platform, quote),
      () => this.#receive(platform, quote),
      () => this.#fund(platform, of(other.internal), 1n),
      () => this.#fund(platform, mine, LARGEST),
    ]
    of(moves)()
  }

  /** A random open quote, preferably one that matches. */
  #pick(platform: Platform, wanted: (quote: Quote) => boolean): string {
    const { of } = this.#chance
    let found = of(platform.open)
    for (let tries = 0; tries < 8 && !wanted(this.#row(platform, quotes, found) as Quote); tries++)
      found = of(platform.open)
    return found
  }

  #fund(platform: Platform, account: string, amount: bigint): void {
    this.#try('fund', platform, (rows) => void sandboxFundInternalAccount(rows, { accountId: bareId(account), amount }))
  }

  #quote(platform: Platform, request: QuoteRequest): void {
    const drift = { numerator: BigInt(900 + this.#chance.below(200)), denominator: 1_000n }
    const between = (from: string, to: string): Ratio =>
      from === to ? BETWEEN(from, to) : times(BETWEEN(from, to), drift)
    const terms = { rates: fixedRates(between, START), feeRate: '0.005', rails: EVERYTHING }
    const made = this.#try('quote', platform, (rows) => createQuote(rows, { terms, request }))
    if (!made) return
    platform.open.push(made.id)
    if (made.status !== 'PENDING') this.#books.noteExecution(made)
  }

  /** @param key an Idempotency-Key, by the name of a quote: this one, or another, for which it is used then as well */
  #execute(platform: Platform, quoteId: string, key: string | undefined): void {
    const use = key === undefined ? undefined : { key, fingerprint: quoteId }
    const command: Command<Answer> = (rows) => ({
      status: 200,
      body: JSON.stringify(presentQuote(executeQuote(rows, quoteId))),
    })
    const answer = this.#try(key === undefined ? 'execute' : 'execute with a key', platform, once(use, command))
    if (answer?.replayed) this.#note('execute again with its key')
    else if (answer) this.#books.noteExecution(this.#row(platform, quotes, quoteId) as Quote)
  }

  /** Funding of a quote that waits for it: the expected amount, or another one. */
  #receive(platform: Platform, quoteId: string): void {
    const amount = this.#chance.next() < 0.7 ? undefined : amountUpTo(1_000_000, this.#chance)
    const payment = this.#try('receive', platform, (rows) => receiveFunding(rows, { quoteId, currency: 'USD', amount }))
    if (payment && payment.status !== 'FAILED') this.#books.noteExecution(this.#row(platform, quotes, quoteId) as Quote)
  }

  #report(platform: Platform, quoteId: string): void {
    const quote = this.#row(platform, quotes, quoteId)
    if (!quote || quote.destinationAccountId !== null) return
    const report = anyReport(this.#chance)
    this.#try(`report ${report.state}`, platform, (rows) =>
      followPayout(rows, { quoteId, transactionId: quote.transactionId, report }),
    )
  }

  /**
   * Moves the clock, and runs due work in order, each with the job that it completes; or later, as if no process had
   * been running.
   */
  #jump(): void {
    const { next, below } = this.#chance
    const until = this.#engine.now + below(next() < 0.9 ? 60_000 : 600_000)
    if (next() < 0.3) {
      this.#engine.now = until
      return
    }
    const due = this.#engine.slots(jobs).filter(({ value }) => value !== undefined && value.dueAt <= until)
    due.sort((a, b) => a.value.dueAt - b.value.dueAt || (a.key < b.key ? -1 : 1))
    for (const { platformId, value: job } of due) {
      const platform = this.#platforms.find(({ id }) => id === platformId) as Platform
      this.#engine.now = Math.max(this.#engine.now, job.dueAt)
      const effects = job.subjects.map((subject: string) => this.#effectOf(platform, job.name, subject))
      this.#try(`job ${job.name}`, platform, (rows) => {
        rows.remove(jobs, rows.get(jobs, job.key))
        for (const effect of effects) effect(rows)
      })
    }
    this.#engine.now = until
    for (const { platformId, key, value } of this.#engine.slots(jobs))
      if (value === undefined) this.#engine.forget(jobs, platformId, key)
  }

  #effectOf(platform: Platform, name: string, subject: string): Command<void> {
    if (name === 'expireQuotes') return (rows) => expireQuote(rows, subject)
    const payment = this.#row(platform, transactions, subject) as Transaction
    const report = anyReport(this.#chance)
    const contradicts = report.state === (payment.status === 'PROCESSING' ? 'RETURNED' : 'FAILED')
    return (rows) =>
      followPayout(rows, {
        quoteId: payment.quoteId as string,
        transactionId: subject,
        report: contradicts ? { state: 'DELIVERED' } : report,
      })
  }

  /** Runs an operation. It may only succeed or be refused, and a refusal must leave no trace. */
  #try<Reply>(name: string, { id }: Platform, command: Command<Reply>): Reply | undefined {
    if (this.count % COMPARE_EVERY === 0) compareTwoRuns(this.#engine, this.#withIds, id, command)
    const written = () => this.#engine.appended(events).length + this.#engine.appended(postings).length
    const before = written()
    try {
      const reply = this.#engine.run(id, command)
      this.#note(name)
      return reply
    } catch (reason) {
      if (!(reason instanceof Refusal)) throw reason
      must(written() === before, `${name}: a refusal (${reason.code}) left a trace`)
      this.refused++
      this.#note(`${name}: ${reason.code}`)
      return undefined
    }
  }

  #note(outcome: string): void {
    this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + 1)
    this.digest.update(`${outcome}\n`)
  }

  #row<Row>({ id }: Platform, table: Table<Row>, key: string): Row | undefined {
    return this.#engine.slot(table, id, key)?.value
  }

  /** Checks the invariants, and drops old state, so that memory does not grow with the length of the walk. */
  check(): void {
    this.#books.check(this.digest)
    const awaited = new Set(this.#engine.rows(jobs).flatMap(({ subjects }) => subjects))
    for (const platform of this.#platforms) {
      const isOver = (id: string) =>
        !['PENDING', 'PROCESSING'].includes(this.#row(platform, quotes, id)?.status as string)
      platform.over.push(...platform.open.filter(isOver))
      platform.open.splice(0, Infinity, ...platform.open.filter((id) => !isOver(id)))
      for (const id of platform.over.splice(0, Math.max(0, platform.over.length - OVER_MAX))) {
        const quote = this.#row(platform, quotes, id) as Quote
        if (awaited.has(id) || awaited.has(quote.transactionId)) {
          platform.over.push(id)
          continue
        }
        this.#engine.forget(quotes, platform.id, id)
        this.#engine.forget(transactions, platform.id, quote.transactionId)
        this.#books.forget(quote)
      }
    }
    const keys = this.#engine.slots(idempotencyKeys)
    if (keys.length > KEYS_MAX)
      for (const { platformId, key } of keys) this.#engine.forget(idempotencyKeys, platformId, key)
  }
}
