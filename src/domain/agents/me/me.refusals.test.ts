/** Order of the refusals of agents' requests: the policy first, then the refusals of every payment. */
import { afterAll, beforeAll } from 'vitest'
import type { AgentPolicyUpdateRequest } from '../../../../contract/agents/agent-policies.ts'
import { bankAccount, connectedAgent, newBankAccount } from '../../../../test/harness/agents.ts'
import { type TestApp, testApp } from '../../../../test/harness/app.ts'
import { holderOf } from '../../../../test/harness/cards.ts'
import {
  closeAudited,
  describeRefusals,
  put,
  type Row,
  UNSIGNED,
  unknownId,
  unknownInPath,
} from '../../../../test/harness/refusals.ts'
import { walletWithSession } from '../../../../test/harness/samples/wallets.ts'
import { alter, statesIn } from '../../../../test/harness/states.ts'
import { quotes } from '../../payments/quotes/quote.ts'

let app: TestApp
let stranger: { customerId: string; accountId: string; payee: string }
const states = statesIn(() => app)
beforeAll(async () => {
  app = await testApp()
  const { customerId, accounts } = await holderOf(app, 0)
  stranger = { customerId, accountId: accounts[0] as string, payee: await bankAccount(app, customerId) }
})
afterAll(() => closeAudited(app))

/** A customer with 100.00 dollars, a bank account, and an agent that may do everything. */
async function employed() {
  const { customerId, accounts } = await holderOf(app, 10_000, 0)
  const { agent, as } = await connectedAgent(app, customerId)
  const [accountId, empty] = accounts as [string, string]
  return { customerId, accountId, empty, payee: (await bankAccount(app, customerId)) as string, agentId: agent.id, as }
}
interface Employed {
  readonly agentId: `Agent:${string}`
}
const policy =
  (body: AgentPolicyUpdateRequest) =>
  ({ agentId }: Employed) =>
    app.ok('updateAgentPolicy', { params: { agentId }, body })

const PAUSED: Row<Employed> = [
  'the agent is paused',
  '403 AGENT_PAUSED AGENT_PAUSED',
  ({ agentId }) => app.ok('updateAgent', { params: { agentId }, body: { isPaused: true } }),
]
const NO_PERMISSION: Row<Employed> = [
  'the policy does not grant the permission',
  '403 FORBIDDEN PERMISSION',
  policy({ permissions: [] }),
]
const OTHER_ACCOUNT: Row<Employed & { readonly empty: string }> = [
  'the policy allows another account only',
  '403 FORBIDDEN ACCOUNT_NOT_ALLOWED',
  (draft) =>
    policy({ accountRestrictions: { allowedAccountIds: [draft.empty as `InternalAccount:${string}`] } })(draft),
]
const OTHER_PAYEE: Row<Employed> = [
  'the policy allows other payees only',
  '403 FORBIDDEN PAYEE_NOT_ALLOWED',
  policy({ allowedPayees: { scope: 'LISTED', payees: [] } }),
]
const LIMIT: Row<Employed> = [
  'the payment is above a limit of the policy',
  '403 AGENT_LIMIT_EXCEEDED PER_TRANSACTION_LIMIT',
  policy({ spendingLimits: { perTransactionLimit: 1 } }),
]
const NO_RAIL = 'a payment that no rail carries: uncarried.test.ts'

describeRefusals(
  'agentEvaluatePolicy',
  () => app,
  async () => {
    const world = await employed()
    return { ...world, body: { type: 'TRANSFER_OUT', accountId: world.accountId, payee: world.payee, amount: 5 } }
  },
  [
    [
      "the account is another customer's",
      '404 INTERNAL_ACCOUNT_NOT_FOUND',
      (draft) => put('accountId', stranger.accountId)(draft),
    ],
    [
      "the payee is another customer's",
      '404 EXTERNAL_ACCOUNT_NOT_FOUND',
      (draft) => put('payee', stranger.payee)(draft),
    ],
  ],
)

describeRefusals(
  'agentCreateTransferOut',
  () => app,
  async () => {
    const world = await employed()
    const { accountId, payee } = world
    return { ...world, body: { source: { accountId }, destination: { accountId: payee }, amount: 5_000 } }
  },
  [
    PAUSED,
    NO_PERMISSION,
    [
      [
        'the source is unknown',
        '404 INTERNAL_ACCOUNT_NOT_FOUND',
        put('source.accountId', unknownId('InternalAccount')),
      ],
      [
        "the source is another customer's",
        '404 INTERNAL_ACCOUNT_NOT_FOUND',
        (draft) => put('source.accountId', stranger.accountId)(draft),
      ],
    ],
    [
      [
        'the destination is unknown',
        '404 EXTERNAL_ACCOUNT_NOT_FOUND',
        put('destination.accountId', unknownId('ExternalAccount')),
      ],
      [
        "the destination is another customer's",
        '404 EXTERNAL_ACCOUNT_NOT_FOUND',
        (draft) => put('destination.accountId', stranger.payee)(draft),
      ],
    ],
    OTHER_ACCOUNT,
    OTHER_PAYEE,
    LIMIT,
    ['the destination is deleted', '404 EXTERNAL_ACCOUNT_NOT_FOUND', states.payeeDeleted],
    ['the destination is not ACTIVE', '409 ACCOUNT_NOT_ACTIVE', states.payeeStopped],
    ['the customer is not approved', '403 USER_NOT_READY', states.customerRejected],
    ['the source is frozen', '409 ACCOUNT_NOT_ACTIVE', states.accountFrozen],
    ['the source holds too little', '400 INSUFFICIENT_BALANCE', put('amount', 10_001)],
  ],
  {
    elsewhere: {
      INVALID_AMOUNT: 'as the platform: createTransferOut',
      INVALID_CURRENCY: 'as the platform: createTransferOut',
      AMOUNT_OUT_OF_RANGE: 'as the platform: createTransferOut',
      RAIL_NOT_CONNECTED: NO_RAIL,
    },
  },
)

describeRefusals(
  'agentCreateTransferIn',
  () => app,
  async () => {
    const world = await employed()
    const { accountId, payee } = world
    return { ...world, body: { source: { accountId: payee }, destination: { accountId }, amount: 5_000 } }
  },
  [
    ['no amount is given', '400 INVALID_INPUT amount', put('amount', undefined)],
    PAUSED,
    NO_PERMISSION,
    [
      'the destination is unknown',
      '404 INTERNAL_ACCOUNT_NOT_FOUND',
      put('destination.accountId', unknownId('InternalAccount')),
    ],
    [
      [
        'the source is unknown',
        '404 EXTERNAL_ACCOUNT_NOT_FOUND',
        put('source.accountId', unknownId('ExternalAccount')),
      ],
      [
        "the source is another customer's",
        '404 EXTERNAL_ACCOUNT_NOT_FOUND',
        (draft) => put('source.accountId', stranger.payee)(draft),
      ],
    ],
    OTHER_ACCOUNT,
    LIMIT,
    ['the source is deleted', '404 EXTERNAL_ACCOUNT_NOT_FOUND', states.payeeDeleted],
    ['the source is not ACTIVE', '409 ACCOUNT_NOT_ACTIVE', states.payeeStopped],
    ['the customer is not approved', '403 USER_NOT_READY', states.customerRejected],
  ],
  {
    elsewhere: {
      INVALID_CURRENCY: 'as the platform: createTransferIn',
      AMOUNT_OUT_OF_RANGE: 'as the platform: createTransferIn',
      RAIL_NOT_CONNECTED: NO_RAIL,
    },
  },
)

const quoteFrom = (accountId: string, payee: string, more: object = {}) => ({
  source: { sourceType: 'ACCOUNT', accountId },
  destination: { destinationType: 'ACCOUNT', accountId: payee },
  lockedCurrencySide: 'SENDING',
  lockedCurrencyAmount: 5_000,
  ...more,
})
const AS_PLATFORM = 'as the platform: createQuote'

describeRefusals(
  'agentCreateQuote',
  () => app,
  async () => {
    const world = await employed()
    return { ...world, body: quoteFrom(world.accountId, world.payee, { immediatelyExecute: true }) }
  },
  [
    PAUSED,
    [
      NO_PERMISSION,
      [
        'the policy does not permit execution',
        '403 FORBIDDEN PERMISSION',
        policy({ permissions: ['CREATE_QUOTES', 'MANAGE_EXTERNAL_ACCOUNTS'] }),
      ],
    ],
    [
      'the platform alone takes a fee',
      '400 INVALID_INPUT platformFeeOverride',
      put('platformFeeOverride', { platformFixedFee: { amount: 1, currency: 'USD' }, platformVariableFeeBps: 0 }),
    ],
    [
      "the source is another customer's",
      '404 INTERNAL_ACCOUNT_NOT_FOUND',
      (draft) => put('source.accountId', stranger.accountId)(draft),
    ],
    [
      "the destination is another customer's",
      '404 EXTERNAL_ACCOUNT_NOT_FOUND',
      (draft) => put('destination.accountId', stranger.payee)(draft),
    ],
    OTHER_ACCOUNT,
    OTHER_PAYEE,
    ['the destination is deleted', '404 EXTERNAL_ACCOUNT_NOT_FOUND', states.payeeDeleted],
    ['the destination is not ACTIVE', '409 ACCOUNT_NOT_ACTIVE', states.payeeStopped],
    ['the customer is deleted', '409 ACCOUNT_NOT_ACTIVE', states.customerDeleted],
    ['the customer is not approved', '403 USER_NOT_READY', states.customerRejected],
    LIMIT,
    ['the source is frozen', '409 ACCOUNT_NOT_ACTIVE', states.accountFrozen],
    ['the source holds too little', '400 INSUFFICIENT_BALANCE', put('lockedCurrencyAmount', 10_001)],
  ],
  {
    elsewhere: {
      INVALID_AMOUNT: AS_PLATFORM,
      AMOUNT_OUT_OF_RANGE: AS_PLATFORM,
      INVALID_CURRENCY: AS_PLATFORM,
      SELF_PAYMENT: AS_PLATFORM,
      USER_NOT_FOUND: AS_PLATFORM,
      MISSING_MANDATORY_USER_INFO: AS_PLATFORM,
      INVALID_UMA_ADDRESS: AS_PLATFORM,
      COUNTERPARTY_NOT_ALLOWED: AS_PLATFORM,
      INVALID_RECEIVER: AS_PLATFORM,
      LOOKUP_REQUEST_NOT_FOUND: AS_PLATFORM,
      RAIL_NOT_CONNECTED: NO_RAIL,
      QUOTE_EXPIRED: 'a new quote is PENDING',
      QUOTE_ALREADY_EXECUTED: 'a new quote is PENDING',
      INVALID_STATE_TRANSITION: 'a new quote is PENDING',
    },
  },
)

describeRefusals(
  'agentExecuteQuote',
  () => app,
  async () => {
    const { wallet, session } = await walletWithSession(app, 10_000_000)
    const customerId = wallet.customerId as `Customer:${string}`
    const { data } = await app.ok('listCustomerInternalAccounts', { query: { customerId, currency: 'USD' } })
    const { agent, as } = await connectedAgent(app, customerId)
    const payee: string = await bankAccount(app, customerId)
    const body = quoteFrom(wallet.id, payee, { lockedCurrencyAmount: 5_000_000 })
    const { id: quoteId } = await app.ok('agentCreateQuote', { as, body })
    const world = { customerId, accountId: wallet.id, empty: data[0]?.id as string, payee, agentId: agent.id }
    return { ...world, quoteId, as, session, params: { quoteId } }
  },
  [
    PAUSED,
    NO_PERMISSION,
    unknownInPath('agentExecuteQuote'),
    OTHER_ACCOUNT,
    OTHER_PAYEE,
    LIMIT,
    [
      [
        'the quote has expired',
        '409 QUOTE_EXPIRED',
        ({ quoteId }) => alter(app, quotes, quoteId, { status: 'EXPIRED' }),
      ],
      [
        'the quote was executed',
        '409 QUOTE_ALREADY_EXECUTED',
        ({ quoteId }) => alter(app, quotes, quoteId, { status: 'PROCESSING' }),
      ],
    ],
    UNSIGNED,
    ['the customer is deleted', '409 ACCOUNT_NOT_ACTIVE', states.customerDeleted],
    ['the customer is not approved', '403 USER_NOT_READY', states.customerRejected],
    ['the destination is deleted', '404 EXTERNAL_ACCOUNT_NOT_FOUND', states.payeeDeleted],
    ['the wallet is frozen', '409 ACCOUNT_NOT_ACTIVE', states.accountFrozen],
  ],
  {
    elsewhere: {
      INSUFFICIENT_BALANCE: 'as the platform: executeQuote',
      AMOUNT_OUT_OF_RANGE: 'as the platform: executeQuote',
      USER_NOT_FOUND: 'as the platform: executeQuote',
      INVALID_STATE_TRANSITION: 'an agent makes no quote that waits for a deposit',
    },
  },
)

describeRefusals(
  'agentCreateExternalAccount',
  () => app,
  async () => {
    const world = await employed()
    return { ...world, body: { customerId: world.customerId, ...newBankAccount('719') } }
  },
  [
    PAUSED,
    NO_PERMISSION,
    [
      'it is for another customer',
      '400 INVALID_INPUT customerId',
      (draft) => put('customerId', stranger.customerId)(draft),
    ],
    [
      'it is made the deposit account before it is approved',
      '400 INVALID_INPUT defaultUmaDepositAccount',
      put('defaultUmaDepositAccount', true),
    ],
    ['its type does not hold the currency', '400 INVALID_CURRENCY currency', put('currency', 'EUR')],
    [
      'the bank does not know it',
      '400 INVALID_BANK_ACCOUNT accountInfo',
      put('accountInfo.accountNumber', '8812345678105'),
    ],
    ['the customer is deleted', '410 CUSTOMER_DELETED', states.customerDeleted],
    [
      'the customer already has it',
      '409 CONFLICT',
      (draft) => app.ok('createCustomerExternalAccount', { body: draft.body }),
    ],
  ],
  {
    elsewhere: {
      USER_NOT_FOUND: 'the customer of an agent exists',
      AGENT_LIMIT_EXCEEDED: 'no money moves',
    },
  },
)
describeRefusals(
  'agentDeleteExternalAccount',
  () => app,
  async () => {
    const world = await employed()
    return { ...world, params: { externalAccountId: world.payee } }
  },
  [
    PAUSED,
    NO_PERMISSION,
    [
      unknownInPath('agentDeleteExternalAccount'),
      [
        "it is another customer's",
        '404 EXTERNAL_ACCOUNT_NOT_FOUND',
        ({ params }) => {
          params.externalAccountId = stranger.payee
        },
      ],
    ],
    ['it is deleted', '404 EXTERNAL_ACCOUNT_NOT_FOUND', states.payeeDeleted],
  ],
  { elsewhere: { AGENT_LIMIT_EXCEEDED: 'no money moves' } },
)
