/** Order of the refusals of wallet credentials. */
import { afterAll, beforeAll } from 'vitest'
import type { TestApp } from '../../../../test/harness/app.ts'
import {
  closeAudited,
  describeRefusals,
  put,
  type Row,
  UNSIGNED,
  unknownId,
  unknownInPath,
} from '../../../../test/harness/refusals.ts'
import {
  addEmail,
  appWithUsedKey,
  newKeyPair,
  newWallet,
  openSession,
  signed,
  standInPasskey,
  unsignedToken,
} from '../../../../test/harness/samples/wallets.ts'
import { alter, PASSKEYS_ONLY, statesIn } from '../../../../test/harness/states.ts'
import { customers } from '../../customers/customer.ts'
import { attempts, credentials } from './credential.ts'

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
async function walletWithoutCredential() {
  await states.platformWith({ walletPolicy: null })
  const wallet = await newWallet(app)
  const customerId = wallet.customerId as `Customer:${string}`
  const { data } = await app.ok('listCustomerInternalAccounts', { query: { customerId, currency: 'USD' } })
  return { wallet, customerId: customerId as string, accountId: wallet.id as string, dollars: data[0]?.id as string }
}
async function holder() {
  const world = await walletWithoutCredential()
  const credential = await addEmail(app, world.wallet)
  const session = await openSession(app, credential)
  return { ...world, credential, signing: session, session }
}
const OF_THE_WALLET: readonly Row<Holder>[] = [
  [
    'the account is not a wallet',
    '400 INVALID_INPUT accountId',
    (draft) => {
      draft.accountId = draft.dollars
      put('accountId', draft.dollars)(draft)
    },
  ],
  ['the wallet is closed', '409 ACCOUNT_NOT_ACTIVE', states.accountClosed],
]
const UNKNOWN_ACCOUNT: Row = [
  'the account is unknown',
  '404 INTERNAL_ACCOUNT_NOT_FOUND',
  put('accountId', unknownId('InternalAccount')),
]
const REVOKED: Row<{ id: string }> = [
  'the credential is revoked',
  '404 AUTH_METHOD_NOT_FOUND',
  ({ id }) => alter(app, credentials, id, { revokedAt: 1 }),
]
const KEY_USED: Row = [
  'the key was used for another wallet',
  '400 INVALID_INPUT clientPublicKey',
  (draft) => put('clientPublicKey', usedKey)(draft),
]

describeRefusals(
  'createAuthCredential',
  () => app,
  async () => {
    const world = await holder()
    return { ...world, body: standInPasskey(world.accountId) }
  },
  [
    UNKNOWN_ACCOUNT,
    ...OF_THE_WALLET,
    [
      'the wallet has a passkey',
      '400 PASSKEY_CREDENTIAL_ALREADY_EXISTS',
      ({ accountId, signing }) => signed(app, 'createAuthCredential', { body: standInPasskey(accountId) }, signing),
    ],
    UNSIGNED,
  ],
  {
    elsewhere: {
      EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS: 'of an email address',
      CONFLICT: 'a passkey of another wallet: real-proofs.test.ts',
      NOT_IMPLEMENTED: 'an installation that sends no mail: src/composition/providers/production.test.ts',
    },
  },
)
describeRefusals(
  'createAuthCredential',
  () => app,
  async () => {
    const world = await walletWithoutCredential()
    return { ...world, body: { type: 'EMAIL_OTP', accountId: world.accountId } }
  },
  [
    UNKNOWN_ACCOUNT,
    [
      'there is no email address',
      '400 INVALID_INPUT email',
      ({ customerId }) => alter(app, customers, customerId, { email: null }),
    ],
    ...OF_THE_WALLET,
    [
      'the wallet has an email credential',
      '400 EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS',
      ({ wallet }) => addEmail(app, wallet),
    ],
  ],
  { variant: 'of an email address' },
)

const mailed = async () => {
  const world = await walletWithoutCredential()
  const { id } = await addEmail(app, world.wallet)
  return { ...world, id: id as string, params: { id: id as string } }
}
const tooOften = (kind: 'challenges' | 'failures', times: number): Row<{ id: string }> => [
  'there were too many attempts',
  '429 RATE_LIMITED',
  ({ id }) => alter(app, attempts, id, { [kind]: Array.from({ length: times }, () => app.clock.now()) }),
]
describeRefusals(
  'challengeAuthCredential',
  () => app,
  mailed,
  [[unknownInPath('challengeAuthCredential'), REVOKED], tooOften('challenges', 3)],
  {
    elsewhere: { NOT_IMPLEMENTED: 'an installation that sends no mail: src/composition/providers/production.test.ts' },
  },
)
describeRefusals(
  'challengeAuthCredential',
  () => app,
  async () => {
    const { accountId } = await walletWithoutCredential()
    const { id } = await app.ok('createAuthCredential', { body: standInPasskey(accountId) })
    return { id: id as string, params: { id: id as string }, body: { clientPublicKey: newKeyPair().publicKey } }
  },
  [
    [unknownInPath('challengeAuthCredential'), REVOKED],
    ['there is no key', '400 INVALID_INPUT clientPublicKey', put('clientPublicKey', undefined)],
    tooOften('challenges', 20),
    KEY_USED,
  ],
  { variant: 'of a passkey' },
)
describeRefusals(
  'verifyAuthCredential',
  () => app,
  async () => ({
    ...(await mailed()),
    body: { type: 'EMAIL_OTP', otp: '000000', clientPublicKey: newKeyPair().publicKey },
  }),
  [
    [unknownInPath('verifyAuthCredential'), REVOKED],
    [
      'the proof is of another type',
      '400 INVALID_INPUT type',
      (draft) => {
        const { clientPublicKey } = draft.body
        draft.body = { type: 'OAUTH', oidcToken: unsignedToken({ sub: '1' }), clientPublicKey }
      },
    ],
    tooOften('failures', 20),
    ['the code is wrong', '401 UNAUTHORIZED', put('otp', '999999')],
    ['the wallet is closed', '409 ACCOUNT_NOT_ACTIVE', states.accountClosed],
    KEY_USED,
  ],
)
describeRefusals(
  'revokeAuthCredential',
  () => app,
  async () => {
    const world = await holder()
    const { body } = await signed(app, 'createAuthCredential', { body: standInPasskey(world.accountId) }, world.session)
    return { ...world, id: body.id as string, params: { id: body.id as string } }
  },
  [
    [unknownInPath('revokeAuthCredential'), REVOKED],
    [
      "it is the wallet's last",
      '400 LAST_CREDENTIAL',
      async (draft) => {
        const { id } = await mailed()
        draft.id = id
        draft.params.id = id
      },
    ],
    [
      'only a passkey could sign, and it is the passkey',
      '403 FORBIDDEN',
      () => states.platformWith({ walletPolicy: PASSKEYS_ONLY }),
    ],
    UNSIGNED,
  ],
)
