/** Owns the proof of every table of states: it says what the contract and the database say, and nothing moves that it does not list. */
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { InternalAccountStatus } from '../../contract/accounts/internal-accounts.ts'
import { AgentActionStatus } from '../../contract/agents/agent-actions.ts'
import { CardTransactionStatus } from '../../contract/cards/card-transactions.ts'
import { CardState } from '../../contract/cards/cards.ts'
import { DelegatedKeyStatus } from '../../contract/cards/delegated-keys.ts'
import { ImportStatus } from '../../contract/customers/bulk-imports.ts'
import { KybStatus } from '../../contract/customers/customers.ts'
import { VerificationStatus } from '../../contract/customers/verifications.ts'
import { KycStatus } from '../../contract/elements.ts'
import { EVENT_TYPES } from '../../contract/events/events.ts'
import { ExternalAccountStatus } from '../../contract/payments/external-accounts/external-accounts.ts'
import { InvitationStatus } from '../../contract/payments/invitations.ts'
import { QuoteStatus } from '../../contract/payments/quotes.ts'
import { Refund, TransactionStatus } from '../../contract/payments/transactions.ts'
import { finalStates, type Lifecycle, nextState } from '../../src/core/lifecycle.ts'

type Choice = { enum: string[] }
interface Place {
  /** Every schema of the contract that lists the states. */
  readonly contract: readonly unknown[]
  /** Those of them that this service never uses. */
  readonly unused?: readonly string[]
  /** Where the database checks them; absent: it keeps the resource inside another one. */
  readonly table?: string
  /** What stands before an event's name; absent: nothing is told. */
  readonly events?: readonly string[]
}

/** Where else the states of a resource are written down. */
const PLACES: Readonly<Record<string, Place>> = {
  Customer: { contract: [KycStatus, KybStatus], table: 'customers', events: ['CUSTOMER.KYC_', 'CUSTOMER.KYB_'] },
  InternalAccount: { contract: [InternalAccountStatus], table: 'balances', events: ['INTERNAL_ACCOUNT.'] },
  ExternalAccount: { contract: [ExternalAccountStatus], table: 'external_accounts', events: ['EXTERNAL_ACCOUNT.'] },
  Quote: { contract: [QuoteStatus], table: 'quotes' },
  Transaction: {
    contract: [TransactionStatus],
    table: 'transactions',
    events: ['OUTGOING_PAYMENT.', 'INCOMING_PAYMENT.'],
  },
  Verification: {
    contract: [VerificationStatus],
    unused: ['READY_FOR_VERIFICATION'],
    table: 'verifications',
    events: ['VERIFICATION.'],
  },
  BeneficialOwner: { contract: [KycStatus], unused: ['UNVERIFIED'], table: 'beneficial_owners' },
  Invitation: { contract: [InvitationStatus], table: 'invitations', events: ['INVITATION.'] },
  Job: { contract: [ImportStatus], table: 'customer_imports', events: ['BULK_UPLOAD.'] },
  // Nobody is issued a card before they are approved (decision 46).
  Card: { contract: [CardState], unused: ['PENDING_KYC'], table: 'cards', events: ['CARD.'] },
  CardTransaction: {
    contract: [CardTransactionStatus],
    table: 'card_transactions',
    events: ['CARD_TRANSACTION.'],
  },
  // One signature is enough, so a key never waits for a second one.
  DelegatedKey: { contract: [DelegatedKeyStatus], unused: ['PENDING'], table: 'delegated_keys' },
  AgentAction: { contract: [AgentActionStatus], table: 'agent_actions', events: ['AGENT_ACTION.'] },
  Refund: { contract: [Refund.properties.status], events: ['OUTGOING_PAYMENT.'] },
}

const domain = new URL('../../src/domain/', import.meta.url)
const migrations = new URL('../../src/infra/db/migrations/', import.meta.url)
const sql = readdirSync(migrations)
  .sort()
  .map((name) => readFileSync(new URL(name, migrations), 'utf8'))
  .join('\n')

const files = readdirSync(domain, { recursive: true, encoding: 'utf8' }).filter((path) =>
  /(^|\/)lifecycle\.ts$/.test(path),
)
const modules = await Promise.all(files.map((path) => import(new URL(path, domain).href)))
const lifecycles = modules.flatMap((module) => Object.values<Lifecycle>(module)).filter((it) => 'moves' in it)

/** The states that a column's CHECK allows. */
function checkedStates(table: string): string[] {
  const definition = new RegExp(`create table ${table} \\([\\s\\S]*?\\n\\)`).exec(sql)?.[0] ?? ''
  const check = /^\s*status text not null check \(status in \(([^)]*)\)\)/m.exec(definition)?.[1] ?? ''
  return [...check.matchAll(/'(\w+)'/g)].map(([, state]) => state as string)
}

it('there is a table of states for every resource that has a status', () => {
  expect(lifecycles.map(({ resource }) => resource).sort()).toEqual(Object.keys(PLACES).sort())
})

describe.each(lifecycles.map((it) => [it.resource, it] as const))('the states of a %s', (resource, machine) => {
  const { initial, states, moves } = machine
  const names = Object.keys(states)
  const place = PLACES[resource] as Place

  it("are those of the contract's", () => {
    for (const schema of place.contract)
      expect([...names, ...(place.unused ?? [])].sort()).toEqual([...(schema as Choice).enum].sort())
  })

  it.runIf(place.table)('are those that the database lets through', () => {
    expect(checkedStates(place.table as string).sort()).toEqual([...names].sort())
  })

  it('can all be reached from an initial one', () => {
    const reached = new Set<string>(initial)
    for (const _ of names)
      for (const { from, to } of Object.values(moves)) if (from.some((state) => reached.has(state))) reached.add(to)
    expect(names.filter((state) => !reached.has(state))).toEqual([])
    expect(initial.filter((state) => !names.includes(state))).toEqual([])
  })

  it('explain themselves in sentences, and every move says when it happens', () => {
    for (const sentence of Object.values(states)) expect(sentence).toMatch(/^[A-Z].*\.$/s)
    for (const { when, basis } of Object.values(moves)) {
      expect(when.length).toBeGreaterThan(10)
      expect(['specification', 'decision']).toContain(basis)
    }
  })

  it('tell of their moves by events that the contract has', () => {
    const told = Object.values(moves).flatMap(({ event }) => event ?? [])
    if (!place.events) return expect(told).toEqual([])
    for (const event of told) {
      const types = place.events.map((prefix) => prefix + event).filter((type) => EVENT_TYPES.includes(type as never))
      expect(types, `${resource} ${event}`).not.toEqual([])
    }
  })

  const pairs = names.flatMap((state) => Object.keys(moves).map((move) => [state, move] as const))
  const listed = pairs.filter(([state, move]) => moves[move]?.from.includes(state))
  const unlisted = pairs.filter((pair) => !listed.includes(pair))

  it.each(listed)('from %s, %s leads to where the table says', (state, move) => {
    expect(nextState(machine, state, move)).toBe(moves[move]?.to)
  })

  it.each(unlisted)('from %s, 409 for %s', (state, move) => {
    const refusal = { code: 'INVALID_STATE_TRANSITION', status: 409, message: expect.stringContaining(state) }
    expect(() => nextState(machine, state, move)).toThrow(expect.objectContaining(refusal))
  })
})

describe('final states', () => {
  const final = Object.fromEntries(lifecycles.map((machine) => [machine.resource, finalStates(machine)]))

  it('are left by nothing', () => {
    expect(final).toMatchObject({
      InternalAccount: ['CLOSED'],
      Quote: ['COMPLETED', 'FAILED', 'EXPIRED'],
      // A completed payment can still be returned by the receiving bank (decision 23).
      Transaction: ['REJECTED', 'FAILED', 'REFUNDED', 'EXPIRED'],
      Refund: ['COMPLETED', 'FAILED'],
    })
  })
})

describe('the moves of payments and quotes', () => {
  const moves = (resource: string) =>
    lifecycles
      .filter((it) => it.resource === resource)
      .flatMap((it) => Object.values(it.moves).flatMap(({ from, to }) => from.map((state) => `${state} → ${to}`)))
      .sort()

  it('are those of decision 23', () => {
    const decided = {
      CREATED: ['PENDING', 'EXPIRED'],
      PENDING: ['PROCESSING', 'COMPLETED', 'EXPIRED', 'REJECTED', 'FAILED'],
      PROCESSING: ['COMPLETED', 'FAILED', 'REJECTED', 'REFUNDED'],
      COMPLETED: ['FAILED'],
    }
    const pairs = Object.entries(decided).flatMap(([from, all]) => all.map((to) => `${from} → ${to}`))
    expect(moves('Transaction')).toEqual(pairs.sort())
  })

  it('are those of decision 24', () => {
    expect(moves('Quote')).toEqual([
      'PENDING → EXPIRED',
      'PENDING → PROCESSING',
      'PROCESSING → COMPLETED',
      'PROCESSING → FAILED',
    ])
  })
})
