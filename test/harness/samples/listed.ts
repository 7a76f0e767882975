/** List items for tests: how an item gets into each list, and items that differ in everything a filter can select. */
import { contract, type OperationId } from '../../../contract/contract.ts'
import { listeners } from '../../../src/infra/state-machines/tables.ts'
import { bankAccount, type ConnectedAgent, connectedAgent, generous } from '../agents.ts'
import type { TestApp } from '../app.ts'
import { type Shopper, shopper, terminal } from '../cards.ts'
import { accountOf, clabe, quoteBetween } from '../cast.ts'
import { sampleOf } from './samples.ts'

export interface World {
  readonly app: TestApp
  readonly northwind: `Customer:${string}`
  readonly alice: `Customer:${string}`
  readonly dollars: `InternalAccount:${string}`
  readonly euros: `InternalAccount:${string}`
  /** Of Northwind, with every permission. */
  readonly agent: ConnectedAgent
}
type Step = (world: World) => Promise<unknown>

export async function worldOf(app: TestApp): Promise<World> {
  const { id: dollars, customerId: northwind } = await accountOf(app, 'northwind', 'USD')
  const { id: euros, customerId: alice } = await accountOf(app, 'alice', 'EUR')
  const agent = await connectedAgent(app, northwind as World['northwind'])
  return { app, northwind: northwind as World['northwind'], alice: alice as World['alice'], dollars, euros, agent }
}

let made = 0

async function person({ app }: World, currency: 'USD' | 'USDB' = 'USD') {
  const platformCustomerId = `person-${++made}`
  const body = { customerType: 'INDIVIDUAL', platformCustomerId, currencies: [currency] }
  return (await app.ok('createCustomer', { body })).id
}

/** A mail with a code, which is sent when an address is registered for a wallet. */
async function mail(world: World) {
  const { app } = world
  const customerId = await person(world, 'USDB')
  await app.settle()
  const { data } = await app.ok('listCustomerInternalAccounts', { query: { customerId } })
  const wallet = data[0]?.id as World['dollars']
  await app.ok('createAuthCredential', {
    body: { type: 'EMAIL_OTP', accountId: wallet, email: `holder-${++made}@example.com` },
  })
  await app.settle()
}

/** @param registrationNumber its last three characters select the outcome of the verification */
async function business({ app }: World, registrationNumber: string) {
  const businessInfo = {
    legalName: 'Fjord AS',
    country: 'BR',
    entityType: 'CORPORATION',
    taxId: '7',
    registrationNumber,
  }
  const { id } = await app.ok('createCustomer', {
    body: { customerType: 'BUSINESS', region: 'BR', currencies: ['BRL'], businessInfo },
  })
  return id
}

const verification = async (world: World, registrationNumber: string) =>
  world.app.ok('createVerification', { body: { customerId: await business(world, registrationNumber) } })

const owner = ({ app }: World, customerId: string) =>
  app.ok('createBeneficialOwner', {
    body: { ...(sampleOf(contract.createBeneficialOwner.body as never) as object), customerId },
  })

const paper = ({ app }: World, documentHolder: World['alice']) =>
  app.ok('uploadDocument', {
    body: {
      documentHolder,
      documentType: 'PASSPORT',
      country: 'US',
      file: new File(['%PDF-1.7 %%EOF'], 'passport.pdf'),
    },
  })

const BENEFICIARY = { beneficiaryType: 'INDIVIDUAL', fullName: 'María García' }
const mexican = ({ app }: World, customerId: World['alice']) =>
  app.ok('createCustomerExternalAccount', {
    body: {
      customerId,
      currency: 'MXN',
      accountInfo: {
        accountType: 'MXN_ACCOUNT',
        clabeNumber: `03218000${String(++made).padStart(7, '0')}719`,
        beneficiary: BENEFICIARY,
      },
    },
  })
const british = () => ({
  currency: 'GBP',
  accountInfo: {
    accountType: 'GBP_ACCOUNT',
    sortCode: '200000',
    accountNumber: `${10_000 + ++made}719`,
    beneficiary: BENEFICIARY,
  },
})

async function umaQuote({ app, dollars }: World) {
  const umaAddress = '$success.usd@sandbox.uma.example'
  const { lookupId } = await app.ok('lookupUma', { params: { receiverUmaAddress: umaAddress } })
  const source = { sourceType: 'ACCOUNT', accountId: dollars } as const
  const destination = { destinationType: 'UMA_ADDRESS', umaAddress } as const
  return app.ok('createQuote', {
    body: { lookupId, source, destination, lockedCurrencySide: 'SENDING', lockedCurrencyAmount: 1_000 },
  })
}

/** A purchase whose clearing is at most the authorized amount. @param cleared absent: not cleared */
async function purchase({ app }: World, { card }: Shopper, cleared?: number) {
  const { tap, clear } = terminal(app, card)
  const made = await tap(100)
  return cleared === undefined ? made : clear(made, cleared)
}

const tenDollars = ({ app, dollars, euros }: World) => quoteBetween(app, dollars, euros, 1_000)

const anAgent = ({ app, northwind }: World, policy = generous()) =>
  app.ok('createAgent', { body: { name: `agent-${++made}`, customerId: northwind, policy } })

/** @param amount in cents; above 1000 it waits for approval, where there is a threshold */
const agentPays = async ({ app, northwind, dollars }: World, { as }: ConnectedAgent, amount = 5) =>
  app.ok('agentCreateTransferOut', {
    as,
    body: {
      source: { accountId: dollars },
      destination: { accountId: await bankAccount(app, northwind) },
      amount,
    },
  })

/** A pending action of an agent that is created for it. */
async function waiting({ app }: World, customerId: World['northwind'], dollars: World['dollars']) {
  const policy = generous({ defaultExecutionMode: 'APPROVAL_REQUIRED' })
  const { as } = await connectedAgent(app, customerId, policy)
  const destination = { accountId: await bankAccount(app, customerId) }
  return app.ok('agentCreateTransferOut', { as, body: { source: { accountId: dollars }, destination, amount: 5 } })
}

/** Creates one more item of a list. */
export const MAKERS: Partial<Record<OperationId, Step>> = {
  listTokens: ({ app }) => app.ok('createToken', { body: { name: `token-${++made}`, permissions: ['VIEW'] } }),
  listCustomers: (world) => person(world),
  listVerifications: (world) => verification(world, `R-${++made}-003`),
  listBeneficialOwners: (world) => owner(world, world.northwind),
  listDocuments: (world) => paper(world, world.northwind),
  listCustomerInternalAccounts: (world) => person(world),
  listCustomerExternalAccounts: (world) => mexican(world, world.northwind),
  listPlatformExternalAccounts: ({ app }) => clabe(app, '719'),
  listQuotes: tenDollars,
  listTransactions: tenDollars,
  listPostings: ({ app, dollars, euros }) => quoteBetween(app, dollars, euros, 1_000, { immediatelyExecute: true }),
  listCards: ({ app }) => shopper(app, 0),
  listCardTransactions: async (world) => purchase(world, await shopper(world.app, 100)),
  listEvents: tenDollars,
  listApiRequests: tenDollars,
  listSandboxInbox: mail,
  listAgents: (world) => anAgent(world),
  listAgentApprovals: (world) => waiting(world, world.northwind, world.dollars),
  listAgentAuditLog: (world) => anAgent(world),
  agentListActions: (world) => agentPays(world, world.agent),
  agentListTransactions: tenDollars,
  agentListExternalAccounts: (world) => mexican(world, world.northwind),
  agentListPayees: (world) => mexican(world, world.northwind),
}

/** Lists to which callers cannot add items. */
export const FIXED: readonly string[] = [
  'listPlatformInternalAccounts',
  'agentListInternalAccounts',
  'getExchangeRates',
  'getDiscoveries',
  'getAvailableUmaProviders',
]

/** Makes items of a list that differ in each of its filters. */
export const beginnings: readonly Step[] = [
  (world) => verification(world, 'R-1-001'),
  (world) => verification(world, 'R-1-002'),
  async (world) => owner(world, await business(world, 'R-2')),
  (world) => paper(world, world.alice),
  (world) => mexican(world, world.alice),
  ({ app, northwind }) => app.ok('createCustomerExternalAccount', { body: { customerId: northwind, ...british() } }),
  ({ app }) => app.ok('createPlatformExternalAccount', { body: british() }),
  ({ app }) => app.ok('createToken', { body: { name: 'Payouts worker', permissions: ['TRANSACT'] }, key: 'once' }),
  ({ app, dollars, euros }) => quoteBetween(app, euros, dollars, 500),
  async ({ app, dollars }) => quoteBetween(app, dollars, await clabe(app, '719'), 10_000, { immediatelyExecute: true }),
  ({ app, dollars, euros }) => quoteBetween(app, dollars, euros, 20_000, { immediatelyExecute: true }),
  ({ app, alice }) =>
    app.ok('sandboxReceive', {
      body: {
        senderUmaAddress: '$bob@bank.example',
        customerId: alice,
        receivingCurrencyCode: 'EUR',
        receivingCurrencyAmount: 700,
      },
    }),
  umaQuote,
  (world) => anAgent(world),
  async (world) => {
    const { agent } = await anAgent(world)
    await world.app.ok('updateAgent', { params: { agentId: agent.id }, body: { isPaused: true } })
  },
  ({ app, alice }) => connectedAgent(app, alice),
  async (world) => {
    const { id } = await accountOf(world.app, 'alice', 'USD')
    await waiting(world, world.alice, id)
  },
  async (world) => {
    const denied = await connectedAgent(world.app, world.northwind, generous({ permissions: [] }))
    await world.app.call('agentListTransactions', { as: denied.as })
  },
  async (world) => {
    const { app, agent } = world
    const agentId = agent.agent.id
    await app.ok('updateAgentPolicy', { params: { agentId }, body: { defaultExecutionMode: 'APPROVAL_REQUIRED' } })
    const [, rejected] = [await agentPays(world, agent), await agentPays(world, agent)]
    await app.ok('rejectAgentAction', { params: { agentId, actionId: rejected.id } })
    await app.ok('updateAgentPolicy', { params: { agentId }, body: { defaultExecutionMode: 'AUTO' } })
  },
  async (world) => {
    const one = await shopper(world.app, 1_000)
    for (const cleared of [undefined, 100, 50]) await purchase(world, one, cleared)
  },
  async ({ app }) => {
    const { card } = await shopper(app, 0)
    await app.ok('updateCardById', { params: { id: card.id }, body: { state: 'FROZEN' } })
  },
  async ({ app, alice }) => {
    const { data } = await app.ok('listCustomerInternalAccounts', { query: { customerId: alice, currency: 'USD' } })
    const fundingSources = data.map(({ id }) => id)
    for (let i = 0; i < 2; i++)
      await app.ok('createCard', {
        body: { cardholderId: alice, form: 'VIRTUAL', fundingSources, platformCardId: `card-${i}-001` },
      })
  },
  async (world) => world.app.ok('deleteCustomerById', { params: { customerId: await person(world) } }),
  ({ app, alice }) =>
    app.ok('updateCustomerById', {
      params: { customerId: alice },
      body: { customerType: 'INDIVIDUAL', birthDate: '1990-01-16' },
    }),
  // Later events wait for an endpoint that accepts them; earlier ones are never sent.
  ({ app }) =>
    app.app.engine.run(app.platform.platformId, (rows) => {
      const listener = rows.get(listeners, app.platform.platformId)
      rows.change(listeners, listener, { endpoint: 'https://gone.example/', disabledAt: rows.now })
    }),
]
