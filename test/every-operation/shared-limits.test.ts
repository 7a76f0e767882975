/** Limits over all processes: what a platform or a network address has used at one process counts at another. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pathTo } from '../../client/request.ts'
import { freshPlace, type Place, type TestApp, testApp } from '../harness/app.ts'
import { kind } from '../harness/database/database.ts'
import { newKeyPair, newWallet } from '../harness/samples/wallets.ts'

/** Large enough that the debits of one process are applied at the other while it still allows requests. */
const QUOTA = 100
/** Far above what a limit lets pass, also when a busy machine takes minutes for the requests. */
const ATTEMPTS_MAX = 2_000

let place: Place
let first: TestApp
let second: TestApp
beforeAll(async () => {
  place = await freshPlace()
  const limits = {
    uploadsPerMinute: QUOTA,
    challengesPerMinute: QUOTA,
    sessionsPerMinute: QUOTA,
    exportsPerHour: QUOTA,
    failuresPerMinute: QUOTA,
  }
  const umaRateLimit = { quota: QUOTA, seconds: 3_600 }
  first = await testApp({ cast: false, place, limits, umaRateLimit })
  second = kind === 'postgres' ? await testApp({ cast: false, place, limits, umaRateLimit }) : first
})
afterAll(async () => {
  if (second !== first) await second.close()
  await first.close()
  await place.drop()
})

type Ask = (app: TestApp) => Promise<{ readonly status: number; readonly headers: Headers }>

/** How many requests pass until one is refused by the limit. */
async function untilRefused(app: TestApp, ask: Ask, limit?: string): Promise<number> {
  for (let passed = 0; passed < ATTEMPTS_MAX; passed++) {
    const { status, headers } = await ask(app)
    if (status === 429 && (!limit || headers.get('ratelimit-policy')?.startsWith(`"${limit}"`))) return passed
  }
  return Number.POSITIVE_INFINITY
}

/** Uses up a limit at one process, and expects another to refuse before it has allowed as much again. */
async function expectShared(ask: Ask, limit?: string, askSecond = ask): Promise<void> {
  const passed = await untilRefused(first, ask, limit)
  expect(passed).toBeGreaterThanOrEqual(QUOTA)
  expect(passed).toBeLessThan(ATTEMPTS_MAX)
  expect(await untilRefused(second, askSecond, limit)).toBeLessThan(QUOTA)
}

describe.runIf(kind === 'postgres')('over two processes', () => {
  const id = 'AuthMethod:0199a000-0000-7000-8000-00000000000c' as const

  it('a platform has one limit of uploads', () =>
    expectShared((app) => app.call('uploadDocument', { body: { documentType: 'PASSPORT' } }), 'uploads'))

  it('a platform has one limit of challenges, for signatures and for credentials', async () => {
    const { id: walletId } = await newWallet(first)
    const forSignature: Ask = async (app) => {
      const body = { clientPublicKey: newKeyPair().publicKey }
      const reply = await app.call('exportInternalAccount', { params: { id: walletId }, body })
      expect([202, 429]).toContain(reply.status)
      return reply
    }
    const forCredential: Ask = (app) => app.call('challengeAuthCredential', { params: { id } })
    await expectShared(forSignature, 'challenges', forCredential)
  })

  it('a platform has one limit of sessions, attempts included', () =>
    expectShared(
      (app) =>
        app.call('verifyAuthCredential', {
          params: { id },
          body: { type: 'EMAIL_OTP', otp: '000000', clientPublicKey: newKeyPair().publicKey },
        }),
      'sessions',
    ))

  it('a platform has one limit of exports, attempts included', () =>
    expectShared(
      (app) =>
        app.call('exportInternalAccount', {
          params: { id: 'InternalAccount:0199a000-0000-7000-8000-00000000000c' },
          body: { clientPublicKey: newKeyPair().publicKey },
          headers: { 'service-wallet-signature': 'x', 'request-id': 'x' },
        }),
      'exports',
    ))

  it('an address has one limit of UMA messages', () =>
    expectShared((app) => app.raw('GET', `${app.origin}/.well-known/lnurlp/$alice`, { as: null })))

  it('an address has one limit of failed authentications', () =>
    expectShared((app) =>
      app.raw('GET', pathTo('getPlatformConfig'), { as: null, headers: { authorization: 'Basic eDp5' } }),
    ))
})

describe('a limit of one platform', () => {
  it('leaves other platforms theirs', async () => {
    const as = await first.anotherPlatform()
    const upload: Ask = (app) => app.call('uploadDocument', { body: { documentType: 'PASSPORT' } })
    await untilRefused(first, upload, 'uploads')
    const other = await first.call('uploadDocument', { body: { documentType: 'PASSPORT' }, as })
    expect(other.status).toBe(400)
  })
})
