/** Two banks of one sandbox: UMA between them over HTTP, and the payment from both ledgers. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { DASHBOARD_READS } from '../../../contract/dashboard.ts'
import { OPERATOR_PATHS } from '../../../contract/operators/operators.ts'
import type { BothSides, OtherBanks } from '../../../contract/payments/both-sides.ts'
import { type SeededPlatform, type TestApp, testApp } from '../../../test/harness/app.ts'
import { accountOf } from '../../../test/harness/cast.ts'

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

const read = (path: string, id = '') => fetch(app.origin + path.replace('{id}', id), { headers: { cookie } })
const sidesOf = async (id: string) => (await (await read(DASHBOARD_READS.getBothSides, id)).json()) as BothSides
const view = ({ platformId }: { platformId: string }) =>
  fetch(app.origin + OPERATOR_PATHS.choosePlatform, {
    method: 'POST',
    headers: { cookie, 'x-causeway-dashboard': '1', 'content-type': 'application/json' },
    body: JSON.stringify({ platformId }),
  })
const viewed = async () => (await (await read(OPERATOR_PATHS.session)).json()).session

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
  return transactionId
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
    const sent = await app.ok('getTransactionById', { params: { transactionId: await pay('$bob@beta.example') } })
    expect(sent.status).toBe('COMPLETED')
    const { data } = await app.ok('listTransactions', { as: beta, query: { type: 'INCOMING' } })
    const arrived = data.find(({ source }) => source?.sourceType === 'UMA_ADDRESS')
    expect(arrived).toMatchObject({
      status: 'COMPLETED',
      source: { umaAddress: '$northwind@acme.example' },
      receivedAmount: { amount: 2000, currency: { code: 'EUR' } },
      counterpartyInformation: { FULL_NAME: 'Northwind Ltd' },
    })

    const { sender, receiver, messages: said } = await sidesOf(sent.id)
    expect([sender.bank.name, sender.ownerName, sender.transaction.id]).toEqual(['Acme Pay', 'Northwind Ltd', sent.id])
    expect([receiver.bank.name, receiver.ownerName, receiver.transaction.id]).toEqual([
      'Beta Pay',
      'Bob Brandt',
      arrived?.id,
    ])
    expect(said.map(({ from, kind }) => [from, kind])).toEqual(messages)
    expect(said.map(({ isVerified }) => isVerified)).toEqual(messages.map(() => true))
    expect(said[2]?.fields.complianceData).toMatch(/^\d+ bytes, encrypted/)
    expect(receiver.postings).toMatchObject([
      { amount: 2000, from: { name: 'House rails' }, to: { name: 'Bob Brandt' } },
    ])
    expect(sender.postings.length).toBeGreaterThan(1)
    for (const { sums } of [sender, receiver]) expect(new Set(sums.map(({ amount }) => amount))).toEqual(new Set(['0']))
  })

  it('begins with a lookup that names the details of the sender that the other bank requires', async () => {
    const lookup = (name: string) => app.call('lookupUma', { params: { receiverUmaAddress: `$${name}@beta.example` } })
    expect((await lookup('bob')).body.requiredPayerDataFields).toEqual([{ name: 'FULL_NAME', mandatory: true }])
    const unknown = await lookup('carol')
    expect([unknown.status, unknown.error.code]).toEqual([404, 'UMA_NOT_FOUND'])
  })

  it('is seen from the other bank too, in a session that views that bank', async () => {
    const id = await pay('$bob@beta.example')
    const before = await sidesOf(id)
    expect((await view(beta)).status).toBe(204)
    expect((await viewed()).platformId).toBe(`PlatformConfig:${beta.platformId}`)
    expect((await read(DASHBOARD_READS.getBothSides, id)).status).toBe(404)
    expect(await sidesOf(before.receiver.transaction.id)).toEqual(before)
    const { banks } = (await (await read(DASHBOARD_READS.getOtherBanks)).json()) as OtherBanks
    expect(banks).toMatchObject([
      {
        name: 'Acme Pay',
        addresses: [{ umaAddress: '$alice@acme.example', name: 'Alice Doe' }, { name: 'Northwind Ltd' }],
      },
    ])
    expect((await view(app.platform)).status).toBe(204)
  })
})

describe('a session of the sandbox', () => {
  it('views the platforms that the sandbox was seeded with, and no other', async () => {
    const tenant = await app.anotherPlatform()
    expect((await viewed()).platforms.map(({ name }: { name: string }) => name)).toEqual(['Acme Pay', 'Beta Pay'])
    expect((await view(tenant)).status).toBe(404)
    const { banks } = (await (await read(DASHBOARD_READS.getOtherBanks)).json()) as OtherBanks
    expect(banks.map(({ umaDomain, addresses }) => [umaDomain, addresses])).toEqual([
      ['beta.example', [{ umaAddress: '$bob@beta.example', name: 'Bob Brandt' }]],
    ])
  })

  it('does not see the other side of a payment to a tenant that it may not view', async () => {
    const tenant = await app.anotherPlatform()
    const { umaDomain } = await app.ok('getPlatformConfig', { as: tenant })
    await app.ok('createCustomer', {
      as: tenant,
      body: {
        customerType: 'INDIVIDUAL',
        platformCustomerId: 'carol',
        umaAddress: `$carol@${umaDomain}`,
        fullName: 'Carol Jones',
        region: 'US',
      },
    })
    const id = await pay(`$carol@${umaDomain}`)
    expect((await app.ok('getTransactionById', { params: { transactionId: id } })).status).toBe('COMPLETED')
    expect((await read(DASHBOARD_READS.getBothSides, id)).status).toBe(404)
  })
})
