/** Order of the refusals of invitations. */
import { afterAll, beforeAll } from 'vitest'
import { type TestApp, testApp } from '../../../../test/harness/app.ts'
import { describeRefusals, put, type Row } from '../../../../test/harness/refusals.ts'
import { alter, statesIn } from '../../../../test/harness/states.ts'
import type { Platform } from '../../platform/platform.ts'
import { invitations } from './invitation.ts'

let app: TestApp
let supportedCurrencies: Platform['supportedCurrencies']
const states = statesIn(() => app)
beforeAll(async () => {
  app = await testApp()
  supportedCurrencies = (await app.ok('getPlatformConfig')).supportedCurrencies as typeof supportedCurrencies
})
afterAll(() => app.close())

const INVITER = '$alice@acme.example'
async function invited() {
  const { code } = await app.ok('createInvitation', { body: { inviterUma: INVITER } })
  return { code, params: { invitationCode: code } }
}

describeRefusals(
  'createInvitation',
  () => app,
  async () => {
    await states.platformWith({ supportedCurrencies })
    return { body: { inviterUma: INVITER, amountToSend: 500, expiresAt: '2050-01-01T00:00:00Z' } }
  },
  [
    [
      ['it ends before it begins', '400 INVALID_INPUT expiresAt', put('expiresAt', '2020-01-01T00:00:00Z')],
      ['it ends in a thousand years', '400 INVALID_INPUT expiresAt', put('expiresAt', '2999-01-01T00:00:00Z')],
    ],
    ['the inviter has no UMA address', '400 INVALID_UMA_ADDRESS inviterUma', put('inviterUma', '$alice@')],
    ['no customer has the UMA address', '404 UMA_NOT_FOUND', put('inviterUma', '$zoe@acme.example')],
    [
      'the inviter has no currency for the amount',
      '400 INVALID_CURRENCY',
      () => states.platformWith({ supportedCurrencies: [] }),
    ],
  ],
)

const unknown = (code: string): Row => [
  'the code is unknown',
  '404 INVITATION_NOT_FOUND',
  ({ params }) => {
    params.invitationCode = code
  },
]
const ended: readonly Row<{ code: string }>[] = [
  [
    'it was claimed',
    '400 INVITATION_ALREADY_CLAIMED',
    ({ code }) =>
      app.ok('claimInvitation', { params: { invitationCode: code }, body: { inviteeUma: '$bob@b.example' } }),
  ],
  [
    'it was cancelled',
    '400 INVITATION_CANCELLED',
    ({ code }) => app.ok('cancelInvitation', { params: { invitationCode: code } }),
  ],
  ['it has expired', '400 INVITATION_EXPIRED', ({ code }) => alter(app, invitations, code, { status: 'EXPIRED' })],
]

describeRefusals(
  'claimInvitation',
  () => app,
  async () => ({ ...(await invited()), body: { inviteeUma: '$carla@bank.example' } }),
  [
    ["the invitee's address is not a UMA address", '400 INVALID_UMA_ADDRESS inviteeUma', put('inviteeUma', '$carla@')],
    [unknown('00000000'), unknown('nonsense')],
    ended,
    ['the invitee is the inviter', '400 INVALID_INPUT inviteeUma', put('inviteeUma', INVITER)],
  ],
)
describeRefusals('cancelInvitation', () => app, invited, [[unknown('00000000'), unknown('nonsense')], ended])
