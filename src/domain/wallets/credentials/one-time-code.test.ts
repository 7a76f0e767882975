/** One-time code limits: codes mailed to one address and by one platform. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/harness/app.ts'
import { actingFor, addEmail, newWallet } from '../../../../test/harness/samples/wallets.ts'

/** With a mail server, as in production. */
let leaving: TestApp
let sandbox: TestApp
const AN_HOUR = 30
beforeAll(async () => {
  const codeLimits = { anAddressADay: 10, aPlatformAnHour: AN_HOUR }
  leaving = await testApp({ cast: false, providers: (usual) => ({ ...usual, codeLimits }) })
  sandbox = await testApp({ cast: false })
})
afterAll(async () => {
  await leaving.close()
  await sandbox.close()
})

describe('an address', () => {
  const ask = async (app: TestApp, email: string) => {
    const { id: accountId } = await newWallet(app)
    return {
      accountId,
      reply: await app.call('createAuthCredential', { body: { type: 'EMAIL_OTP', accountId, email } }),
    }
  }

  it('receives ten codes a day, over all wallets of a platform', async () => {
    const mail = 'crowded@example.com'
    for (let i = 0; i < 9; i++) expect((await ask(leaving, i % 2 ? mail : mail.toUpperCase())).reply.status).toBe(201)
    const { reply: tenth } = await ask(leaving, mail)
    expect(tenth.status).toBe(201)
    const { accountId, reply: eleventh } = await ask(leaving, mail)
    expect([eleventh.status, eleventh.error.code]).toEqual([429, 'RATE_LIMITED'])
    expect(Number(eleventh.headers.get('retry-after'))).toBeGreaterThan(86_000)
    expect((await leaving.ok('listAuthCredentials', { query: { accountId } })).data).toEqual([])
    const more = await leaving.call('challengeAuthCredential', { params: { id: tenth.body.id } })
    expect(more.status, 'by another way').toBe(429)
    expect((await ask(leaving, 'someone-else@example.com')).reply.status).toBe(201)
    await leaving.advance({ days: 1 })
    expect((await ask(leaving, mail)).reply.status).toBe(201)
  })

  it('receives ten codes even when 64 are requested concurrently', async () => {
    const wallets = await Promise.all(Array.from({ length: 64 }, () => newWallet(leaving)))
    const replies = await Promise.all(
      wallets.map(({ id: accountId }) =>
        leaving.call('createAuthCredential', { body: { type: 'EMAIL_OTP', accountId, email: 'rush@example.com' } }),
      ),
    )
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(10)
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(54)
  })

  it('in the sandbox, where no mail is sent, may be shared by any number of wallets', async () => {
    for (let i = 0; i < 12; i++) await addEmail(sandbox, await newWallet(sandbox), 'tester@example.com')
  })
})

describe('a platform', () => {
  it('sends a limited number of codes an hour, to any addresses; other platforms are not affected', async () => {
    const other = await leaving.anotherPlatform()
    const theirs = actingFor(leaving, other)
    const wallets = await Promise.all(Array.from({ length: AN_HOUR + 10 }, () => newWallet(theirs)))
    const ask = (n: number) =>
      theirs.call('createAuthCredential', {
        body: { type: 'EMAIL_OTP', accountId: wallets[n]?.id, email: `many-${n}@example.com` },
      })
    const replies = await Promise.all(wallets.map((_, n) => ask(n)))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(AN_HOUR)
    const limited = replies.filter(({ status }) => status === 429)
    expect(limited).toHaveLength(10)
    expect(limited[0]?.error).toMatchObject({ code: 'RATE_LIMITED', message: expect.stringContaining('platform') })
    expect(Number(limited[0]?.headers.get('retry-after'))).toBeGreaterThan(3500)
    const made = replies.find(({ status }) => status === 201)?.body.id as `AuthMethod:${string}`
    expect((await theirs.call('challengeAuthCredential', { params: { id: made } })).status, 'by another way').toBe(429)
    await addEmail(leaving, await newWallet(leaving))
    await leaving.advance({ minutes: 60 })
    expect((await theirs.call('challengeAuthCredential', { params: { id: made } })).status).toBe(200)
  })
})
