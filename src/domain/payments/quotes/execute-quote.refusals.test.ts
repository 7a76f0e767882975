/** Order of the refusals of a quote's execution, for each kind of funding. */
import { afterAll, beforeAll } from 'vitest'
import { bankAccount } from '../../../../test/harness/agents.ts'
import { type TestApp, testApp } from '../../../../test/harness/app.ts'
import { holderOf } from '../../../../test/harness/cards.ts'
import { clabe, quoteBetween } from '../../../../test/harness/cast.ts'
import { closeAudited, describeRefusals, type Row, UNSIGNED, unknownInPath } from '../../../../test/harness/refusals.ts'
import { walletWithSession } from '../../../../test/harness/samples/wallets.ts'
import { alter, PASSKEYS_ONLY, statesIn } from '../../../../test/harness/states.ts'
import { quotes } from './quote.ts'

let app: TestApp
const states = statesIn(() => app)
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => closeAudited(app))

/** For the path of the request, and for its faults. */
const named = (quoteId: string) => ({ quoteId, params: { quoteId } })
const holder = async (amount: number) => {
  const { customerId, accounts } = await holderOf(app, amount)
  return { customerId, accountId: accounts[0] as string }
}
const ENDED: readonly Row<{ quoteId: string }>[] = [
  ['the quote has expired', '409 QUOTE_EXPIRED', ({ quoteId }) => alter(app, quotes, quoteId, { status: 'EXPIRED' })],
  [
    'the quote was executed',
    '409 QUOTE_ALREADY_EXECUTED',
    ({ quoteId }) => alter(app, quotes, quoteId, { status: 'PROCESSING' }),
  ],
]

describeRefusals(
  'executeQuote',
  () => app,
  async () => {
    await states.platformWith({ walletPolicy: null })
    const { wallet, session } = await walletWithSession(app, 10_000_000)
    const world = { customerId: wallet.customerId as string, accountId: wallet.id, payee: await clabe(app, '719') }
    return { ...world, session, ...named((await quoteBetween(app, wallet.id, world.payee, 5_000_000)).id) }
  },
  [
    unknownInPath('executeQuote'),
    ENDED,
    [
      'only a passkey could sign, and there is none',
      '403 FORBIDDEN',
      () => states.platformWith({ walletPolicy: PASSKEYS_ONLY }),
    ],
    UNSIGNED,
    ['the customer is deleted', '409 ACCOUNT_NOT_ACTIVE', states.customerDeleted],
    ['the customer is not approved', '403 USER_NOT_READY', states.customerRejected],
    ['the destination is deleted', '404 EXTERNAL_ACCOUNT_NOT_FOUND', states.payeeDeleted],
    ['the destination is not ACTIVE', '409 ACCOUNT_NOT_ACTIVE', states.payeeStopped],
    ['the wallet is frozen', '409 ACCOUNT_NOT_ACTIVE', states.accountFrozen],
  ],
  {
    elsewhere: {
      INSUFFICIENT_BALANCE: 'from an account',
      AMOUNT_OUT_OF_RANGE: 'from an account',
      USER_NOT_FOUND: 'from an external account',
      INVALID_STATE_TRANSITION: 'by real-time funding',
    },
  },
)

describeRefusals(
  'executeQuote',
  () => app,
  async () => {
    const payer = await holder(30_100)
    const receiver = (await holder(0)).accountId
    const { id } = await quoteBetween(app, payer.accountId, receiver, 30_000)
    return { ...payer, receiver, ...named(id) }
  },
  [
    unknownInPath('executeQuote'),
    ENDED,
    ['the customer is deleted', '409 ACCOUNT_NOT_ACTIVE', states.customerDeleted],
    ['the customer is not approved', '403 USER_NOT_READY', states.customerRejected],
    ['the source is frozen', '409 ACCOUNT_NOT_ACTIVE', states.accountFrozen],
    [
      'the source holds too little',
      '400 INSUFFICIENT_BALANCE',
      async ({ accountId }) => {
        const { id } = await quoteBetween(app, accountId, await clabe(app, '719'), 15_000)
        await app.ok('executeQuote', { params: { quoteId: id } })
      },
    ],
    [
      [
        'the destination would hold too much',
        '400 AMOUNT_OUT_OF_RANGE',
        ({ receiver }) => states.accountFull({ accountId: receiver }),
      ],
      [
        'the destination is frozen',
        '409 ACCOUNT_NOT_ACTIVE',
        ({ receiver }) => states.accountFrozen({ accountId: receiver }),
      ],
    ],
  ],
  { variant: 'from an account to another' },
)

describeRefusals(
  'executeQuote',
  () => app,
  async () => {
    const { customerId, accountId } = await holder(0)
    const source = await bankAccount(app, customerId)
    return { customerId, source, ...named((await quoteBetween(app, source, accountId, 5_000)).id) }
  },
  [
    unknownInPath('executeQuote'),
    ENDED,
    ['the customer is deleted', '404 USER_NOT_FOUND', states.customerDeleted],
    ['the customer is not approved', '403 USER_NOT_READY', states.customerRejected],
    ['the source is deleted', '404 EXTERNAL_ACCOUNT_NOT_FOUND', ({ source }) => states.payeeDeleted({ payee: source })],
    ['the source is not ACTIVE', '409 ACCOUNT_NOT_ACTIVE', ({ source }) => states.payeeStopped({ payee: source })],
  ],
  { variant: 'from an external account' },
)

const fundedByDeposit = async () => {
  const { accountId } = await holder(0)
  const { id } = await app.ok('createQuote', {
    body: {
      source: { sourceType: 'REALTIME_FUNDING', currency: 'USD' },
      destination: { destinationType: 'ACCOUNT', accountId },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 5_000,
    },
  })
  return named(id)
}
describeRefusals(
  'executeQuote',
  () => app,
  async () => {
    const { customerId, accountId } = await holder(20_000)
    const { id } = await quoteBetween(app, accountId, (await holder(0)).accountId, 5_000)
    return { customerId, accountId, ...named(id) }
  },
  [
    unknownInPath('executeQuote'),
    [
      'the quote waits for a deposit',
      '409 INVALID_STATE_TRANSITION',
      async (draft) => {
        draft.params = (await fundedByDeposit()).params
      },
    ],
  ],
  { variant: 'by real-time funding' },
)
