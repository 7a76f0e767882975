/** Order of the refusals of transfers, and of decisions about incoming payments. */
import { afterAll, beforeAll } from 'vitest'
import { bankAccount } from '../../../../test/harness/agents.ts'
import { type TestApp, testApp } from '../../../../test/harness/app.ts'
import { holderOf } from '../../../../test/harness/cards.ts'
import { clabe } from '../../../../test/harness/cast.ts'
import { openReceiver, type Receiver } from '../../../../test/harness/receiver.ts'
import {
  closeAudited,
  describeRefusals,
  put,
  type Row,
  unknownId,
  unknownInPath,
} from '../../../../test/harness/refusals.ts'
import { actingFor, newWallet } from '../../../../test/harness/samples/wallets.ts'
import { alter, statesIn } from '../../../../test/harness/states.ts'
import type { Platform } from '../../platform/platform.ts'
import { transactions } from './transaction.ts'

type Currencies = Platform['supportedCurrencies']

let app: TestApp
/** As another platform, which decides about incoming payments itself. */
let deciding: TestApp
let receiver: Receiver
let supported: Currencies
let foreign: string
const states = statesIn(() => app)
beforeAll(async () => {
  app = await testApp()
  receiver = await openReceiver(202)
  deciding = actingFor(app, await app.anotherPlatform())
  await deciding.ok('updatePlatformConfig', { body: { webhookEndpoint: receiver.url } })
  supported = (await app.ok('getPlatformConfig')).supportedCurrencies as Currencies
  foreign = await bankAccount(app, (await holderOf(app)).customerId)
})
afterAll(async () => {
  await closeAudited(app)
  await receiver.close()
})

/** A customer with 100.00 dollars, an empty account and a bank account. */
async function holder() {
  await states.platformWith({ supportedCurrencies: supported })
  const { customerId, accounts } = await holderOf(app, 10_000, 0)
  const [accountId, empty] = accounts as [string, string]
  return { customerId, accountId, empty, payee: (await bankAccount(app, customerId)) as string }
}
let addresses = 0
/** An external account in the currency of wallets. */
async function sparkAddress() {
  const address = `spark1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq${String(++addresses).padStart(3, '0')}`
  const body = { currency: 'USDB', accountInfo: { accountType: 'SPARK_WALLET', address } }
  return (await app.ok('createPlatformExternalAccount', { body })).id
}
const only = (changes: Partial<Currencies[number]>) => () =>
  states.platformWith({ supportedCurrencies: supported.map((currency) => ({ ...currency, ...changes })) })
const limits = (type: 'OUTGOING' | 'INCOMING'): readonly (Row | readonly Row[])[] => [
  [
    [
      'the platform does not support the currency',
      '400 INVALID_CURRENCY source.accountId',
      () => states.platformWith({ supportedCurrencies: [] }),
    ],
    [
      `the platform has no ${type} payments in the currency`,
      '400 INVALID_CURRENCY source.accountId',
      only({ enabledTransactionTypes: [type === 'OUTGOING' ? 'INCOMING' : 'OUTGOING'] }),
    ],
  ],
  ['the amount is outside the limits of the platform', '400 AMOUNT_OUT_OF_RANGE amount', only({ maxAmount: 10 })],
]
const NO_RAIL = 'a payment that no rail carries: uncarried.test.ts'

describeRefusals(
  'createTransferOut',
  () => app,
  async () => {
    const world = { ...(await holder()), wallet: await newWallet(app) }
    const { accountId, payee } = world
    return { ...world, body: { source: { accountId }, destination: { accountId: payee }, amount: 5_000 } }
  },
  [
    [
      'the destination is unknown',
      '404 EXTERNAL_ACCOUNT_NOT_FOUND',
      put('destination.accountId', unknownId('ExternalAccount')),
    ],
    ['the source is unknown', '404 INTERNAL_ACCOUNT_NOT_FOUND', put('source.accountId', unknownId('InternalAccount'))],
    ['the destination is deleted', '404 EXTERNAL_ACCOUNT_NOT_FOUND', states.payeeDeleted],
    ['the destination is not ACTIVE', '409 ACCOUNT_NOT_ACTIVE', states.payeeStopped],
    [
      'the destination is in another currency',
      '400 INVALID_CURRENCY destination.accountId',
      async (draft) => {
        draft.payee = await clabe(app, '719')
        put('destination.accountId', draft.payee)(draft)
      },
    ],
    ['the customer is deleted', '409 ACCOUNT_NOT_ACTIVE', states.customerDeleted],
    ['the customer is not approved', '403 USER_NOT_READY', states.customerRejected],
    [
      'the source is a wallet',
      '400 INVALID_INPUT source.accountId',
      async (draft) => {
        draft.accountId = draft.wallet.id
        draft.customerId = draft.wallet.customerId as `Customer:${string}`
        draft.payee = await sparkAddress()
        put('source.accountId', draft.accountId)(draft)
        put('destination.accountId', draft.payee)(draft)
      },
    ],
    ['the source is frozen', '409 ACCOUNT_NOT_ACTIVE', states.accountFrozen],
    [
      ['the source holds too little', '400 INSUFFICIENT_BALANCE', put('amount', 10_001)],
      [
        'the source is empty, and no amount is given',
        '400 INVALID_AMOUNT',
        (draft) => {
          draft.accountId = draft.empty
          put('source.accountId', draft.empty)(draft)
          put('amount', undefined)(draft)
        },
      ],
    ],
    ...limits('OUTGOING'),
  ],
  { elsewhere: { RAIL_NOT_CONNECTED: NO_RAIL } },
)

describeRefusals(
  'createTransferIn',
  () => app,
  async () => {
    const world = await holder()
    const { accountId, payee } = world
    return { ...world, body: { source: { accountId: payee }, destination: { accountId }, amount: 5_000 } }
  },
  [
    ['no amount is given', '400 INVALID_INPUT amount', put('amount', undefined)],
    ['the source is unknown', '404 EXTERNAL_ACCOUNT_NOT_FOUND', put('source.accountId', unknownId('ExternalAccount'))],
    [
      'the destination is unknown',
      '404 INTERNAL_ACCOUNT_NOT_FOUND',
      put('destination.accountId', unknownId('InternalAccount')),
    ],
    [
      'the source belongs to another customer than the destination',
      '404 EXTERNAL_ACCOUNT_NOT_FOUND',
      (draft) => put('source.accountId', foreign)(draft),
    ],
    ['the source is deleted', '404 EXTERNAL_ACCOUNT_NOT_FOUND', states.payeeDeleted],
    ['the source is not ACTIVE', '409 ACCOUNT_NOT_ACTIVE', states.payeeStopped],
    [
      'the source is in another currency',
      '400 INVALID_CURRENCY destination.accountId',
      async (draft) => {
        draft.payee = await clabe(app, '719')
        put('source.accountId', draft.payee)(draft)
      },
    ],
    ['the customer is deleted', '409 ACCOUNT_NOT_ACTIVE', states.customerDeleted],
    ['the customer is not approved', '403 USER_NOT_READY', states.customerRejected],
    ...limits('INCOMING'),
  ],
  { elsewhere: { RAIL_NOT_CONNECTED: NO_RAIL } },
)

/** An incoming payment that waits for the decision of its platform. */
async function waiting() {
  const { id: customerId } = await deciding.ok('createCustomer', {
    body: { customerType: 'INDIVIDUAL', currencies: ['USD'] },
  })
  const { id } = await deciding.ok('sandboxReceive', {
    body: {
      senderUmaAddress: '$bob@bank.example',
      customerId,
      receivingCurrencyCode: 'USD',
      receivingCurrencyAmount: 700,
    },
  })
  await deciding.settle()
  return { transactionId: id, params: { transactionId: id } }
}
const ended = (status: 'REJECTED' | 'COMPLETED'): Row<{ transactionId: string }> => [
  `the payment is ${status}`,
  '409 TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL',
  ({ transactionId }) => alter(deciding, transactions, transactionId, { status }),
]
describeRefusals('approvePendingPayment', () => deciding, waiting, [
  unknownInPath('approvePendingPayment'),
  ended('REJECTED'),
])
describeRefusals('rejectPendingPayment', () => deciding, waiting, [
  unknownInPath('rejectPendingPayment'),
  ended('COMPLETED'),
])
