/** Order of the refusals of cards and delegated keys. */
import { afterAll, beforeAll } from 'vitest'
import { type TestApp, testApp } from '../../../test/harness/app.ts'
import { cardFor, holderOf } from '../../../test/harness/cards.ts'
import {
  closeAudited,
  describeRefusals,
  put,
  type Row,
  UNSIGNED,
  unknownId,
  unknownInPath,
} from '../../../test/harness/refusals.ts'
import { signed, walletWithSession } from '../../../test/harness/samples/wallets.ts'
import { alter, PASSKEYS_ONLY, statesIn } from '../../../test/harness/states.ts'
import { bareId } from '../../core/ids.ts'
import { cards } from './card.ts'

let app: TestApp
const states = statesIn(() => app)
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => closeAudited(app))

/** A cardholder whose card is paid from their wallet. */
async function cardholder() {
  await states.platformWith({ walletPolicy: null })
  const { wallet, session } = await walletWithSession(app)
  const customerId = wallet.customerId as `Customer:${string}`
  const { data } = await app.ok('listCustomerInternalAccounts', { query: { customerId, currency: 'USD' } })
  const dollars = data[0]?.id as `InternalAccount:${string}`
  const { id } = await cardFor(app, { customerId, accounts: [wallet.id] })
  return { customerId, accountId: wallet.id as string, dollars, session, cardId: id, params: { id: id as string } }
}
const CLOSED = { status: 'CLOSED', stateReason: 'CLOSED_BY_PLATFORM' } as const
const withStatus = (status: 'CLOSED' | 'FROZEN', refused: Row[1]): Row<{ cardId: string }> => [
  `the card is ${status}`,
  refused,
  ({ cardId }) => alter(app, cards, cardId, { status, ...(status === 'CLOSED' && CLOSED) }),
]
const PASSKEY_NEEDED: Row = [
  'only a passkey could sign, and there is none',
  '403 FORBIDDEN',
  () => states.platformWith({ walletPolicy: PASSKEYS_ONLY }),
]

describeRefusals(
  'createCard',
  () => app,
  async () => {
    const { customerId, accounts } = await holderOf(app, 1_000)
    const accountId = accounts[0] as string
    return { customerId, accountId, body: { cardholderId: customerId, form: 'VIRTUAL', fundingSources: accounts } }
  },
  [
    ['the cardholder is unknown', '404 USER_NOT_FOUND', put('cardholderId', unknownId('Customer'))],
    ['the cardholder is deleted', '410 CUSTOMER_DELETED', states.customerDeleted],
    ['the cardholder is not approved', '400 CARDHOLDER_KYC_NOT_APPROVED', states.customerRejected],
    [
      [
        'a funding source is unknown',
        '400 FUNDING_SOURCE_INELIGIBLE fundingSources.0',
        put('fundingSources.0', unknownId('InternalAccount')),
      ],
      ['a funding source is frozen', '400 FUNDING_SOURCE_INELIGIBLE fundingSources.0', states.accountFrozen],
    ],
  ],
  { elsewhere: { NOT_IMPLEMENTED: 'an installation without an issuer: create-card.test.ts' } },
)

describeRefusals(
  'updateCardById',
  () => app,
  async () => {
    const world = await cardholder()
    return { ...world, body: { state: 'FROZEN', fundingSources: [world.accountId] } }
  },
  [
    [
      ['nothing is to be changed', '400 INVALID_INPUT body', (draft) => void (draft.body = {})],
      [
        'a card that is closed gets no cap',
        '400 INVALID_INPUT maxSpendPerTransaction',
        (draft) => void (draft.body = { state: 'CLOSED', maxSpendPerTransaction: 5 }),
      ],
      ['a card that is closed gets no funding sources', '400 INVALID_INPUT fundingSources', put('state', 'CLOSED')],
    ],
    unknownInPath('updateCardById'),
    [
      withStatus('FROZEN', '409 INVALID_STATE_TRANSITION'),
      withStatus('CLOSED', '409 INVALID_STATE_TRANSITION'),
      [
        'the card is CLOSED, and its state is not to change',
        '409 CARD_NOT_MUTABLE',
        async (draft) => {
          await alter(app, cards, draft.cardId, CLOSED)
          put('state', undefined)(draft)
        },
      ],
    ],
    [
      'a funding source is unknown',
      '400 FUNDING_SOURCE_INELIGIBLE fundingSources.0',
      put('fundingSources.0', unknownId('InternalAccount')),
    ],
    PASSKEY_NEEDED,
    UNSIGNED,
  ],
)

const consent = async () => {
  const { params: _, ...world } = await cardholder()
  const body = { cardId: world.cardId as string, internalAccountId: world.accountId, nickname: 'Everyday' }
  return { ...world, signing: world.session, body }
}
describeRefusals('createDelegatedKey', () => app, consent, [
  ['the card is unknown', '404 CARD_NOT_FOUND', put('cardId', unknownId('Card'))],
  ['the account is unknown', '404 INTERNAL_ACCOUNT_NOT_FOUND', put('internalAccountId', unknownId('InternalAccount'))],
  [
    [
      'the account is not a wallet',
      '400 INVALID_INPUT internalAccountId',
      (draft) => put('internalAccountId', draft.dollars)(draft),
    ],
    ['the wallet is closed', '409 ACCOUNT_NOT_ACTIVE', states.accountClosed],
    [
      'the wallet is not a funding source of the card',
      '400 INVALID_INPUT internalAccountId',
      ({ cardId, dollars }) => alter(app, cards, cardId, { fundingSources: [bareId(dollars)] }),
    ],
  ],
  withStatus('CLOSED', '409 CARD_NOT_MUTABLE'),
  [
    'the wallet has consented already',
    '409 CONFLICT',
    async ({ body, signing }) => {
      await states.platformWith({ walletPolicy: null })
      await signed(app, 'createDelegatedKey', { body }, signing)
      await states.platformWith({ walletPolicy: PASSKEYS_ONLY })
    },
  ],
  PASSKEY_NEEDED,
  UNSIGNED,
])

describeRefusals(
  'revokeDelegatedKey',
  () => app,
  async () => {
    const { body, session } = await consent()
    const { body: key } = await signed(app, 'createDelegatedKey', { body: body as never }, session)
    return { keyId: key.id as `DelegatedKey:${string}`, params: { id: key.id as string } }
  },
  [
    unknownInPath('revokeDelegatedKey'),
    [
      'the key is revoked',
      '400 INVALID_INPUT id',
      ({ keyId }) => app.ok('revokeDelegatedKey', { params: { id: keyId } }),
    ],
  ],
)
