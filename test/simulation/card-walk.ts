/**
 * Card simulation: the real commands over rows in memory; a seeded random walk through everything that merchants,
 * cardholders and operators can do, with a comparison against the model after each step.
 */
import type { CardMerchant } from '../../contract/cards/card-transactions.ts'
import type { HouseRole } from '../../contract/ledger/house-accounts.ts'
import { schema } from '../../src/composition/schema.ts'
import { seededIds, wireId } from '../../src/core/ids.ts'
import { Refusal } from '../../src/core/refusal.ts'
import { moveMoney } from '../../src/domain/accounts/move-money.ts'
import { openFurtherAccount } from '../../src/domain/accounts/open-account.ts'
import { applyIssuerReport } from '../../src/domain/cards/apply-issuer-report.ts'
import { createCard } from '../../src/domain/cards/create-card.ts'
import { adjustAuthorization } from '../../src/domain/cards/purchases/adjust-authorization.ts'
import { authorizePurchase } from '../../src/domain/cards/purchases/authorize-purchase.ts'
import { clearPurchase } from '../../src/domain/cards/purchases/clear-purchase.ts'
import { confirmPull, failPull } from '../../src/domain/cards/purchases/confirm-pull.ts'
import { type CardTransaction, cardRecords, cardTransactions } from '../../src/domain/cards/purchases/purchase.ts'
import { retryPull } from '../../src/domain/cards/purchases/retry-pull.ts'
import { returnPurchase } from '../../src/domain/cards/purchases/return-purchase.ts'
import { reverseReturn } from '../../src/domain/cards/purchases/reverse-return.ts'
import { updateCardById } from '../../src/domain/cards/update-card-by-id.ts'
import { createCustomer } from '../../src/domain/customers/create-customer.ts'
import { balances } from '../../src/domain/ledger/balance.ts'
import { house, houseBalances } from '../../src/domain/ledger/house.ts'
import { postings } from '../../src/domain/ledger/post.ts'
import { createPlatform } from '../../src/domain/platform/create-platform.ts'
import { defaultSettings } from '../../src/domain/platform/limits.ts'
import type { Command } from '../../src/engine/rows.ts'
import type { Log } from '../../src/engine/table.ts'
import { events } from '../../src/infra/state-machines/tables.ts'
import type { CardIssuer, CardReport } from '../../src/providers/card-issuer/port.ts'
import { sandboxIdentity } from '../../src/providers/identity/sandbox.ts'
import { MemoryEngine } from '../harness/memory-engine.ts'
import { must } from './books.ts'
import { type Bill, book, debtOf, expectsMore, type Purse } from './card-book.ts'
import { type Chance, chanceFrom } from './chance.ts'

const PLATFORM = '00000000-0000-7000-8000-00000000000a'
const START = 1_800_000_000_000
const CHECK_EVERY = 2_000
/** Purchases that are retried, also after they ended. Older ones are only added up. */
const LIVE_MAX = 30
const MERCHANT: CardMerchant = { descriptor: 'SHOP' }
const ISSUED: CardReport = {
  state: 'ISSUED',
  card: { brand: 'VISA', last4: '0719', expMonth: 1, expYear: 2030, issuerRef: 'one' },
}
const ISSUER = { objectionTo: () => undefined } as unknown as CardIssuer

interface UsedCard {
  readonly id: string
  readonly status: string
  readonly sources: readonly string[]
}

interface Followed {
  readonly id: string
  readonly cardId: string
  readonly bill: Bill
}

/** @returns the number of each outcome and refusal. @throws Error with seed and step when service and model differ */
export function simulateCards(seed: number, steps: number): ReadonlyMap<string, number> {
  const walk = new CardWalk(seed)
  for (let count = 1; count <= steps; count++)
    try {
      walk.step()
      if (count % CHECK_EVERY === 0 || count === steps) walk.check()
    } catch (error) {
      throw new Error(`Seed ${seed}, step ${count}: ${(error as Error).message}`, { cause: error })
    }
  return walk.outcomes
}

class CardWalk {
  readonly outcomes = new Map<string, number>()
  readonly #chance: Chance
  readonly #engine: MemoryEngine
  readonly #purses = new Map<string, Purse>()
  readonly #live: Followed[] = []
  /** Debt and suspense of all purchases that are no longer tracked. */
  readonly #forgotten = { debt: 0n, stuck: 0n }
  readonly #sums = new Map<string, bigint>()
  readonly #sequences = new Map<string, number>()
  #card: UsedCard
  readonly #customerId: string

  constructor(seed: number) {
    this.#chance = chanceFrom(seed)
    const ids = seededIds(seed)
    this.#engine = new MemoryEngine(schema, START, { ids })
    const settings = { supportedCurrencies: [defaultSettings('USD')], webhookSecret: 'sealed' }
    const acme = { name: 'Acme', umaDomain: 'acme.example', isRegulatedFinancialInstitution: false }
    this.#run((rows) => createPlatform(rows, { ...acme, ...settings }))
    const person = { customerType: 'INDIVIDUAL', fullName: 'Carla Cardholder' } as const
    const { id, platformCustomerId } = this.#run((rows) =>
      createCustomer(rows, { request: person, identity: sandboxIdentity }),
    )
    this.#customerId = id
    for (let i = 0; i < 3; i++) {
      const account = this.#run((rows) => openFurtherAccount(rows, { customerId: id, platformCustomerId }, 'USD'))
      this.#purses.set(account.id, { there: 0n, promised: 0n, isOpen: true })
    }
    this.#card = this.#newCard()
  }

  step(): void {
    const { next } = this.#chance
    this.#engine.now += this.#chance.below(1_000)
    const kind = next()
    if (kind < 0.08) this.#fund()
    else if (kind < 0.15) this.#spend()
    else if (kind < 0.17) this.#turnAccount()
    else if (kind < (this.#card.status === 'ACTIVE' ? 0.18 : 0.3)) this.#turnCard()
    else if (kind < 0.45 || this.#live.length === 0) this.#tap()
    else this.#goOn(this.#chance.of(this.#live))
  }

  #goOn(followed: Followed): void {
    const { bill, cardId, id } = followed
    const ref = { cardId, purchaseId: id }
    const amount = this.#amountAround(bill)
    const kind = this.#chance.next()
    const isUsable = cardId === this.#card.id && this.#card.status === 'ACTIVE'
    if (kind < 0.4)
      this.#agree('clear', followed, book.clear(bill, amount), (rows) => clearPurchase(rows, { ...ref, amount }))
    else if (kind < 0.65 && amount > 0n)
      this.#agree('return', followed, book.giveBack(bill, amount), (rows) => returnPurchase(rows, { ...ref, amount }))
    else if (kind < 0.72) this.#agree('unreturn', followed, book.unreturn(bill), (rows) => reverseReturn(rows, ref))
    else if (kind < 0.84 && amount > 0n)
      this.#agree('advise', followed, book.advise(bill, amount, isUsable), (rows) =>
        adjustAuthorization(rows, { ...ref, amount }),
      )
    else if (kind < 0.87) {
      const wasAwaited = book.fail(bill)
      this.#run((rows) => failPull(rows, id))
      this.#look(wasAwaited ? 'fail' : 'fail again', followed)
    } else if (kind < 0.9) {
      bill.isAwaited = false
      this.#run((rows) => confirmPull(rows, id))
      this.#look('confirm', followed)
    } else this.#agree('retry', followed, book.retry(bill), (rows) => retryPull(rows, id))
  }

  /** Exactly the open amount, a part, or more: most faults are at the boundaries. */
  #amountAround({ agreed, paid, returned }: Bill): bigint {
    const { of, below } = this.#chance
    const borders = [agreed - paid, agreed, paid - returned, paid, BigInt(below(600)), 0n]
    const amount = of(borders) + BigInt(of([-1, 0, 0, 0, 1]))
    return amount < 0n ? 0n : amount
  }

  #agree(what: string, followed: Followed, isDone: boolean, command: Command<CardTransaction>): void {
    try {
      this.#run(command)
      must(isDone, `${what} of ${followed.id} should have been refused`)
      this.#look(what, followed)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      must(!isDone, `${what} of ${followed.id} was refused: ${error.code} ${error.message}`)
      this.#look(`${what}: ${error.code}`, followed)
    }
  }

  /** Compares a purchase and its account with the model. */
  #look(outcome: string, { id, bill }: Followed): void {
    this.#note(`${outcome} → ${bill.status}`)
    const row = this.#engine.slot(cardTransactions, PLATFORM, id)?.value as CardTransaction
    const balance = this.#engine.slot(balances, PLATFORM, row.accountId)?.value
    const said = [
      row.status,
      row.settledAmount,
      row.refundedAmount,
      row.pulledAmount,
      row.heldAmount,
      balance.posted,
      balance.held,
    ]
    const right = [
      bill.status,
      bill.paid,
      bill.returned,
      bill.given,
      bill.promised,
      bill.purse.there,
      bill.purse.promised,
    ]
    must(String(said) === String(right), `after ${outcome} ${id} is ${said} where the book has ${right}`)
    const aside = expectsMore(bill) ? bill.agreed - bill.paid : bill.status === 'EXCEPTION' ? row.heldAmount : 0n
    must(row.heldAmount === aside, `${id} is ${row.status} and has ${row.heldAmount} aside instead of ${aside}`)
    must(debtOf(bill) >= 0n && (debtOf(bill) === 0n || row.status === 'EXCEPTION'), `${id} owes ${debtOf(bill)}`)
  }

  #tap(): void {
    const { below, next } = this.#chance
    const amount = BigInt(1 + below(500))
    const isPending = next() < 0.1
    const { id: cardId, sources, status } = this.#card
    const purses = sources.map((source) => this.#purses.get(source) as Purse)
    const bill = book.tap(purses, status === 'ACTIVE', amount, isPending)
    const request = { cardId, amount, currency: 'USD', merchant: MERCHANT, issuer: { isPending } }
    const { id } = this.#run((rows) => authorizePurchase(rows, request))
    this.#look('tap', { id, cardId, bill })
    // A declined purchase has no further steps; some are still tried.
    if (bill.isDeclined && next() < 0.9) return
    this.#live.push({ id, cardId, bill })
    if (this.#live.length > LIVE_MAX) this.#forget(below(LIVE_MAX))
  }

  /** Purchases that are pending or open are also dropped, so that not all money ends up held. */
  #forget(place: number): void {
    const [followed] = this.#live.splice(place, 1) as [Followed]
    const { bill, id, cardId } = followed
    if (bill.status === 'AUTHORIZED' || bill.status === 'PARTIALLY_SETTLED')
      this.#agree('clear', followed, book.clear(bill, 0n), (rows) =>
        clearPurchase(rows, { cardId, purchaseId: id, amount: 0n }),
      )
    this.#forgotten.debt += debtOf(bill)
    this.#forgotten.stuck += bill.stuck
  }

  #fund(): void {
    this.#transfer(this.#anyPurse(), BigInt(this.#chance.below(1_000) + 1))
  }

  /** Other payments debit the accounts that fund cards. */
  #spend(): void {
    const [accountId, purse] = this.#anyPurse()
    const all = purse.there - purse.promised
    const amount = this.#chance.next() < 0.6 && all > 0n ? all : BigInt(this.#chance.below(800) + 1)
    this.#transfer([accountId, purse], -amount)
  }

  #anyPurse = (): [string, Purse] => this.#chance.of([...this.#purses])

  #transfer([accountId, purse]: [string, Purse], amount: bigint): void {
    const rails = house('rails', 'USD')
    const movement =
      amount < 0n
        ? { from: accountId, to: rails, currency: 'USD', amount: -amount }
        : { from: rails, to: accountId, currency: 'USD', amount }
    const isPossible = purse.isOpen && (amount > 0n || purse.there - purse.promised >= -amount)
    try {
      this.#run((rows) => moveMoney(rows, { id: rows.newId(), version: 1 }, [movement]))
      must(isPossible, `${accountId} paid ${-amount} that it did not have`)
      purse.there += amount
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      must(!isPossible, `${accountId} was refused ${amount}: ${error.code}`)
    }
  }

  /** The operator freezes an account, or lifts the freeze. */
  #turnAccount(): void {
    const [accountId, purse] = this.#anyPurse()
    purse.isOpen = !purse.isOpen
    const status = purse.isOpen ? 'ACTIVE' : 'FROZEN'
    this.#run((rows) => rows.change(balances, rows.get(balances, accountId), { status }))
  }

  #turnCard(): void {
    const { id, status, sources } = this.#card
    const state = this.#chance.next() < 0.05 ? 'CLOSED' : status === 'ACTIVE' ? 'FROZEN' : 'ACTIVE'
    this.#run((rows) => updateCardById(rows, { cardId: id, request: { state }, issuer: ISSUER, walletIds: [] }))
    this.#card = state === 'CLOSED' ? this.#newCard() : { id, status: state, sources }
    this.#note(`card ${state}`)
  }

  #newCard(): UsedCard {
    const open = [...this.#purses].filter(([, { isOpen }]) => isOpen).map(([id]) => id)
    if (open.length === 0) {
      this.#turnAccount()
      return this.#newCard()
    }
    const sources = this.#chance.next() < 0.5 ? open : open.toReversed()
    const { id } = this.#run((rows) =>
      createCard(rows, {
        issuer: ISSUER,
        request: {
          cardholderId: wireId('Customer', this.#customerId),
          form: 'VIRTUAL',
          fundingSources: sources.map((source) => wireId('InternalAccount', source)),
        },
      }),
    )
    this.#run((rows) => applyIssuerReport(rows, { cardId: id, report: ISSUED }))
    return { id, status: 'ACTIVE', sources }
  }

  /**
   * Checks everything: balances and house accounts are sums of postings, holds are those of purchases, debts are in
   * their house account.
   */
  check(): void {
    for (const { row } of this.#engine.appended(postings)) {
      this.#add(row.debitAccount, -row.amount)
      this.#add(row.creditAccount, row.amount)
    }
    for (const { row } of this.#engine.appended(events)) {
      const expected = (this.#sequences.get(row.objectId) ?? 0) + 1
      must(row.sequence === expected, `event ${row.sequence} of ${row.objectId} where ${expected} was next`)
      this.#sequences.set(row.objectId, expected)
    }
    for (const log of [postings, events, cardRecords] as Log[]) this.#engine.appended(log).length = 0
    for (const { id, posted, held } of this.#engine.rows(balances)) {
      must(
        posted === (this.#sums.get(id) ?? 0n),
        `account ${id} has ${posted}, its postings come to ${this.#sums.get(id)}`,
      )
      const promised = this.#live.reduce(
        (sum, { bill }) => sum + (bill.purse === this.#purses.get(id) ? bill.promised : 0n),
        this.#purses.has(id) ? 0n : held,
      )
      must(held === promised + this.#leftHeld(id), `account ${id} holds ${held} for promises of ${promised}`)
    }
    const debts = this.#live.reduce((sum, { bill }) => sum + debtOf(bill), this.#forgotten.debt)
    const stuck = this.#live.reduce((sum, { bill }) => sum + bill.stuck, this.#forgotten.stuck)
    must(this.#houseHas('cards') === -debts, `cards has ${this.#houseHas('cards')} for debts of ${debts}`)
    must(this.#houseHas('suspense') === stuck, `suspense has ${this.#houseHas('suspense')} for ${stuck}`)
  }

  /** An EXCEPTION that is no longer tracked may still have a held amount. */
  #leftHeld(accountId: string): bigint {
    const purse = this.#purses.get(accountId)
    if (!purse) return 0n
    return purse.promised - this.#live.reduce((sum, { bill }) => sum + (bill.purse === purse ? bill.promised : 0n), 0n)
  }

  #houseHas(role: HouseRole): bigint {
    const id = house(role, 'USD')
    const [sum = 0n] = this.#engine
      .slots(houseBalances)
      .flatMap(({ key, value }) => (key === id ? [value as bigint] : []))
    must(sum === (this.#sums.get(id) ?? 0n), `house ${role} has ${sum}, its postings come to ${this.#sums.get(id)}`)
    return sum
  }

  #add(account: string, amount: bigint): void {
    this.#sums.set(account, (this.#sums.get(account) ?? 0n) + amount)
  }

  #run<Reply>(command: Command<Reply>): Reply {
    return this.#engine.run(PLATFORM, command)
  }

  #note(outcome: string): void {
    this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + 1)
  }
}
