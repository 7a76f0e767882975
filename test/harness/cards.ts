/** Cardholders in tests: people with dollar accounts, a card on them, and merchants. */
import { expect } from 'vitest'
import type { InternalAccount } from '../../contract/accounts/internal-accounts.ts'
import type { CardTransaction } from '../../contract/cards/card-transactions.ts'
import type { Card } from '../../contract/cards/cards.ts'
import type { TestApp } from './app.ts'
import { eventsOf } from './books.ts'
import { type STAND_IN, signed } from './samples/wallets.ts'

let holders = 0

/** A customer with one account in dollars for each amount, in this order, and no other: they need no signature. */
export async function holderOf({ ok }: TestApp, ...amounts: readonly number[]) {
  const name = `cardholder-${++holders}`
  const { id: customerId } = await ok('createCustomer', {
    body: { customerType: 'INDIVIDUAL', platformCustomerId: name, currencies: ['USD'], fullName: 'Carla Cardholder' },
  })
  const { data } = await ok('listCustomerInternalAccounts', { query: { customerId } })
  const accounts = [...data] as InternalAccount[]
  while (accounts.length < amounts.length)
    accounts.push(await ok('sandboxCreateInternalAccount', { body: { customerId, currency: 'USD' } }))
  for (const [place, amount] of amounts.entries())
    if (amount > 0)
      await ok('sandboxFundInternalAccount', { params: { accountId: idAt(accounts, place) }, body: { amount } })
  return { customerId, accounts: accounts.map(({ id }) => id) }
}
const idAt = (accounts: readonly InternalAccount[], place: number) => (accounts[place] as InternalAccount).id
export type Holder = Awaited<ReturnType<typeof holderOf>>

/** A card on all accounts of the holder, after the issuer's decision. */
export async function cardFor(
  app: TestApp,
  { customerId, accounts }: Holder,
  platformCardId = 'card-719',
): Promise<Card> {
  const { id } = await app.ok('createCard', {
    body: { cardholderId: customerId, form: 'VIRTUAL', fundingSources: accounts, platformCardId },
  })
  await app.settle()
  return app.ok('getCardById', { params: { id } })
}

/** A cardholder with these balances, and a card on the accounts. */
export async function shopper(app: TestApp, ...amounts: readonly number[]): Promise<Shopper> {
  const holder = await holderOf(app, ...amounts)
  return { ...holder, card: await cardFor(app, holder) }
}
export type Shopper = Holder & { readonly card: Card }

const MERCHANT = { descriptor: 'BLUE BOTTLE COFFEE', mcc: '5814', country: 'US' }

/** Messages of the card network about a card. */
export function terminal({ ok, call }: TestApp, card: Pick<Card, 'id' | 'currency'>) {
  const params = { id: card.id }
  const currency = { code: card.currency as string }
  const of = (purchase: Pick<CardTransaction, 'id'>, amount: number) => ({
    params,
    body: { cardTransactionId: purchase.id, amount },
  })
  const request = (amount: number, descriptor = MERCHANT.descriptor) => ({
    params,
    body: { amount, currency, merchant: { ...MERCHANT, descriptor } },
  })
  return {
    tap: (amount: number, descriptor?: string) => ok('sandboxSimulateCardAuthorization', request(amount, descriptor)),
    clear: (purchase: Pick<CardTransaction, 'id'>, amount: number) =>
      ok('sandboxSimulateCardClearing', of(purchase, amount)),
    giveBack: (purchase: Pick<CardTransaction, 'id'>, amount: number) =>
      ok('sandboxSimulateCardReturn', of(purchase, amount)),
    advise: (purchase: Pick<CardTransaction, 'id'>, amount: number) =>
      ok('sandboxSimulateCardAuthorizationAdvice', of(purchase, amount)),
    unreturn: ({ id }: Pick<CardTransaction, 'id'>) =>
      ok('sandboxSimulateCardReturnReversal', { params, body: { cardTransactionId: id } }),
    /** The refusal of each message. */
    async refusal(what: 'Clearing' | 'Return' | 'ReturnReversal' | 'AuthorizationAdvice', id: string, amount = 1) {
      const body = { cardTransactionId: id, amount }
      const { status, error } = await call(`sandboxSimulateCard${what}`, { params, body })
      return [status, error.code, ...(error.details?.errors ?? []).map(({ field }: { field: string }) => field)]
    },
  }
}

/** Count and total of pulls, clearings and refunds: `1/1250 1/1250 0/0`. */
export const sumsOf = ({ pullSummary, settlementSummary, refundSummary }: CardTransaction): string =>
  [pullSummary, settlementSummary, refundSummary].map(({ count, totalAmount }) => `${count}/${totalAmount}`).join(' ')

/** Available and total balance of an account. */
export async function balancesOf({ ok }: TestApp, customerId: string, accountId: string): Promise<[number, number]> {
  const { data } = await ok('listCustomerInternalAccounts', { query: { customerId: customerId as never } })
  const account = data.find(({ id }) => id === accountId) as InternalAccount
  return [account.balance.amount, account.totalBalance.amount]
}

/** Types of an object's events, without their common prefix. */
export const eventTypesOf = async (app: TestApp, { id }: { id: string }): Promise<string[]> =>
  (await eventsOf(app, id)).map((type) => type.split('.')[1] as string)

/** Changes a card with the signature of a wallet's session. */
export async function changeCard(
  app: TestApp,
  { id }: Pick<Card, 'id'>,
  body: object,
  how: Parameters<typeof signed>[3] | typeof STAND_IN.signature,
): Promise<Card> {
  const { status, body: card, text } = await signed(app, 'updateCardById', { params: { id }, body }, how)
  expect(status, text).toBe(200)
  return card
}
