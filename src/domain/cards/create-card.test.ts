/** Card creation tests: eligibility, funding sources, and the outcome at the issuer. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/harness/app.ts'
import { cardFor, eventTypesOf, type Holder, holderOf, shopper } from '../../../test/harness/cards.ts'
import { accountOf } from '../../../test/harness/cast.ts'

let app: TestApp
let holder: Holder
beforeAll(async () => {
  app = await testApp()
  holder = await holderOf(app, 10_000, 5_000)
})
afterAll(async () => {
  expect(await app.audit()).toEqual([])
  await app.close()
})

const request = (more: object = {}) => ({
  cardholderId: holder.customerId,
  form: 'VIRTUAL',
  fundingSources: holder.accounts,
  platformCardId: 'card-719',
  ...more,
})
const issue = (more: object = {}) => app.ok('createCard', { body: request(more) })
const read = (id: `Card:${string}`) => app.ok('getCardById', { params: { id } })
const refusal = async (more: object) => {
  const { status, error } = await app.call('createCard', { body: request(more) })
  return [status, error.code, ...(error.details?.errors ?? []).map(({ field }: { field: string }) => field)]
}

describe('createCard', () => {
  it('requests a card, which then becomes ACTIVE and emits an event', async () => {
    const asked = await issue()
    expect(asked).toEqual({
      id: expect.stringMatching(/^Card:/),
      cardholderId: holder.customerId,
      platformCardId: 'card-719',
      state: 'PENDING_ISSUE',
      stateReason: null,
      form: 'VIRTUAL',
      fundingSources: holder.accounts,
      currency: 'USD',
      maxSpendPerTransaction: null,
      createdAt: asked.updatedAt,
      updatedAt: asked.updatedAt,
    })
    await app.settle()
    const { panEmbedUrl, ...card } = await read(asked.id)
    expect(card).toMatchObject({
      state: 'ACTIVE',
      stateReason: null,
      brand: 'VISA',
      last4: '0719',
      expMonth: expect.any(Number),
      expYear: new Date(app.clock.now()).getUTCFullYear() + 3,
      issuerRef: expect.any(String),
    })
    expect(await eventTypesOf(app, asked)).toEqual(['STATE_CHANGE'])
    const [event] = await app.store.query<{ data: string }>(
      'select data::text as data from events where object_id = $1',
      [asked.id.split(':')[1]],
    )
    expect(JSON.parse(event?.data as string)).toEqual(card)
    expect(panEmbedUrl).toContain('/sandbox/card-issuer/')
  })

  it('gives it its own id if the platform sets none', async () => {
    const { platformCardId, id } = await issue({ platformCardId: undefined })
    expect(platformCardId).toBe(id.split(':')[1])
  })

  it('stays PENDING_ISSUE for an id that ends in 001; purchases are declined', async () => {
    const { id } = await issue({ platformCardId: 'card-001' })
    await app.advance({ minutes: 60 })
    expect(await read(id)).toMatchObject({ state: 'PENDING_ISSUE' })
    const purchase = { amount: 1, currency: { code: 'USD' }, merchant: { descriptor: 'SHOP' } }
    expect(await app.ok('sandboxSimulateCardAuthorization', { params: { id }, body: purchase })).toMatchObject({
      status: 'EXCEPTION',
      declineReason: 'CARD_NOT_ISSUED',
    })
  })

  it('is refused by the issuer for an id that ends in 002', async () => {
    const { id } = await issue({ platformCardId: 'card-002' })
    await app.settle()
    const card = await read(id)
    expect(card).toMatchObject({ state: 'CLOSED', stateReason: 'ISSUER_REJECTED' })
    for (const absent of ['last4', 'brand', 'expMonth', 'panEmbedUrl', 'issuerRef'])
      expect(card).not.toHaveProperty(absent)
    expect(await eventTypesOf(app, card)).toEqual(['STATE_CHANGE'])
  })

  it('takes thirty seconds for an id that ends in 005', async () => {
    const { id } = await issue({ platformCardId: 'card-005' })
    await app.advance({ seconds: 29 })
    expect((await read(id)).state).toBe('PENDING_ISSUE')
    await app.advance({ seconds: 2 })
    expect((await read(id)).state).toBe('ACTIVE')
  })

  it('400 for a cardholder who is not approved, before the sources are checked; 410 for one who is deleted', async () => {
    const { id } = await app.ok('createCustomer', { body: { customerType: 'BUSINESS' } })
    expect(await refusal({ cardholderId: id })).toEqual([400, 'CARDHOLDER_KYC_NOT_APPROVED'])
    await app.ok('deleteCustomerById', { params: { customerId: id } })
    expect(await refusal({ cardholderId: id })).toEqual([410, 'CUSTOMER_DELETED'])
    expect(await refusal({ cardholderId: 'Customer:019542f5-b3e7-7d02-8000-000000000001' })).toEqual([
      404,
      'USER_NOT_FOUND',
    ])
  })

  it("400 for sources that are another's, in another currency, or do not exist, each by its index", async () => {
    const [first] = holder.accounts
    const foreign = (await accountOf(app, 'northwind', 'USD')).id
    const unknown = 'InternalAccount:019542f5-b3e7-7d02-8000-00000000abcd'
    expect(await refusal({ fundingSources: [first, foreign, unknown] })).toEqual([
      400,
      'FUNDING_SOURCE_INELIGIBLE',
      'fundingSources.1',
      'fundingSources.2',
    ])
    const { customerId } = await accountOf(app, 'alice', 'USD')
    const sources = await Promise.all(
      ['USDB', 'USD', 'EUR'].map(async (currency) => (await accountOf(app, 'alice', currency)).id),
    )
    const of = (...places: number[]) => ({
      cardholderId: customerId,
      fundingSources: places.map((place) => sources[place]),
    })
    expect(await refusal(of(2))).toEqual([400, 'FUNDING_SOURCE_INELIGIBLE', 'fundingSources.0'])
    expect(await refusal(of(0, 1))).toEqual([400, 'FUNDING_SOURCE_INELIGIBLE', 'fundingSources.1'])
    expect((await issue(of(0))).currency).toBe('USDB')
    expect((await issue(of(1))).currency).toBe('USD')
  })

  it.each(['002', '003'])('400 for a source whose id ends in %s, in the words of the issuer', async (end) => {
    const fundingSources = [`InternalAccount:019542f5-b3e7-7d02-8000-000000000${end}`]
    expect(await refusal({ fundingSources })).toEqual([400, 'FUNDING_SOURCE_INELIGIBLE', 'fundingSources.0'])
  })

  it('400 for no source, a duplicate source, and a form other than VIRTUAL', async () => {
    const [first] = holder.accounts
    expect(await refusal({ fundingSources: [] })).toEqual([400, 'INVALID_INPUT', 'fundingSources'])
    expect(await refusal({ fundingSources: [first, first] })).toEqual([400, 'INVALID_INPUT', 'fundingSources'])
    expect(await refusal({ form: 'PHYSICAL' })).toEqual([400, 'INVALID_INPUT', 'form'])
  })

  it('400 for a source that is not ACTIVE', async () => {
    const other = await holderOf(app, 0)
    await app.store.query("update balances set status = 'FROZEN' where id = $1", [other.accounts[0]?.split(':')[1]])
    expect(await refusal({ cardholderId: other.customerId, fundingSources: other.accounts })).toEqual([
      400,
      'FUNDING_SOURCE_INELIGIBLE',
      'fundingSources.0',
    ])
  })
})

describe('createCard without an issuer', () => {
  it('501: no card is created', async () => {
    const bare = await testApp({ providers: (usual) => ({ ...usual, cardIssuer: undefined }) })
    try {
      const { accounts, customerId } = await holderOf(bare, 0)
      const { status, error } = await bare.call('createCard', {
        body: { cardholderId: customerId, form: 'VIRTUAL', fundingSources: accounts },
      })
      expect([status, error.code]).toEqual([501, 'NOT_IMPLEMENTED'])
      expect((await bare.ok('listCards')).totalCount).toBe(0)
    } finally {
      await bare.close()
    }
  })
})

describe('panEmbedUrl', () => {
  it('is not shown to a token with VIEW only', async () => {
    const { id } = await issue()
    await app.settle()
    const as = await app.ok('createToken', { body: { name: 'Back office', permissions: ['VIEW'] } })
    const seen = await app.ok('getCardById', { params: { id }, as: as as never })
    expect(seen).toMatchObject({ id, state: 'ACTIVE' })
    expect(seen).not.toHaveProperty('panEmbedUrl')
    expect(await read(id)).toHaveProperty('panEmbedUrl')
  })

  const numberOn = async (url: string) => /\d{4}(?: \d{4}){3}/.exec(await (await fetch(url)).text())?.[0]

  it('leads to a page with its own origin that any page may embed and no cache stores', async () => {
    const { card } = await shopper(app, 0)
    const reply = await fetch(card.panEmbedUrl as string)
    expect(reply.status).toBe(200)
    const policy = reply.headers.get('content-security-policy')
    expect(policy).toMatch(/^sandbox;/)
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain('frame-ancestors *')
    expect(reply.headers.get('cache-control')).toBe('no-store')
    expect(await reply.text()).toContain(card.last4 as string)
  })

  it('shows nothing to a script, not even to one of this server’s own pages', async () => {
    const { card } = await shopper(app, 0)
    const ask = (dest: string) => fetch(card.panEmbedUrl as string, { headers: { 'sec-fetch-dest': dest } })
    const reply = await ask('empty')
    expect(reply.status).toBe(404)
    expect(await reply.text()).not.toContain(card.last4 as string)
    expect((await ask('iframe')).status).toBe(200)
  })

  it('is different each time for the same card, ends after five minutes, and cannot be forged', async () => {
    const { card } = await shopper(app, 0)
    const again = (await read(card.id)).panEmbedUrl as string
    expect(again).not.toBe(card.panEmbedUrl)
    expect(await numberOn(again)).toBe(await numberOn(card.panEmbedUrl as string))
    expect((await fetch(again.replace(/.{8}$/, 'AAAAAAAA'))).status).toBe(404)
    await app.advance({ minutes: 5 })
    expect((await fetch(again)).status).toBe(404)
  })

  it('is in no list and no event, and absent for a closed card', async () => {
    const { card } = await shopper(app, 0)
    await app.ok('updateCardById', { params: { id: card.id }, body: { state: 'FROZEN' } })
    expect((await read(card.id)).panEmbedUrl).toBeDefined()
    await app.ok('updateCardById', { params: { id: card.id }, body: { state: 'CLOSED' } })
    expect(await read(card.id)).not.toHaveProperty('panEmbedUrl')
    expect(JSON.stringify(await app.ok('listCards', { query: { limit: 100 } }))).not.toContain('panEmbedUrl')
  })
})

describe('getCardById', () => {
  it("404 for another platform's card", async () => {
    const card = await cardFor(app, holder)
    const as = await app.anotherPlatform()
    const { status, error } = await app.call('getCardById', { params: { id: card.id }, as })
    expect([status, error.code]).toEqual([404, 'CARD_NOT_FOUND'])
  })
})

describe('listCards', () => {
  it('shows a platform its own cards only', async () => {
    const card = await cardFor(app, holder)
    const own = await app.ok('listCards', { query: { limit: 100 } })
    expect(own.data.map(({ id }) => id)).toContain(card.id)
    expect((await app.ok('listCards', { as: await app.anotherPlatform() })).totalCount).toBe(0)
  })
})
