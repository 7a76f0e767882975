/** Authentication takes the same steps for every invalid credential, so that its duration does not reveal which client ids exist. */
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { systemClock } from '../../../core/clock.ts'
import { Refusal } from '../../../core/refusal.ts'
import { hashSecret, secretKeys } from '../../../infra/crypto/secrets.ts'
import { readsOver } from '../../../infra/db/dialect.ts'
import type { Store } from '../../../infra/db/store.ts'
import { tokenAuthentication } from './authenticate.ts'

const { createHmac, timingSafeEqual } = crypto
const steps: string[] = []
const recorded = <Result>(step: string, result: Result): Result => {
  steps.push(step)
  return result
}
beforeAll(() => {
  crypto.createHmac = (...given) => recorded('hash', createHmac(...given))
  crypto.timingSafeEqual = (...given) => recorded('compare', timingSafeEqual(...given))
  syncBuiltinESMExports()
})
afterAll(() => {
  Object.assign(crypto, { createHmac, timingSafeEqual })
  syncBuiltinESMExports()
})
beforeEach(() => void steps.splice(0))

const keys = secretKeys(Buffer.alloc(32, 7))
const token = {
  platformId: '019542f5-b3e7-7d02-8000-000000000001',
  id: '019542f5-b3e7-7d02-8000-000000000002',
  name: 'Known',
  permissions: ['VIEW'],
  clientId: 'known',
  secretHash: hashSecret(keys.tokens, 'right'),
  expiresAt: null,
  allowedAddresses: [],
  previousSecretHash: null,
  previousSecretUntil: null,
}
/** Records each look-up as a step. */
const store = {
  reads: readsOver(async (_text, values) => recorded('look up', values.includes('known') ? [token] : [])),
} as Pick<Store, 'reads'> as Store

async function refusal(clientId: string, secret: string): Promise<{ refused: unknown; steps: string[] }> {
  const authorization = `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`
  try {
    await tokenAuthentication(store, keys, systemClock()).authenticate({
      headers: { authorization },
      address: () => '192.0.2.1',
    })
  } catch (error) {
    if (error instanceof Refusal) return { refused: [error.code, error.message], steps: steps.splice(0) }
    throw error
  }
  return { refused: false, steps: steps.splice(0) }
}

it('an unknown client id takes the same steps as a wrong secret, and gets the same message', async () => {
  const wrong = await refusal('known', 'wrong')
  expect(wrong.steps).toEqual(['look up', 'hash', 'compare', 'compare'])
  expect(await refusal('unknown', 'right')).toEqual(wrong)
  expect(await refusal('unknown', '')).toEqual(wrong)
})

it('valid credentials take the same steps', async () => {
  const { refused, steps: taken } = await refusal('known', 'right')
  expect([refused, taken]).toEqual([false, ['look up', 'hash', 'compare', 'compare']])
})
