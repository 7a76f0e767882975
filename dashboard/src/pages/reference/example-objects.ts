/** Objects of this platform whose ids replace those in examples. */
import { queryOptions } from '@tanstack/react-query'
import { EXAMPLE_IDS, type ExampleName } from '../../../../contract/examples/example-ids.ts'
import { api } from '../../api/client.ts'

type Found = Readonly<Record<string, string | undefined>>

/** By the example's id. An object that the platform does not have is undefined. */
export const exampleObjectsQuery = queryOptions({
  queryKey: ['example-objects'],
  async queryFn(): Promise<Found> {
    const [{ data: customers }, { data: accounts }, { data: external }, { data: cards }] = await Promise.all([
      api('listCustomers', { query: { limit: 100 } }),
      api('listCustomerInternalAccounts', { query: { limit: 100 } }),
      api('listCustomerExternalAccounts', { query: { limit: 100 } }),
      api('listCards', { query: { limit: 1 } }),
    ])
    const customer = (name: string, type: string) =>
      (
        customers.find((each) => each.platformCustomerId === name) ??
        customers.find((each) => each.customerType === type)
      )?.id
    const [alice, northwind] = [customer('alice', 'INDIVIDUAL'), customer('northwind', 'BUSINESS')]
    const account = (owner: string | undefined, currency: string) =>
      accounts.find((each) => each.customerId === owner && each.balance.currency.code === currency)?.id
    const [card] = cards
    const found: Record<ExampleName, string | undefined> = {
      alice,
      northwind,
      dollars: account(northwind, 'USD'),
      euros: account(northwind, 'EUR'),
      stablecoins: account(northwind, 'USDC'),
      wallet: accounts.find((each) => each.customerId === alice && each.type === 'EMBEDDED_WALLET')?.id,
      maria: external.find(({ currency }) => currency === 'MXN')?.id,
      supplier: external.find(({ currency }) => currency === 'USD')?.id,
      quote: (await api('listQuotes', { query: { limit: 1 } })).data[0]?.id,
      card: card?.id,
      purchase: card && (await api('listCardTransactions', { query: { cardId: card.id, limit: 1 } })).data[0]?.id,
    }
    return Object.fromEntries(Object.entries(EXAMPLE_IDS).map(([name, id]) => [id, found[name as ExampleName]]))
  },
})

/** The text of an example with this platform's ids. */
export const withOwnIds = (example: object, found: Found): string =>
  Object.entries(found).reduce(
    (text, [id, own]) => (own === undefined ? text : text.replaceAll(id, own)),
    JSON.stringify(example, null, 2),
  )

const newest = async (list: Promise<{ data: readonly { id: string }[] }>) => (await list).data[0]?.id
const LATEST = { query: { limit: 1 } }

/** The newest object of a kind, for parameters of paths. */
const NEWEST: Readonly<Record<string, () => Promise<string | undefined>>> = {
  Customer: () => newest(api('listCustomers', LATEST)),
  InternalAccount: () => newest(api('listCustomerInternalAccounts', LATEST)),
  ExternalAccount: () => newest(api('listCustomerExternalAccounts', LATEST)),
  Transaction: () => newest(api('listTransactions', LATEST)),
  Quote: () => newest(api('listQuotes', LATEST)),
  Card: () => newest(api('listCards', LATEST)),
  Agent: () => newest(api('listAgents', LATEST)),
  Webhook: () => newest(api('listEvents', LATEST)),
  Token: () => newest(api('listTokens', LATEST)),
  Document: () => newest(api('listDocuments', LATEST)),
  Verification: () => newest(api('listVerifications', LATEST)),
}

export const newestQuery = (kind: string) =>
  queryOptions({ queryKey: ['newest', kind], queryFn: async () => (await NEWEST[kind]?.()) ?? null })
