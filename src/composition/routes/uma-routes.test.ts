/** Owns the proof that nobody keeps the service busy with messages of institutions. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/harness/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ cast: false, umaRateLimit: 3 })
})
afterAll(() => app.close())

describe('the addresses where other institutions call', () => {
  const ask = (path: string) => app.raw('GET', app.origin + path, { as: null })

  it('429 in the form of UMA when one address calls too often, and the API goes on', async () => {
    const replies = await Promise.all(Array.from({ length: 12 }, () => ask('/.well-known/lnurlp/$alice')))
    const tooMany = replies.filter(({ status }) => status === 429)
    expect(tooMany.length).toBeGreaterThanOrEqual(6)
    expect(tooMany[0]?.body).toMatchObject({ status: 'ERROR', code: 'VELOCITY_LIMIT_EXCEEDED' })
    expect(tooMany[0]?.headers.get('retry-after')).toBe('1')
    expect(replies.filter(({ status }) => status !== 429)).not.toHaveLength(0)
    await app.ok('getPlatformConfig')
  })
})
