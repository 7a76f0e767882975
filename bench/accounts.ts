/** Owns the customers whose money is moved, made over the API. */
import { path, type Target } from './target.ts'

const CUSTOMERS = 1000
/** So many of them have a card: enough that it is not their rows that requests wait for. */
const CARDHOLDERS = 200
/** Minor units in each account: more than any run can spend. */
const FUNDS = 100_000_000_000
const CALLERS = 32
const ASK_AGAIN_MS = 20

// biome-ignore lint/suspicious/noExplicitAny: replies are taken as the contract says
export type Call = (method: string, path: string, body?: object) => Promise<any>

/** @throws Error for every reply that is not a success */
export const callerOf =
  ({ port, authorization }: Target): Call =>
  async (method, rest, body) => {
    const headers = { authorization, ...(body && { 'content-type': 'application/json' }) }
    const url = `http://127.0.0.1:${port}${path(rest)}`
    const reply = await fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    const text = await reply.text()
    if (!reply.ok) throw new Error(`${method} ${rest} answered ${reply.status}: ${text}`)
    return text === '' ? undefined : JSON.parse(text)
  }

const ADDRESS = { line1: '1 Market Street', city: 'San Francisco', state: 'CA', postalCode: '94105', country: 'US' }

/** Someone of the United States, approved at once. @returns the wire id */
export async function newPerson(call: Call, fullName: string, currencies: readonly string[]): Promise<string> {
  const person = { fullName, birthDate: '1990-01-15', nationality: 'US', address: ADDRESS, region: 'US' }
  const { id } = await call('POST', '/customers', { customerType: 'INDIVIDUAL', currencies, ...person })
  return id
}

export const fund = (call: Call, accountId: string): Promise<unknown> =>
  call('POST', `/sandbox/internal-accounts/${accountId}/fund`, { amount: FUNDS })

/** Two accounts of each customer, and an account outside that takes payouts. Wire ids. */
export interface Accounts {
  readonly customers: readonly { readonly id: string; readonly dollars: string; readonly euros: string }[]
  readonly bank: string
}

/** Makes the customers and funds their dollar accounts. */
export async function openAccounts(target: Target): Promise<Accounts> {
  const call = callerOf(target)
  await concurrently(Array.from({ length: CUSTOMERS }), (_, i) => newPerson(call, `Customer ${i}`, ['USD', 'EUR']))
  const customers = new Map<string, { id: string; dollars: string; euros: string }>()
  for (let query = '?limit=100', more = true; more; ) {
    const page = await call('GET', `/customers/internal-accounts${query}`)
    for (const { id, customerId, balance } of page.data) {
      const found = customers.get(customerId) ?? { id: customerId, dollars: '', euros: '' }
      customers.set(customerId, { ...found, [balance.currency.code === 'USD' ? 'dollars' : 'euros']: id })
    }
    more = page.hasMore
    query = `?limit=100&cursor=${encodeURIComponent(page.nextCursor)}`
  }
  await concurrently([...customers.values()], ({ dollars }) => fund(call, dollars))
  const beneficiary = { beneficiaryType: 'INDIVIDUAL', fullName: 'María García' }
  const accountInfo = { accountType: 'MXN_ACCOUNT', clabeNumber: '032180000118359719', beneficiary }
  const { id: bank } = await call('POST', '/platform/external-accounts', { currency: 'MXN', accountInfo })
  return { customers: [...customers.values()], bank }
}

/** Cards that pay out of dollar accounts, as soon as they do. @returns wire ids */
export function issueCards(target: Target, { customers }: Accounts): Promise<string[]> {
  const call = callerOf(target)
  return concurrently(customers.slice(0, CARDHOLDERS), async ({ id: cardholderId, dollars }) => {
    const asked = { cardholderId, form: 'VIRTUAL', fundingSources: [dollars], platformCardId: cardholderId }
    const { id } = await call('POST', '/cards', asked)
    while ((await call('GET', `/cards/${id}`)).state === 'PENDING_ISSUE')
      await new Promise((resume) => setTimeout(resume, ASK_AGAIN_MS))
    return id as string
  })
}

/** A few at a time. @returns what came of each, in their order */
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
