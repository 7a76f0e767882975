/** Accounts of the benchmark: customers and their accounts, created over the API. */
import { type Client, createClient } from '../../client/api.ts'
import type { InternalAccount } from '../../contract/accounts/internal-accounts.ts'
import type { Card } from '../../contract/cards/cards.ts'
import { BASE_PATH, type Target } from '../target.ts'

/** Minor units in each account: more than any run can spend. */
const FUNDS = 100_000_000_000
const CALLERS = 32
const ASK_AGAIN_MS = 20

/** Without retries, and so without generated Idempotency-Keys: the rows are those of an application without keys. */
export const clientOf = ({ port, authorization }: Target): Client =>
  createClient({ baseUrl: `http://127.0.0.1:${port}${BASE_PATH}`, headers: { authorization }, retries: 0 })

const ADDRESS = { line1: '1 Market Street', city: 'San Francisco', state: 'CA', postalCode: '94105', country: 'US' }

/** A person in the United States, approved immediately. @returns the wire id */
export async function newPerson(api: Client, fullName: string, currencies: string[]): Promise<string> {
  const person = { fullName, birthDate: '1990-01-15', nationality: 'US', address: ADDRESS, region: 'US' }
  const { id } = await api('createCustomer', { body: { customerType: 'INDIVIDUAL', currencies, ...person } })
  return id
}

export const fund = (api: Client, accountId: string): Promise<unknown> =>
  api('sandboxFundInternalAccount', { params: { accountId }, body: { amount: FUNDS } })

/** Two accounts per customer, and external accounts for payouts in MXN and for transfers in USD. Wire ids. */
export interface Accounts {
  readonly customers: readonly { readonly id: string; readonly dollars: string; readonly euros: string }[]
  readonly bank: string
  readonly dollarBank: string
}

/** Creates the customers and funds their USD accounts. */
export async function openAccounts(target: Target, count: number): Promise<Accounts> {
  const api = clientOf(target)
  await concurrently(Array.from({ length: count }), (_, i) => newPerson(api, `Customer ${i}`, ['USD', 'EUR']))
  const customers = new Map<string, { id: string; dollars: string; euros: string }>()
  for await (const account of api.listCustomerInternalAccounts({ limit: 100 })) {
    const { id, balance } = account
    const customerId = account.customerId as string
    const found = customers.get(customerId) ?? { id: customerId, dollars: '', euros: '' }
    customers.set(customerId, { ...found, [balance.currency.code === 'USD' ? 'dollars' : 'euros']: id })
  }
  await concurrently([...customers.values()], ({ dollars }) => fund(api, dollars))
  const beneficiary = { beneficiaryType: 'INDIVIDUAL', fullName: 'María García' } as const
  const accountInfo = { accountType: 'MXN_ACCOUNT', clabeNumber: '032180000118359719', beneficiary } as const
  const { id: bank } = await api('createPlatformExternalAccount', { body: { currency: 'MXN', accountInfo } })
  const { id: dollarBank } = await api('createPlatformExternalAccount', {
    body: {
      currency: 'USD',
      accountInfo: { accountType: 'USD_ACCOUNT', routingNumber: '021000021', accountNumber: '0000001999', beneficiary },
    },
  })
  return { customers: [...customers.values()], bank, dollarBank }
}

/** Issues cards funded by USD accounts, and waits until they are active. @returns wire ids */
export function issueCards(target: Target, { customers }: Accounts, count: number): Promise<string[]> {
  const api = clientOf(target)
  return concurrently(customers.slice(0, count), async ({ id, dollars }) => {
    const cardholderId = id as Card['cardholderId']
    const fundingSources = [dollars as InternalAccount['id']] as const
    const { id: cardId } = await api('createCard', {
      body: { cardholderId, form: 'VIRTUAL', fundingSources: [...fundingSources], platformCardId: id },
    })
    while ((await api('getCardById', { params: { id: cardId } })).state === 'PENDING_ISSUE')
      await new Promise((resume) => setTimeout(resume, ASK_AGAIN_MS))
    return cardId
  })
}

/** Runs a few at a time. @returns the results in the order of the items */
export async function concurrently<Item, Result>(
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const left = items.entries()
  const worker = async () => {
    for (const [index, item] of left) results[index] = await work(item, index)
  }
  await Promise.all(Array.from({ length: CALLERS }, worker))
  return results
}
