/**
 * Owns the comparison: the same two operations as one would write them straight away, a database transaction for each
 * request over a pool, statement after statement. Same tables, same rows, same arithmetic, same server library.
 */
import { createHash } from 'node:crypto'
import Fastify from 'fastify'
import pg from 'pg'
import type { QuoteRequest } from '../contract/quotes.ts'
import { systemClock } from '../src/core/clock.ts'
import { knownCurrency } from '../src/core/currency.ts'
import { bareId, newId } from '../src/core/ids.ts'
import { presentInternalAccount } from '../src/domain/accounts/present.ts'
import { type Account, accounts } from '../src/domain/accounts/tables.ts'
import { isHouse } from '../src/domain/ledger/house.ts'
import { type Balance, balances } from '../src/domain/ledger/tables.ts'
import { presentQuote } from '../src/domain/quotes/present.ts'
import { price } from '../src/domain/quotes/price.ts'
import { type Quote, quotes } from '../src/domain/quotes/tables.ts'
import { presentTransaction } from '../src/domain/transactions/present.ts'
import { forth } from '../src/domain/transactions/route.ts'
import { type Transaction, transactions } from '../src/domain/transactions/tables.ts'
import { snake, type Table } from '../src/engine/schema.ts'
import { valueTypes } from '../src/infra/db/values.ts'
import { keyUse } from '../src/infra/http/idempotency.ts'
import { sandboxRates } from '../src/providers/rates/sandbox.ts'
import { path } from './target.ts'

const FEE_RATE = '0.005'
const { DATABASE_URL, AUTHORIZATION } = process.env
const clock = systemClock()
const rates = sandboxRates(clock)
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 16, types: valueTypes })
pool.on('error', () => {}) // the request that uses the connection hears of it
const [{ platform_id: platformId }] = (await pool.query('select platform_id from platforms limit 1')).rows

interface Work {
  readonly now: number
  // biome-ignore lint/suspicious/noExplicitAny: each statement knows its own columns
  ask(name: string, text: string, values: readonly unknown[]): Promise<any[]>
  insert(table: string, ...rows: Readonly<Record<string, unknown>>[]): Promise<void>
  find<Row>(table: Table<Row>, key: string, lock?: string): Promise<Row>
}

function workOn(client: pg.PoolClient): Work {
  const ask: Work['ask'] = async (name, text, values) =>
    (await client.query({ name, text, values: values as unknown[] })).rows
  return {
    now: clock.now(),
    ask,
    async insert(table, ...rows) {
      const columns = Object.keys(rows[0] as object)
      const values = rows.flatMap((row) => columns.map((name) => onTheWire(name, row[name])))
      const tuples = rows.map((_, i) => `($1, ${columns.map((_, j) => `$${2 + i * columns.length + j}`).join(', ')})`)
      const text = `insert into ${table} (platform_id, ${columns.map(snake).join(', ')}) values ${tuples.join(', ')}`
      await ask(`add_${table}_${rows.length}`, text, [platformId, ...values])
    },
    async find<Row>(table: Table<Row>, key: string, lock = '') {
      const columns = Object.keys(table.columns).map((name) => `${snake(name)} as "${name}"`)
      const text = `select ${columns.join(', ')} from ${table.name} where platform_id = $1 and id = $2 ${lock}`
      const [row] = await ask(`find_${table.name}_${lock}`, text, [platformId, key])
      if (!row) throw new Error(`No row ${key} in ${table.name}`)
      return row
    },
  }
}

const onTheWire = (name: string, value: unknown) =>
  /At$/.test(name) && typeof value === 'number' ? new Date(value).toISOString() : value
const hash = (text: string) => createHash('sha256').update(text).digest('base64url')

/** One transaction: the key is claimed first, its reply kept last. */
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
    const work = workOn(client)
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

const event = (work: Work, objectId: string, sequence: number, type: string, data: object) =>
  work.insert('events', {
    objectId,
    sequence,
    id: newId(work.now),
    type,
    data: JSON.stringify(data),
    createdAt: work.now,
  })

async function createQuote(work: Work, request: QuoteRequest): Promise<object> {
  const { source: from, destination: to, lockedCurrencySide: lockedSide } = request
  if (from.sourceType !== 'ACCOUNT' || to.destinationType !== 'ACCOUNT') throw new Error('Only accounts pay here')
  const source = await work.find(accounts, bareId(from.accountId))
  const destination = await work.find(accounts, bareId(to.accountId))
  await work.ask('customer', 'select status, deleted_at from customers where platform_id = $1 and id = $2', [
    platformId,
    source.customerId,
  ])
  await work.ask('limits', 'select supported_currencies from platforms where platform_id = $1', [platformId])
  const [sendingCurrency, receivingCurrency] = [knownCurrency(source.currency), knownCurrency(destination.currency)]
  const rate = rates.current().between(sendingCurrency, receivingCurrency)
  const { total, fees, received, exchangeRate } = price({
    sendingCurrency,
    receivingCurrency,
    rate,
    feeRate: FEE_RATE,
    lockedSide,
    lockedAmount: BigInt(request.lockedCurrencyAmount),
  })
  const { now } = work
  const quoteId = newId(now)
  const payment: Transaction = {
    id: newId(now),
    type: 'OUTGOING',
    status: 'PENDING',
    customerId: source.customerId,
    platformCustomerId: source.platformCustomerId,
    quoteId,
    sourceType: 'ACCOUNT',
    sourceId: from.accountId,
    sourceCurrency: sendingCurrency,
    destinationType: 'ACCOUNT',
    destinationId: to.accountId,
    destinationCurrency: receivingCurrency,
    sentAmount: total,
    receivedAmount: received,
    fees,
    feeRate: FEE_RATE,
    exchangeRate,
    referenceId: null,
    description: null,
    failureReason: null,
    refund: null,
    counterpartyInformation: null,
    agentId: null,
    settledAt: null,
    createdAt: now,
    updatedAt: now,
    version: 1,
  }
  await work.insert('transactions', { ...payment })
  await event(work, payment.id, 1, 'OUTGOING_PAYMENT.PENDING', presentTransaction(payment, platformId))
  const quote: Quote = {
    id: quoteId,
    status: 'PENDING',
    customerId: source.customerId,
    transactionId: payment.id,
    sourceType: 'ACCOUNT',
    sourceAccountId: source.id,
    sourceExternalAccountId: null,
    cryptoNetwork: null,
    destinationType: 'ACCOUNT',
    destinationId: to.accountId,
    destinationAccountId: destination.id,
    paymentRail: null,
    sendingCurrency,
    receivingCurrency,
    totalSendingAmount: total,
    totalReceivingAmount: received,
    fees,
    feeRate: FEE_RATE,
    exchangeRate,
    description: null,
    payloadToSign: null,
    senderCustomerInfo: null,
    createdAt: now,
    expiresAt: now + 300_000,
    updatedAt: now,
  }
  await work.insert('quotes', { ...quote })
  const key = `expireQuotes/${quote.expiresAt}/0/${quoteId}`
  await work.insert('jobs', {
    key,
    name: 'expireQuotes',
    subjects: JSON.stringify([quoteId]),
    dueAt: quote.expiresAt,
    attempts: 0,
  })
  return presentQuote(quote)
}

async function executeQuote(work: Work, quoteId: string): Promise<object> {
  const { now } = work
  const lock = 'for no key update'
  const quote = await work.find(quotes, quoteId, lock)
  if (quote.status !== 'PENDING' || quote.expiresAt <= now) throw new Error(`The quote is ${quote.status}`)
  const payment = await work.find(transactions, quote.transactionId, lock)
  const [source, destination] = [quote.sourceAccountId as string, quote.destinationAccountId as string]
  const held = new Map<string, { account: Account; balance: Balance }>()
  for (const id of [source, destination].sort())
    held.set(id, { balance: await work.find(balances, id, lock), account: await work.find(accounts, id) })

  const movements = forth({
    source,
    destination,
    sendingCurrency: quote.sendingCurrency,
    receivingCurrency: quote.receivingCurrency,
    total: quote.totalSendingAmount,
    fees: quote.fees,
    received: quote.totalReceivingAmount,
  })
  const house: { key: string; amount: bigint }[] = []
  const change = (accountId: string, amount: bigint): bigint | null => {
    const found = held.get(accountId)
    if (isHouse(accountId)) house.push({ key: accountId, amount })
    if (!found) return null
    const posted = found.balance.posted + amount
    if (posted < found.balance.held) throw new Error('The account does not hold enough for this payment')
    held.set(accountId, { ...found, balance: { ...found.balance, posted, updatedAt: now } })
    return posted
  }
  const lines = movements.map(({ from, to, currency, amount }, i) => {
    const [debitAfter, creditAfter] = [change(from, -amount), change(to, amount)]
    return {
      transactionId: payment.id,
      line: 100 + i,
      debitAccount: from,
      creditAccount: to,
      currency,
      amount,
      debitAfter,
      creditAfter,
      createdAt: now,
    }
  })
  await work.insert('postings', ...lines)
  await work.insert('house_balances', ...house)
  for (const { account, balance } of held.values()) {
    const version = balance.version + 1
    await work.ask(
      'balance',
      'update balances set posted = $3, version = $4, updated_at = $5 where platform_id = $1 and id = $2',
      [platformId, account.id, balance.posted, version, new Date(now).toISOString()],
    )
    await event(work, account.id, version, 'INTERNAL_ACCOUNT.BALANCE_UPDATED', presentInternalAccount(account, balance))
  }
  const completed: Transaction = {
    ...payment,
    status: 'COMPLETED',
    settledAt: now,
    updatedAt: now,
    version: payment.version + 1,
  }
  const values = [platformId, payment.id, completed.status, new Date(now).toISOString(), completed.version]
  await work.ask(
    'payment',
    'update transactions set status = $3, settled_at = $4, updated_at = $4, version = $5 where platform_id = $1 and id = $2',
    values,
  )
  await event(
    work,
    payment.id,
    completed.version,
    'OUTGOING_PAYMENT.COMPLETED',
    presentTransaction(completed, platformId),
  )
  const executed: Quote = { ...quote, status: 'COMPLETED', updatedAt: now }
  await work.ask('quote', 'update quotes set status = $3, updated_at = $4 where platform_id = $1 and id = $2', [
    platformId,
    quoteId,
    executed.status,
    new Date(now).toISOString(),
  ])
  return presentQuote(executed)
}

const app = Fastify()
app.addHook('onRequest', async ({ headers }) => {
  if (headers.authorization !== AUTHORIZATION) throw new Error('Unknown caller')
})
const keyOf = (headers: Readonly<Record<string, unknown>>) => String(headers['idempotency-key'])
app.post(path('/quotes'), async ({ headers, body }, reply) => {
  const text = await atomic('createQuote', keyOf(headers), body, 201, (work) => createQuote(work, body as QuoteRequest))
  return reply.code(201).type('application/json').send(text)
})
app.post<{ Params: { id: string } }>(path('/quotes/:id/execute'), async ({ headers, params }, reply) => {
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
