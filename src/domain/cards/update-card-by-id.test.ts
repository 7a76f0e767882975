/** Card update tests: only with the wallet holder's signature, only along the lifecycle, checked before and after signing. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Card } from '../../../contract/cards/cards.ts'
import { type TestApp, testApp } from '../../../test/harness/app.ts'
import { cardFor, changeCard, eventTypesOf, shopper, terminal } from '../../../test/harness/cards.ts'
import {
  challengeOf,
  STAND_IN,
  sign,
  signatureHeaders,
  signed,
  walletWithSession,
} from '../../../test/harness/samples/wallets.ts'
import { withdrawCard } from './withdraw-card.ts'

let app: TestApp
let owner: Awaited<ReturnType<typeof walletWithSession>>
let dollars: `InternalAccount:${string}`
let spare: `InternalAccount:${string}`
let card: Card

beforeAll(async () => {
  app = await testApp()
  owner = await walletWithSession(app)
  const customerId = owner.wallet.customerId as `Customer:${string}`
  const { data } = await app.ok('listCustomerInternalAccounts', { query: { customerId, currency: 'USD' } })
  dollars = data[0]?.id as typeof dollars
  spare = (await app.ok('sandboxCreateInternalAccount', { body: { customerId, currency: 'USD' } })).id
})
beforeEach(async () => {
  card = await cardFor(app, { customerId: owner.wallet.customerId as `Customer:${string}`, accounts: [dollars] })
})
afterAll(async () => {
  expect(await app.audit()).toEqual([])
  await app.close()
})

const input = (body: object) => ({ params: { id: card.id }, body })
const change = (body: object) => changeCard(app, card, body, owner.session)
const refusal = async (body: object) => {
  const { status, error } = await app.call('updateCardById', input(body))
  return [status, error.code, ...(error.details?.errors ?? []).map(({ field }: { field: string }) => field)]
}

describe('updateCardById', () => {
  it('answers with a challenge that states what will happen, and does nothing yet', async () => {
    const challenge = await challengeOf(app, 'updateCardById', input({ state: 'FROZEN' }))
    expect(JSON.parse(challenge.payloadToSign)).toMatchObject({
      operation: 'updateCardById',
      statement: `Freeze the card ending in ${card.last4}.`,
      parameters: { cardId: card.id, state: 'FROZEN' },
      accountIds: [owner.wallet.id],
    })
    expect((await app.ok('getCardById', { params: { id: card.id } })).state).toBe('ACTIVE')
  })

  it('freezes, unfreezes and closes with a signature, each with an event', async () => {
    expect(await change({ state: 'FROZEN' })).toMatchObject({ state: 'FROZEN', stateReason: null })
    expect(await change({ state: 'ACTIVE' })).toMatchObject({ state: 'ACTIVE', stateReason: null })
    expect(await change({ state: 'CLOSED' })).toMatchObject({ state: 'CLOSED', stateReason: 'CLOSED_BY_PLATFORM' })
    expect(await eventTypesOf(app, card)).toEqual(Array(4).fill('STATE_CHANGE'))
  })

  it('accepts the sandbox signature value in the sandbox', async () => {
    expect((await changeCard(app, card, { state: 'FROZEN' }, STAND_IN.signature)).state).toBe('FROZEN')
  })

  it("401 for the signature of another customer's wallet", async () => {
    const stranger = await walletWithSession(app)
    const { status } = await signed(app, 'updateCardById', input({ state: 'FROZEN' }), stranger.session)
    expect(status).toBe(401)
    expect((await app.ok('getCardById', { params: { id: card.id } })).state).toBe('ACTIVE')
  })

  it('replaces all sources, in order, and emits an event', async () => {
    const changed = await change({ fundingSources: [spare, dollars] })
    expect(changed.fundingSources).toEqual([spare, dollars])
    expect((await change({ fundingSources: [spare, dollars] })).fundingSources).toEqual([spare, dollars])
    expect(await eventTypesOf(app, card)).toEqual(['STATE_CHANGE', 'FUNDING_SOURCE_CHANGE'])
  })

  it('changes sources and state together', async () => {
    expect(await change({ fundingSources: [spare], state: 'FROZEN' })).toMatchObject({
      fundingSources: [spare],
      state: 'FROZEN',
    })
    expect(await eventTypesOf(app, card)).toEqual(['STATE_CHANGE', 'FUNDING_SOURCE_CHANGE', 'STATE_CHANGE'])
  })

  it('400 for neither, for closing together with sources, for no source and for a state that cannot be requested', async () => {
    expect(await refusal({})).toEqual([400, 'INVALID_INPUT', 'body'])
    expect(await refusal({ something: 'else' })).toEqual([400, 'INVALID_INPUT', 'body'])
    expect(await refusal({ state: 'CLOSED', fundingSources: [dollars] })).toEqual([
      400,
      'INVALID_INPUT',
      'fundingSources',
    ])
    expect(await refusal({ fundingSources: [] })).toEqual([400, 'INVALID_INPUT', 'fundingSources'])
    expect(await refusal({ state: 'PENDING_ISSUE' })).toEqual([400, 'INVALID_INPUT', 'state'])
  })

  it("400 for a source that is in another currency than the card's", async () => {
    expect(await refusal({ fundingSources: [dollars, owner.wallet.id] })).toEqual([
      400,
      'FUNDING_SOURCE_INELIGIBLE',
      'fundingSources.1',
    ])
  })

  it('409 for every move that is not listed, before a signature is requested', async () => {
    expect(await refusal({ state: 'ACTIVE' })).toEqual([409, 'INVALID_STATE_TRANSITION'])
    await change({ state: 'FROZEN' })
    expect(await refusal({ state: 'FROZEN' })).toEqual([409, 'INVALID_STATE_TRANSITION'])
    await change({ state: 'CLOSED' })
    for (const state of ['ACTIVE', 'FROZEN', 'CLOSED'])
      expect(await refusal({ state })).toEqual([409, 'INVALID_STATE_TRANSITION'])
    expect(await refusal({ fundingSources: [dollars] })).toEqual([409, 'CARD_NOT_MUTABLE'])
  })

  it('409 for a card that the issuer has not provided, whatever state is requested', async () => {
    const { id } = await app.ok('createCard', {
      body: {
        cardholderId: card.cardholderId,
        form: 'VIRTUAL',
        fundingSources: [dollars],
        platformCardId: 'never-001',
      },
    })
    card = { ...card, id }
    for (const state of ['ACTIVE', 'FROZEN', 'CLOSED'])
      expect(await refusal({ state })).toEqual([409, 'INVALID_STATE_TRANSITION'])
  })

  it('checks everything again when the signature arrives', async () => {
    const freeze = await challengeOf(app, 'updateCardById', input({ state: 'FROZEN' }))
    await app.app.engine.run(app.platform.platformId, (rows) => withdrawCard(rows, card.id.split(':')[1] as string))
    expect((await app.ok('getCardById', { params: { id: card.id } })).stateReason).toBe('CLOSED_BY_SERVICE')
    const late = await app.call('updateCardById', {
      ...input({ state: 'FROZEN' }),
      headers: signatureHeaders(freeze, sign(freeze.payloadToSign, owner.session.privateKey)),
    })
    expect([late.status, late.error.code]).toEqual([409, 'INVALID_STATE_TRANSITION'])
  })

  it('409 for closing twice, each with a signature', async () => {
    const [first, second] = [
      await challengeOf(app, 'updateCardById', input({ state: 'CLOSED' })),
      await challengeOf(app, 'updateCardById', input({ state: 'CLOSED' })),
    ]
    const signedBy = (challenge: typeof first) =>
      app.call('updateCardById', {
        ...input({ state: 'CLOSED' }),
        headers: signatureHeaders(challenge, sign(challenge.payloadToSign, owner.session.privateKey)),
      })
    expect((await signedBy(second)).body.state).toBe('CLOSED')
    const late = await signedBy(first)
    expect([late.status, late.error.code]).toEqual([409, 'INVALID_STATE_TRANSITION'])
  })

  it('401 for a signature over another request', async () => {
    const challenge = await challengeOf(app, 'updateCardById', input({ state: 'FROZEN' }))
    const headers = signatureHeaders(challenge, sign(challenge.payloadToSign, owner.session.privateKey))
    expect((await app.call('updateCardById', { ...input({ state: 'CLOSED' }), headers })).status).toBe(401)
    expect((await app.ok('getCardById', { params: { id: card.id } })).state).toBe('ACTIVE')
  })
})

describe('updateCardById of a cardholder without a wallet', () => {
  it('takes effect immediately', async () => {
    const { card } = await shopper(app, 0)
    const { status, body } = await app.call('updateCardById', { params: { id: card.id }, body: { state: 'FROZEN' } })
    expect([status, body.state]).toEqual([200, 'FROZEN'])
  })
})

describe('a card that is FROZEN or CLOSED', () => {
  it.each([
    ['FROZEN', 'CARD_PAUSED'],
    ['CLOSED', 'CARD_CLOSED'],
  ] as const)(
    '%s declines with %s, and clears and returns what was authorized before',
    async (state, declineReason) => {
      const { card } = await shopper(app, 5_000)
      const { tap, clear, giveBack, refusal } = terminal(app, card)
      const [open, started] = [await tap(1_000), await tap(1_000)]
      await clear(started, 400)
      await app.ok('updateCardById', { params: { id: card.id }, body: { state } })
      expect(await tap(100)).toMatchObject({ status: 'EXCEPTION', declineReason })
      expect(await refusal('AuthorizationAdvice', open.id, 1_001)).toEqual([409, 'INVALID_STATE_TRANSITION'])
      expect((await clear(open, 1_200)).status).toBe('SETTLED')
      expect((await clear(started, 600)).status).toBe('SETTLED')
      expect((await giveBack(open, 1_200)).status).toBe('REFUNDED')
    },
  )

  it('that is unfrozen pays again', async () => {
    const { card } = await shopper(app, 5_000)
    const { tap } = terminal(app, card)
    for (const state of ['FROZEN', 'ACTIVE'])
      await app.ok('updateCardById', { params: { id: card.id }, body: { state } })
    expect((await tap(100)).status).toBe('AUTHORIZED')
  })
})
