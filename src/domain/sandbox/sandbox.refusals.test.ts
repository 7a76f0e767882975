/** Order of the refusals of sandbox simulations, and of withdrawal fee estimates. */
import { afterAll, beforeAll } from 'vitest'
import type { OperationId } from '../../../contract/contract.ts'
import { type TestApp, testApp } from '../../../test/harness/app.ts'
import { holderOf, type Shopper, shopper, terminal } from '../../../test/harness/cards.ts'
import { accountOf, quoteBetween } from '../../../test/harness/cast.ts'
import {
  closeAudited,
  type Draft,
  describeRefusals,
  put,
  type Row,
  unknownId,
  unknownInPath,
} from '../../../test/harness/refusals.ts'
import { alter, statesIn } from '../../../test/harness/states.ts'
import { quotes } from '../payments/quotes/quote.ts'
import { blockProvider, unblockProvider } from '../payments/receivers/block-provider.ts'
import type { Platform } from '../platform/platform.ts'

let app: TestApp
let supportedCurrencies: Platform['supportedCurrencies']
const states = statesIn(() => app)
beforeAll(async () => {
  app = await testApp()
  supportedCurrencies = (await app.ok('getPlatformConfig')).supportedCurrencies as typeof supportedCurrencies
})
afterAll(() => closeAudited(app))

const holder = async () => {
  await states.platformWith({ supportedCurrencies })
  const { customerId, accounts } = await holderOf(app, 0)
  return { customerId: customerId as string, accountId: accounts[0] as string }
}
const only = (changes: Partial<Platform['supportedCurrencies'][number]>) => () =>
  states.platformWith({ supportedCurrencies: supportedCurrencies.map((currency) => ({ ...currency, ...changes })) })
const DELETED: Row<{ customerId: string }> = ['the customer is deleted', '410 CUSTOMER_DELETED', states.customerDeleted]
const REJECTED: Row<{ customerId: string }> = [
  'the customer is not approved',
  '403 USER_NOT_READY',
  states.customerRejected,
]

describeRefusals(
  'estimateCryptoWithdrawalFee',
  () => app,
  async () => {
    const { id } = await accountOf(app, 'northwind', 'USDC')
    const destinationAddress = '0x742d35Cc6634C0532925a3b844Bc454e4438f44e'
    const body = { currency: 'USDC', amount: 1_000_000_000, cryptoNetwork: 'BASE', destinationAddress }
    return { body: { internalAccountId: id, ...body } }
  },
  [
    [
      'the account is unknown',
      '404 INTERNAL_ACCOUNT_NOT_FOUND',
      put('internalAccountId', unknownId('InternalAccount')),
    ],
    [
      ['the account is in another currency', '400 INVALID_CURRENCY currency', put('currency', 'BTC')],
      ['the currency is not on the network', '400 INVALID_CURRENCY cryptoNetwork', put('cryptoNetwork', 'BITCOIN')],
    ],
    ['there is no such address', '400 INVALID_INPUT destinationAddress', put('destinationAddress', 'nowhere')],
    ['the fee consumes the amount', '400 INVALID_AMOUNT', put('amount', 1)],
  ],
  { elsewhere: { RAIL_NOT_CONNECTED: 'without a crypto network: estimate-crypto-withdrawal-fee.test.ts' } },
)

describeRefusals(
  'sandboxFundInternalAccount',
  () => app,
  async () => {
    const world = await holder()
    return { ...world, params: { accountId: world.accountId }, body: { amount: 20_001 } }
  },
  [
    unknownInPath('sandboxFundInternalAccount'),
    ['the account is frozen', '409 ACCOUNT_NOT_ACTIVE', states.accountFrozen],
    ['the account would hold too much', '400 AMOUNT_OUT_OF_RANGE', states.accountFull],
  ],
)
describeRefusals(
  'sandboxCreateInternalAccount',
  () => app,
  async () => {
    const { customerId } = await holder()
    return { customerId, body: { customerId, currency: 'USD' } }
  },
  [
    ['the customer is unknown', '404 USER_NOT_FOUND', put('customerId', unknownId('Customer'))],
    DELETED,
    REJECTED,
    ['the platform does not support the currency', '400 INVALID_CURRENCY currency', put('currency', 'XXX')],
  ],
)
describeRefusals(
  'sandboxCreatePlatform',
  () => app,
  async () => ({ body: { name: 'Third Pay' } }),
  [],
)

const fundedQuote = async () => {
  const { customerId, accountId } = await holder()
  const receiver = (await holder()).accountId
  const { id } = await app.ok('createQuote', {
    body: {
      source: { sourceType: 'REALTIME_FUNDING', currency: 'USD', customerId },
      destination: { destinationType: 'ACCOUNT', accountId: receiver },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 30_000,
    },
  })
  const { id: paidFromAccount } = await quoteBetween(app, accountId, receiver, 500)
  return { customerId, accountId: receiver, quoteId: id as string, paidFromAccount }
}
describeRefusals(
  'sandboxSend',
  () => app,
  async () => {
    const world = await fundedQuote()
    return { ...world, body: { quoteId: world.quoteId, currencyCode: 'USD' } }
  },
  [
    ['the quote is unknown', '404 QUOTE_NOT_FOUND', put('quoteId', unknownId('Quote'))],
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
      [
        'the quote is paid from an account',
        '409 INVALID_STATE_TRANSITION',
        (draft) => put('quoteId', draft.paidFromAccount)(draft),
      ],
    ],
    ['the money is in another currency', '400 INVALID_CURRENCY currencyCode', put('currencyCode', 'EUR')],
    ['the customer is deleted', '409 ACCOUNT_NOT_ACTIVE', states.customerDeleted],
    ['the customer is not approved', '403 USER_NOT_READY', states.customerRejected],
    ['the destination is frozen', '409 ACCOUNT_NOT_ACTIVE', states.accountFrozen],
    ['the destination would hold too much', '400 AMOUNT_OUT_OF_RANGE', states.accountFull],
  ],
  { elsewhere: { EXTERNAL_ACCOUNT_NOT_FOUND: 'as the platform: executeQuote' } },
)

const UMA_DOMAIN = 'bank.example'
describeRefusals(
  'sandboxReceive',
  () => app,
  async () => {
    await app.app.engine.run(app.platform.platformId, (rows) => unblockProvider(rows, UMA_DOMAIN))
    const { customerId, accountId } = await holder()
    const receiverUmaAddress = (await app.ok('getCustomerById', { params: { customerId: customerId as never } }))
      .umaAddress
    const body = { senderUmaAddress: `$bob@${UMA_DOMAIN}`, receivingCurrencyCode: 'USD', receivingCurrencyAmount: 700 }
    return { customerId, accountId, body: { ...body, customerId, receiverUmaAddress } }
  },
  [
    ['the sender has no UMA address', '400 INVALID_UMA_ADDRESS senderUmaAddress', put('senderUmaAddress', '$bob@')],
    [
      [
        'no receiver is named',
        '400 INVALID_INPUT receiverUmaAddress',
        (draft) => {
          put('customerId', undefined)(draft)
          put('receiverUmaAddress', undefined)(draft)
        },
      ],
      [
        'the receiver has no UMA address',
        '400 INVALID_UMA_ADDRESS receiverUmaAddress',
        put('receiverUmaAddress', '$zoe@'),
      ],
    ],
    [
      ['the customer is unknown', '404 USER_NOT_FOUND', put('customerId', unknownId('Customer'))],
      ['the customer is deleted', '404 USER_NOT_FOUND', states.customerDeleted],
      [
        'no customer has the UMA address',
        '404 UMA_NOT_FOUND',
        (draft) => {
          put('customerId', undefined)(draft)
          put('receiverUmaAddress', '$zoe@acme.example')(draft)
        },
      ],
    ],
    [
      'the UMA address is of another customer',
      '400 INVALID_INPUT receiverUmaAddress',
      put('receiverUmaAddress', '$alice@acme.example'),
    ],
    REJECTED,
    [
      'the customer has no account in the currency',
      '400 INVALID_CURRENCY receivingCurrencyCode',
      put('receivingCurrencyCode', 'EUR'),
    ],
    [
      'the institution of the sender is blocked',
      '403 COUNTERPARTY_NOT_ALLOWED',
      () => app.app.engine.run(app.platform.platformId, (rows) => blockProvider(rows, UMA_DOMAIN)),
    ],
    [
      'the platform accepts no payments in the currency',
      '400 INVALID_CURRENCY',
      only({ enabledTransactionTypes: ['OUTGOING'] }),
    ],
    ['the amount is outside the limits of the platform', '400 AMOUNT_OUT_OF_RANGE', only({ maxAmount: 10 })],
  ],
  { elsewhere: { ACCOUNT_NOT_ACTIVE: 'the money goes to suspense (decision 20)' } },
)

describeRefusals(
  'advanceSandboxClock',
  () => app,
  async () => ({ body: { seconds: 5 } }),
  [],
)
describeRefusals(
  'advanceSandboxClockTo',
  () => app,
  async () => ({ body: { time: new Date(app.clock.now() + 5_000).toISOString() } }),
  [
    [
      ['the time has passed', '400 INVALID_INPUT time', put('time', '2020-01-01T00:00:00Z')],
      ['the time is too far ahead', '400 INVALID_INPUT time', put('time', '2999-01-01T00:00:00Z')],
    ],
  ],
)
for (const id of ['advanceSandboxClockToNext', 'freezeSandboxClock', 'unfreezeSandboxClock'] as const)
  describeRefusals(
    id,
    () => app,
    async () => ({}),
    [],
  )

const MERCHANT = { descriptor: 'BLUE BOTTLE COFFEE', mcc: '5814', country: 'US' }
const card = async (amount = 1_000) => {
  await states.platformWith({ supportedCurrencies })
  const who = await shopper(app, amount)
  return { who, accountId: who.accounts[0] as string, params: { id: who.card.id as string } }
}
describeRefusals(
  'sandboxSimulateCardAuthorization',
  () => app,
  async () => ({ ...(await card()), body: { amount: 400, currency: { code: 'USD' }, merchant: MERCHANT } }),
  [
    unknownInPath('sandboxSimulateCardAuthorization'),
    ['the card is in another currency', '400 INVALID_CURRENCY currency.code', put('currency.code', 'EUR')],
  ],
  { elsewhere: { AMOUNT_OUT_OF_RANGE: 'of a card in USDB: delegated-keys.test.ts' } },
)
describeRefusals(
  'sandboxSimulateCardBalanceInquiry',
  () => app,
  async () => ({ ...(await card()), body: { merchant: MERCHANT } }),
  [unknownInPath('sandboxSimulateCardBalanceInquiry')],
)

type Step = 'clear' | 'giveBack'
/** A purchase of 4.00 after some steps, and a message of the network about it. */
const message = (steps: readonly Step[], amount?: number) => async () => {
  const world = await card()
  const network = terminal(app, world.who.card)
  const bought = await network.tap(400)
  for (const step of steps) await network[step](bought, 400)
  return { ...world, body: { cardTransactionId: bought.id as string, ...(amount !== undefined && { amount }) } }
}
type World = Draft & { readonly who: Shopper }
const ofPurchase = (
  id: OperationId,
  inState: (world: World) => Promise<unknown>,
): readonly (Row<any> | readonly Row<any>[])[] => [
  unknownInPath(id),
  [
    [
      'the purchase is unknown',
      '404 CARD_TRANSACTION_NOT_FOUND',
      put('cardTransactionId', unknownId('CardTransaction')),
    ],
    [
      'the purchase was made with another card',
      '404 CARD_TRANSACTION_NOT_FOUND',
      async (draft: Draft) => put('cardTransactionId', (await message([])()).body.cardTransactionId)(draft),
    ],
  ],
  ['the state of the purchase does not permit it', '400 INVALID_INPUT cardTransactionId', inState],
]
const clear = ({ who, body }: World) => terminal(app, who.card).clear({ id: body.cardTransactionId }, 400)
/** Another purchase, which was not cleared. */
const another = async (draft: World) => {
  const { id } = await terminal(app, draft.who.card).tap(100)
  put('cardTransactionId', id)(draft)
}

describeRefusals(
  'sandboxSimulateCardClearing',
  () => app,
  message([], 400),
  ofPurchase('sandboxSimulateCardClearing', clear),
  {
    elsewhere: { AMOUNT_OUT_OF_RANGE: 'beyond the largest total of a purchase: purchases.test.ts' },
  },
)
describeRefusals('sandboxSimulateCardReturn', () => app, message(['clear'], 400), [
  ...ofPurchase('sandboxSimulateCardReturn', another),
  ['more is returned than was cleared', '400 INVALID_INPUT amount', put('amount', 401)],
])
describeRefusals(
  'sandboxSimulateCardReturnReversal',
  () => app,
  message(['clear', 'giveBack']),
  ofPurchase('sandboxSimulateCardReturnReversal', another),
)
describeRefusals('sandboxSimulateCardAuthorizationAdvice', () => app, message([], 500), [
  ...ofPurchase('sandboxSimulateCardAuthorizationAdvice', clear),
  [
    'the card is frozen',
    '409 INVALID_STATE_TRANSITION',
    ({ who }) => app.ok('updateCardById', { params: { id: who.card.id }, body: { state: 'FROZEN' } }),
  ],
  ['the account is frozen', '409 ACCOUNT_NOT_ACTIVE', states.accountFrozen],
  ['the account holds too little', '400 INSUFFICIENT_BALANCE', put('amount', 1_001)],
])
