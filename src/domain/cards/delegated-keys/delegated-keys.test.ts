/** Delegated key tests: a card debits a wallet only with its holder's consent, and within its limits. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Card } from '../../../../contract/cards/cards.ts'
import { type TestApp, testApp } from '../../../../test/harness/app.ts'
import { balancesOf, changeCard, terminal } from '../../../../test/harness/cards.ts'
import { quoteBetween } from '../../../../test/harness/cast.ts'
import {
  challengeOf,
  newWallet,
  STAND_IN,
  sign,
  signatureHeaders,
  signed,
  walletWithSession,
} from '../../../../test/harness/samples/wallets.ts'
import { retryPull } from '../purchases/retry-pull.ts'
import { withdrawCard } from '../withdraw-card.ts'

const FUNDS = 50_000_000

let app: TestApp
let owner: Awaited<ReturnType<typeof walletWithSession>>
let customerId: `Customer:${string}`
let card: Card
beforeAll(async () => {
  app = await testApp()
})
beforeEach(async () => {
  owner = await walletWithSession(app, FUNDS)
  customerId = owner.wallet.customerId as typeof customerId
  card = await newCard()
})
afterAll(async () => {
  expect(await app.audit()).toEqual([])
  await app.close()
})

const bare = (id: string) => id.slice(id.indexOf(':') + 1)

async function newCard(more: object = {}): Promise<Card> {
  const { id } = await app.ok('createCard', {
    body: {
      cardholderId: customerId,
      form: 'VIRTUAL',
      fundingSources: [owner.wallet.id],
      platformCardId: 'usdb-719',
      ...more,
    },
  })
  await app.settle()
  return app.ok('getCardById', { params: { id } })
}
const request = (more: object = {}) => ({
  body: { cardId: card.id, internalAccountId: owner.wallet.id, nickname: 'Everyday', ...more },
})
async function consent() {
  const { status, body, text } = await signed(app, 'createDelegatedKey', request(), owner.session)
  expect(status, text).toBe(201)
  return body
}
const tap = (amount: number) => terminal(app, card).tap(amount)
const stand = () => balancesOf(app, customerId, owner.wallet.id)
const keysOf = async (of = card) => (await app.ok('listDelegatedKeys', { query: { cardId: of.id } })).data
const statusesOf = async (of = card) => (await keysOf(of)).map(({ status }) => status)
const revoke = (id: string) => app.call('revokeDelegatedKey', { params: { id: id as never } })
const refusal = async (more: object) => {
  const { status, error } = await app.call('createDelegatedKey', request(more) as never)
  return [status, error.code, ...(error.details?.errors ?? []).map(({ field }: { field: string }) => field)]
}

describe('a card on a wallet', () => {
  it('debits nothing before the holder has signed, whatever is requested', async () => {
    const declined = await tap(3_000_000)
    expect(declined).toMatchObject({ status: 'EXCEPTION', declineReason: 'FUNDING_SOURCE_NOT_AUTHORIZED' })
    expect(await terminal(app, card).refusal('Clearing', declined.id, 3_000_000)).toEqual([
      400,
      'INVALID_INPUT',
      'cardTransactionId',
    ])
    const inquiry = { params: { id: card.id }, body: { merchant: { descriptor: 'SHOP' } } }
    const { available } = await app.ok('sandboxSimulateCardBalanceInquiry', inquiry)
    expect(available.amount).toBe(0)
    expect(await stand()).toEqual([FUNDS, FUNDS])
  })

  it('pays once its holder has signed, until the key is revoked', async () => {
    const key = await consent()
    expect((await tap(3_000_000)).status).toBe('AUTHORIZED')
    expect((await revoke(key.id)).status).toBe(204)
    expect(await tap(1)).toMatchObject({ status: 'EXCEPTION', declineReason: 'FUNDING_SOURCE_NOT_AUTHORIZED' })
    expect(await stand()).toEqual([FUNDS - 3_000_000, FUNDS])
  })

  it('is skipped without consent where another source covers the purchase', async () => {
    const second = await app.ok('sandboxCreateInternalAccount', { body: { customerId, currency: 'USDB' } })
    await app.settle()
    await app.ok('sandboxFundInternalAccount', { params: { accountId: second.id }, body: { amount: 7_000_000 } })
    card = await newCard({ fundingSources: [second.id, owner.wallet.id] })
    await consent()
    expect(await tap(5_000_000)).toMatchObject({ status: 'AUTHORIZED', accountId: owner.wallet.id })
  })

  it('pays what was authorized before the key ended, and no more than is held', async () => {
    const key = await consent()
    const purchase = await tap(3_000_000)
    await revoke(key.id)
    const { refusal: refused, clear } = terminal(app, card)
    expect(await refused('AuthorizationAdvice', purchase.id, 3_000_001)).toEqual([409, 'INVALID_STATE_TRANSITION'])
    const cleared = await clear(purchase, 4_000_000)
    expect(cleared).toMatchObject({ status: 'EXCEPTION', pullSummary: { totalAmount: 3_000_000 } })
    expect(await stand()).toEqual([FUNDS - 3_000_000, FUNDS - 3_000_000])
    const retried = app.app.engine.run(app.platform.platformId, (rows) => retryPull(rows, bare(purchase.id)))
    await expect(retried).rejects.toMatchObject({ details: { reason: 'FUNDING_SOURCE_NOT_AUTHORIZED' } })
    await consent()
    const paid = await app.app.engine.run(app.platform.platformId, (rows) => retryPull(rows, bare(purchase.id)))
    expect(paid.status).toBe('SETTLED')
  })

  it('pays a tip while the key is ACTIVE, but not beyond the cap', async () => {
    card = await newCard({ maxSpendPerTransaction: 4_000_000 })
    await consent()
    const { clear } = terminal(app, card)
    expect((await clear(await tap(3_000_000), 3_500_000)).status).toBe('SETTLED')
    const beyond = await clear(await tap(3_000_000), 4_500_000)
    expect(beyond).toMatchObject({ status: 'EXCEPTION', pullSummary: { totalAmount: 3_000_000 } })
    expect((await stand())[1]).toBe(FUNDS - 3_500_000 - 3_000_000)
  })

  it('takes a purchase in dollars, as merchants ask for it', async () => {
    await consent()
    const ask = (amount: number, code: string) =>
      app.call('sandboxSimulateCardAuthorization', {
        params: { id: card.id },
        body: { amount, currency: { code }, merchant: { descriptor: 'SHOP' } },
      })
    const { body } = await ask(1_250, 'USD')
    expect(body).toMatchObject({
      status: 'AUTHORIZED',
      authorizedAmount: { amount: 12_500_000, currency: { code: 'USDB' } },
    })
    expect(await stand()).toEqual([FUNDS - 12_500_000, FUNDS])
    const refused = [await ask(1, 'EUR'), await ask(900_000_000_001, 'USD')]
    expect(refused.map(({ error }) => error.code)).toEqual(['INVALID_CURRENCY', 'AMOUNT_OUT_OF_RANGE'])
  })

  it('is not debited by a reversed return after the key has ended', async () => {
    const key = await consent()
    const { clear, giveBack, unreturn } = terminal(app, card)
    const purchase = await tap(2_000_000)
    await clear(purchase, 2_000_000)
    await giveBack(purchase, 2_000_000)
    await revoke(key.id)
    expect((await unreturn(purchase)).status).toBe('EXCEPTION')
    expect((await stand())[1]).toBe(FUNDS)
  })
})

describe('createDelegatedKey', () => {
  it('names the card, the wallet and the cap in the signed payload', async () => {
    card = await newCard({ maxSpendPerTransaction: 5_000_000 })
    const { payloadToSign } = await challengeOf(app, 'createDelegatedKey', request())
    expect(JSON.parse(payloadToSign)).toMatchObject({
      operation: 'createDelegatedKey',
      statement: `Let the card ending in ${card.last4} pay from the wallet ${owner.wallet.id}, at most 5.000000 USDB per purchase.`,
      parameters: { cardId: card.id, accountId: owner.wallet.id, currency: 'USDB', maxSpendPerTransaction: 5_000_000 },
      accountIds: [owner.wallet.id],
    })
    expect(await keysOf()).toEqual([])
  })

  it('returns the key', async () => {
    const key = await consent()
    expect(key).toEqual({
      id: expect.stringMatching(/^DelegatedKey:/),
      cardId: card.id,
      fundingSourceId: expect.stringMatching(/^CardFundingSource:/),
      accountId: owner.wallet.id,
      nickname: 'Everyday',
      status: 'ACTIVE',
      createdAt: key.updatedAt,
      updatedAt: key.updatedAt,
    })
  })

  it('401 for the signature of another holder, and for one that was given for another cap', async () => {
    const stranger = await walletWithSession(app)
    expect((await signed(app, 'createDelegatedKey', request(), stranger.session)).status).toBe(401)
    const challenge = await challengeOf(app, 'createDelegatedKey', request())
    await changeCard(app, card, { maxSpendPerTransaction: 9_000_000 }, owner.session)
    const headers = signatureHeaders(challenge, sign(challenge.payloadToSign, owner.session.privateKey))
    expect((await app.call('createDelegatedKey', { ...request(), headers })).status).toBe(401)
    expect(await keysOf()).toEqual([])
  })

  it('refuses invalid consents', async () => {
    const foreign = await newWallet(app)
    expect(await refusal({ cardId: 'Card:019542f5-b3e7-7d02-8000-000000000001' })).toEqual([404, 'CARD_NOT_FOUND'])
    expect(await refusal({ internalAccountId: 'InternalAccount:019542f5-b3e7-7d02-8000-000000000001' })).toEqual([
      404,
      'INTERNAL_ACCOUNT_NOT_FOUND',
    ])
    expect(await refusal({ internalAccountId: foreign.id })).toEqual([400, 'INVALID_INPUT', 'internalAccountId'])
    expect(await refusal({ nickname: '' })).toEqual([400, 'INVALID_INPUT', 'nickname'])
    await consent()
    expect(await refusal({})).toEqual([409, 'CONFLICT'])
  })

  it('creates one key when eight are signed concurrently', async () => {
    const challenges = []
    for (let i = 0; i < 8; i++) challenges.push(await challengeOf(app, 'createDelegatedKey', request()))
    const replies = await Promise.all(
      challenges.map((challenge) =>
        app.call('createDelegatedKey', { ...request(), headers: signatureHeaders(challenge, STAND_IN.signature) }),
      ),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)])
    expect(await statusesOf()).toEqual(['ACTIVE'])
  })
})

describe('getDelegatedKey', () => {
  it("returns the key; 404 for another platform's", async () => {
    const key = await consent()
    const params = { id: key.id }
    expect(await app.ok('getDelegatedKey', { params })).toEqual(key)
    const { status, error } = await app.call('getDelegatedKey', { params, as: await app.anotherPlatform() })
    expect([status, error.code]).toEqual([404, 'DELEGATED_KEY_NOT_FOUND'])
  })
})

describe('listDelegatedKeys', () => {
  it('filters by account, funding source or card; 400 without a filter', async () => {
    const key = await consent()
    const filters = [{ accountId: owner.wallet.id }, { fundingSourceId: key.fundingSourceId }, { cardId: card.id }]
    for (const query of filters) expect((await app.ok('listDelegatedKeys', { query })).data).toEqual([key])
    const none = await app.call('listDelegatedKeys')
    expect([none.status, none.error.code]).toEqual([400, 'INVALID_INPUT'])
  })
})

describe('revokeDelegatedKey', () => {
  it('needs no signature, works once, and another platform does not know the key', async () => {
    const key = await consent()
    const params = { id: key.id }
    expect((await app.call('revokeDelegatedKey', { params, as: await app.anotherPlatform() })).status).toBe(404)
    expect((await revoke(key.id)).status).toBe(204)
    const again = await revoke(key.id)
    expect([again.status, again.error.code]).toEqual([400, 'INVALID_INPUT'])
    expect((await app.ok('getDelegatedKey', { params })).status).toBe('REVOKED')
  })
})

describe('a signed change of the card', () => {
  it('that names the wallet grants consent with the same signature, and states the cap', async () => {
    const input = {
      params: { id: card.id },
      body: { fundingSources: [owner.wallet.id], maxSpendPerTransaction: 1_000_000 },
    }
    const { payloadToSign } = await challengeOf(app, 'updateCardById', input)
    expect(JSON.parse(payloadToSign)).toMatchObject({
      statement: `Fund the card ending in ${card.last4} from ${owner.wallet.id}. Let the card ending in ${card.last4} pay at most 1.000000 USDB per purchase.`,
      parameters: { fundingSources: [owner.wallet.id], maxSpendPerTransaction: 1_000_000 },
    })
    card = await changeCard(app, card, input.body, owner.session)
    expect(await statusesOf()).toEqual(['ACTIVE'])
    expect((await tap(1_000_000)).status).toBe('AUTHORIZED')
    expect(await tap(1_000_001)).toMatchObject({ declineReason: 'SPENDING_LIMIT_EXCEEDED' })
  })

  it('keeps the key while the card is frozen and when it is unfrozen, and ends it when the card is closed', async () => {
    await consent()
    const change = (state: string) => changeCard(app, card, { state }, owner.session)
    await change('FROZEN')
    expect(await statusesOf()).toEqual(['ACTIVE'])
    await change('ACTIVE')
    expect(await statusesOf()).toEqual(['ACTIVE'])
    expect((await tap(3_000_000)).status).toBe('AUTHORIZED')
    await change('CLOSED')
    expect(await statusesOf()).toEqual(['REVOKED'])
  })

  it('keeps a key, and ends that of a wallet which is no longer a source', async () => {
    await consent()
    const second = await app.ok('sandboxCreateInternalAccount', { body: { customerId, currency: 'USDB' } })
    await app.settle()
    await changeCard(app, card, { fundingSources: [owner.wallet.id, second.id] }, owner.session)
    expect(await statusesOf()).toEqual(['ACTIVE', 'ACTIVE'])
    await changeCard(app, card, { fundingSources: [second.id] }, owner.session)
    expect(await statusesOf()).toEqual(['REVOKED', 'ACTIVE'])
  })

  it.each([
    ['by the platform', () => changeCard(app, card, { state: 'CLOSED' }, owner.session)],
    ['by the operator', () => app.app.engine.run(app.platform.platformId, (rows) => withdrawCard(rows, bare(card.id)))],
  ])('or its closing %s ends the keys of the card', async (_by, close) => {
    await consent()
    await close()
    expect(await statusesOf()).toEqual(['REVOKED'])
    expect(await refusal({})).toEqual([409, 'CARD_NOT_MUTABLE'])
  })
})

describe('the auditors of consent', () => {
  it('find a purchase without consent, and a payment without a signature', async () => {
    const key = await consent()
    const purchase = await tap(1_000_000)
    await terminal(app, card).clear(purchase, 1_000_000)
    const { id } = key
    const [before] = await app.store.query<{ created_at: string }>(
      `select created_at::text from delegated_keys where id = '${bare(id)}'`,
    )
    await app.store.script(
      `update delegated_keys set created_at = now() + interval '10 years' where id = '${bare(id)}'`,
    )
    expect((await app.audit()).join()).toContain('paid by a wallet was authorized under a delegated key')
    await app.store.script(
      `update delegated_keys set created_at = '${before?.created_at}', challenge_id = id where id = '${bare(id)}'`,
    )
    expect((await app.audit()).join()).toContain('every delegated key has a signature')
    await app.store.script(
      `update delegated_keys set challenge_id = (select id from signature_challenges where payload like '%${card.id}%' and spent_at is not null limit 1) where id = '${bare(id)}'`,
    )
    expect(await app.audit()).toEqual([])

    const { data } = await app.ok('listCustomerInternalAccounts', { query: { customerId, currency: 'USD' } })
    const quote = await quoteBetween(app, owner.wallet.id, data[0]?.id as typeof owner.wallet.id, 5_000_000)
    await signed(app, 'executeQuote', { params: { quoteId: quote.id } }, owner.session)
    expect(await app.audit()).toEqual([])
    await app.store.script(`update signature_challenges set spent_at = null where id = '${bare(quote.id)}'`)
    expect((await app.audit()).join()).toContain('a payment that its holder signed')
    await app.store.script(`update signature_challenges set spent_at = created_at where id = '${bare(quote.id)}'`)
  })
})
