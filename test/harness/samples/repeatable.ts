/** A request for every operation that takes an Idempotency-Key: one that succeeds, on objects that no other request uses. */
import { type Contract, contract, type OperationId } from '../../../contract/contract.ts'
import { REQUEST_EXAMPLES as EXAMPLES } from '../../../contract/examples/request-examples.ts'
import type { Operation } from '../../../contract/operation.ts'
import { bankAccount, connectedAgent, generous, transferOut } from '../agents.ts'
import type { CallInput, TestApp } from '../app.ts'
import { cardFor, holderOf, shopper, terminal } from '../cards.ts'
import { accountOf, clabe, quoteBetween } from '../cast.ts'
import type { World } from './listed.ts'
import { addEmail, newWallet, type OpenSession, signed, standInPasskey, walletWithSession } from './wallets.ts'

/** Every operation that takes an Idempotency-Key: one without a request below does not compile. */
type Keyed = {
  [Id in OperationId]: Contract[Id] extends { method: 'GET' } | { noIdempotencyKey: true } ? never : Id
}[OperationId]

export const KEYED = Object.entries<Operation>(contract)
  .filter(([, { method, noIdempotencyKey }]) => method !== 'GET' && !noIdempotencyKey)
  .map(([id]) => id as Keyed)

/** Objects that a request needs. */
export interface RepeatWorld extends World {
  /** A platform that approves incoming payments at its endpoint. */
  readonly deciding: TestApp
  /** A customer of the deciding platform. */
  readonly recipient: `Customer:${string}`
}

export interface Repeatable<Id extends OperationId = OperationId> {
  readonly input: CallInput<Contract[Id]>
  /** Session that signs the request. */
  readonly session?: OpenSession
}

type Samples = { readonly [Id in Keyed]: (world: RepeatWorld) => Promise<Repeatable<Id>> }

let made = 0
const unique = (name: string) => `${name}-${++made}`
const usd = { currency: 'USD' } as const
const person = ({ app }: World) =>
  app.ok('createCustomer', { body: { customerType: 'INDIVIDUAL', currencies: ['USD'] } })
/** Gives an account a new number, because no account can be registered twice. */
const withNumber = <Body extends { readonly accountInfo: object }>(body: Body) => ({
  ...body,
  accountInfo: { ...body.accountInfo, accountNumber: `77${String(++made).padStart(6, '0')}719` },
})
const newToken = async ({ app }: World) => (await app.ok('createToken', { body: EXAMPLES.createToken })).id
const newAgent = ({ app, northwind }: World) =>
  app.ok('createAgent', { body: { ...EXAMPLES.createAgent, name: unique('agent'), customerId: northwind } })
const file = () => new File(['%PDF-1.7 %%EOF'], `${unique('paper')}.pdf`)
const document = ({ app, alice }: World) =>
  app.ok('uploadDocument', {
    body: { ...EXAMPLES.uploadDocument, documentHolder: alice, file: file() },
  })
const owner = ({ app, northwind }: World) =>
  app.ok('createBeneficialOwner', {
    body: { ...EXAMPLES.createBeneficialOwner, customerId: northwind },
  })
const invitation = async ({ app }: World) =>
  (await app.ok('createInvitation', { body: { inviterUma: '$alice@acme.example' } })).code
const waitingAction = async ({ app, northwind, dollars }: World) => {
  const asks = await connectedAgent(app, northwind, generous({ defaultExecutionMode: 'APPROVAL_REQUIRED' }))
  const bank = await bankAccount(app, northwind)
  const body = { source: { accountId: dollars }, destination: { accountId: bank }, amount: 500 }
  const { id } = await app.ok('agentCreateTransferOut', { as: asks.as, body })
  return { params: { agentId: asks.agent.id, actionId: id } }
}
const incoming = async ({ deciding, recipient }: RepeatWorld) => {
  const { id } = await deciding.ok('sandboxReceive', { body: received(recipient) })
  await deciding.settle()
  return { input: { as: deciding.platform, params: { transactionId: id } } }
}
const received = (customerId: `Customer:${string}`) => ({ ...EXAMPLES.sandboxReceive, customerId })
const holder = ({ app }: World) => walletWithSession(app, 50_000_000)
const quoteBody = ({ dollars, euros }: World) => ({
  ...EXAMPLES.createQuote,
  source: { sourceType: 'ACCOUNT', accountId: dollars } as const,
  destination: { destinationType: 'ACCOUNT', accountId: euros } as const,
})
const purchase = async ({ app }: World, ...steps: ('clear' | 'giveBack')[]) => {
  const { card } = await shopper(app, 1_000)
  const network = terminal(app, card)
  const bought = await network.tap(400)
  for (const step of steps) await network[step](bought, 400)
  const body = { ...EXAMPLES.sandboxSimulateCardClearing, cardTransactionId: bought.id }
  return { params: { id: card.id }, body }
}
const walletCard = async (world: World) => {
  const { wallet, session } = await holder(world)
  const customerId = wallet.customerId as `Customer:${string}`
  const { id: cardId } = await cardFor(world.app, { customerId, accounts: [wallet.id] })
  return { input: { body: { ...EXAMPLES.createDelegatedKey, cardId, internalAccountId: wallet.id } }, session }
}
const ofAgent = async (world: World, destination?: `ExternalAccount:${string}`) => {
  const { northwind: customerId, dollars, euros, app } = world
  const bank = destination ?? (await bankAccount(app, customerId))
  const { amount } = EXAMPLES.createTransferOut
  return { as: world.agent.as, body: transferOut({ customerId, dollars, euros, bank }, amount) }
}
const reversed = ({ as, body: { source, destination, amount } }: Awaited<ReturnType<typeof ofAgent>>) => ({
  as,
  body: { source: destination, destination: source, amount: amount as number },
})
const endpointTest = async ({ deciding }: RepeatWorld) => ({ input: { as: deciding.platform } })

export const SAMPLES: Samples = {
  updatePlatformConfig: async ({ deciding }) => {
    // Another endpoint would not answer, and each event would be retried.
    const { webhookEndpoint } = await deciding.ok('getPlatformConfig')
    return { input: { as: deciding.platform, body: { ...EXAMPLES.updatePlatformConfig, webhookEndpoint } } }
  },
  createToken: async () => ({ input: { body: EXAMPLES.createToken } }),
  updateToken: async (world) => ({
    input: { params: { tokenId: await newToken(world) }, body: EXAMPLES.updateToken },
  }),
  rotateTokenSecret: async (world) => ({ input: { params: { tokenId: await newToken(world) } } }),
  deleteTokenById: async (world) => ({ input: { params: { tokenId: await newToken(world) } } }),
  createCustomer: async () => ({ input: { body: EXAMPLES.createCustomer } }),
  updateCustomerById: async (world) => {
    const { wallet, credential, session } = await holder(world)
    const params = { customerId: wallet.customerId as `Customer:${string}` }
    const email = (address: string) => ({ ...EXAMPLES.updateCustomerById, email: address })
    await world.app.ok('updateCustomerById', { params, body: email(credential.nickname) })
    return { input: { params, body: email(`${unique('moved')}@example.com`) }, session }
  },
  deleteCustomerById: async (world) => ({ input: { params: { customerId: (await person(world)).id } } }),
  createCustomerKycLink: async ({ alice }) => ({ input: { params: { customerId: alice } } }),
  createVerification: async ({ alice }) => ({ input: { body: { ...EXAMPLES.createVerification, customerId: alice } } }),
  createBeneficialOwner: async ({ northwind }) => ({
    input: { body: { ...EXAMPLES.createBeneficialOwner, customerId: northwind } },
  }),
  updateBeneficialOwner: async (world) => ({
    input: { params: { beneficialOwnerId: (await owner(world)).id }, body: EXAMPLES.updateBeneficialOwner },
  }),
  uploadDocument: async ({ alice }) => ({
    input: { body: { ...EXAMPLES.uploadDocument, documentHolder: alice, file: file() } },
  }),
  replaceDocument: async (world) => ({
    input: {
      params: { documentId: (await document(world)).id },
      body: { ...EXAMPLES.replaceDocument, file: file() },
    },
  }),
  deleteDocument: async (world) => ({ input: { params: { documentId: (await document(world)).id } } }),
  uploadCustomersCsv: async () => ({
    input: { body: { ...EXAMPLES.uploadCustomersCsv, file: new File(['name'], 'customers.csv') } },
  }),
  updateInternalAccount: async (world) => {
    const { wallet, session } = await holder(world)
    return { input: { params: { id: wallet.id }, body: EXAMPLES.updateInternalAccount }, session }
  },
  createCustomerExternalAccount: async ({ northwind }) => ({
    input: { body: { ...withNumber(EXAMPLES.createCustomerExternalAccount), customerId: northwind } },
  }),
  deleteCustomerExternalAccountById: async ({ app, northwind }) => ({
    input: { params: { externalAccountId: await bankAccount(app, northwind) } },
  }),
  createPlatformExternalAccount: async () => ({ input: { body: withNumber(EXAMPLES.createPlatformExternalAccount) } }),
  deletePlatformExternalAccountById: async ({ app }) => ({
    input: { params: { externalAccountId: (await clabe(app, '719')) as `ExternalAccount:${string}` } },
  }),
  estimateCryptoWithdrawalFee: async ({ app }) => ({
    input: {
      body: {
        ...EXAMPLES.estimateCryptoWithdrawalFee,
        internalAccountId: (await accountOf(app, 'northwind', 'USDC')).id,
      },
    },
  }),
  createQuote: async (world) => {
    const destination = { destinationType: 'ACCOUNT' as const, accountId: await clabe(world.app, '719') }
    return { input: { body: { ...quoteBody(world), destination } } }
  },
  executeQuote: async (world) => {
    const { wallet, session } = await holder(world)
    const { id } = await quoteBetween(world.app, wallet.id, world.dollars, 5_000_000)
    return { input: { params: { quoteId: id } }, session }
  },
  createTransferIn: async (world) => {
    const { body } = reversed(await ofAgent(world))
    return { input: { body } }
  },
  createTransferOut: async (world) => {
    const { body } = await ofAgent(world)
    return { input: { body } }
  },
  approvePendingPayment: incoming,
  rejectPendingPayment: incoming,
  createInvitation: async () => ({ input: { body: EXAMPLES.createInvitation } }),
  claimInvitation: async (world) => ({
    input: { params: { invitationCode: await invitation(world) }, body: EXAMPLES.claimInvitation },
  }),
  cancelInvitation: async (world) => ({ input: { params: { invitationCode: await invitation(world) } } }),
  createAuthCredential: async (world) => {
    const { wallet, session } = await holder(world)
    return { input: { body: standInPasskey(wallet.id) }, session }
  },
  challengeAuthCredential: async ({ app }) => ({
    input: { params: { id: (await addEmail(app, await newWallet(app))).id } },
  }),
  verifyAuthCredential: async ({ app }) => {
    const { id } = await addEmail(app, await newWallet(app))
    const body = EXAMPLES.verifyAuthCredential
    return { input: { params: { id }, body } }
  },
  revokeAuthCredential: async (world) => {
    const { wallet, session } = await holder(world)
    const { body } = await signed(world.app, 'createAuthCredential', { body: standInPasskey(wallet.id) }, session)
    return { input: { params: { id: body.id } }, session }
  },
  revokeAuthSession: async (world) => {
    const { session } = await holder(world)
    return { input: { params: { id: session.id } }, session }
  },
  refreshAuthSession: async (world) => {
    const { session } = await holder(world)
    const body = EXAMPLES.refreshAuthSession
    return { input: { params: { id: session.id }, body }, session }
  },
  createCard: async ({ app }) => {
    const { customerId, accounts } = await holderOf(app, 1_000)
    return { input: { body: { ...EXAMPLES.createCard, cardholderId: customerId, fundingSources: accounts } } }
  },
  updateCardById: async (world) => {
    const { wallet, session } = await holder(world)
    const customerId = wallet.customerId as `Customer:${string}`
    const { data } = await world.app.ok('listCustomerInternalAccounts', { query: { customerId, ...usd } })
    const card = await cardFor(world.app, { customerId, accounts: data.map(({ id }) => id) })
    return { input: { params: { id: card.id }, body: EXAMPLES.updateCardById }, session }
  },
  createDelegatedKey: walletCard,
  revokeDelegatedKey: async (world) => {
    const { input, session } = await walletCard(world)
    const { body } = await signed(world.app, 'createDelegatedKey', input, session)
    return { input: { params: { id: body.id } } }
  },
  createAgent: async ({ northwind }) => ({
    input: { body: { ...EXAMPLES.createAgent, customerId: northwind } },
  }),
  updateAgent: async (world) => ({
    input: { params: { agentId: (await newAgent(world)).agent.id }, body: EXAMPLES.updateAgent },
  }),
  deleteAgent: async (world) => ({ input: { params: { agentId: (await newAgent(world)).agent.id } } }),
  updateAgentPolicy: async (world) => ({
    input: {
      params: { agentId: (await newAgent(world)).agent.id },
      body: EXAMPLES.updateAgentPolicy,
    },
  }),
  evaluateAgentPolicy: async ({ agent, dollars }) => ({
    input: {
      params: { agentId: agent.agent.id },
      body: { ...EXAMPLES.evaluateAgentPolicy, accountId: dollars },
    },
  }),
  regenerateAgentDeviceCode: async (world) => ({ input: { params: { agentId: (await newAgent(world)).agent.id } } }),
  approveAgentAction: async (world) => ({ input: await waitingAction(world) }),
  rejectAgentAction: async (world) => ({ input: await waitingAction(world) }),
  agentEvaluatePolicy: async ({ agent, dollars }) => ({
    input: { as: agent.as, body: { ...EXAMPLES.agentEvaluatePolicy, accountId: dollars } },
  }),
  agentCreateExternalAccount: async ({ agent }) => ({
    input: { as: agent.as, body: withNumber(EXAMPLES.agentCreateExternalAccount) },
  }),
  agentDeleteExternalAccount: async ({ app, agent, northwind }) => ({
    input: { as: agent.as, params: { externalAccountId: await bankAccount(app, northwind) } },
  }),
  agentCreateQuote: async (world) => {
    const bank = await bankAccount(world.app, world.northwind)
    const destination = { destinationType: 'ACCOUNT' as const, accountId: bank }
    return { input: { as: world.agent.as, body: { ...quoteBody(world), destination } } }
  },
  agentExecuteQuote: async ({ app }) => {
    const { wallet, session } = await walletWithSession(app, 50_000_000)
    const customerId = wallet.customerId as `Customer:${string}`
    const { as } = await connectedAgent(app, customerId)
    const body = {
      source: { sourceType: 'ACCOUNT' as const, accountId: wallet.id },
      destination: { destinationType: 'ACCOUNT' as const, accountId: await bankAccount(app, customerId) },
      lockedCurrencySide: 'SENDING' as const,
      lockedCurrencyAmount: 5_000_000,
    }
    const { id } = await app.ok('agentCreateQuote', { as, body })
    return { input: { as, params: { quoteId: id } }, session }
  },
  agentCreateTransferIn: async (world) => ({ input: reversed(await ofAgent(world)) }),
  agentCreateTransferOut: async (world) => ({ input: await ofAgent(world) }),
  sandboxFundInternalAccount: async ({ dollars }) => ({
    input: { params: { accountId: dollars }, body: EXAMPLES.sandboxFundInternalAccount },
  }),
  sandboxCreateInternalAccount: async ({ alice }) => ({
    input: { body: { ...EXAMPLES.sandboxCreateInternalAccount, customerId: alice } },
  }),
  sandboxSend: async ({ app, northwind, euros }) => {
    const { id } = await app.ok('createQuote', {
      body: {
        source: { sourceType: 'REALTIME_FUNDING', currency: 'USD', customerId: northwind },
        destination: { destinationType: 'ACCOUNT', accountId: euros },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: 1_000,
      },
    })
    return { input: { body: { ...EXAMPLES.sandboxSend, quoteId: id } } }
  },
  sandboxReceive: async ({ alice }) => ({ input: { body: received(alice) } }),
  sendTestWebhook: endpointTest,
  sendWebhookTest: endpointTest,
  resendEvent: async ({ deciding }) => {
    const { data } = await deciding.ok('listEvents', { query: { limit: 1 } })
    return { input: { as: deciding.platform, params: { eventId: data[0]?.id as `Webhook:${string}` } } }
  },
  acknowledgeEvent: async ({ app }) => {
    const { platformId } = app.platform
    const unwanted = 'select id from events where platform_id = $1 and not is_wanted limit 1'
    const [event] = await app.store.query<{ id: string }>(unwanted, [platformId])
    return { input: { params: { eventId: `Webhook:${event?.id}` }, body: EXAMPLES.acknowledgeEvent } }
  },
  // For a time without events: only one replay may run at a time, and an empty one ends immediately.
  replayEvents: async ({ deciding }) => ({
    input: { as: deciding.platform, body: EXAMPLES.replayEvents },
  }),
  advanceSandboxClock: async () => ({ input: { body: EXAMPLES.advanceSandboxClock } }),
  advanceSandboxClockTo: async ({ app }) => ({
    input: { body: { time: new Date(Date.parse((await app.ok('getSandboxClock')).now) + 5_000).toISOString() } },
  }),
  advanceSandboxClockToNext: async () => ({ input: {} }),
  freezeSandboxClock: async () => ({ input: {} }),
  unfreezeSandboxClock: async () => ({ input: {} }),
  sandboxSimulateCardAuthorization: async ({ app }) => {
    const { card } = await shopper(app, 1_000)
    return { input: { params: { id: card.id }, body: EXAMPLES.sandboxSimulateCardAuthorization } }
  },
  sandboxSimulateCardClearing: async (world) => ({ input: await purchase(world) }),
  sandboxSimulateCardReturn: async (world) => ({ input: await purchase(world, 'clear') }),
  sandboxSimulateCardReturnReversal: async (world) => {
    const { params, body } = await purchase(world, 'clear', 'giveBack')
    return { input: { params, body: { cardTransactionId: body.cardTransactionId } } }
  },
  sandboxSimulateCardAuthorizationAdvice: async (world) => {
    const { params, body } = await purchase(world)
    return { input: { params, body: { ...body, amount: EXAMPLES.sandboxSimulateCardAuthorizationAdvice.amount } } }
  },
  sandboxSimulateCardBalanceInquiry: async ({ app }) => {
    const { card } = await shopper(app, 1_000)
    return { input: { params: { id: card.id }, body: EXAMPLES.sandboxSimulateCardBalanceInquiry } }
  },
  sandboxCreatePlatform: async () => ({ input: { body: EXAMPLES.sandboxCreatePlatform } }),
}
