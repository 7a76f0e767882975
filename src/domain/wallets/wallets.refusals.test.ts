/** Order of the refusals of wallets and sessions. */
import { afterAll, beforeAll } from 'vitest'
import type { TestApp } from '../../../test/harness/app.ts'
import {
  closeAudited,
  describeRefusals,
  put,
  type Row,
  UNSIGNED,
  unknownInPath,
} from '../../../test/harness/refusals.ts'
import { addEmail, appWithUsedKey, newKeyPair, walletWithSession } from '../../../test/harness/samples/wallets.ts'
import { alter, PASSKEYS_ONLY, statesIn } from '../../../test/harness/states.ts'
import { bareId } from '../../core/ids.ts'
import { walletKeys } from '../accounts/wallet-key.ts'
import { sessions } from './sessions/session.ts'
import { openChallenges } from './signatures/challenge.ts'

let app: TestApp
/** A key already used by another wallet. */
let usedKey: string
const states = statesIn(() => app)
beforeAll(async () => {
  ;({ app, usedKey } = await appWithUsedKey())
})
afterAll(() => closeAudited(app))

interface Holder {
  readonly customerId: string
  accountId: string
  /** The customer's account in dollars. */
  readonly dollars: string
}
async function holder() {
  await states.platformWith({ walletPolicy: null })
  const { wallet, credential, session } = await walletWithSession(app)
  const customerId = wallet.customerId as `Customer:${string}`
  const { data } = await app.ok('listCustomerInternalAccounts', { query: { customerId, currency: 'USD' } })
  const world: Holder = { customerId, accountId: wallet.id, dollars: data[0]?.id as string }
  return { ...world, credential, session, params: { id: wallet.id as string } }
}
const NO_WALLET: Row<Holder> = [
  'the account is not a wallet',
  '400 INVALID_INPUT id',
  (draft) => {
    draft.params.id = draft.dollars
    draft.accountId = draft.dollars
  },
]
const KEY_USED: Row = [
  'the key was used for another wallet',
  '400 INVALID_INPUT clientPublicKey',
  (draft) => put('clientPublicKey', usedKey)(draft),
]
const run = (command: Parameters<typeof app.app.engine.run>[1]) => app.app.engine.run(app.platform.platformId, command)

describeRefusals(
  'updateInternalAccount',
  () => app,
  async () => ({ ...(await holder()), body: { privateEnabled: true } }),
  [
    unknownInPath('updateInternalAccount'),
    NO_WALLET,
    ['the wallet is closed', '409 ACCOUNT_NOT_ACTIVE', states.accountClosed],
    UNSIGNED,
  ],
)

describeRefusals(
  'exportInternalAccount',
  () => app,
  async () => ({ ...(await holder()), body: { clientPublicKey: newKeyPair().publicKey } }),
  [
    unknownInPath('exportInternalAccount'),
    NO_WALLET,
    [
      ['the wallet is closed', '409 ACCOUNT_NOT_ACTIVE', states.accountClosed],
      [
        'the wallet has no key yet',
        '409 ACCOUNT_NOT_ACTIVE',
        ({ accountId }) => run((rows) => rows.remove(walletKeys, rows.get(walletKeys, bareId(accountId)))),
      ],
      ['the wallet is frozen', '409 ACCOUNT_NOT_ACTIVE', states.accountFrozen],
    ],
    [
      'the wallet was exported three times today',
      '429 RATE_LIMITED',
      ({ accountId }) =>
        run((rows) => {
          const exports = [rows.now, rows.now, rows.now]
          rows.add(openChallenges, { id: bareId(accountId), open: [], exports })
        }),
    ],
    KEY_USED,
    [
      'only a passkey could sign, and there is none',
      '403 FORBIDDEN',
      () => states.platformWith({ walletPolicy: PASSKEYS_ONLY }),
    ],
    UNSIGNED,
  ],
)

const ofSession = async () => {
  const { session } = await holder()
  return { session, params: { id: session.id as string } }
}
const ended = (refused: Row[1]): Row => [
  'the session has ended',
  refused,
  ({ params }) => alter(app, sessions, params.id as string, { revokedAt: 1 }),
]

describeRefusals(
  'refreshAuthSession',
  () => app,
  async () => ({ ...(await ofSession()), body: { clientPublicKey: newKeyPair().publicKey } }),
  [unknownInPath('refreshAuthSession'), ended('401 UNAUTHORIZED'), KEY_USED, UNSIGNED],
)

describeRefusals('revokeAuthSession', () => app, ofSession, [
  unknownInPath('revokeAuthSession'),
  ended('404 SESSION_NOT_FOUND'),
  UNSIGNED,
])

describeRefusals(
  'updateCustomerById',
  () => app,
  async () => {
    const world = await holder()
    const { credential } = world
    const params = { customerId: world.customerId as `Customer:${string}` }
    const body = { customerType: 'INDIVIDUAL', email: credential.nickname }
    await app.ok('updateCustomerById', { params, body })
    return { ...world, params, body: { ...body, email: `moved-${credential.nickname}` } }
  },
  [
    unknownInPath('updateCustomerById'),
    ['the customer is deleted', '410 CUSTOMER_DELETED', states.customerDeleted],
    ['the customer is of another type', '400 INVALID_INPUT customerType', put('customerType', 'BUSINESS')],
    [
      'the platform does not support a currency',
      '400 INVALID_CURRENCY currencies.1',
      put('currencies', ['USD', 'XXX']),
    ],
    [
      [
        'the UMA address is at another domain',
        '400 INVALID_UMA_ADDRESS umaAddress',
        put('umaAddress', '$carla@elsewhere.example'),
      ],
      ['another customer has the UMA address', '409 UMA_ADDRESS_EXISTS', put('umaAddress', '$alice@acme.example')],
    ],
    UNSIGNED,
    [
      'the email credentials have changed since the challenge',
      '409 EMAIL_OTP_CREDENTIAL_SET_CHANGED',
      (draft) => {
        const customerId = draft.customerId as `Customer:${string}`
        draft.betweenCalls = async () => {
          const { id } = await app.ok('sandboxCreateInternalAccount', { body: { customerId, currency: 'USDB' } })
          await app.settle()
          await addEmail(app, { id }, draft.credential.nickname)
        }
      },
    ],
  ],
)
