/**
 * Per-request server: the same two operations written in the usual way, one database transaction per request over a pool,
 * on the same HTTP library. The benchmark compares the service with it.
 */
import { createHash } from 'node:crypto'
import Fastify from 'fastify'
import pg from 'pg'
import type { QuoteRequest } from '../../contract/payments/quotes.ts'
import { systemClock } from '../../src/core/clock.ts'
import { bareId } from '../../src/core/ids.ts'
import { valueTypes } from '../../src/infra/db/values.ts'
import { keyUse } from '../../src/infra/http/idempotency/idempotency.ts'
import { sandboxRates } from '../../src/providers/rates/sandbox.ts'
import { offeredRates } from '../../src/providers/rates/spreads.ts'
import { path } from '../target.ts'
import { createQuote, executeQuote } from './payments.ts'
import { type Work, workOn } from './statements.ts'

const { DATABASE_URL, AUTHORIZATION } = process.env
const clock = systemClock()
const rates = offeredRates(sandboxRates(clock), new Map())
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 16, types: valueTypes })
pool.on('error', () => {}) // the request that uses the connection gets the error
const [{ platform_id: platformId }] = (await pool.query('select platform_id from platforms limit 1')).rows

const hash = (text: string) => createHash('sha256').update(text).digest('base64url')

/** One database transaction: claims the Idempotency-Key first and stores its reply last. */
async function atomic(
  operation: string,
  key: string,
  body: unknown,
  status: number,
  run: (work: Work) => Promise<object>,
): Promise<string> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const work = workOn(client, platformId, clock.now())
    const claim = keyUse(platformId, 'POST', operation, key, '').key
    await work.insert('idempotency_keys', {
      key: claim,
      fingerprint: hash(JSON.stringify(body) ?? ''),
      status,
      reply: 'null',
      createdAt: work.now,
    })
    const reply = JSON.stringify(await run(work))
    await work.ask('reply', 'update idempotency_keys set reply = $3 where platform_id = $1 and key = $2', [
      platformId,
      claim,
      reply,
    ])
    await client.query('commit')
    return reply
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

const app = Fastify()
app.addHook('onRequest', async ({ headers }) => {
  if (headers.authorization !== AUTHORIZATION) throw new Error('Unknown caller')
})
const keyOf = (headers: Readonly<Record<string, unknown>>) => String(headers['idempotency-key'])
app.post(path('createQuote'), async ({ headers, body }, reply) => {
  const text = await atomic('createQuote', keyOf(headers), body, 201, (work) =>
    createQuote(work, rates, body as QuoteRequest),
  )
  return reply.code(201).type('application/json').send(text)
})
app.post<{ Params: { id: string } }>(path('executeQuote', { quoteId: ':id' }), async ({ headers, params }, reply) => {
  const text = await atomic(`executeQuote ${params.id}`, keyOf(headers), undefined, 200, (work) =>
    executeQuote(work, bareId(params.id)),
  )
  return reply.type('application/json').send(text)
})
process.stdout.write(`${await app.listen({ port: 0, host: '127.0.0.1' })}\n`)
process.once('SIGTERM', async () => {
  await app.close()
  await pool.end()
  process.exit()
})
