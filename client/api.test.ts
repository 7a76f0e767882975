/** API client against a whole service: retries have one effect, lists are complete. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../test/harness/app.ts'
import { accountOf, balanceOf, quoteBetween } from '../test/harness/cast.ts'
import { type Client, createClient } from './api.ts'
import { ApiError } from './api-error.ts'

describe('the client against the service', () => {
  let app: TestApp
  let api: Client
  /** Number of next replies that are lost after the service has sent them. */
  let lost = 0
  beforeAll(async () => {
    app = await testApp()
    const { clientId, clientSecret } = app.platform
    api = createClient({
      baseUrl: app.base,
      credentials: { clientId, clientSecret },
      fetch: async (url, init) => {
        const reply = await fetch(url, init)
        if (lost === 0) return reply
        lost--
        await reply.text()
        throw new TypeError('The connection broke')
      },
    })
  })
  afterAll(async () => {
    expect(await app.audit()).toEqual([])
    await app.close()
  })

  it('pays once when the reply to the execution is lost twice', async () => {
    const [from, to] = [await accountOf(app, 'alice', 'USD'), await accountOf(app, 'alice', 'EUR')]
    await api('sandboxFundInternalAccount', { params: { accountId: from.id }, body: { amount: 100_000 } })
    const before = await balanceOf(app, from)
    const quote = await quoteBetween(app, from.id, to.id, 1_000)
    lost = 2
    expect(await api('executeQuote', { params: { quoteId: quote.id } })).toMatchObject({ id: quote.id })
    expect(lost).toBe(0)
    await app.settle()
    expect(before - (await balanceOf(app, from))).toBe(1_000)
  })

  it('creates once when the reply to the creation is lost', async () => {
    const before = await api('listCustomers')
    lost = 1
    const { id } = await api('createCustomer', { body: { customerType: 'INDIVIDUAL', fullName: 'Once Only' } })
    const after = await api('listCustomers')
    expect(after.totalCount - before.totalCount).toBe(1)
    expect(after.data[0]?.id).toBe(id)
  })

  it('gets the stored outcome under the key of the error', async () => {
    lost = 3
    const body = { customerType: 'INDIVIDUAL', fullName: 'Found Later' } as const
    const error = await api('createCustomer', { body }).catch((thrown) => thrown)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ status: 0, code: 'NO_REPLY' })
    const found = await api('createCustomer', { body, idempotencyKey: error.idempotencyKey })
    expect((await api('listCustomers', { query: { limit: 1 } })).data[0]?.id).toBe(found.id)
  })

  it('iterates over every item of a list once', async () => {
    const ids: string[] = []
    for await (const { id } of api.listCustomers({ limit: 2 })) ids.push(id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toHaveLength((await api('listCustomers', { query: { limit: 1 } })).totalCount)
  })

  it("reports the service's error: code, fields and request id", async () => {
    const error = await api('createCustomer', { body: { customerType: 'NEITHER' } as never }).catch((thrown) => thrown)
    expect(error).toMatchObject({ status: 400, code: 'INVALID_INPUT', requestId: expect.any(String) })
    expect(error.summary).toContain('customerType')
  })
})
