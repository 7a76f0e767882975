import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/harness/app.ts'
import { eventsOf } from '../../../test/harness/books.ts'
import { accountOf } from '../../../test/harness/cast.ts'
import { addEmail, challengeOf, newKeyPair, newWallet } from '../../../test/harness/samples/wallets.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(async () => {
  expect(await app.audit()).toEqual([])
  await app.close()
})

const SPARK = /^spark1[02-9ac-hj-np-z]{40,}$/

describe('a wallet', () => {
  it('can receive as soon as its customer exists, at its own address', async () => {
    const [one, two] = [await newWallet(app), await newWallet(app)]
    const infoOf = ({ fundingPaymentInstructions }: typeof one) => fundingPaymentInstructions[0]?.accountOrWalletInfo
    expect(one).toMatchObject({ type: 'EMBEDDED_WALLET', status: 'ACTIVE', privateEnabled: false })
    expect(infoOf(one)).toEqual({
      accountType: 'SPARK_WALLET',
      address: expect.stringMatching(SPARK),
      assetType: 'USDB',
    })
    expect(infoOf(one)).not.toEqual(infoOf(two))
    const funded = await app.ok('sandboxFundInternalAccount', { params: { accountId: one.id }, body: { amount: 7 } })
    expect(funded.balance.amount).toBe(7)
    expect(infoOf(funded)).toEqual(infoOf(one))
  })

  it('begins without credentials', async () => {
    const { id: accountId } = await newWallet(app)
    expect((await app.ok('listAuthCredentials', { query: { accountId } })).data).toEqual([])
  })

  it('belongs to the seeded customers too', async () => {
    for (const who of ['alice', 'northwind'] as const)
      expect(await accountOf(app, who, 'USDB')).toMatchObject({ type: 'EMBEDDED_WALLET', status: 'ACTIVE' })
  })

  it('of a customer who is approved later is pending until its key exists, and emits an event when it is active', async () => {
    const { id: customerId } = await app.ok('createCustomer', {
      body: {
        customerType: 'BUSINESS',
        region: 'US',
        businessInfo: {
          legalName: 'Later Ltd',
          registrationNumber: 'LATER-1000',
          taxId: '12-3456789',
          country: 'US',
          entityType: 'CORPORATION',
        },
        address: { line1: '1 Market Street', city: 'San Francisco', postalCode: '94105', country: 'US' },
      } as never,
    })
    await app.ok('createVerification', { body: { customerId } })
    await app.settle()
    const { data } = await app.ok('listCustomerInternalAccounts', { query: { customerId, currency: 'USDB' } })
    expect(data[0]).toMatchObject({ status: 'ACTIVE', type: 'EMBEDDED_WALLET' })
    expect(data[0]?.fundingPaymentInstructions).toHaveLength(1)
    expect(await eventsOf(app, data[0]?.id as string)).toEqual(['INTERNAL_ACCOUNT.STATUS_UPDATED'])
  })

  it('receives no money and exports no key while it has none', async () => {
    const { id: accountId } = await newWallet(app)
    const bare = accountId.slice(accountId.indexOf(':') + 1)
    await app.store.script(`delete from wallet_keys where id = '${bare}'`)
    const body = { clientPublicKey: newKeyPair().publicKey }
    const reply = await app.call('exportInternalAccount', { params: { id: accountId }, body })
    expect([reply.status, reply.error.code]).toEqual([409, 'ACCOUNT_NOT_ACTIVE'])
  })
})

describe('the name of an account in a payload', () => {
  it('is that of the wallet', async () => {
    const wallet = await newWallet(app)
    const credential = await addEmail(app, wallet)
    expect(credential.accountId).toBe(wallet.id)
    const challenge = await challengeOf(app, 'updateInternalAccount', {
      params: { id: wallet.id },
      body: { privateEnabled: true },
    })
    expect(JSON.parse(challenge.payloadToSign).accountIds).toEqual([wallet.id])
  })
})
