/**
 * Participants of the torture test: callers with accounts, a card and their own agent, and a hub whose accounts all of
 * them use.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { OperationId } from '../../contract/contract.ts'
import type { Chance } from '../simulation/chance.ts'
import type { Books } from './books.ts'
import type { Client, Params, Reply } from './client.ts'
import type { Currency } from './terms.ts'

export interface Account {
  readonly id: string
  readonly currency: Currency
}

/** Limits are in minor units of USD. */
export interface Agent {
  readonly id: string
  readonly authorization: string
  readonly source: Account
  readonly perTransactionLimit: number
  readonly dailyLimit: number
  /** Amount spent, and the number of payments. */
  spent: number
  payments: number
}

export interface Caller {
  /** No other code moves their money, so their balances are known at all times. */
  readonly own: readonly Account[]
  readonly card: { readonly id: string; readonly source: Account }
  readonly agent: Agent
  readonly purchases: Purchase[]
}

/** In minor units. */
export interface Purchase {
  readonly id: string
  readonly authorized: number
  cleared: number
  returned: number
}

export interface World {
  readonly chance: Chance
  readonly client: Client
  readonly books: Books
  readonly callers: readonly Caller[]
  /** Time of the first request. */
  readonly beganAt: string
  /** Funded with more than a run can spend. */
  readonly hub: readonly Account[]
  /** Agent that all callers share. */
  readonly sharedAgent: Agent
  /** Bank accounts by the outcome of payments to them. */
  readonly banks: Readonly<Record<'dollars' | 'pesos' | 'refusing' | 'returning', string>>
}

const PLENTY = 100_000_000_000

export async function makeWorld(client: Client, books: Books, chance: Chance, callers: number): Promise<World> {
  const make: Tools['make'] = async (id, body, params) => {
    const { reply } = await client.send(id, { params, body })
    if (!reply || reply.status >= 300) throw new Error(`${id}: ${reply?.status} ${reply?.text}`)
    return reply.body
  }
  const fund = async (account: Account, amount: number) => {
    await make('sandboxFundInternalAccount', { amount }, { accountId: account.id })
    books.arrivals++
    books.change(account.id, { available: amount })
  }
  const makeCustomer = async (name: string, currencies: readonly Currency[]) => {
    const customer = { customerType: 'INDIVIDUAL', platformCustomerId: name, currencies, fullName: 'Tess Turner' }
    const { id } = await make('createCustomer', customer)
    const { data } = (await client.get('listCustomerInternalAccounts', { query: { customerId: id } })).body
    const accounts: Account[] = data.map((account: Reply['body']) => opened(account.id, account.balance.currency.code))
    return { id: id as string, accounts }
  }
  const opened = (id: string, currency: Currency): Account => {
    books.open(id)
    return { id, currency }
  }
  const moreDollars = async (customerId: string) => {
    const { id } = await make('sandboxCreateInternalAccount', { customerId, currency: 'USD' })
    return opened(id, 'USD')
  }
  const makeAgent = async (customerId: string, source: Account, dailyLimit: number): Promise<Agent> => {
    await fund(source, PLENTY)
    const perTransactionLimit = 5_000
    const policy = {
      permissions: ['VIEW_TRANSACTIONS', 'CREATE_TRANSFERS'],
      spendingLimits: { currency: 'USD', perTransactionLimit, dailyLimit },
    }
    const { agent, deviceCode } = await make('createAgent', { name: 'Payables', customerId, policy })
    const { accessToken } = await make('redeemAgentDeviceCode', {}, { code: deviceCode.code })
    const authorization = `Bearer ${accessToken}`
    return { id: agent.id, authorization, source, perTransactionLimit, dailyLimit, spent: 0, payments: 0 }
  }
  return await populate({ client, books, chance, callers, make, fund, makeCustomer, moreDollars, makeAgent })
}

interface Tools {
  readonly client: Client
  readonly books: Books
  readonly chance: Chance
  readonly callers: number
  make<Id extends OperationId>(id: Id, body: object, params?: Params<Id>): Promise<Reply['body']>
  fund(account: Account, amount: number): Promise<void>
  makeCustomer(name: string, currencies: readonly Currency[]): Promise<{ id: string; accounts: Account[] }>
  moreDollars(customerId: string): Promise<Account>
  makeAgent(customerId: string, source: Account, dailyLimit: number): Promise<Agent>
}

async function populate(tools: Tools): Promise<World> {
  const { client, books, chance, callers, make, fund, makeCustomer, moreDollars, makeAgent } = tools
  const beganAt = (await client.get('getSandboxClock')).body.now
  const hub = await makeCustomer('torture-hub', ['USD', 'EUR'])
  for (const account of hub.accounts) await fund(account, PLENTY)
  const bank = async (accountInfo: object, currency: Currency): Promise<string> => {
    const beneficiary = { beneficiaryType: 'INDIVIDUAL', fullName: 'Nora North' }
    const account = { customerId: hub.id, currency, accountInfo: { ...accountInfo, beneficiary } }
    return (await make('createCustomerExternalAccount', account)).id
  }
  const inDollars = (accountNumber: string) =>
    bank({ accountType: 'USD_ACCOUNT', routingNumber: '021000021', accountNumber }, 'USD')
  const banks = {
    dollars: await inDollars('0000001999'),
    refusing: await inDollars('0000001002'),
    returning: await inDollars('0000001004'),
    pesos: await bank({ accountType: 'MXN_ACCOUNT', clabeNumber: '032180000118359999' }, 'MXN'),
  }
  const makeCaller = async (nth: number): Promise<Caller> => {
    const customer = await makeCustomer(`torture-${nth}`, ['USD', 'EUR', 'MXN'])
    const source = await moreDollars(customer.id)
    await fund(source, 50_000)
    const card = await make('createCard', { cardholderId: customer.id, form: 'VIRTUAL', fundingSources: [source.id] })
    const agent = await makeAgent(hub.id, await moreDollars(hub.id), 40_000 + 10_000 * nth)
    return { own: customer.accounts, card: { id: card.id, source }, agent, purchases: [] }
  }
  const made = await Promise.all(Array.from({ length: callers }, (_, nth) => makeCaller(nth)))
  for (const { card } of made)
    while ((await client.get('getCardById', { params: { id: card.id } })).body.state !== 'ACTIVE') await pause(50)
  const sharedAgent = await makeAgent(hub.id, await moreDollars(hub.id), 2_000_000)
  return { beganAt, chance, client, books, callers: made, hub: hub.accounts, sharedAgent, banks }
}
