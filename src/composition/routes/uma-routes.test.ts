/** UMA route tests: the rate limit per network address. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/harness/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ cast: false, umaRateLimit: { quota: 3, seconds: 3_600 } })
})
afterAll(() => app.close())

describe('the UMA routes', () => {
  const ask = (path: string) => app.raw('GET', app.origin + path, { as: null })

  it('answer 429 as a UMA error when one address exceeds its rate; the API is not affected', async () => {
    const replies = await Promise.all(Array.from({ length: 12 }, () => ask('/.well-known/lnurlp/$alice')))
    const tooMany = replies.filter(({ status }) => status === 429)
    expect(tooMany).toHaveLength(9)
    expect(tooMany[0]?.body).toMatchObject({ status: 'ERROR', code: 'VELOCITY_LIMIT_EXCEEDED' })
    expect(tooMany[0]?.headers.get('retry-after')).toBe('1')
    await app.ok('getPlatformConfig')
  })
})
