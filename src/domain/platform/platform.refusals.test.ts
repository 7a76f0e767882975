/** Order of the refusals of a platform's configuration and tokens, and of test webhooks. */
import { afterAll, beforeAll } from 'vitest'
import { type SeededPlatform, type TestApp, testApp } from '../../../test/harness/app.ts'
import { openReceiver, type Receiver } from '../../../test/harness/receiver.ts'
import { describeRefusals, put, unknownInPath } from '../../../test/harness/refusals.ts'
import { actingFor } from '../../../test/harness/samples/wallets.ts'
import { claims } from './name-claim.ts'
import { TOKEN_SLOTS } from './tokens/token.ts'

let app: TestApp
let receiver: Receiver
/** It is at its limit of tokens. */
let full: SeededPlatform
/** One of its tokens, with MANAGE only. */
let manager: { clientId: string; clientSecret: string }
/** The same of the usual platform. */
let onlyManages: { clientId: string; clientSecret: string }
beforeAll(async () => {
  app = await testApp({ wallets: { mailDomains: ['acme.example'] } })
  receiver = await openReceiver(200)
  full = await app.anotherPlatform()
  const { clientId, clientSecret } = await app.ok('createToken', {
    as: full,
    body: { name: 'Manager', permissions: ['MANAGE'] },
  })
  manager = { clientId, clientSecret: clientSecret as string }
  const own = await app.ok('createToken', { body: { name: 'Manager', permissions: ['MANAGE'] } })
  onlyManages = { clientId: own.clientId, clientSecret: own.clientSecret as string }
  await app.app.engine.run(full.platformId, (rows) => {
    rows.prefetch(...TOKEN_SLOTS.map((name) => [claims, name] as const))
    for (const name of TOKEN_SLOTS) if (!rows.find(claims, name)) rows.add(claims, { name, holder: full.platformId })
  })
})
afterAll(async () => {
  await app.close()
  await receiver.close()
})

const settings = (currencyCode: string, minAmount = 1) => [
  {
    currencyCode,
    minAmount,
    maxAmount: 100,
    requiredCounterpartyFields: [],
    enabledTransactionTypes: ['OUTGOING', 'INCOMING'],
  },
]
describeRefusals(
  'updatePlatformConfig',
  () => app,
  async () => ({ body: { supportedCurrencies: settings('USD'), umaDomain: 'acme.example' } }),
  [
    [
      'a currency is unknown',
      '400 INVALID_CURRENCY supportedCurrencies.0.currencyCode',
      put('supportedCurrencies', settings('XXX')),
    ],
    [
      'a range of amounts is empty',
      '400 INVALID_AMOUNT supportedCurrencies.0.maxAmount',
      put('supportedCurrencies', settings('USD', 101)),
    ],
    [
      'mail cannot be sent for the domain',
      '400 INVALID_INPUT embeddedWalletConfig.sendFromEmailAddress',
      put('embeddedWalletConfig', { sendFromEmailAddress: 'wallet@elsewhere.example' }),
    ],
    ['another platform has the UMA domain', '409 CONFLICT umaDomain', put('umaDomain', 'other.example')],
  ],
  { elsewhere: { PLATFORM_NOT_FOUND: 'every token has a platform' } },
)

describeRefusals(
  'createToken',
  () => app,
  async () => ({ body: { name: 'Worker', permissions: ['TRANSACT'] } }),
  [
    [
      'it would have a permission that the creating token lacks',
      '403 FORBIDDEN',
      (draft) => {
        draft.as = manager
      },
    ],
    [
      'the platform is at its limit of tokens',
      '409 CONFLICT',
      (draft) => {
        draft.as = full
      },
    ],
  ],
)
const newToken = async () => {
  const { id } = await app.ok('createToken', { body: { name: 'Worker', permissions: ['VIEW'] } })
  return id as string
}
describeRefusals(
  'updateToken',
  () => app,
  async () => ({ params: { tokenId: await newToken() }, body: { allowedAddresses: ['192.0.2.1'] } }),
  [
    unknownInPath('updateToken'),
    ['the expiry has passed', '400 INVALID_INPUT expiresAt', put('expiresAt', '2020-01-01T00:00:00Z')],
    ['an entry is not a network', '400 INVALID_INPUT allowedAddresses.0', put('allowedAddresses', ['192.0.2.0/33'])],
  ],
)
describeRefusals(
  'rotateTokenSecret',
  () => app,
  async () => ({ params: { tokenId: await newToken() } }),
  [
    unknownInPath('rotateTokenSecret'),
    [
      'the token has a permission that the caller lacks',
      '403 FORBIDDEN',
      (draft) => {
        draft.as = onlyManages
      },
    ],
  ],
)
describeRefusals(
  'deleteTokenById',
  () => app,
  async () => ({ params: { tokenId: await newToken() } }),
  [unknownInPath('deleteTokenById')],
)

for (const id of ['sendTestWebhook', 'sendWebhookTest'] as const)
  describeRefusals(
    id,
    () => app,
    async () => {
      const as = await app.anotherPlatform()
      await actingFor(app, as).ok('updatePlatformConfig', { body: { webhookEndpoint: receiver.url } })
      return { as }
    },
    [
      [
        'there is no endpoint',
        '400 WEBHOOK_ENDPOINT_NOT_SET',
        async (draft) => {
          draft.as = await app.anotherPlatform()
        },
      ],
      [
        'the endpoint does not answer',
        '400 WEBHOOK_DELIVERY_ERROR',
        ({ as }) => app.ok('updatePlatformConfig', { as, body: { webhookEndpoint: 'http://127.0.0.1:1/' } }),
      ],
    ],
  )
