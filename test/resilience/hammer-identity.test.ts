/**
 * Hammer tests of proofs and decisions: 64 concurrent callers on one challenge, approval, device code, card source and
 * pair of credentials; also through two processes.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { AuthMethod } from '../../contract/wallets/auth-credentials.ts'
import { type AgentWorld, agentWorld, connectedAgent, generous, transferOut } from '../harness/agents.ts'
import { freshPlace, type Place, type Reply, type TestApp, testApp } from '../harness/app.ts'
import { balancesOf, shopper, terminal } from '../harness/cards.ts'
import { balanceOf } from '../harness/cast.ts'
import { kind } from '../harness/database/database.ts'
import { times } from '../harness/engine.ts'
import {
  addEmail,
  challengeOf,
  newKeyPair,
  newWallet,
  type OpenSession,
  opened,
  STAND_IN,
  sign,
  signatureHeaders,
  signed,
  standInPasskey,
  walletWithSession,
} from '../harness/samples/wallets.ts'

const CALLERS = 64
const ROUNDS = 3

const places = kind === 'postgres' ? ['one process', 'two processes'] : ['one process']
describe.each(places)('64 callers at once, %s', (where) => {
  let place: Place
  let apps: TestApp[]
  let app: TestApp

  beforeAll(async () => {
    place = await freshPlace()
    app = await testApp({ place })
    apps = where === 'two processes' ? [app, await testApp({ place })] : [app]
  })
  afterEach(async () => expect(await app.audit()).toEqual([]))
  afterAll(async () => {
    for (const each of apps) await each.close()
    await place.drop()
  })

  /** Distributes calls over the processes in turn. */
  const crowd = <Result>(work: (app: TestApp, i: number) => Promise<Result>): Promise<Result[]> =>
    Promise.all(times(CALLERS, (i) => work(apps[i % apps.length] as TestApp, i)))
  const tally = (replies: readonly Reply<unknown>[]) => {
    const counted: Record<string, number> = {}
    for (const { status, error } of replies) {
      const name = status < 300 ? `${status}` : `${status} ${error.code}`
      counted[name] = (counted[name] ?? 0) + 1
    }
    return counted
  }
  const rounds = times(ROUNDS, (round) => round)

  it.each(rounds)('spend the challenge of a signed request once (round %i)', async (round) => {
    const { wallet, session } = await walletWithSession(app)
    const change = { params: { id: wallet.id }, body: { privateEnabled: round % 2 === 0 } }
    const challenge = await challengeOf(app, 'updateInternalAccount', change)
    const headers = signatureHeaders(challenge, sign(challenge.payloadToSign, session.privateKey))
    const replies = await crowd(({ call }) => call('updateInternalAccount', { ...change, headers }))
    expect(tally(replies)).toEqual({ 200: 1, '401 UNAUTHORIZED': CALLERS - 1 })
  })

  it.each(rounds)('open one session by one challenge of a passkey (round %i)', async () => {
    const { id: accountId } = await newWallet(app)
    const { id } = await app.ok('createAuthCredential', { body: standInPasskey(accountId) })
    const body = { clientPublicKey: newKeyPair().publicKey }
    const asked = await app.ok('challengeAuthCredential', { params: { id }, body })
    const assertion = { credentialId: 'x', clientDataJson: 'x', authenticatorData: 'x', signature: STAND_IN.assertion }
    const answer = {
      params: { id },
      headers: { 'request-id': (asked as { requestId: string }).requestId },
      body: { type: 'PASSKEY' as const, assertion },
    }
    const replies = await crowd(({ call }) => call('verifyAuthCredential', answer))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await app.ok('listAuthSessions', { query: { accountId } })).data).toHaveLength(1)
  })

  it.each(rounds)('leave a wallet one of two credentials that revoke each other (round %i)', async () => {
    const { wallet, credential: mail, session: byMail } = await walletWithSession(app)
    const registration = { body: standInPasskey(wallet.id) }
    const passkey = (await signed(app, 'createAuthCredential', registration, byMail)).body as AuthMethod
    const client = newKeyPair()
    const body = { clientPublicKey: client.publicKey }
    const asked = await app.ok('challengeAuthCredential', { params: { id: passkey.id }, body })
    const proof = { credentialId: 'x', clientDataJson: 'x', authenticatorData: 'x', signature: STAND_IN.assertion }
    const session = await app.ok('verifyAuthCredential', {
      params: { id: passkey.id },
      headers: { 'request-id': (asked as { requestId: string }).requestId },
      body: { type: 'PASSKEY', assertion: proof },
    })
    const byPasskey = opened(session, client)
    const revocation = async ({ id }: AuthMethod, by: OpenSession) => {
      const challenge = await challengeOf(app, 'revokeAuthCredential', { params: { id } })
      const headers = signatureHeaders(challenge, sign(challenge.payloadToSign, by.privateKey))
      return { params: { id }, headers }
    }
    const revocations = [await revocation(mail, byPasskey), await revocation(passkey, byMail)] as const
    // Each of the two revocations is requested at each process.
    const replies = await crowd(({ call }, i) => call('revokeAuthCredential', revocations[(i >> 1) % 2 === 0 ? 0 : 1]))
    expect(replies.filter(({ status }) => status === 204)).toHaveLength(1)
    expect((await app.ok('listAuthCredentials', { query: { accountId: wallet.id } })).data).toHaveLength(1)
  })

  describe('of an agent', () => {
    let world: AgentWorld
    beforeAll(async () => {
      world = await agentWorld(app)
    })
    const dollars = () => balanceOf(app, { id: world.dollars })

    it.each(rounds)('execute an approved action once (round %i)', async () => {
      const asking = generous({ defaultExecutionMode: 'APPROVAL_REQUIRED' })
      const { agent, as } = await connectedAgent(app, world.customerId, asking)
      const action = await app.ok('agentCreateTransferOut', { as, body: transferOut(world, 2_000) })
      const params = { agentId: agent.id, actionId: action.id }
      const before = await dollars()
      const replies = await crowd(({ call }) => call('approveAgentAction', { params }))
      expect(tally(replies)).toEqual({ 200: CALLERS })
      expect(new Set(replies.map(({ body }) => body.transaction?.id)).size).toBe(1)
      expect(before - (await dollars())).toBe(2_000)
    })

    it.each(rounds)('redeem a device code once (round %i)', async () => {
      const { deviceCode } = await app.ok('createAgent', {
        body: { name: 'Payables', customerId: world.customerId, policy: generous() },
      })
      const replies = await crowd(({ call }) =>
        call('redeemAgentDeviceCode', { params: { code: deviceCode.code }, as: null }),
      )
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    })

    it.each(rounds)('spend up to the limit, and no more (round %i)', async () => {
      const spendingLimits = { currency: 'USD', perTransactionLimit: 100, dailyLimit: 750 }
      const { agent, as } = await connectedAgent(app, world.customerId, generous({ spendingLimits }))
      const before = await dollars()
      const replies = await crowd(({ call }) => call('agentCreateTransferOut', { as, body: transferOut(world, 100) }))
      expect(replies.filter(({ status }) => status < 300)).toHaveLength(7)
      expect(before - (await dollars())).toBe(700)
      expect((await app.ok('getAgentById', { params: { agentId: agent.id } })).usage.dailySpend).toBe(700)
    })

    it.each(rounds)(
      'pay nothing after the reply to a policy that forbids it, wherever it is set (round %i)',
      async (round) => {
        const { agent, as } = await connectedAgent(app, world.customerId)
        const params = { agentId: agent.id }
        const usage = async () => (await app.ok('getAgentById', { params })).usage
        const payments = crowd(({ call }) => call('agentCreateTransferOut', { as, body: transferOut(world, 100) }))
        const elsewhere = apps.at(-1) as TestApp
        await (round === 0
          ? elsewhere.ok('updateAgent', { params, body: { isPaused: true } })
          : elsewhere.ok('updateAgentPolicy', { params, body: { permissions: ['VIEW_TRANSACTIONS'] } }))
        const then = await usage()
        const made = (await payments).filter(({ status }) => status < 300).length
        expect(await usage()).toEqual(then)
        expect(then.dailyTransactionCount).toBe(made)
      },
    )
  })

  it.each(rounds)('buy from one source of a card up to its balance (round %i)', async () => {
    const { card, customerId, accounts } = await shopper(app, 1_050)
    const purchases = await crowd((each) => terminal(each, card).tap(100))
    expect(purchases.filter(({ status }) => status === 'AUTHORIZED')).toHaveLength(10)
    expect(purchases.filter(({ declineReason }) => declineReason === 'INSUFFICIENT_FUNDS')).toHaveLength(CALLERS - 10)
    expect(await balancesOf(app, customerId, accounts[0] as string)).toEqual([50, 1_050])
  })

  it.each(rounds)('compare twenty codes of a credential in a day (round %i)', async (round) => {
    const { id } = await addEmail(app, await newWallet(app), `guess${round}@example.com`)
    const replies = await crowd(({ call }, i) =>
      call('verifyAuthCredential', {
        params: { id: id as never },
        body: { type: 'EMAIL_OTP', otp: `wrong${i}`, clientPublicKey: newKeyPair().publicKey },
      }),
    )
    expect(tally(replies)).toEqual({ '401 UNAUTHORIZED': 20, '429 RATE_LIMITED': CALLERS - 20 })
  })
})
