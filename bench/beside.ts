/** Disturbances during a measurement: a locked row, a command that the database rejects, another platform's hanging receiver. */
import pg from 'pg'
import type { AnyInput } from '../client/request.ts'
import type { OperationId } from '../contract/contract.ts'
import { onServer } from '../test/harness/database/postgres.ts'
import { openHangingReceiver } from './hanging-receiver.ts'
import type { Target } from './target.ts'
import { type Accounts, clientOf } from './work/accounts.ts'

export type Disturbance = 'one locked row' | 'one poison command' | 'a hanging receiver'

/** Constraint that the poison command violates. The service's log may contain errors that name it. */
export const POISON = 'bench_poison'
/** Amount in minor units that the constraint rejects; the load never uses it. */
const POISON_AMOUNT = 666

/** Customer whose USD account is disturbed; the load does not use it. */
export const disturbed = ({ customers }: Accounts) => customers[0] as Accounts['customers'][number]

/**
 * Starts the disturbance; its caller sends the next request as soon as the last is answered.
 * @param url of the database
 * @returns a function that stops it; its promise rejects if a reply was not as expected
 */
export async function disturb(
  what: Disturbance,
  url: string,
  target: Target,
  accounts: Accounts,
): Promise<() => Promise<void>> {
  if (what === 'a hanging receiver') return openHangingReceiver(url, target)
  const undo = what === 'one locked row' ? await lockDollars(url, accounts) : await forbidPoison(url)
  const ask = what === 'one locked row' ? () => payLocked(target, accounts) : () => payPoison(target, accounts)
  let isOver = false
  const asking = (async () => {
    while (!isOver) await ask()
  })()
  asking.catch(() => {}) // rejects when the disturbance is stopped
  return async () => {
    isOver = true
    await asking.finally(undo)
  }
}

/** Locks the balance of the disturbed account. @returns a function that releases it */
async function lockDollars(url: string, accounts: Accounts): Promise<() => Promise<void>> {
  const uuid = disturbed(accounts).dollars.split(':')[1]
  const session = new pg.Client(url)
  session.on('error', () => {}) // the server may end first, after a failure
  await session.connect()
  await session.query('begin')
  const { rowCount } = await session.query('select from balances where id = $1 for no key update', [uuid])
  if (rowCount !== 1) throw new Error(`Account ${uuid} has no balance`)
  return () => session.end()
}

async function forbidPoison(url: string): Promise<() => Promise<void>> {
  await onServer(
    url,
    `alter table transactions add constraint ${POISON} check (sent_amount <> ${POISON_AMOUNT}) not valid`,
  )
  return async () => void (await onServer(url, `alter table transactions drop constraint ${POISON}`))
}

async function payLocked(target: Target, accounts: Accounts): Promise<void> {
  const quote = await send(target, 'createQuote', { body: quoteBetween(accounts, 1000) })
  if (quote.status === 503) return
  if (quote.status !== 201) throw new Error(`Quote from a locked account: ${quote.status}`)
  const { status } = await send(target, 'executeQuote', { params: { quoteId: quote.id } })
  if (status !== 503) throw new Error(`Payment from a locked account: ${status}`)
}

async function payPoison(target: Target, accounts: Accounts): Promise<void> {
  const { status } = await send(target, 'createQuote', { body: quoteBetween(accounts, POISON_AMOUNT) })
  if (status !== 500) throw new Error(`Quote that the database rejects: ${status}`)
}

const quoteBetween = (accounts: Accounts, lockedCurrencyAmount: number) => ({
  source: { sourceType: 'ACCOUNT', accountId: disturbed(accounts).dollars },
  destination: { destinationType: 'ACCOUNT', accountId: disturbed(accounts).euros },
  lockedCurrencySide: 'SENDING',
  lockedCurrencyAmount,
})

/** Sends with a new Idempotency-Key, and returns the status, also of a refusal. */
async function send(target: Target, id: OperationId, input: AnyInput) {
  const { status, body } = await clientOf(target).send(id, { ...input, idempotencyKey: crypto.randomUUID() })
  return { status, id: (body as { id?: string }).id }
}
