/** Bank rails by the contract of all rails. */
import { describe } from 'vitest'
import type { Store } from '../../src/infra/db/store.ts'
import { folderMailbox, type Mailbox } from '../../src/providers/rails/banks/exchange/mailbox.ts'
import { ACH_ACCOUNT, IBAN } from './bank.ts'
import { describeRail, type RailWorld } from './contract.ts'
import { ACH, type Kind, type RailSetup, railSetup, SEPA } from './rail-setup.ts'

describe.each([
  { name: 'sepa', kind: SEPA, account: IBAN },
  { name: 'ach', kind: ACH, account: ACH_ACCOUNT },
])('by files', ({ name, kind, account }) => {
  const setup = railSetup(kind)
  describeRail(name, () => worldOf({ setup, kind, account }))
})

interface Given {
  readonly setup: RailSetup
  readonly kind: Kind
  readonly account: string
}

/** Calls to the database and the folder, one of which kills its process, or which get no answer. */
function calls() {
  let until: { call: number; isAfter: boolean } | undefined
  let silence: 'BEFORE' | 'AFTER' | 'NOT' = 'NOT'
  let made = 0
  let isDead = false
  const call = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    made++
    const isLast = until?.call === made
    if (isDead || (isLast && !until?.isAfter)) isDead = true
    if (isDead || silence === 'BEFORE') throw new Error('no answer')
    const result = await work()
    if (isLast) isDead = true
    if (isDead || silence === 'AFTER') throw new Error('no answer')
    return result
  }
  return {
    call,
    killAt(nth: number, isAfter: boolean) {
      until = { call: nth, isAfter }
      made = 0
    },
    wasKilled() {
      const was = isDead
      until = undefined
      isDead = false
      return was
    },
    silence(how: typeof silence) {
      silence = how
    },
  }
}

function worldOf({ setup, kind, account }: Given): RailWorld {
  const { call, ...faults } = calls()
  const { store } = setup
  const mailbox = folderMailbox(setup.folder)
  const reached = Object.fromEntries(
    Object.entries(mailbox).map(([name, work]) => [
      name,
      (...args: never[]) => call(() => (work as (...all: never[]) => Promise<unknown>)(...args)),
    ]),
  ) as unknown as Mailbox
  const database = {
    query: ((...args: Parameters<Store['query']>) => call(() => store.query(...args))) as Store['query'],
    transaction: ((work) => call(() => store.transaction(work))) as Store['transaction'],
  }
  let day = Date.UTC(2026, 10, 23)
  const connect = () => setup.makeRail(database, reached)
  /** A business day passes: the bank takes what is in the outbox and books it. */
  const proceed = async () => {
    setup.now += 86_400_000
    await connect().arrivals?.(undefined)
    const bookings = setup.bank.collect().map(({ reference, amount }) => ({ endToEnd: reference, amount: -amount }))
    await book(bookings)
  }
  const book = async (bookings: Parameters<typeof setup.bank.statement>[1]) => {
    const date = new Date((day += 86_400_000)).toISOString().slice(0, 10)
    setup.bank.put(`${date}.xml`, setup.bank.statement(date, bookings, account, kind.scheme.currency))
    await connect().arrivals?.(undefined)
  }
  return {
    ...faults,
    connect,
    payout: (key) => ({ ...setup.payout(1), key, reference: key }),
    paid: async () => setup.bank.orders.map(({ text }) => text.split(' ')[0] as string),
    proceed,
    payIn: (text, amount) => book([{ amount, text }]),
    close: async () => {},
  }
}
