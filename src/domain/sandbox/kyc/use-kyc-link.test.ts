import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/harness/app.ts'
import { eventsOf, everythingStored } from '../../../../test/harness/books.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(async () => {
  expect(await app.audit()).toEqual([])
  await app.close()
})

const business = async (registrationNumber = '001') => {
  const { id } = await app.ok('createCustomer', {
    body: { customerType: 'BUSINESS', businessInfo: { legalName: 'Harbor Ltd', registrationNumber } },
  })
  return id
}
const link = async (customerId: `Customer:${string}`, body?: { redirectUri: string }) =>
  (await app.ok('createCustomerKycLink', { params: { customerId }, ...(body && { body }) })).kycUrl
const here = (kycUrl: string) => app.origin + new URL(kycUrl).pathname
const visit = (kycUrl: string) => fetch(here(kycUrl))
const click = (kycUrl: string, button: 'approve' | 'reject') => fetch(`${here(kycUrl)}/${button}`, { method: 'POST' })
const kybOf = async (customerId: `Customer:${string}`) =>
  (await app.ok('getCustomerById', { params: { customerId } })) as { kybStatus?: string }

describe('createCustomerKycLink', () => {
  it('creates a new link to this server each time, and changes nothing', async () => {
    const customerId = await business()
    const made = await app.ok('createCustomerKycLink', { params: { customerId } })
    expect(made).toMatchObject({ provider: 'SUMSUB' })
    expect(Date.parse(made.expiresAt)).toBeGreaterThan(app.clock.now())
    expect(new URL(made.kycUrl).host).toBe(`localhost:${new URL(app.origin).port}`)
    expect(await link(customerId)).not.toBe(made.kycUrl)
    expect(await kybOf(customerId)).toMatchObject({ kybStatus: 'UNVERIFIED' })
  })

  it('returns the same link under one Idempotency-Key, and stores it sealed', async () => {
    const customerId = await business()
    const call = () => app.call('createCustomerKycLink', { params: { customerId }, key: 'link' })
    const [first, second] = [await call(), await call()]
    expect(second.text).toBe(first.text)
    expect(await everythingStored(app)).not.toContain(new URL(first.body.kycUrl).pathname.split('/').at(-1))
  })

  it('404 for a customer of another platform, 410 for a deleted one', async () => {
    const customerId = await business()
    const foreign = await app.call('createCustomerKycLink', { params: { customerId }, as: await app.anotherPlatform() })
    expect([foreign.status, foreign.error.code]).toEqual([404, 'USER_NOT_FOUND'])
    await app.ok('deleteCustomerById', { params: { customerId } })
    expect((await app.call('createCustomerKycLink', { params: { customerId } })).status).toBe(410)
  })

  it.each([
    'javascript:alert(1)',
    'http://acme.example/',
    'http://localhost.evil.example/',
    'http://localhost@evil.example/',
    'nowhere',
  ])('400 for the redirectUri %s', async (redirectUri) => {
    const { status, error } = await app.call('createCustomerKycLink', {
      params: { customerId: await business() },
      body: { redirectUri },
    })
    expect([status, error.details.errors[0].field]).toEqual([400, 'redirectUri'])
  })
})

describe('getCustomerKycLink', () => {
  it("finds the customer by the platform's own id", async () => {
    const reply = await app.ok('getCustomerKycLink', { query: { platformCustomerId: 'northwind' } })
    expect(reply).toMatchObject({ platformCustomerId: 'northwind' })
    expect((await visit(reply.kycUrl)).status).toBe(200)
    const { status, error } = await app.call('getCustomerKycLink', { query: { platformCustomerId: 'unknown' } })
    expect([status, error.code]).toEqual([404, 'USER_NOT_FOUND'])
  })
})

describe('the verification page', () => {
  it('has no scripts, cannot be framed, and posts only to this server', async () => {
    const page = await visit(await link(await business()))
    expect(page.status).toBe(200)
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(page.headers.get('content-security-policy')).toMatch(
      /default-src 'none'.*form-action 'self'.*frame-ancestors 'none'/,
    )
    expect(page.headers.get('referrer-policy')).toBe('no-referrer')
    expect(await page.text()).toMatch(/<form method="post" action="[^"]+\/approve">/)
  })

  it('approves a customer who was never submitted, with a verification', async () => {
    const customerId = await business()
    expect(await (await click(await link(customerId), 'approve')).text()).toContain('APPROVED')
    expect(await kybOf(customerId)).toMatchObject({ kybStatus: 'APPROVED' })
    const { data } = await app.ok('listVerifications', { query: { customerId } })
    expect(data).toMatchObject([{ verificationStatus: 'APPROVED' }])
    expect(await eventsOf(app, customerId)).toEqual(['CUSTOMER.KYB_PENDING', 'CUSTOMER.KYB_APPROVED'])
    expect((await app.ok('listCustomerInternalAccounts', { query: { customerId } })).totalCount).toBe(9)
  })

  it('ends a verification that is pending', async () => {
    const customerId = await business('001')
    const pending = await app.ok('createVerification', { body: { customerId } })
    await click(await link(customerId), 'reject')
    const { data } = await app.ok('listVerifications', { query: { customerId } })
    expect(data).toMatchObject([
      { id: pending.id, verificationStatus: 'REJECTED', errors: [{ type: 'APPLICANT_REJECTED' }] },
    ])
    expect(await kybOf(customerId)).toMatchObject({ kybStatus: 'REJECTED' })
  })

  it('works once for each link', async () => {
    const customerId = await business()
    const [first, second] = [await link(customerId), await link(customerId)]
    await click(first, 'reject')
    expect((await click(first, 'approve')).status).toBe(409)
    expect(await kybOf(customerId)).toMatchObject({ kybStatus: 'REJECTED' })
    expect((await click(second, 'approve')).status).toBe(200)
    expect(await kybOf(customerId)).toMatchObject({ kybStatus: 'APPROVED' })
  })

  it('decides once when buttons are clicked at the same time', async () => {
    const customerId = await business()
    const url = await link(customerId)
    const replies = await Promise.all([click(url, 'approve'), click(url, 'reject'), click(url, 'approve')])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })

  it('cannot revoke an approval', async () => {
    const { customerId, kycUrl } = await app.ok('getCustomerKycLink', { query: { platformCustomerId: 'alice' } })
    expect((await click(kycUrl, 'reject')).status).toBe(409)
    const alice = await app.ok('getCustomerById', { params: { customerId } })
    expect(alice).toMatchObject({ kycStatus: 'APPROVED' })
  })

  it('expires after a day', async () => {
    const customerId = await business()
    const url = await link(customerId)
    await app.advance({ days: 1 })
    expect((await click(url, 'approve')).status).toBe(409)
    expect(await kybOf(customerId)).toMatchObject({ kybStatus: 'UNVERIFIED' })
  })

  it('links back to the redirectUri, escaped', async () => {
    const redirectUri = 'https://acme.example/done?a=1&b=<x>'
    const url = await link(await business(), { redirectUri: encodeURI(redirectUri) })
    expect(await (await click(url, 'approve')).text()).toContain('href="https://acme.example/done?a=1&amp;b=%3Cx%3E"')
  })

  it('404 for a link of another server, or one that was altered', async () => {
    const url = await link(await business())
    const tampered = url.replace(/(.)(.)$/, (_, digit, last) => `${digit === 'A' ? 'B' : 'A'}${last}`)
    for (const wrong of [
      tampered,
      `${app.origin}/sandbox/kyc/nothing`,
      `${app.origin}/sandbox/kyc/${'x'.repeat(3000)}`,
    ]) {
      expect((await visit(wrong)).status).toBe(404)
      expect((await click(wrong, 'approve')).status).toBe(404)
    }
    expect((await fetch(`${here(url)}/constructor`, { method: 'POST' })).status).toBe(404)
  })
})

describe('getCustomerKycLink without a provider', () => {
  it('501', async () => {
    const service = await testApp({ providers: (usual) => ({ ...usual, kycPages: undefined }) })
    const { status, error } = await service.call('getCustomerKycLink', { query: { platformCustomerId: 'alice' } })
    expect([status, error.code]).toEqual([501, 'NOT_IMPLEMENTED'])
    await service.close()
  })
})
