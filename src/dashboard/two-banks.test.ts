/** Two banks of one sandbox: UMA between them over HTTP, and the payment from both ledgers in one session. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { pathTo } from '../../client/request.ts'
import { PLATFORM_HEADER } from '../../contract/dashboard.ts'
import { OPERATOR_PATHS } from '../../contract/operators/operators.ts'
import { checkMessages, sumsIn } from '../../dashboard/src/pages/payments/both-sides/sides.ts'
import { type SeededPlatform, type TestApp, testApp } from '../../test/harness/app.ts'
import { accountOf } from '../../test/harness/cast.ts'

type TransactionId = `Transaction:${string}`
const OWN = { 'x-causeway-dashboard': '1' }

let app: TestApp
let beta: SeededPlatform
let cookie: string
beforeAll(async () => {
  app = await testApp({ dashboard: true, secondBank: true })
  beta = app.secondBank as SeededPlatform
  const reply = await fetch(`${app.origin}/sign-in?code=${app.signIn.newCode()}`, { redirect: 'manual' })
  cookie = reply.headers.get('set-cookie')?.split(';')[0] as string
})
afterEach(async () => expect(await app.audit()).toEqual([]))
afterAll(() => app.close())

/** As the dashboard reads it. @param at the platform, where it is not the one that the session views */
const readAt = (path: string, at?: SeededPlatform) =>
  fetch(app.base + path, {
    headers: { cookie, ...OWN, ...(at && { [PLATFORM_HEADER]: `PlatformConfig:${at.platformId}` }) },
  })
const historyPath = (transactionId: string) => pathTo('getTransactionHistory', { transactionId })
const nameAt = async (at?: SeededPlatform) => {
  const { platform } = (await (await readAt(pathTo('getOverview'), at)).json()) as { platform: { name: string } }
  return platform.name
}
const view = ({ platformId }: { platformId: string }) =>
  fetch(app.origin + OPERATOR_PATHS.choosePlatform, {
    method: 'POST',
    headers: { cookie, ...OWN, 'content-type': 'application/json' },
    body: JSON.stringify({ platformId }),
  })
const viewed = async () =>
  (await (await fetch(app.origin + OPERATOR_PATHS.session, { headers: { cookie } })).json()).session

/** 20.00 EUR from Northwind's dollars to an address. */
async function pay(umaAddress: string) {
  const source = await accountOf(app, 'northwind', 'USD')
  const { lookupId } = await app.ok('lookupUma', {
    params: { receiverUmaAddress: umaAddress },
    query: { customerId: source.customerId },
  })
  const { transactionId } = await app.ok('createQuote', {
    body: {
      lookupId,
      source: { sourceType: 'ACCOUNT', accountId: source.id },
      destination: { destinationType: 'UMA_ADDRESS', umaAddress, currency: 'EUR' },
      lockedCurrencySide: 'RECEIVING',
      lockedCurrencyAmount: 2000,
      immediatelyExecute: true,
      senderCustomerInfo: { FULL_NAME: 'Northwind Ltd' },
    },
  })
  await app.settle()
  return transactionId as TransactionId
}

describe('a payment between two banks of one sandbox', () => {
  const messages = [
    ['SENDER', 'LNURLP_REQUEST'],
    ['RECEIVER', 'LNURLP_RESPONSE'],
    ['SENDER', 'PAY_REQUEST'],
    ['RECEIVER', 'PAY_RESPONSE'],
    ['SENDER', 'POST_TRANSACTION_CALLBACK'],
    ['RECEIVER', 'POST_TRANSACTION_RESPONSE'],
  ]

  it('goes over HTTP by the messages of UMA, and credits the other bank’s customer', async () => {
    const sent = await app.ok('getTransactionHistory', { params: { transactionId: await pay('$bob@beta.example') } })
    const { reconciliationInstructions, status } = sent.transaction
    expect(status).toBe('COMPLETED')
    const { data } = await app.ok('listTransactions', {
      as: beta,
      query: { type: 'INCOMING', reference: reconciliationInstructions?.reference },
    })
    expect(data).toMatchObject([
      {
        status: 'COMPLETED',
        source: { umaAddress: '$northwind@acme.example' },
        receivedAmount: { amount: 2000, currency: { code: 'EUR' } },
        counterpartyInformation: { FULL_NAME: 'Northwind Ltd' },
      },
    ])
    const received = await app.ok('getTransactionHistory', {
      as: beta,
      params: { transactionId: data[0]?.id as TransactionId },
    })
    const said = checkMessages(sent.umaMessages, received.umaMessages)
    expect(said.map(({ from, kind }) => [from, kind])).toEqual(messages)
    expect(said.map(({ isVerified }) => isVerified)).toEqual(messages.map(() => true))
    expect(said[2]?.fields.complianceData).toMatch(/^\d+ bytes, encrypted/)
    expect(received.postings).toMatchObject([
      { amount: 2000, from: { name: 'House rails' }, to: { name: 'Bob Brandt' } },
    ])
    expect(sent.postings.length).toBeGreaterThan(1)
    for (const as of [app.platform, beta]) {
      const sums = sumsIn((await app.ok('getTrialBalance', { as })).lines)
      expect(new Set(sums.map(({ amount }) => amount))).toEqual(new Set(['0']))
    }
  })

  it('begins with a lookup that names the details of the sender that the other bank requires', async () => {
    const lookup = (name: string) => app.call('lookupUma', { params: { receiverUmaAddress: `$${name}@beta.example` } })
    expect((await lookup('bob')).body.requiredPayerDataFields).toEqual([{ name: 'FULL_NAME', mandatory: true }])
    const unknown = await lookup('carol')
    expect([unknown.status, unknown.error.code]).toEqual([404, 'UMA_NOT_FOUND'])
  })

  it('is read from both banks in one session, whichever it views', async () => {
    const sent = await pay('$bob@beta.example')
    const [received] = (await app.ok('listTransactions', { as: beta, query: { type: 'INCOMING', limit: 1 } })).data
    const statuses = () =>
      Promise.all(
        [
          readAt(historyPath(sent)),
          readAt(historyPath(sent), beta),
          readAt(historyPath(received?.id as string)),
          readAt(historyPath(received?.id as string), beta),
          readAt(historyPath(sent), app.platform),
        ].map(async (reply) => (await reply).status),
      )
    expect(await statuses()).toEqual([200, 404, 404, 200, 200])
    expect((await view(beta)).status).toBe(204)
    expect((await viewed()).platformId).toBe(`PlatformConfig:${beta.platformId}`)
    expect(await statuses()).toEqual([404, 404, 200, 200, 200])
    expect((await view(app.platform)).status).toBe(204)
  })
})

describe('a session of the sandbox', () => {
  it('views the platforms that the sandbox was seeded with, and no other', async () => {
    const tenant = await app.anotherPlatform()
    expect((await viewed()).platforms.map(({ name }: { name: string }) => name)).toEqual(['Acme Pay', 'Beta Pay'])
    expect((await view(tenant)).status).toBe(404)
    expect([await nameAt(), await nameAt(beta)]).toEqual(['Acme Pay', 'Beta Pay'])
    const refused = await readAt(pathTo('getOverview'), tenant)
    const unknown = await readAt(pathTo('getOverview'), { ...tenant, platformId: 'x' })
    expect([refused.status, unknown.status]).toEqual([404, 404])
  })

  it('alone reads another platform: the header changes nothing for a token, and a cookie alone is not enough', async () => {
    const headers = { [PLATFORM_HEADER]: `PlatformConfig:${beta.platformId}` }
    expect((await app.raw('GET', pathTo('getOverview'), { headers })).body.platform.name).toBe('Acme Pay')
    const other = await fetch(app.base + pathTo('getOverview'), { headers: { cookie, ...headers } })
    expect(other.status).toBe(401)
  })
})
