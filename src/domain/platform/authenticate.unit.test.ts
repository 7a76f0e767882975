/** Authentication takes the same steps whatever is wrong with the credentials, so that its time tells nothing of which clients there are. */
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { Refusal } from '../../core/refusal.ts'
import { hashSecret, secretKeys } from '../../infra/crypto/secrets.ts'
import { readsOver } from '../../infra/db/dialect.ts'
import type { Store } from '../../infra/db/store.ts'
import { callersOf } from './authenticate.ts'

const { createHmac, timingSafeEqual } = crypto
const steps: string[] = []
const noted = <Result>(step: string, result: Result): Result => {
  steps.push(step)
  return result
}
beforeAll(() => {
  crypto.createHmac = (...given) => noted('hash', createHmac(...given))
  crypto.timingSafeEqual = (...given) => noted('compare', timingSafeEqual(...given))
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
}
/** Every look-up is noted as a step. */
const store = {
  reads: readsOver(async (_text, values) => noted('look up', values.includes('known') ? [token] : [])),
} as Pick<Store, 'reads'> as Store

async function refusal(clientId: string, secret: string): Promise<{ words: unknown; steps: string[] }> {
  const authorization = `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`
  try {
    await callersOf(store, keys).authenticate(authorization)
  } catch (error) {
    if (error instanceof Refusal) return { words: [error.code, error.message], steps: steps.splice(0) }
    throw error
  }
  return { words: 'let in', steps: steps.splice(0) }
}

it('an unknown client costs the steps of a wrong secret, and gets its words', async () => {
  const wrong = await refusal('known', 'wrong')
  expect(wrong.steps).toEqual(['look up', 'hash', 'compare'])
  expect(await refusal('unknown', 'right')).toEqual(wrong)
  expect(await refusal('unknown', '')).toEqual(wrong)
})

it('right credentials cost the same', async () => {
  const { words, steps: taken } = await refusal('known', 'right')
  expect([words, taken]).toEqual(['let in', ['look up', 'hash', 'compare']])
})
