import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/harness/app.ts'
import { actingFor, addEmail, newWallet, openSession } from '../../../test/harness/samples/wallets.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ cast: false })
})
afterAll(() => app.close())

const read = (query: object) => app.ok('listSandboxInbox', { query })

describe('listSandboxInbox', () => {
  it('shows a mail with the branding of its platform and its one-time code', async () => {
    await app.ok('updatePlatformConfig', {
      body: {
        embeddedWalletConfig: {
          appName: 'Acme Wallet',
          otpLength: 8,
          sendFromEmailAddress: 'codes@acme.example',
          logoUrl: 'https://acme.example/logo.png',
        },
      },
    })
    const credential = await addEmail(app, await newWallet(app), 'branded@example.com')
    const { data } = await read({ to: 'branded@example.com', wait: 30 })
    const [mail, ...more] = data
    expect(more).toEqual([])
    expect(mail).toMatchObject({ to: 'branded@example.com', from: 'codes@acme.example' })
    expect(mail?.subject).toBe('Your code for Acme Wallet')
    expect(mail?.html).toContain('https://acme.example/logo.png')
    const code = String(mail?.codes[0])
    expect(code).toMatch(/^\d{8}$/)
    expect(mail?.text).toContain(code)
    expect((await openSession(app, credential, code)).type).toBe('EMAIL_OTP')
  })

  it('returns when a mail arrives if the request waits, and immediately if it does not', async () => {
    expect((await read({ to: 'awaited@example.com' })).data).toEqual([])
    const waiting = read({ to: 'AWAITED@example.com', wait: 30 })
    await addEmail(app, await newWallet(app), 'awaited@example.com')
    expect((await waiting).data.map(({ to }) => to)).toEqual(['awaited@example.com'])
  })

  it('lists the newest first, and filters by time', async () => {
    const { id } = await addEmail(app, await newWallet(app), 'again@example.com')
    await app.settle()
    await app.advance({ seconds: 1 })
    const createdAfter = new Date(app.clock.now()).toISOString()
    await app.ok('challengeAuthCredential', { params: { id } })
    await app.settle()
    const { data, totalCount } = await read({ to: 'again@example.com' })
    expect(totalCount).toBe(2)
    expect((await read({ to: 'again@example.com', createdAfter })).data).toEqual([data[0]])
    expect((await read({ to: 'again@example.com', limit: 1 })).data).toEqual([data[0]])
  })

  it("does not show another platform's mails", async () => {
    const theirs = actingFor(app, await app.anotherPlatform())
    await addEmail(theirs, await newWallet(theirs), 'theirs@example.com')
    await app.settle()
    expect((await theirs.ok('listSandboxInbox', { query: { to: 'theirs@example.com' } })).totalCount).toBe(1)
    expect((await read({ to: 'theirs@example.com' })).totalCount).toBe(0)
  })

  it('400 for a wait of more than 30 seconds', async () => {
    const { status, error } = await app.call('listSandboxInbox', { query: { wait: 31 } })
    expect([status, error.details.errors[0].field]).toEqual([400, 'wait'])
  })
})
