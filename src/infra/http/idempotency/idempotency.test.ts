/** Idempotency-Key: one key, one effect, one reply, through failures and concurrency. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pathTo } from '../../../../client/request.ts'
import { agentWorld, connectedAgent } from '../../../../test/harness/agents.ts'
import { type Reply, type TestApp, testApp } from '../../../../test/harness/app.ts'
import { accountOf, balanceOf, clabe, quoteBetween } from '../../../../test/harness/cast.ts'
import { withRail } from '../../../../test/harness/rails.ts'
import { bareId } from '../../../core/ids.ts'
import { quotes } from '../../../domain/payments/quotes/quote.ts'
import { tidyUp } from '../../jobs/housekeeping.ts'

type AccountId = `InternalAccount:${string}`

let app: TestApp
let usd: AccountId
let maria: string
let keys = 0
const newKey = () => `key ${++keys}`
const quoteFor = (lockedCurrencyAmount: number, source: string = usd) => ({
  source: { sourceType: 'ACCOUNT', accountId: source },
  destination: { destinationType: 'ACCOUNT', accountId: maria },
  lockedCurrencySide: 'SENDING',
  lockedCurrencyAmount,
})
const createQuote = (key: string, amount = 1_000, more: object = {}) =>
  app.call('createQuote', { body: quoteFor(amount) as never, key, ...more })
const fund = (accountId: AccountId, amount: number, key: string) =>
  app.call('sandboxFundInternalAccount', { params: { accountId }, body: { amount }, key })
const json = (body: object) => ({ body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })
const isReplay = ({ headers }: Reply<unknown>) => headers.get('idempotent-replayed') === 'true'
const customer = (body: object, key: string) =>
  app.call('createCustomer', { body: { customerType: 'INDIVIDUAL', ...body }, key })

beforeAll(async () => {
  app = await testApp()
  usd = (await accountOf(app, 'northwind', 'USD')).id
  maria = await clabe(app, '719')
})
afterAll(async () => {
  expect(await app.audit()).toEqual([])
  await app.close()
})

describe('the same key with the same request', () => {
  it('has one effect and gives the first reply again, byte by byte', async () => {
    const key = newKey()
    const first = await createQuote(key)
    const second = await createQuote(key)
    expect([first.status, second.status]).toEqual([201, 201])
    expect([isReplay(first), isReplay(second)]).toEqual([false, true])
    expect(second.text).toBe(first.text)
    expect(second.headers.get('content-type')).toBe(first.headers.get('content-type'))
    expect(second.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'))
  })

  it('gives the first reply although the resource has changed since', async () => {
    const quote = await quoteBetween(app, usd, maria, 1_000)
    const key = newKey()
    const execute = () => app.call('executeQuote', { params: { quoteId: quote.id }, key })
    const first = await execute()
    expect(first.body.status).toBe('PROCESSING')
    await app.settle()
    const second = await execute()
    expect(second.status).toBe(200)
    expect(second.text).toBe(first.text)
    expect(isReplay(second)).toBe(true)
    expect((await app.ok('getQuoteById', { params: { quoteId: quote.id } })).status).toBe('COMPLETED')
  })

  it('gives the first reply of a transfer, also when its payment has progressed', async () => {
    const { id: accountId } = await accountOf(app, 'alice', 'MXN')
    await fund(accountId, 2_000, newKey())
    const body = { source: { accountId }, destination: { accountId: maria as never }, amount: 2_000 }
    const key = newKey()
    const transfer = () => app.call('createTransferOut', { body, key })
    const first = await transfer()
    await app.settle()
    expect((await app.ok('getTransactionById', { params: { transactionId: first.body.id } })).status).toBe('COMPLETED')
    expect((await transfer()).text).toBe(first.text)
  })

  it('keeps only what can change of the row that a reply shows', async () => {
    const { body } = await createQuote(newKey())
    const kept = await app.store.query<{ reply: string }>('select reply from idempotency_keys where shown_id = $1', [
      bareId(body.id),
    ])
    expect(kept.map(({ reply }) => Object.keys(JSON.parse(reply)))).toEqual([[...quotes.changing]])
  })

  it('gives the first reply while the bank is unreachable', async () => {
    const reachable = { isAway: false }
    const elsewhere = await testApp({
      providers: withRail((usual) => {
        const unlessAway = <T>(ask: () => Promise<T>) =>
          reachable.isAway ? Promise.reject(new Error('the bank is unreachable')) : ask()
        return {
          vet: (account) => unlessAway(() => usual.vet(account)),
          checkBeneficiary: (asked) => unlessAway(() => usual.checkBeneficiary(asked)),
        }
      }),
    })
    const { id: accountId } = await accountOf(elsewhere, 'northwind', 'USD')
    const world = await agentWorld(elsewhere)
    const body = { source: { accountId }, destination: { accountId: world.bank }, amount: 1_000 }
    const pay = (key: string) => elsewhere.call('createTransferOut', { body, key })
    const agent = await connectedAgent(elsewhere, world.customerId)
    const payAsAgent = (key: string) => elsewhere.call('agentCreateTransferOut', { body, key, as: agent.as })
    const before = await balanceOf(elsewhere, { id: accountId })
    const first = [await pay('a'), await payAsAgent('b')]
    reachable.isAway = true
    const second = [await pay('a'), await payAsAgent('b')]
    expect(second.map(({ text }) => text)).toEqual(first.map(({ text }) => text))
    expect(second.map(isReplay)).toEqual([true, true])
    expect((await elsewhere.raw('POST', pathTo('createTransferOut'), json(body))).status).toBe(500)
    expect(await balanceOf(elsewhere, { id: accountId })).toBe(before - 2_000)
    await elsewhere.close()
  })

  it('moves money once, however many requests are sent at the same time', async () => {
    const { id } = await accountOf(app, 'alice', 'EUR')
    const key = newKey()
    const replies = await Promise.all(Array.from({ length: 25 }, () => fund(id, 700, key)))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
    expect(replies.filter(isReplay)).toHaveLength(24)
    expect(await balanceOf(app, { id })).toBe(700)
  })

  it('answers a deletion with 204 again, without a body', async () => {
    const { id } = await app.ok('createToken', { body: { name: 'x', permissions: ['VIEW'] } })
    const remove = (key?: string) => app.call('deleteTokenById', { params: { tokenId: id }, ...(key && { key }) })
    const key = newKey()
    expect(await remove(key)).toMatchObject({ status: 204, text: '' })
    const again = await remove(key)
    expect(again).toMatchObject({ status: 204, text: '' })
    expect(isReplay(again)).toBe(true)
    expect((await remove()).status).toBe(404)
  })

  it('ignores the order of fields, spaces, and unknown fields', async () => {
    const headers = { 'content-type': 'application/json', 'idempotency-key': newKey() }
    const post = (body: string) => app.raw('POST', pathTo('createCustomer'), { headers, body })
    const first = await post('{"customerType":"INDIVIDUAL","fullName":"Ana","region":"US"}')
    const second = await post('{ "region": "US", "new": 1, "fullName": "Ana",\n "customerType": "INDIVIDUAL" }')
    expect(second.text).toBe(first.text)
    expect(isReplay(second)).toBe(true)
  })

  it('is the same request however the path is written', async () => {
    const { id } = await accountOf(app, 'alice', 'GBP')
    const headers = { 'content-type': 'application/json', 'idempotency-key': newKey() }
    for (const path of [id, id.replace(':', '%3A'), encodeURIComponent(id)])
      await app.raw('POST', pathTo('sandboxFundInternalAccount', { accountId: path }), {
        headers,
        body: '{"amount":5}',
      })
    expect(await balanceOf(app, { id })).toBe(5)
  })
})

describe('a second request with the same key and other contents', () => {
  it('is refused with 422, and the first effect and reply stay as they were', async () => {
    const key = newKey()
    const first = await createQuote(key, 1_000)
    const { status, error } = await createQuote(key, 2_000)
    expect([status, error.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
    const again = await createQuote(key, 1_000)
    expect(again.text).toBe(first.text)
  })

  it('is another key at another address, or with another method', async () => {
    const key = newKey()
    const [a, b] = [await accountOf(app, 'alice', 'BRL'), await accountOf(app, 'alice', 'INR')]
    expect((await fund(a.id, 1, key)).status).toBe(200)
    expect((await fund(b.id, 1, key)).status).toBe(200)
    const { body } = await customer({}, key)
    const params = { customerId: body.id }
    expect(
      (
        await app.call('updateCustomerById', {
          params,
          body: { customerType: 'INDIVIDUAL', email: 'a@b.example' },
          key,
        })
      ).status,
    ).toBe(200)
    expect((await app.call('deleteCustomerById', { params, key })).status).toBe(200)
    expect((await app.call('getCustomerById', { params })).body.isDeleted).toBe(true)
  })

  it('is another key for another platform', async () => {
    const other = await app.anotherPlatform()
    const key = newKey()
    const body = { customerType: 'INDIVIDUAL', platformCustomerId: 'shared' } as const
    const mine = await app.call('createCustomer', { body, key })
    const theirs = await app.call('createCustomer', { body, key, as: other })
    expect([mine.status, theirs.status]).toEqual([201, 201])
    expect(isReplay(theirs)).toBe(false)
    expect(theirs.body.id).not.toBe(mine.body.id)
  })

  it('is another key for another token of the platform', async () => {
    const { clientId, clientSecret } = await app.ok('createToken', { body: { name: 'x', permissions: ['TRANSACT'] } })
    const key = newKey()
    const first = await createQuote(key)
    const second = await createQuote(key, 1_000, { as: { clientId, clientSecret: clientSecret as string } })
    expect([second.status, isReplay(second)]).toEqual([201, false])
    expect(second.body.id).not.toBe(first.body.id)
    expect((await createQuote(key)).text).toBe(first.text)
  })
})

describe('a reply with a secret', () => {
  const MINUTE = 60_000
  const newToken = (key: string, as?: object) =>
    app.call('createToken', {
      body: { name: 'new', permissions: ['MANAGE', 'TRANSACT'] },
      key,
      ...(as && { as }),
    } as never)
  const tokenWith = async (permissions: ('VIEW' | 'TRANSACT' | 'MANAGE')[]) => {
    const { clientId, clientSecret } = await app.ok('createToken', { body: { name: 'x', permissions } })
    return { clientId, clientSecret: clientSecret as string }
  }

  it('is not given to another token, which would gain permissions that it lacks', async () => {
    const key = newKey()
    expect((await newToken(key)).status).toBe(200)
    const manages = await tokenWith(['MANAGE'])
    const reply = await newToken(key, manages)
    expect([reply.status, reply.error.details.missingPermissions]).toEqual([403, ['TRANSACT']])
    expect(reply.text).not.toContain('clientSecret')
    expect((await newToken(key, await tokenWith(['TRANSACT']))).status).toBe(403)
  })

  it('is given again for an hour; afterwards the refusal names the resource that the secret belongs to', async () => {
    const key = newKey()
    const first = await newToken(key)
    await app.advance({ ms: 60 * MINUTE - 1_000 })
    const again = await newToken(key)
    expect([again.text, isReplay(again)]).toEqual([first.text, true])
    await app.advance({ ms: 1_000 })
    for (let time = 0; time < 2; time++) {
      const { status, error, headers } = await newToken(key)
      expect([status, error.code, error.details]).toEqual([409, 'SECRET_ALREADY_SHOWN', { id: first.body.id }])
      expect(headers.get('x-should-retry')).toBe('false')
    }
    const { error } = await app.call('createToken', { body: { name: 'other', permissions: ['VIEW'] }, key })
    expect(error.code).toBe('IDEMPOTENCY_KEY_REUSED')
  })

  it('is kept sealed, together with its key, and removed after the hour', async () => {
    const [key, other] = [newKey(), newKey()]
    const [first, second] = [await newToken(key), await newToken(other)]
    const kept = () => app.store.query<{ key: string; sealed: string }>('select key, sealed from secret_replies')
    const keys = () => app.store.query<{ reply: string }>('select reply from idempotency_keys')
    const all = JSON.stringify([await kept(), await keys()])
    for (const { body } of [first, second]) expect(all).not.toContain(body.clientSecret)
    const headers = { 'content-type': 'application/json', 'idempotency-key': key }
    const body = JSON.stringify({ name: 'new', permissions: ['MANAGE', 'TRANSACT'] })
    const replay = () => app.raw('POST', pathTo('createToken'), { body, headers })
    expect((await replay()).text).toBe(first.text)
    await app.store.script('update secret_replies s set sealed = o.sealed from secret_replies o where s.key <> o.key')
    expect((await replay()).status).toBe(500)
    await app.store.script(`update secret_replies set created_at = now() - interval '61 minutes'`)
    await tidyUp(app.store)
    expect(await kept()).toEqual([])
    expect((await replay()).error.code).toBe('SECRET_ALREADY_SHOWN')
  })

  it('of a device code is shown once and never again', async () => {
    const { customerId } = await accountOf(app, 'northwind', 'USD')
    const policy = { permissions: [], spendingLimits: { currency: 'USD', perTransactionLimit: 1 } }
    const made = await app.ok('createAgent', {
      body: { name: 'x', customerId: customerId as never, policy },
    })
    const key = newKey()
    const redeem = () => app.call('redeemAgentDeviceCode', { params: { code: made.deviceCode.code }, as: null, key })
    expect((await redeem()).status).toBe(200)
    const again = await redeem()
    expect([again.status, again.error.code]).toEqual([400, 'AGENT_DEVICE_CODE_REDEEMED'])
    expect(again.text).not.toContain('agt_')
  })
})

describe('a refusal', () => {
  it('of the operation stays, even when the operation would succeed now', async () => {
    const { id } = await accountOf(app, 'alice', 'MXN')
    const quote = await quoteBetween(app, id, maria, 5_000)
    const key = newKey()
    const execute = (with_: object) => app.call('executeQuote', { params: { quoteId: quote.id }, ...with_ })
    const first = await execute({ key })
    expect(first.error).toMatchObject({ status: 400, code: 'INSUFFICIENT_BALANCE' })
    await fund(id, 5_000, newKey())
    const second = await execute({ key })
    expect(second.text).toBe(first.text)
    expect(isReplay(second)).toBe(true)
    expect((await execute({ key: newKey() })).status).toBe(200)
  })

  it('that is final is marked so the first time and every time', async () => {
    await customer({ platformCustomerId: 'taken' }, newKey())
    const key = newKey()
    for (const replay of [false, true]) {
      const reply = await customer({ platformCustomerId: 'taken' }, key)
      expect(reply.error).toMatchObject({ status: 409, code: 'CONFLICT' })
      expect(reply.headers.get('x-should-retry')).toBe('false')
      expect(isReplay(reply)).toBe(replay)
    }
  })

  it('of a currency, an expired quote or a deleted customer stays too', async () => {
    const key = newKey()
    expect((await customer({ currencies: ['ZAR'] }, key)).error.code).toBe('INVALID_CURRENCY')
    expect(isReplay(await customer({ currencies: ['ZAR'] }, key))).toBe(true)
    expect((await customer({ currencies: ['USD'] }, key)).status).toBe(422)
  })

  it('of malformed input does not bind the key', async () => {
    const key = newKey()
    expect((await createQuote(key, -5)).error.code).toBe('INVALID_INPUT')
    expect((await createQuote(key, 1_000)).status).toBe(201)
  })

  it('of the credentials or the permission does not bind the key', async () => {
    const { clientId, clientSecret } = await app.ok('createToken', { body: { name: 'x', permissions: ['VIEW'] } })
    const key = newKey()
    expect((await createQuote(key, 1_000, { as: null })).status).toBe(401)
    expect((await createQuote(key, 1_000, { as: { clientId, clientSecret: clientSecret as string } })).status).toBe(403)
    expect((await createQuote(key, 1_000)).status).toBe(201)
  })

  it('because of a resource that does not exist yet does not bind the key', async () => {
    const key = newKey()
    const body = {
      currency: 'MXN',
      accountInfo: {
        accountType: 'MXN_ACCOUNT',
        clabeNumber: '646180157000000919',
        beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Eva' },
      },
    }
    const unknown = { ...body, customerId: 'Customer:00000000-0000-7000-8000-000000000000' }
    const create = (with_: object) => app.call('createCustomerExternalAccount', { body: with_ as never, key })
    expect((await create(unknown)).error.code).toBe('USER_NOT_FOUND')
    expect((await create(body)).status).toBe(201)
  })

  it('because the customer is not approved does not bind the key', async () => {
    const { id } = await accountOf(app, 'alice', 'USDC')
    const turn = (status: string) =>
      app.store.script(`update customers set status = '${status}' where platform_customer_id = 'alice'`)
    const key = newKey()
    const ask = () => app.call('createQuote', { body: quoteFor(1_000_000, id) as never, key })
    await turn('PENDING')
    expect((await ask()).error.code).toBe('USER_NOT_READY')
    await turn('APPROVED')
    expect((await ask()).status).toBe(201)
  })

  it('because there are too many requests does not bind the key', async () => {
    const busy = await testApp({ cast: false, rateLimit: 1 })
    const ask = () =>
      busy.call('createCustomer', { body: { customerType: 'INDIVIDUAL', platformCustomerId: 'a' }, key: 'k' })
    const replies = await Promise.all([ask(), ask(), ask()])
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 429, 429])
    for (const { status, headers, error } of replies)
      if (status === 429) expect([headers.get('retry-after'), error.code]).toEqual(['1', 'RATE_LIMITED'])
    await busy.close()
  })
})

describe('a key', () => {
  it('has 1 to 255 characters of any kind', async () => {
    for (const key of ['x', 'k'.repeat(255), '%00 ../;"{}', 'ümläut'.normalize()])
      expect((await createQuote(key)).status).toBe(201)
    for (const key of ['', 'k'.repeat(256)]) {
      const { error } = await createQuote(key)
      expect(error).toMatchObject({ status: 400, code: 'INVALID_INPUT' })
      expect(error.details.errors[0].field).toBe('Idempotency-Key')
    }
  })

  it('is ignored by reads', async () => {
    const key = newKey()
    const list = () => app.call('listCustomers', { key })
    const before = (await list()).body.totalCount
    await customer({}, newKey())
    const after = await list()
    expect(after.body.totalCount).toBe(before + 1)
    expect(isReplay(after)).toBe(false)
  })
})
