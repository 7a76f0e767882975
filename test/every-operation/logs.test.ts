/** Logs of every operation: neither a log line nor an error repeats a secret or personal data, also where the database refuses a row. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pathTo } from '../../client/request.ts'
import { contract, type OperationId } from '../../contract/contract.ts'
import type { Operation } from '../../contract/operation.ts'
import { type TestApp, testApp } from '../harness/app.ts'
import { accountOf, clabe, quoteBetween } from '../harness/cast.ts'
import { JSON_TYPE, pathWith } from '../harness/samples/requests.ts'
import { sampleOf } from '../harness/samples/samples.ts'
import { addEmail, codeFor, newWallet } from '../harness/samples/wallets.ts'

const CANARY = 'canary-7f3a'
const every = Object.entries<Operation>(contract) as [OperationId, Operation][]
/** The value with a canary in each text that is not a word of a fixed list. */
const withCanaries = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, field) =>
    typeof field === 'string' && !/^[A-Z_]+$/.test(field) ? `${CANARY}@mail.example` : field,
  )

let app: TestApp
const lines: string[] = []
beforeAll(async () => void (app = await testApp({ logTo: (line) => lines.push(line) })))
afterAll(() => app.close())
const logged = () => lines.join('')

describe('the log', () => {
  it.each(every.filter(([, { multipart }]) => !multipart))(
    'and the error of %s repeat nothing of a body or of credentials',
    async (_, operation) => {
      const body = operation.body ? JSON.stringify(withCanaries(sampleOf(operation.body as never))) : undefined
      const path = pathWith(operation, () => 'unknown')
      const send = (more: object) =>
        app.raw(operation.method, path, { ...(body && { body, headers: JSON_TYPE }), ...more })
      const authorization = `Basic ${Buffer.from(`${CANARY}:${CANARY}`).toString('base64')}`
      const replies = [await send({}), await send({ as: null, headers: { ...JSON_TYPE, authorization } })]
      for (const { status, text } of replies) if (status >= 400) expect(text).not.toContain(CANARY)
      expect(logged()).not.toContain(CANARY)
      expect(logged()).not.toContain(authorization)
    },
  )

  it('and the events contain no token, code or password of payments, wallets and agents', async () => {
    const { clientSecret } = await app.ok('createToken', { body: { name: 'Secret', permissions: ['VIEW'] } })
    const { id: from, customerId } = await accountOf(app, 'northwind', 'USD')
    const policy = { permissions: [], spendingLimits: { currency: 'USD', perTransactionLimit: 1 } }
    const { deviceCode } = await app.ok('createAgent', { body: { name: 'Secret', customerId, policy } as never })
    const { accessToken } = await app.ok('redeemAgentDeviceCode', { params: { code: deviceCode.code }, as: null })
    await quoteBetween(app, from, await clabe(app, '719'), 10_000, { immediatelyExecute: true })
    const wallet = await newWallet(app)
    const to = 'log-canary@mail.example'
    await addEmail(app, wallet, to)
    const code = await codeFor(app, to)
    await app.settle()
    const events = await app.store.query<{ row: string }>('select r::text as row from events r')
    expect(events.length).toBeGreaterThan(0)
    const written = logged() + events.map(({ row }) => row).join('\n')
    for (const secret of [clientSecret, deviceCode.code, accessToken, app.platform.clientSecret])
      expect(written).not.toContain(secret)
    expect(logged()).not.toContain(to)
    expect(written).not.toMatch(new RegExp(`\\b${code}\\b`))
  })

  it('has the error of a row that the database refuses, without the row', async () => {
    await app.store.script('alter table customers add constraint never check (false) not valid')
    const body = JSON.stringify({ customerType: 'INDIVIDUAL', fullName: CANARY, currencies: ['USD'] })
    const { status, text } = await app.raw('POST', pathTo('createCustomer'), { body, headers: JSON_TYPE })
    await app.store.script('alter table customers drop constraint never')
    expect(status).toBe(500)
    expect(text).not.toContain(CANARY)
    expect(lines.filter((line) => line.includes('violates check constraint'))).toHaveLength(1)
    expect(logged()).not.toContain(CANARY)
  })
})
