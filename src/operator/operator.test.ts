/** Operator command tests: platforms, tokens, accounts and verifications. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Customer } from '../../contract/customers/customers.ts'
import { type TestApp, testApp } from '../../test/harness/app.ts'
import { eventsOf } from '../../test/harness/books.ts'
import { accountOf } from '../../test/harness/cast.ts'
import { newId } from '../core/ids.ts'
import { reserveUmaDomain } from '../domain/platform/uma-domain.ts'
import { manualIdentity } from '../providers/identity/manual.ts'
import { addAccount, concludeVerification, waitingVerifications } from './customers.ts'
import { makePlatform } from './make-platform.ts'
import { listPlatforms, regulate } from './platforms.ts'
import { issueToken } from './tokens.ts'

const UNKNOWN = '01a1f9bc-8b1c-7000-8000-ab7eb7fb1725'

let app: TestApp
beforeAll(async () => {
  // As in production, verifications go to manual review.
  app = await testApp({ providers: (usual) => ({ ...usual, identity: manualIdentity }) })
})
afterAll(async () => {
  expect(await app.audit()).toEqual([])
  await app.close()
})

describe('makePlatform and regulate', () => {
  it('create a platform with a working token, accounts, and its own domain', async () => {
    const made = await makePlatform(app.app, { name: 'Zweite Bank & Co', currencies: ['USD', 'EUR'] })
    const config = await app.ok('getPlatformConfig', { as: made })
    expect(config).toMatchObject({ umaDomain: 'zweite-bank-co.example', isRegulatedFinancialInstitution: false })
    const { data } = await app.ok('listPlatformInternalAccounts', { as: made })
    expect(data.map(({ balance }) => balance.currency.code).sort()).toEqual(['EUR', 'USD'])
    expect((await listPlatforms(app.app)).map(({ name }) => name)).toEqual(['Acme Pay', 'Zweite Bank & Co'])
    await expect(makePlatform(app.app, { name: 'Zweite Bank & Co' })).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  it('complete a creation that was interrupted after it reserved the domain', async () => {
    const orphan = await reserveUmaDomain(app.app, newId(0), 'broken-off.example')
    const made = await makePlatform(app.app, { name: 'Again', umaDomain: 'broken-off.example' })
    expect(made.platformId).toBe(orphan)
    expect(await app.ok('getPlatformConfig', { as: made })).toMatchObject({ umaDomain: 'broken-off.example' })
  })

  it('approve the customers of a regulated platform: new ones immediately, earlier ones when they are submitted', async () => {
    const { platformId, ...as } = await makePlatform(app.app, { name: 'A bank' })
    const business = () => app.ok('createCustomer', { body: { customerType: 'BUSINESS' }, as })
    const earlier = await business()
    expect(earlier).toMatchObject({ kybStatus: 'UNVERIFIED' })
    await regulate(app.app, `PlatformConfig:${platformId}`, true)
    expect(await app.ok('getPlatformConfig', { as })).toMatchObject({ isRegulatedFinancialInstitution: true })
    expect(await business()).toMatchObject({ kybStatus: 'APPROVED' })
    const body = { customerId: earlier.id }
    expect(await app.ok('createVerification', { body, as })).toMatchObject({ verificationStatus: 'APPROVED' })
    await regulate(app.app, platformId, false)
    expect(await business()).toMatchObject({ kybStatus: 'UNVERIFIED' })
    expect(await app.ok('getCustomerById', { params: { customerId: earlier.id }, as })).toMatchObject({
      kybStatus: 'APPROVED',
    })
  })

  it('are refused for an unknown platform', async () => {
    for (const id of [UNKNOWN, `PlatformConfig:${UNKNOWN}`, 'acme', ''])
      await expect(regulate(app.app, id, true)).rejects.toMatchObject({ code: 'PLATFORM_NOT_FOUND' })
  })
})

describe('issueToken', () => {
  it('grants the stated permissions only', async () => {
    const as = await issueToken(app.app, app.platform.platformId, { name: 'Rescue', permissions: ['VIEW'] })
    expect((await app.call('listCustomers', { as })).status).toBe(200)
    expect((await app.call('createCustomer', { body: { customerType: 'INDIVIDUAL' }, as })).status).toBe(403)
    await expect(issueToken(app.app, UNKNOWN, { name: 'x', permissions: ['VIEW'] })).rejects.toMatchObject({
      code: 'PLATFORM_NOT_FOUND',
    })
  })
})

describe('addAccount', () => {
  it('opens a further account; payments to the UMA address still go to the first', async () => {
    const first = await accountOf(app, 'northwind', 'USD')
    const customerId = first.customerId as `Customer:${string}`
    const second = await addAccount(app.app, customerId, 'USD')
    const { data } = await app.ok('listCustomerInternalAccounts', { query: { customerId, currency: 'USD' } })
    expect(data.map(({ id }) => id)).toEqual([second, first.id])
    const lookup = await app.ok('lookupUma', { params: { receiverUmaAddress: '$northwind@acme.example' } })
    expect(lookup.supportedCurrencies.map(({ currency }) => currency.code).slice(0, 2)).toEqual(['USD', 'EUR'])
    const { destination } = await app.ok('sandboxReceive', {
      body: {
        senderUmaAddress: '$bob@bank.example',
        customerId,
        receivingCurrencyCode: 'USD',
        receivingCurrencyAmount: 100,
      },
    })
    expect(destination).toMatchObject({ accountId: first.id })
  })

  it.each([
    ['XXX', 'INVALID_CURRENCY'],
    ['JPY', 'INVALID_CURRENCY'],
  ])('is refused for %s', async (currency, code) => {
    const { customerId } = await accountOf(app, 'northwind', 'USD')
    await expect(addAccount(app.app, customerId as string, currency)).rejects.toMatchObject({ code })
  })

  it('is refused for a customer that is not approved, or unknown', async () => {
    const { id } = await app.ok('createCustomer', { body: { customerType: 'BUSINESS' } })
    await expect(addAccount(app.app, id, 'USD')).rejects.toMatchObject({ code: 'USER_NOT_READY' })
    await expect(addAccount(app.app, UNKNOWN, 'USD')).rejects.toMatchObject({ code: 'USER_NOT_FOUND' })
  })
})

describe('concludeVerification', () => {
  /** A complete individual in manual review. */
  async function waiting(): Promise<{ customer: Customer; id: string }> {
    const customer = await app.ok('createCustomer', {
      body: {
        customerType: 'INDIVIDUAL',
        fullName: 'Grace Doe',
        birthDate: '1980-01-01',
        nationality: 'US',
        address: { line1: '1', postalCode: '1', country: 'US' },
      },
    })
    const file = new File(['%PDF-1.7 %%EOF'], 'passport.pdf')
    const passport = { documentHolder: customer.id, documentType: 'PASSPORT', country: 'US', file }
    await app.ok('uploadDocument', { body: passport })
    const { id, verificationStatus } = await app.ok('createVerification', { body: { customerId: customer.id } })
    expect(verificationStatus).toBe('PENDING_MANUAL_REVIEW')
    return { customer, id }
  }
  const getCustomer = async (customerId: `Customer:${string}`) =>
    (await app.ok('getCustomerById', { params: { customerId } })) as { kycStatus?: string }

  it('ends a listed verification with a decision', async () => {
    const { customer, id } = await waiting()
    expect(await waitingVerifications(app.app)).toMatchObject([
      { id, customerId: customer.id, platform: 'Acme Pay', status: 'PENDING_MANUAL_REVIEW' },
    ])
    await concludeVerification(app.app, id)
    expect(await getCustomer(customer.id)).toMatchObject({ kycStatus: 'APPROVED' })
    expect(await waitingVerifications(app.app)).toEqual([])
    expect(await eventsOf(app, id)).toEqual([
      'VERIFICATION.IN_PROGRESS',
      'VERIFICATION.PENDING_MANUAL_REVIEW',
      'VERIFICATION.APPROVED',
    ])
    await expect(concludeVerification(app.app, id)).rejects.toMatchObject({ code: 'INVALID_STATE_TRANSITION' })
  })

  it('rejects with a reason that the platform receives', async () => {
    const { customer, id } = await waiting()
    await concludeVerification(app.app, id, 'The passport is not hers')
    expect(await getCustomer(customer.id)).toMatchObject({ kycStatus: 'REJECTED' })
    expect(await app.ok('getVerification', { params: { verificationId: id as never } })).toMatchObject({
      verificationStatus: 'REJECTED',
      errors: [{ type: 'APPLICANT_REJECTED', reason: 'The passport is not hers', resourceId: customer.id }],
    })
  })

  it('is replaced by the choice on the verification page in the sandbox', async () => {
    const { customer } = await waiting()
    const { kycUrl } = await app.ok('createCustomerKycLink', { params: { customerId: customer.id } })
    expect((await app.raw('POST', `${kycUrl}/approve`, { as: null })).status).toBe(200)
    expect(await getCustomer(customer.id)).toMatchObject({ kycStatus: 'APPROVED' })
  })
})
