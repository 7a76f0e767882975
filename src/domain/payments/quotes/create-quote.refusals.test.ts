/** Order of the refusals of a quote's creation, for each kind of source and destination. */
import { afterAll, beforeAll } from 'vitest'
import { bankAccount } from '../../../../test/harness/agents.ts'
import { type TestApp, testApp } from '../../../../test/harness/app.ts'
import { holderOf } from '../../../../test/harness/cards.ts'
import { clabe } from '../../../../test/harness/cast.ts'
import { closeAudited, describeRefusals, put, type Row, unknownId } from '../../../../test/harness/refusals.ts'
import { newWallet } from '../../../../test/harness/samples/wallets.ts'
import { alter, PASSKEYS_ONLY, statesIn } from '../../../../test/harness/states.ts'
import { customers } from '../../customers/customer.ts'
import type { Platform } from '../../platform/platform.ts'
import { blockProvider, unblockProvider } from '../receivers/block-provider.ts'

type Currencies = Platform['supportedCurrencies']

let app: TestApp
let supported: Currencies
let stranger: string
const states = statesIn(() => app)
beforeAll(async () => {
  app = await testApp()
  supported = (await app.ok('getPlatformConfig')).supportedCurrencies as Currencies
  stranger = (await holderOf(app)).customerId
})
afterAll(() => closeAudited(app))

const from = (accountId: string) => ({ sourceType: 'ACCOUNT', accountId })
const to = (accountId: string) => ({ destinationType: 'ACCOUNT', accountId })
const request = (source: object, destination: object, more: object = {}) => ({
  body: { source, destination, lockedCurrencySide: 'SENDING', lockedCurrencyAmount: 5_000, ...more },
})
/** An unchanged platform, and a customer of it with 100.00 dollars. */
async function payer() {
  await states.platformWith({ supportedCurrencies: supported, walletPolicy: null })
  const { customerId, accounts } = await holderOf(app, 10_000)
  return { customerId, accountId: accounts[0] as string }
}
const only = (changes: Partial<Currencies[number]>) => () =>
  states.platformWith({ supportedCurrencies: supported.map((currency) => ({ ...currency, ...changes })) })
const fee = (currency: string, bps = 0) => ({
  platformFixedFee: { amount: 1, currency },
  platformVariableFeeBps: bps,
})
const lookupOf = async (receiverUmaAddress: string) =>
  (await app.ok('lookupUma', { params: { receiverUmaAddress } })).lookupId

const UNKNOWN_SOURCE: Row = [
  'the source is unknown',
  '404 INTERNAL_ACCOUNT_NOT_FOUND',
  put('source.accountId', unknownId('InternalAccount')),
]
const FOREIGN_SOURCE: Row = [
  'the source belongs to a customer other than the named one',
  '400 INVALID_INPUT source.customerId',
  (draft) => put('source.customerId', stranger)(draft),
]
const LIMITS: readonly (Row | readonly Row[])[] = [
  [
    [
      'the platform does not support the currency',
      '400 INVALID_CURRENCY source.accountId',
      () => states.platformWith({ supportedCurrencies: [] }),
    ],
    [
      'the platform does not pay in the currency',
      '400 INVALID_CURRENCY source.accountId',
      only({ enabledTransactionTypes: ['INCOMING'] }),
    ],
  ],
  [
    'the amount is outside the limits of the platform',
    '400 AMOUNT_OUT_OF_RANGE lockedCurrencyAmount',
    only({ maxAmount: 10 }),
  ],
]

describeRefusals(
  'createQuote',
  () => app,
  async () => {
    const world = { ...(await payer()), payee: await clabe(app, '719') }
    return { ...world, ...request(from(world.accountId), to(world.payee), { immediatelyExecute: true }) }
  },
  [
    UNKNOWN_SOURCE,
    FOREIGN_SOURCE,
    ['the lookup is unknown', '404 LOOKUP_REQUEST_NOT_FOUND', put('lookupId', unknownId('Lookup'))],
    ['the destination is deleted', '404 EXTERNAL_ACCOUNT_NOT_FOUND', states.payeeDeleted],
    ['the destination is not ACTIVE', '409 ACCOUNT_NOT_ACTIVE', states.payeeStopped],
    [
      'the lookup was of another receiver',
      '400 INVALID_RECEIVER lookupId',
      async (draft) => put('lookupId', await lookupOf('$alice@acme.example'))(draft),
    ],
    [
      'the destination is not on this rail',
      '400 INVALID_INPUT destination.paymentRail',
      put('destination.paymentRail', 'FEDNOW'),
    ],
    ['the customer is deleted', '409 ACCOUNT_NOT_ACTIVE', states.customerDeleted],
    ['the customer is not approved', '403 USER_NOT_READY', states.customerRejected],
    [
      'the platform fee is not in the currency of the source',
      '400 INVALID_CURRENCY platformFeeOverride.platformFixedFee.currency',
      put('platformFeeOverride', fee('EUR')),
    ],
    [
      ['nothing would arrive', '400 INVALID_AMOUNT lockedCurrencyAmount', put('lockedCurrencyAmount', 1)],
      [
        'the other side would be too large',
        '400 AMOUNT_OUT_OF_RANGE lockedCurrencyAmount',
        put('lockedCurrencyAmount', 9_000_000_000_000_000),
      ],
      [
        'the platform fee leaves too little',
        '400 INVALID_AMOUNT platformFeeOverride.platformVariableFeeBps',
        (draft) => {
          put('lockedCurrencySide', 'RECEIVING')(draft)
          put('platformFeeOverride', fee('USD', 9_930))(draft)
        },
      ],
    ],
    ...LIMITS,
    ['the source is frozen', '409 ACCOUNT_NOT_ACTIVE', states.accountFrozen],
    ['the source holds too little', '400 INSUFFICIENT_BALANCE', put('lockedCurrencyAmount', 10_001)],
  ],
  {
    elsewhere: {
      SELF_PAYMENT: 'to an internal account',
      USER_NOT_FOUND: 'by real-time funding',
      COUNTERPARTY_NOT_ALLOWED: 'to a UMA address',
      MISSING_MANDATORY_USER_INFO: 'to a UMA address',
      INVALID_UMA_ADDRESS: 'implied by the lookup, which a quote to a UMA address needs',
      RAIL_NOT_CONNECTED: 'a payment that no rail carries: uncarried.test.ts',
    },
  },
)

describeRefusals(
  'createQuote',
  () => app,
  async () => {
    const world = await payer()
    const payee = (await holderOf(app, 0)).accounts[0] as string
    return { ...world, payee, ...request(from(world.accountId), to(payee), { immediatelyExecute: true }) }
  },
  [
    UNKNOWN_SOURCE,
    FOREIGN_SOURCE,
    [
      [
        'the destination is unknown',
        '404 INTERNAL_ACCOUNT_NOT_FOUND',
        put('destination.accountId', unknownId('InternalAccount')),
      ],
      [
        'the destination is the source',
        '400 SELF_PAYMENT destination.accountId',
        (draft) => put('destination.accountId', draft.accountId)(draft),
      ],
    ],
    ['the customer is not approved', '403 USER_NOT_READY', states.customerRejected],
    ...LIMITS,
    ['the source holds too little', '400 INSUFFICIENT_BALANCE', put('lockedCurrencyAmount', 10_001)],
    ['the destination is frozen', '409 ACCOUNT_NOT_ACTIVE', ({ payee }) => states.accountFrozen({ accountId: payee })],
  ],
  { variant: 'to an internal account' },
)

describeRefusals(
  'createQuote',
  () => app,
  async () => {
    await app.app.engine.run(app.platform.platformId, (rows) => unblockProvider(rows, 'sandbox.uma.example'))
    const world = await payer()
    const umaAddress = '$success.usd@sandbox.uma.example'
    const destination = { destinationType: 'UMA_ADDRESS', umaAddress }
    const more = { lookupId: await lookupOf(umaAddress), senderCustomerInfo: { FULL_NAME: 'Carla Cardholder' } }
    return { ...world, ...request(from(world.accountId), destination, more) }
  },
  [
    UNKNOWN_SOURCE,
    FOREIGN_SOURCE,
    [
      ['the lookup is unknown', '404 LOOKUP_REQUEST_NOT_FOUND', put('lookupId', unknownId('Lookup'))],
      ['there is no lookup', '400 INVALID_INPUT lookupId', put('lookupId', undefined)],
      [
        'the lookup was of another receiver',
        '400 INVALID_RECEIVER lookupId',
        async (draft) => put('lookupId', await lookupOf('$alice@acme.example'))(draft),
      ],
    ],
    [
      'the institution is blocked',
      '403 COUNTERPARTY_NOT_ALLOWED',
      () => app.app.engine.run(app.platform.platformId, (rows) => blockProvider(rows, 'sandbox.uma.example')),
    ],
    [
      'the receiver does not accept the currency',
      '400 INVALID_CURRENCY destination.currency',
      put('destination.currency', 'JPY'),
    ],
    ['the customer is not approved', '403 USER_NOT_READY', states.customerRejected],
    ...LIMITS,
    [
      'the receiver requires details of the sender that are unknown',
      '400 MISSING_MANDATORY_USER_INFO senderCustomerInfo.FULL_NAME',
      async (draft) => {
        put('senderCustomerInfo', undefined)(draft)
        await alter(app, customers, draft.customerId, { profile: {} })
      },
    ],
  ],
  { variant: 'to a UMA address' },
)

describeRefusals(
  'createQuote',
  () => app,
  async () => {
    await states.platformWith({ supportedCurrencies: supported, walletPolicy: null })
    const { id, customerId } = await newWallet(app, 10_000_000)
    const world = { accountId: id, customerId: customerId as string, payee: await clabe(app, '719') }
    return { ...world, ...request(from(id), to(world.payee), { lockedCurrencyAmount: 5_000_000 }) }
  },
  [
    UNKNOWN_SOURCE,
    FOREIGN_SOURCE,
    [
      'it would be executed without a signature',
      '400 INVALID_INPUT immediatelyExecute',
      put('immediatelyExecute', true),
    ],
    ['the destination is deleted', '404 EXTERNAL_ACCOUNT_NOT_FOUND', states.payeeDeleted],
    ['the customer is not approved', '403 USER_NOT_READY', states.customerRejected],
    ...LIMITS,
    [
      'only a passkey could sign, and there is none',
      '403 FORBIDDEN',
      () => states.platformWith({ walletPolicy: PASSKEYS_ONLY }),
    ],
  ],
  { variant: 'from a wallet' },
)

describeRefusals(
  'createQuote',
  () => app,
  async () => {
    const world = { ...(await payer()), payee: await clabe(app, '719') }
    const source = { sourceType: 'REALTIME_FUNDING', currency: 'USDC', customerId: world.customerId }
    return { ...world, ...request(source, to(world.payee), { lockedCurrencyAmount: 5_000_000 }) }
  },
  [
    [
      ['there is no such currency', '400 INVALID_CURRENCY source.currency', put('source.currency', 'XXX')],
      [
        'the currency is not on this network',
        '400 INVALID_CURRENCY source.cryptoNetwork',
        put('source.cryptoNetwork', 'LIGHTNING'),
      ],
    ],
    ['the customer is unknown', '404 USER_NOT_FOUND', put('source.customerId', unknownId('Customer'))],
    ['the destination is deleted', '404 EXTERNAL_ACCOUNT_NOT_FOUND', states.payeeDeleted],
    ['the customer is deleted', '404 USER_NOT_FOUND', states.customerDeleted],
    ['the customer is not approved', '403 USER_NOT_READY', states.customerRejected],
    [
      'the platform does not support the currency',
      '400 INVALID_CURRENCY source.currency',
      () => states.platformWith({ supportedCurrencies: [] }),
    ],
  ],
  { variant: 'by real-time funding' },
)

describeRefusals(
  'createQuote',
  () => app,
  async () => {
    const world = await payer()
    const source = await bankAccount(app, world.customerId)
    return { ...world, source, ...request(from(source), to(world.accountId)) }
  },
  [
    [
      [
        'the source is unknown',
        '404 EXTERNAL_ACCOUNT_NOT_FOUND',
        put('source.accountId', unknownId('ExternalAccount')),
      ],
      [
        'the source is deleted',
        '404 EXTERNAL_ACCOUNT_NOT_FOUND',
        ({ source }) => states.payeeDeleted({ payee: source }),
      ],
    ],
    ['the source is not ACTIVE', '409 ACCOUNT_NOT_ACTIVE', ({ source }) => states.payeeStopped({ payee: source })],
    [
      'the destination is the source',
      '400 SELF_PAYMENT destination.accountId',
      (draft) => put('destination.accountId', draft.source)(draft),
    ],
    FOREIGN_SOURCE,
    [
      'the destination is unknown',
      '404 INTERNAL_ACCOUNT_NOT_FOUND',
      put('destination.accountId', unknownId('InternalAccount')),
    ],
    ['the customer is deleted', '404 USER_NOT_FOUND', states.customerDeleted],
    ['the customer is not approved', '403 USER_NOT_READY', states.customerRejected],
    ...LIMITS,
  ],
  { variant: 'from an external account' },
)
