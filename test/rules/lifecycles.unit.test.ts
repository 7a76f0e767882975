/** State machines of the contract: reachable, explained, the same in the database, and typed nowhere else. */
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { EVENT_TYPES } from '../../contract/events/events.ts'
import { finalStates, type Lifecycle } from '../../contract/lifecycle.ts'
import { nextState } from '../../src/core/next-state.ts'

interface Place {
  /** Table whose `status` has a CHECK; absent: the resource is part of another one's row. */
  readonly table?: string
  /** Prefixes of the event types; absent: the resource emits no events. */
  readonly events?: readonly string[]
}

const PLACES: Readonly<Record<string, Place>> = {
  Customer: { table: 'customers', events: ['CUSTOMER.KYC_', 'CUSTOMER.KYB_'] },
  InternalAccount: { table: 'balances', events: ['INTERNAL_ACCOUNT.'] },
  ExternalAccount: { table: 'external_accounts', events: ['EXTERNAL_ACCOUNT.'] },
  Quote: { table: 'quotes' },
  Transaction: { table: 'transactions', events: ['OUTGOING_PAYMENT.', 'INCOMING_PAYMENT.'] },
  Verification: { table: 'verifications', events: ['VERIFICATION.'] },
  BeneficialOwner: { table: 'beneficial_owners' },
  Invitation: { table: 'invitations', events: ['INVITATION.'] },
  Job: { table: 'customer_imports', events: ['BULK_UPLOAD.'] },
  Card: { table: 'cards', events: ['CARD.'] },
  CardTransaction: { table: 'card_transactions', events: ['CARD_TRANSACTION.'] },
  DelegatedKey: { table: 'delegated_keys' },
  AgentAction: { table: 'agent_actions', events: ['AGENT_ACTION.'] },
  Refund: { events: ['OUTGOING_PAYMENT.'] },
}

const root = new URL('../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')
const MIGRATIONS = 'src/infra/db/migrations/'
const sql = readdirSync(new URL(MIGRATIONS, root))
  .sort()
  .map((name) => read(MIGRATIONS + name))
  .join('\n')

const filesIn = (folder: string) =>
  readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`)
const files = filesIn('contract').filter((path) => path.endsWith('-lifecycle.ts'))
const modules = await Promise.all(files.map((path) => import(new URL(path, root).href)))
const lifecycles = modules.flatMap((module) => Object.values<Lifecycle>(module))

/** States that the CHECK of a table's status allows, from the newest migration that has one. */
function checkedStates(table: string): string[] {
  const created = new RegExp(`create table ${table} \\([\\s\\S]*?\\n\\)`).exec(sql)?.[0] ?? ''
  const first = /^\s*status text not null check \(status in \(([^)]*)\)\)/m.exec(created)?.[1]
  const later = sql.matchAll(
    new RegExp(`alter table ${table}\\s+add constraint \\w+\\s+check \\(status in \\(([^)]*)\\)\\)`, 'g'),
  )
  const last = [...later].at(-1)?.[1] ?? first ?? ''
  return [...last.matchAll(/'(\w+)'/g)].map(([, state]) => state as string)
}

const wordsOf = (text: string) => [...text.matchAll(/'(\w+)'/g)].map(([, word]) => word as string)
/** Lists of quoted words in a source file: `'A' | 'B'` and `'A', 'B'`. */
const listsIn = (source: string): string[][] =>
  (source.match(/'[A-Z_]+'(\s*[|,]\s*'[A-Z_]+')+/g) ?? []).map((list) => wordsOf(list).sort())
/** Resources whose states, and nothing else, are one of the lists in a file. */
const repeatedIn = (source: string): string[] =>
  lifecycles
    .filter(({ states }) => {
      const names = Object.keys(states).sort().join()
      return listsIn(source).some((list) => list.join() === names)
    })
    .map(({ resource }) => resource)

it('there is a state machine for every resource that has a status', () => {
  expect(lifecycles.map(({ resource }) => resource).sort()).toEqual(Object.keys(PLACES).sort())
})

describe('the states of a resource', () => {
  const sources = ['contract', 'src', 'client', 'cli', 'dashboard/src']
    .flatMap(filesIn)
    .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.'))

  it('are listed in its state machine and in no other file', () => {
    expect(sources.length).toBeGreaterThan(500)
    const repeated = sources.flatMap((path) => repeatedIn(read(path)).map((resource) => `${path}: ${resource}`))
    expect(repeated).toEqual([])
  })

  it('are found where a file lists them again', () => {
    expect(repeatedIn("status: text<'PENDING' | 'CLAIMED' | 'EXPIRED' | 'CANCELLED'>()")).toEqual(['Invitation'])
    expect(repeatedIn("choice(['CANCELLED', 'EXPIRED', 'CLAIMED',\n 'PENDING'])")).toEqual(['Invitation'])
    expect(repeatedIn("choice(['PENDING', 'PROCESSING'])")).toEqual([])
  })
})

describe.each(lifecycles.map((it) => [it.resource, it] as const))('the states of a %s', (resource, machine) => {
  const { initial, states, reserved = {}, moves } = machine
  const names = Object.keys(states)
  const place = PLACES[resource] as Place

  it.runIf(place.table)('are those that the database allows', () => {
    expect(checkedStates(place.table as string).sort()).toEqual([...names].sort())
  })

  it('can all be reached from an initial one', () => {
    const reached = new Set<string>(initial)
    for (const _ of names)
      for (const { from, to } of Object.values(moves)) if (from.some((state) => reached.has(state))) reached.add(to)
    expect(names.filter((state) => !reached.has(state))).toEqual([])
    expect(initial.filter((state) => !names.includes(state))).toEqual([])
  })

  it('have a sentence each, and every move says when it happens', () => {
    for (const sentence of [...Object.values(states), ...Object.values(reserved)])
      expect(sentence).toMatch(/^[A-Z].*\.$/s)
    for (const { when, basis } of Object.values(moves)) {
      expect(when.length).toBeGreaterThan(10)
      expect(['published', 'decision']).toContain(basis)
    }
  })

  it('emit events that the contract lists', () => {
    const emitted = Object.values(moves).flatMap(({ event }) => event ?? [])
    if (!place.events) return expect(emitted).toEqual([])
    for (const event of emitted) {
      const types = place.events.map((prefix) => prefix + event).filter((type) => EVENT_TYPES.includes(type as never))
      expect(types, `${resource} ${event}`).not.toEqual([])
    }
  })

  const pairs = names.flatMap((state) => Object.keys(moves).map((move) => [state, move] as const))
  const listed = pairs.filter(([state, move]) => moves[move]?.from.includes(state))
  const unlisted = pairs.filter((pair) => !listed.includes(pair))

  it.each(listed)('from %s, %s leads to the listed state', (state, move) => {
    expect(nextState(machine, state, move)).toBe(moves[move]?.to)
  })

  it.each(unlisted)('from %s, 409 for %s', (state, move) => {
    const refusal = { code: 'INVALID_STATE_TRANSITION', status: 409, message: expect.stringContaining(state) }
    expect(() => nextState(machine, state, move)).toThrow(expect.objectContaining(refusal))
  })
})

describe('final states', () => {
  const final = Object.fromEntries(lifecycles.map((machine) => [machine.resource, finalStates(machine)]))

  it('have no move to another state', () => {
    expect(final).toMatchObject({
      InternalAccount: ['CLOSED'],
      Quote: ['COMPLETED', 'FAILED', 'EXPIRED'],
      // A completed payment can still be returned by the receiving bank (decision 23).
      Transaction: ['REJECTED', 'FAILED', 'REFUNDED', 'EXPIRED'],
      // An operator can still return money from suspense (decision 22).
      Refund: ['COMPLETED'],
    })
  })
})

describe('the moves', () => {
  const moves = (resource: string) =>
    lifecycles
      .filter((it) => it.resource === resource)
      .flatMap((it) => Object.values(it.moves).flatMap(({ from, to }) => from.map((state) => `${state} → ${to}`)))
      .sort()

  it('of payments are those of decision 23', () => {
    const decided = {
      CREATED: ['PENDING', 'EXPIRED'],
      PENDING: ['PROCESSING', 'COMPLETED', 'EXPIRED', 'REJECTED', 'FAILED'],
      PROCESSING: ['COMPLETED', 'FAILED', 'REJECTED', 'REFUNDED'],
      COMPLETED: ['FAILED'],
    }
    const pairs = Object.entries(decided).flatMap(([from, all]) => all.map((to) => `${from} → ${to}`))
    expect(moves('Transaction')).toEqual(pairs.sort())
  })

  it('of quotes are those of decision 24', () => {
    expect(moves('Quote')).toEqual([
      'PENDING → EXPIRED',
      'PENDING → PROCESSING',
      'PROCESSING → COMPLETED',
      'PROCESSING → FAILED',
    ])
  })
})
