/**
 * Owns the simulated service: the real commands over rows in memory, a seeded walk through them with moves that must
 * fail, jumps of the clock and contradicting rails, and the invariants that hold whatever happens.
 */
import { createHash } from 'node:crypto'
import type { QuoteRequest } from '../contract/quotes.ts'
import { CURRENCIES } from '../contract/currencies.ts'
import { bareId, seededIds, wireId } from '../src/core/ids.ts'
import { type Ratio, times } from '../src/core/rate.ts'
import { Refusal } from '../src/core/refusal.ts'
import { accounts } from '../src/domain/accounts/tables.ts'
import { approveCustomer } from '../src/domain/customers/approve-customer.ts'
import { createCustomer } from '../src/domain/customers/create-customer.ts'
import { registerExternalAccount } from '../src/domain/external-accounts/register-external-account.ts'
import { houseName, isHouse } from '../src/domain/ledger/house.ts'
import { balances, houseBalances, postings } from '../src/domain/ledger/tables.ts'
import { createPlatform } from '../src/domain/platform/create-platform.ts'
import { defaultSettings } from '../src/domain/platform/limits.ts'
import { createQuote } from '../src/domain/quotes/create-quote.ts'
import { executeQuote } from '../src/domain/quotes/execute-quote.ts'
import { expireQuote } from '../src/domain/quotes/expire-quote.ts'
import { followPayout } from '../src/domain/quotes/follow-payout.ts'
import { presentQuote } from '../src/domain/quotes/present.ts'
import { receiveFunding } from '../src/domain/quotes/receive-funding.ts'
import { type Quote, quotes } from '../src/domain/quotes/tables.ts'
import { fundAccount } from '../src/domain/sandbox/fund-account.ts'
import { schema } from '../src/domain/schema.ts'
import { type Transaction, transactions } from '../src/domain/transactions/tables.ts'
import { MemoryEngine } from '../src/engine/memory.ts'
import type { Command, Rows } from '../src/engine/rows.ts'
import type { Table } from '../src/engine/schema.ts'
import { type Answer, idempotencyKeys, once } from '../src/infra/http/idempotency.ts'
import { jobs } from '../src/infra/jobs/tables.ts'
import { events } from '../src/infra/states/tables.ts'
import { sandboxIdentity } from '../src/providers/identity/sandbox.ts'
import type { PayoutReport } from '../src/providers/rails/port.ts'
import { usdPrices } from '../src/providers/rates/usd-prices.ts'

const START = 1_800_000_000_000
const HELD = ['USD', 'EUR', 'MXN', 'BTC'] as const
const CHECK_EVERY = 1_000
const RECENT = 500

export interface Simulated {
  readonly operations: number
  readonly refused: number
  /** How often each outcome came: an operation's name, or with the code of its refusal. */
  readonly outcomes: ReadonlyMap<string, number>
  /** Of everything that happened and what it came to. */
  readonly digest: string
}

/** Numbers that look random and repeat (mulberry32). */
function chanceFrom(seed: number) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (n: number) => Math.floor(next() * n)
  return { next, below, of: <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item }
}

/** @throws Error with the seed and the number of the operation when anything is not as it must be */
export function simulate(seed: number, operations: number): Simulated {
  const walk = new Walk(seed)
  try {
    while (walk.count < operations) {
      walk.step()
      if (walk.count % CHECK_EVERY === 0) walk.check()
    }
    walk.check()
  } catch (error) {
    throw new Error(`Seed ${seed}, operation ${walk.count} (${walk.doing}): ${(error as Error).message}`, { cause: error })
  }
  return { operations, refused: walk.refused, outcomes: walk.outcomes, digest: walk.digest.digest('hex') }
}

interface Platform {
  readonly id: string
  readonly internal: string[]
  readonly external: string[]
  /** Quotes that may still do something, and some that are over, to try in vain. */
  readonly open: string[]
  readonly over: string[]
}

class Walk {
  count = 0
  refused = 0
  doing = ''
  readonly outcomes = new Map<string, number>()
  readonly digest = createHash('sha256')
  readonly #chance: ReturnType<typeof chanceFrom>
  readonly #platforms: Platform[]
  readonly #engine: MemoryEngine
  #ids: (now: number) => string
  /** Independent books, from postings alone: sums by `platform/account`, what each payment took from its source. */
  readonly #sums = new Map<string, bigint>()
  readonly #taken = new Map<string, bigint>()
  readonly #sequences = new Map<string, number>()
  readonly #executed = new Map<string, number>()

  constructor(seed: number) {
    this.#chance = chanceFrom(seed)
    const ids = seededIds(seed)
    this.#ids = ids
    this.#engine = new MemoryEngine(schema, START, { ids: (now) => this.#ids(now) })
    this.#platforms = ['a', 'b'].map((letter) => this.#found(`00000000-0000-7000-8000-00000000000${letter}`))
  }

  /** A platform with an approved business, a person, one who may not pay, and accounts outside. */
  #found(id: string): Platform {
    const engine = this.#engine
    const run = <Reply>(command: Command<Reply>) => engine.run(id, command)
    const platform = { name: 'Acme', umaDomain: 'acme.example', isRegulatedFinancialInstitution: false, webhookSecret: 'sealed' }
    run((rows) => createPlatform(rows, { ...platform, supportedCurrencies: HELD.map(defaultSettings) }))
    const person = { customerType: 'INDIVIDUAL', fullName: 'Alice Doe', birthDate: '1990-01-15', nationality: 'US' } as const
    for (let i = 0; i < 3; i++) run((rows) => createCustomer(rows, sandboxIdentity, person))
    const business = { customerType: 'BUSINESS', businessInfo: { legalName: 'Northwind Ltd', registrationNumber: 'N', taxId: 'T', country: 'US', entityType: 'CORPORATION' } } as const
    run((rows) => approveCustomer(rows, createCustomer(rows, sandboxIdentity, business).id))
    const external = Array.from({ length: 3 }, (_, i) =>
      run((rows) =>
        registerExternalAccount(
          rows,
          { currency: 'MXN', accountInfo: { accountType: 'MXN_ACCOUNT', clabeNumber: `03218000011835971${i}`, beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'María' } } },
          { status: 'MATCHED' },
        ),
      ),
    )
    const mine = [...(engine.set.slots.get(accounts)?.values() ?? [])].filter(({ platformId }) => platformId === id)
    return { id, internal: mine.map(({ key }) => wireId('InternalAccount', key)), external: external.map(({ id }) => wireId('ExternalAccount', id)), open: [], over: [] }
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
    const { next, of } = this.#chance
    const kind = next()
    const someOpen = (wanted: (quote: Quote) => boolean) => {
      let found = of(platform.open)
      for (let tries = 0; tries < 8 && !wanted(this.#row(platform, quotes, found) as Quote); tries++) found = of(platform.open)
      return found
    }
    const isPayable = ({ status, expiresAt, sourceType }: Quote) => status === 'PENDING' && expiresAt > this.#engine.now && sourceType === 'ACCOUNT'
    if (kind < 0.15) this.#fund(platform, of(platform.internal), this.#amount(3_000_000))
    else if (kind < 0.5 || platform.open.length === 0) this.#quote(platform, this.#request(platform))
    else if (kind < 0.85) this.#execute(platform, someOpen(isPayable), next() < 0.3 ? `${this.#chance.below(1_000_000)}` : undefined)
    else if (kind < 0.92) this.#receive(platform, someOpen((quote) => quote.status === 'PENDING' && quote.sourceType === 'REALTIME_FUNDING'))
    else this.#report(platform, someOpen(({ status }) => status === 'PROCESSING'))
  }

  /** Moves that a caller should not make, or that contradict what was said before. */
  #invalid(platform: Platform): void {
    const { of, below } = this.#chance
    const other = this.#platforms.find((one) => one !== platform) as Platform
    const request = this.#request(platform)
    const source = { sourceType: 'ACCOUNT', accountId: of(platform.internal) } as QuoteRequest['source']
    const anyQuote = of([platform.open, platform.over, other.open])
    const quote = anyQuote.length > 0 ? of(anyQuote) : this.#ids(0)
    const moves = [
      () => this.#quote(platform, { ...request, source, destination: { destinationType: 'ACCOUNT', accountId: (source as { accountId: string }).accountId as never } }),
      () => this.#quote(platform, { ...request, source: { sourceType: 'ACCOUNT', accountId: of(other.internal) as never } }),
      () => this.#quote(platform, { ...request, lockedCurrencyAmount: of([0, 1, 9_000_000_000_000_000]) }),
      () => this.#quote(platform, { ...request, destination: { destinationType: 'ACCOUNT', accountId: of(other.external) as never } }),
      () => this.#execute(platform, quote, below(2) ? `${below(2_000)}` : undefined),
      () => this.#execute(platform, quote, undefined),
      () => this.#try('expire', platform, (rows) => expireQuote(rows, quote)),
      () => this.#report(platform, quote),
      () => this.#receive(platform, quote),
      () => this.#fund(platform, of(other.internal), 1n),
      () => this.#fund(platform, of(platform.internal), 9_000_000_000_000_000n),
    ]
    of(moves)()
  }

  #amount(max: number): bigint {
    return BigInt(1 + Math.floor(max ** this.#chance.next()))
  }

  #request(platform: Platform): QuoteRequest {
    const { next, of } = this.#chance
    const to = next() < 0.5 ? of(platform.internal) : of(platform.external)
    const source = next() < 0.1 ? { sourceType: 'REALTIME_FUNDING', currency: 'USD' } : { sourceType: 'ACCOUNT', accountId: of(platform.internal) }
    return {
      source,
      destination: { destinationType: 'ACCOUNT', accountId: to },
      lockedCurrencySide: of(['SENDING', 'RECEIVING']),
      lockedCurrencyAmount: Number(this.#amount(5_000_000)),
      ...(next() < 0.1 && { immediatelyExecute: true }),
    } as QuoteRequest
  }

  #fund(platform: Platform, account: string, amount: bigint): void {
    this.#try('fund', platform, (rows) => void fundAccount(rows, bareId(account), amount))
  }

  #quote(platform: Platform, request: QuoteRequest): void {
    const drift = { numerator: BigInt(900 + this.#chance.below(200)), denominator: 1_000n }
    const between = (from: string, to: string): Ratio => (from === to ? BETWEEN(from, to) : times(BETWEEN(from, to), drift))
    const terms = { rates: { between, updatedAt: START }, feeRate: '0.005', hasRails: true }
    const made = this.#try('quote', platform, (rows) => createQuote(rows, terms, request))
    if (!made) return
    platform.open.push(made.id)
    if (made.status !== 'PENDING') this.#noteExecution(made)
  }

  /** @param key an Idempotency-Key; the same one may have been used for this or another quote */
  #execute(platform: Platform, quoteId: string, key: string | undefined): void {
    const use = key === undefined ? undefined : { key, fingerprint: quoteId }
    const answer = this.#try(key === undefined ? 'execute' : 'execute with a key', platform, (rows) =>
      once(use, (rows): Answer => ({ status: 200, body: JSON.stringify(presentQuote(executeQuote(rows, quoteId))) }))(rows),
    )
    if (answer && !answer.replayed) this.#noteExecution(this.#row(platform, quotes, quoteId) as Quote)
  }

  /** Money from outside for a quote that waits for it: the right amount, or another one. */
  #receive(platform: Platform, quoteId: string): void {
    const amount = this.#chance.next() < 0.7 ? undefined : this.#amount(1_000_000)
    const payment = this.#try('receive', platform, (rows) => receiveFunding(rows, quoteId, { currency: 'USD', amount }))
    if (payment && payment.status !== 'FAILED') this.#noteExecution(this.#row(platform, quotes, quoteId) as Quote)
  }

  #report(platform: Platform, quoteId: string): void {
    const quote = this.#row(platform, quotes, quoteId)
    if (!quote || quote.destinationAccountId !== null) return
    const report = this.#anyReport()
    this.#try(`report ${report.state}`, platform, (rows) => followPayout(rows, quoteId, quote.transactionId, report))
  }

  #anyReport(): PayoutReport {
    const reason = 'QUOTE_EXECUTION_FAILED'
    return this.#chance.of<PayoutReport>([
      { state: 'IN_TRANSIT', askAgainInMs: 30_000 },
      { state: 'DELIVERED' },
      { state: 'DELIVERED', askAgainInMs: 5_000 },
      { state: 'FAILED', reason, money: 'BACK' },
      { state: 'FAILED', reason, money: 'STUCK' },
      { state: 'RETURNED', reason },
      { state: 'CANCELLED' },
    ])
  }

  #noteExecution(quote: Quote): void {
    must(!this.#executed.has(quote.id), `quote ${quote.id} was executed twice`)
    must(this.#engine.now < quote.expiresAt, `quote ${quote.id} was executed after it expired`)
    this.#executed.set(quote.id, this.#engine.now)
  }

  /** Time goes on, and everything that is due by then is done in order, each with the job that it ends. */
  #jump(): void {
    const { next, below } = this.#chance
    const until = this.#engine.now + (next() < 0.9 ? below(60_000) : below(600_000))
    const slots = [...(this.#engine.set.slots.get(jobs)?.values() ?? [])]
    const due = slots.filter(({ value }) => value !== undefined && value.dueAt <= until)
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
    for (const [at, { value }] of this.#engine.set.slots.get(jobs) ?? []) if (value === undefined) this.#engine.set.slots.get(jobs)?.delete(at)
  }

  #effectOf(platform: Platform, name: string, subject: string): Command<void> {
    if (name === 'expireQuotes') return (rows) => expireQuote(rows, subject)
    const payment = this.#row(platform, transactions, subject) as Transaction
    const report = this.#anyReport()
    return (rows) => {
      // What a rail says against its own earlier word is refused by the command, and the job is done all the same.
      if (payment.status === 'PROCESSING' && report.state === 'RETURNED') return followPayout(rows, payment.quoteId as string, subject, { state: 'DELIVERED' })
      if (payment.status === 'COMPLETED' && report.state === 'FAILED') return
      followPayout(rows, payment.quoteId as string, subject, report)
    }
  }

  /** Runs an operation. Only a refusal may come of it, and a refusal must leave no trace. */
  #try<Reply>(name: string, { id }: Platform, command: Command<Reply>): Reply | undefined {
    this.doing = name
    const { set } = this.#engine
    const written = () => (set.appended.get(events)?.length ?? 0) + (set.appended.get(postings)?.length ?? 0)
    if (this.count % 16 === 0) this.#compareTwoRuns(id, command)
    const before = written()
    try {
      const reply = this.#engine.run(id, command)
      this.#note(name)
      return reply
    } catch (reason) {
      if (!(reason instanceof Refusal)) throw reason
      must(written() === before, `a refusal (${reason.code}) left a trace`)
      this.refused++
      this.#note(`${name}: ${reason.code}`)
      return undefined
    }
  }

  #note(outcome: string): void {
    this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + 1)
    this.digest.update(`${outcome}\n`)
  }

  /** Commands are pure: run twice from the same rows, time and ids, they do the same and say the same. */
  #compareTwoRuns(platformId: string, command: Command<unknown>): void {
    const ids = this.#ids
    const [first, second] = [1, 2].map(() => {
      this.#ids = seededIds(this.count)
      const calls: unknown[] = []
      try {
        this.#engine.run(platformId, (rows) => {
          calls.push(command(traced(rows, calls)))
          throw TAKEN_BACK
        })
      } catch (reason) {
        if (reason !== TAKEN_BACK) calls.push(reason)
      }
      return textOf(calls)
    })
    this.#ids = ids
    must(first === second, 'a command did something else the second time')
  }

  #row<Row>({ id }: Pick<Platform, 'id'>, table: Table<Row>, key: string): Row | undefined {
    return this.#engine.set.slot(table, id, key)?.value
  }

  /** The invariants, and a fresh page for events and postings, whose content is in the books by then. */
  check(): void {
    this.doing = 'check'
    this.#readPostings()
    this.#readEvents()
    this.#checkBalances()
    this.#checkWork()
    this.#forget()
  }

  #readPostings(): void {
    const lines = new Set<string>()
    const log = this.#engine.appended(postings)
    for (const { platformId, row } of log) {
      const line = `${row.transactionId}/${row.line}`
      must(!lines.has(line) && row.amount > 0n, `posting ${line} is there twice or not above zero`)
      lines.add(line)
      for (const [account, amount, after] of [[row.debitAccount, -row.amount, row.debitAfter], [row.creditAccount, row.amount, row.creditAfter]] as const) {
        const at = `${platformId}/${account}`
        const sum = (this.#sums.get(at) ?? 0n) + amount
        this.#sums.set(at, sum)
        must(isHouse(account) ? after === null : after === sum, `posting ${line} says ${after} where the sum is ${sum}`)
        if (isHouse(account)) continue
        const payment = this.#row({ id: platformId }, transactions, row.transactionId) as Transaction
        if (payment.type === 'OUTGOING' && payment.sourceId !== null && bareId(payment.sourceId) === account) this.#taken.set(payment.id, (this.#taken.get(payment.id) ?? 0n) - amount)
      }
    }
    for (const { platformId, row } of log) {
      const taken = this.#taken.get(row.transactionId)
      if (taken === undefined) continue
      const payment = this.#row({ id: platformId }, transactions, row.transactionId) as Transaction
      must(taken === 0n || taken === payment.sentAmount, `payment ${payment.id} (${payment.status}) of ${payment.sentAmount} has taken ${taken} from its source`)
    }
    log.length = 0
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

  #checkBalances(): void {
    const totals = new Map<string, bigint>()
    const add = (at: string, amount: bigint) => totals.set(at, (totals.get(at) ?? 0n) + amount)
    const { slots } = this.#engine.set
    for (const { platformId, key, value } of slots.get(balances)?.values() ?? []) {
      must(value.posted >= 0n && value.held >= 0n && value.held <= value.posted, `account ${key} holds ${value.posted}, ${value.held} of it held`)
      must(value.posted === (this.#sums.get(`${platformId}/${key}`) ?? 0n), `account ${key} holds ${value.posted}, its postings say otherwise`)
      add(`${platformId}/${this.#engine.set.slot(accounts, platformId, key)?.value.currency}`, value.posted)
      this.digest.update(`${key} ${value.posted}\n`)
    }
    for (const { platformId, key, value } of slots.get(houseBalances)?.values() ?? []) {
      must((value ?? 0n) === (this.#sums.get(`${platformId}/${key}`) ?? 0n), `house account ${key} is ${value}, its postings say otherwise`)
      add(`${platformId}/${houseName(key)?.currency}`, value ?? 0n)
    }
    for (const [currency, total] of totals) must(total === 0n, `${currency} sums to ${total}`)
  }

  /** Nothing is in flight without a job that will look at it, and states agree with each other. */
  #checkWork(): void {
    const planned = new Set(this.#engine.rows(jobs).flatMap(({ name, subjects }) => subjects.map((subject) => `${name === 'expireQuotes' ? name : 'payout'} ${subject}`)))
    const payments = new Map(this.#engine.rows(transactions).map((payment) => [payment.id, payment]))
    for (const quote of this.#engine.rows(quotes)) {
      const payment = payments.get(quote.transactionId) as Transaction
      const { id, status, expiresAt } = quote
      must((status === 'PENDING' || status === 'EXPIRED') !== this.#executed.has(id) || (status === 'FAILED' && quote.sourceType === 'REALTIME_FUNDING'), `quote ${id} is ${status}`)
      if (status === 'PENDING') must(expiresAt > this.#engine.now && planned.has(`expireQuotes ${id}`), `quote ${id} will never expire`)
      if (payment.status === 'PROCESSING') must(planned.has(`payout ${payment.id}`), `payment ${payment.id} is forgotten`)
      if (status === 'PENDING' || status === 'PROCESSING' || status === 'EXPIRED') must(payment.status === status, `quote ${id} is ${status}, its payment ${payment.status}`)
    }
  }

  /** What is long over is dropped, so that a long walk needs no more memory than a short one. */
  #forget(): void {
    const { slots } = this.#engine.set
    const busy = new Set(this.#engine.rows(jobs).flatMap(({ subjects }) => subjects))
    for (const platform of this.#platforms) {
      const isOver = (id: string) => !['PENDING', 'PROCESSING'].includes(this.#row(platform, quotes, id)?.status as string)
      platform.over.push(...platform.open.filter(isOver))
      platform.open.splice(0, platform.open.length, ...platform.open.filter((id) => !isOver(id)))
      for (const id of platform.over.splice(0, Math.max(0, platform.over.length - RECENT))) {
        const quote = this.#row(platform, quotes, id) as Quote
        if (busy.has(quote.transactionId) || busy.has(id)) {
          platform.over.push(id)
          continue
        }
        slots.get(quotes)?.delete(`${platform.id}/${id}`)
        slots.get(transactions)?.delete(`${platform.id}/${quote.transactionId}`)
        for (const books of [this.#taken, this.#sequences]) books.delete(quote.transactionId)
        this.#executed.delete(id)
      }
    }
    if ((slots.get(idempotencyKeys)?.size ?? 0) > 3_000) slots.get(idempotencyKeys)?.clear()
  }
}

const BETWEEN = usdPrices(CURRENCIES)
const TAKEN_BACK = Symbol('taken back')

function must(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise)
}

/** Rows that write down every call. */
const traced = (rows: Rows, calls: unknown[]): Rows =>
  new Proxy(rows, {
    get(target, name: keyof Rows) {
      const part = target[name] as unknown
      if (typeof part !== 'function') return part
      return (...given: unknown[]) => {
        calls.push(name, given)
        return part.apply(target, given)
      }
    },
  })

const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? `${part}n` : typeof part === 'function' ? part() : part?.kind === 'table' ? part.name : part))
